// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/line_reader.hpp"

namespace fencepost::sut {

void LineReader::add(std::string_view bytes) {
  if (too_long_) return;
  buffer_.erase(0, taken_);
  searched_ -= taken_;
  taken_ = 0;
  buffer_ += bytes;
}

bool LineReader::next(std::string& line) {
  if (too_long_) return false;
  const std::size_t end = buffer_.find('\n', searched_);
  const std::size_t size = (end == std::string::npos ? buffer_.size() : end) - taken_;
  if (size > most_) {
    too_long_ = true;
    return false;
  }
  if (end == std::string::npos) {
    searched_ = buffer_.size();
    return false;
  }
  line.assign(buffer_, taken_, size);
  taken_ = searched_ = end + 1;
  return true;
}

}  // namespace fencepost::sut
