// SPDX-License-Identifier: Apache-2.0
// Records by partition, what became of each, and the dead letters: flat arrays and one arena of
// keys. A result or a letter is known by its source (partition, offset); adding it again changes
// nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::sut {

class HandledRecords {
 public:
  enum class State : std::uint8_t { waiting, processed, handed_off };
  struct Record {
    /// -1: it always fails.
    std::int64_t failures;
    std::uint64_t key_at;
    std::uint32_t key_size;
    std::int32_t value;

    bool fails(std::int64_t attempt) const { return failures < 0 || attempt <= failures; }
  };
  struct Partition {
    std::vector<Record> records;
    /// A byte for each record.
    std::string states;
    /// The next offset to handle, and how often the record there has been tried.
    std::int64_t committed = 0;
    std::int64_t attempts = 0;
    std::int64_t open_letters = 0;
    std::int64_t results = 0;

    std::int64_t end() const { return static_cast<std::int64_t>(records.size()); }
    bool waits() const { return committed < end(); }
    State state(std::int64_t offset) const {
      return static_cast<State>(states[static_cast<std::size_t>(offset)]);
    }
    const Record& record(std::int64_t offset) const {
      return records[static_cast<std::size_t>(offset)];
    }
  };
  struct Letter {
    std::int64_t offset;
    std::int64_t attempts;
    std::uint32_t partition;
    /// Attempts made before the hand-off.
    std::uint16_t failed;
    std::uint16_t is_replayed;
  };

  /// As far as any has been written to.
  const std::vector<Partition>& partitions() const { return partitions_; }
  /// By id.
  const std::vector<Letter>& letters() const { return letters_; }
  const Partition& partition(std::uint32_t number) const { return partitions_[number]; }
  const Letter& letter(std::int64_t id) const { return letters_[static_cast<std::size_t>(id)]; }
  const Record& record(const Letter& letter) const {
    return partitions_[letter.partition].record(letter.offset);
  }
  std::string_view key(const Record& record) const {
    return {keys_.data() + record.key_at, record.key_size};
  }

  void add_record(std::uint32_t partition, std::string_view key, std::int32_t value,
                  std::int64_t failures);
  void set_attempts(std::uint32_t partition, std::int64_t attempts) {
    partitions_[partition].attempts = attempts;
  }
  void add_result(std::uint32_t partition, std::int64_t offset);
  void add_letter(std::uint32_t partition, std::int64_t offset, std::int64_t attempts);
  /// `add_letter` that does not look whether there is one already: what a planted bug does.
  void add_letter_again(std::uint32_t partition, std::int64_t offset, std::int64_t attempts);
  void move_to(std::uint32_t partition, std::int64_t committed);
  void set_letter_attempts(std::int64_t id, std::int64_t attempts) {
    letters_[static_cast<std::size_t>(id)].attempts = attempts;
  }
  void close_letter(std::int64_t id);

  void clear();
  void save(std::string& state) const;
  /// False if the bytes make no sense.
  bool load(std::string_view state);
  void print(std::string& text) const;

 private:
  std::vector<Partition> partitions_;
  std::vector<Letter> letters_;
  std::string keys_;
};

}  // namespace fencepost::sut
