// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/handled_records.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/sut/packed.hpp"

namespace fencepost::sut {
namespace {

template <class Values>
void pack_all(std::string& out, const Values& values) {
  using Value = typename Values::value_type;
  static_assert(std::has_unique_object_representations_v<Value>);
  pack(out, static_cast<std::uint64_t>(values.size()));
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
}

template <class Values>
void unpack_all(Unpacker& fields, Values& values) {
  using Value = typename Values::value_type;
  const auto count = fields.number<std::uint64_t>();
  // More than there is makes the fields bad.
  const bool is_there = count <= fields.left() / sizeof(Value);
  const std::string_view raw = fields.bytes(is_there ? count * sizeof(Value) : SIZE_MAX);
  values.resize(raw.size() / sizeof(Value));
  if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
}

}  // namespace

void HandledRecords::add_record(std::uint32_t partition, std::string_view key, std::int32_t value,
                                std::int64_t failures) {
  if (partition >= partitions_.size()) partitions_.resize(partition + 1);
  Partition& written = partitions_[partition];
  written.records.push_back(
      {failures, keys_.size(), static_cast<std::uint32_t>(key.size()), value});
  written.states.push_back(static_cast<char>(State::waiting));
  keys_.append(key);
}

void HandledRecords::add_result(std::uint32_t partition, std::int64_t offset) {
  Partition& source = partitions_[partition];
  if (source.state(offset) == State::processed) return;
  source.states[static_cast<std::size_t>(offset)] = static_cast<char>(State::processed);
  ++source.results;
}

void HandledRecords::add_letter(std::uint32_t partition, std::int64_t offset,
                                std::int64_t attempts) {
  if (partitions_[partition].state(offset) == State::waiting)
    add_letter_again(partition, offset, attempts);
}

void HandledRecords::add_letter_again(std::uint32_t partition, std::int64_t offset,
                                      std::int64_t attempts) {
  Partition& source = partitions_[partition];
  source.states[static_cast<std::size_t>(offset)] = static_cast<char>(State::handed_off);
  ++source.open_letters;
  letters_.push_back({offset, attempts, partition, static_cast<std::uint16_t>(attempts), 0});
}

void HandledRecords::move_to(std::uint32_t partition, std::int64_t committed) {
  partitions_[partition].committed = committed;
  partitions_[partition].attempts = 0;
}

void HandledRecords::close_letter(std::int64_t id) {
  Letter& letter = letters_[static_cast<std::size_t>(id)];
  if (letter.is_replayed != 0) return;
  letter.is_replayed = 1;
  --partitions_[letter.partition].open_letters;
}

void HandledRecords::clear() {
  partitions_.clear();
  letters_.clear();
  keys_.clear();
}

void HandledRecords::save(std::string& state) const {
  pack(state, static_cast<std::uint32_t>(partitions_.size()));
  for (const Partition& partition : partitions_) {
    pack(state, partition.committed);
    pack(state, partition.attempts);
    pack_all(state, partition.records);
    pack_all(state, partition.states);
  }
  pack_all(state, letters_);
  pack_all(state, keys_);
}

bool HandledRecords::load(std::string_view state) {
  clear();
  Unpacker fields(state);
  const auto count = fields.number<std::uint32_t>();
  for (std::uint32_t number = 0; number < count && fields.good(); ++number) {
    Partition& partition = partitions_.emplace_back();
    partition.committed = fields.number<std::int64_t>();
    partition.attempts = fields.number<std::int64_t>();
    unpack_all(fields, partition.records);
    unpack_all(fields, partition.states);
    partition.results = std::ranges::count(partition.states, static_cast<char>(State::processed));
  }
  unpack_all(fields, letters_);
  unpack_all(fields, keys_);
  if (!fields.good() || !fields.at_end()) return false;
  for (const Letter& letter : letters_)
    partitions_[letter.partition].open_letters += letter.is_replayed == 0;
  return true;
}

void HandledRecords::print(std::string& text) const {
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    const Partition& partition = partitions_[number];
    if (partition.end() == 0) continue;
    const std::string where = "partition " + std::to_string(number);
    text += where + " next " + std::to_string(partition.committed) + " attempts " +
            std::to_string(partition.attempts) + "\n";
    for (std::int64_t offset = 0; offset < partition.end(); ++offset) {
      const Record& record = partition.record(offset);
      text += where + " record " + std::to_string(offset) + " " + quote(key(record)) + "=" +
              std::to_string(record.value) + " failures " +
              (record.failures < 0 ? "null" : std::to_string(record.failures)) +
              (partition.state(offset) == State::processed ? " processed\n" : "\n");
    }
  }
  for (std::size_t id = 0; id < letters_.size(); ++id) {
    const Letter& letter = letters_[id];
    text += "letter " + std::to_string(id) + " partition " + std::to_string(letter.partition) +
            " offset " + std::to_string(letter.offset) + " failed " +
            std::to_string(letter.failed) + " times, attempts " + std::to_string(letter.attempts) +
            (letter.is_replayed != 0 ? " replayed\n" : " open\n");
  }
}

}  // namespace fencepost::sut
