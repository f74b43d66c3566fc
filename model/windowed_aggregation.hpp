// SPDX-License-Identifier: Apache-2.0
// Tumbling sums behind a watermark (workloads page, section 5): an event below the watermark is
// late, any other is counted in its window, and a window is emitted and forgotten once the
// watermark reaches its end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

class WindowedAggregation final : public Model {
 public:
  explicit WindowedAggregation(const Parameters& parameters);

  void answer(const Command& command, Outcome& outcome) override;
  /// Loses nothing: every answer was durable.
  void crash() override {}
  void print(std::string& text) const override;
  std::unique_ptr<Model> clone() const override {
    return std::make_unique<WindowedAggregation>(*this);
  }

 private:
  struct Total {
    std::int64_t sum = 0;
    std::int64_t count = 0;
  };
  struct LateEvent {
    std::string key;
    std::int64_t time;
    std::int64_t value;
  };

  void event(TapeReader in, Outcome& outcome);
  void close(Outcome& outcome);
  void list_late(Outcome& outcome) const;
  /// The start of the window of this time; nothing if a bound of the window, or the watermark that
  /// the time would bring, does not fit.
  std::optional<std::int64_t> start_of(std::int64_t time) const;
  bool is_late(std::int64_t time) const { return closed_ || (watermark_ && time < *watermark_); }
  bool is_due(std::int64_t start) const { return closed_ || start + size_ <= *watermark_; }
  /// Writes the windows that are due, in the order of (start, key), and removes them.
  void emit(Tape& tape);
  void write_watermark(Tape& tape) const;

  std::int64_t size_;
  std::int64_t allowed_lateness_;
  /// By start, then by key.
  std::map<std::int64_t, std::map<std::string, Total, std::less<>>> open_;
  /// Nothing: minus infinity.
  std::optional<std::int64_t> watermark_;
  /// The input has ended: plus infinity.
  bool closed_ = false;
  std::vector<LateEvent> late_;
};

}  // namespace fencepost::model
