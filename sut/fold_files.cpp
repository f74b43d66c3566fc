// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/fold_files.hpp"

#include "fencepost/sut/frame.hpp"

namespace fencepost::sut {
namespace {

constexpr std::string_view unfinished_name = "unfinished";

}  // namespace

bool FoldFiles::write(std::string_view name, const FoldedState& state, std::int64_t next,
                      Outcome& outcome, Skipped skipped) {
  tape_.clear();
  state.write(tape_);
  bytes_.clear();
  append_frame(bytes_, tape_.bytes(), static_cast<std::uint64_t>(next));
  const Disk::File file = disk_.open(unfinished_name);
  const DiskResult written = disk_.append(file, bytes_);
  if (written == DiskResult::full && disk_.remove(unfinished_name) == DiskResult::ok)
    return outcome.refuse(refusal::disk_full), false;
  if (written != DiskResult::ok) return outcome.unknown("a disk write failed"), false;
  if (!skipped.sync && disk_.sync(file) != DiskResult::ok)
    return outcome.unknown("a disk sync failed"), false;
  if (disk_.rename(unfinished_name, name) != DiskResult::ok)
    return outcome.unknown("a disk write failed"), false;
  if (!skipped.sync_of_names && disk_.sync_names() != DiskResult::ok)
    return outcome.unknown("a disk sync failed"), false;
  return true;
}

bool FoldFiles::read(std::string_view name, std::int64_t next, FoldedState& state, bool trusting) {
  if (!disk_.exists(name)) return false;
  disk_.read(disk_.open(name), bytes_);
  const Frame frame = read_frame(bytes_, 0, static_cast<std::uint64_t>(next));
  const bool whole = frame.kind == Frame::Kind::whole && frame.next == bytes_.size();
  std::string_view payload = frame.payload;
  if (trusting && bytes_.size() > frame_overhead_bytes)
    payload =
        std::string_view(bytes_).substr(frame_head_bytes, bytes_.size() - frame_overhead_bytes);
  else if (!whole)
    return false;
  TapeReader tape(payload);
  return state.read(tape) && tape.at_end();
}

}  // namespace fencepost::sut
