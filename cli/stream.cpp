// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/stream.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace fencepost::cli {

void Stream::write(std::string_view text) {
  while (!text.empty() && !is_closed_) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR && errno != EAGAIN) {
      is_closed_ = true;
      if (errno != EPIPE) failure_ = std::generic_category().message(errno);
    }
  }
}

std::size_t Stream::columns() const {
  winsize size = {};
  return ::ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

bool Stream::is_terminal() const { return ::isatty(descriptor_) == 1; }

}  // namespace fencepost::cli
