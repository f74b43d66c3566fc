// SPDX-License-Identifier: Apache-2.0
// The optimised engine of windowed-aggregation: every accepted or late event is one record of the
// journal, open windows stand in a flat table, and late events are kept in the form in which they
// are answered.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fencepost/sut/journal.hpp"
#include "fencepost/sut/open_windows.hpp"
#include "fencepost/sut/ports/system.hpp"
#include "fencepost/sut/windowed_aggregation_bugs.hpp"

namespace fencepost::sut {

template <class Bugs>
class WindowedAggregation final : public System, public Recoverable {
 public:
  WindowedAggregation(const Parameters& parameters, Disk& disk, Bugs bugs);

  std::string recover();
  void answer(const Command& command, Outcome& outcome) override;
  void print(std::string& text) const override;

  bool load(std::string_view state) override;
  void redo(std::string_view record) override;
  void reset() override;
  void save(std::string& state) const override;

 private:
  struct InputEvent {
    std::string_view key;
    std::int64_t time;
    std::int64_t value;
  };

  void event(const Command& command, Outcome& outcome);
  void close(Outcome& outcome);
  bool commit(std::string_view record, Outcome& outcome);
  /// A bound of its window, or the watermark that it would bring, does not fit 64 bits.
  bool is_beyond_limits(std::int64_t time) const;
  std::int64_t start_of(std::int64_t time) const;
  bool is_late(std::int64_t time) const;
  /// Counts the event, or keeps it as late and returns true.
  bool apply(const InputEvent& event);
  /// Takes out what is due.
  std::span<const OpenWindows::Window> emit();
  void write_emitted(Tape& tape);
  void write_watermark(Tape& tape) const;

  [[no_unique_address]] Bugs bugs_;
  Journal journal_;
  std::int64_t size_;
  std::int64_t allowed_lateness_;
  OpenWindows open_;
  /// Nothing: minus infinity.
  std::optional<std::int64_t> watermark_;
  /// The input has ended: the watermark is plus infinity.
  bool closed_ = false;
  Tape late_;
  std::uint32_t late_count_ = 0;
  std::string record_;
};

std::unique_ptr<Home> make_windowed_aggregation(const PlantedBug* bug);

}  // namespace fencepost::sut
