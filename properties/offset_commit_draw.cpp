// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "fencepost/properties/offset_commit.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;

// In the order of the contract.
enum Type : std::uint8_t { processed_type, committed_type };

constexpr const char* actors[] = {"c1", "c2", "c3"};
/// Beyond this the books are not kept; nothing is aimed there but single far offsets.
constexpr std::int64_t kept_offsets = 256;

/// Where a partition stands if everything sent is delivered once.
struct Books {
  std::int64_t next = 0;
  std::array<bool, kept_offsets> sent{};

  void note(std::int64_t offset) {
    if (offset >= kept_offsets) return;
    sent[static_cast<std::size_t>(offset)] = true;
    while (next < kept_offsets && sent[static_cast<std::size_t>(next)]) ++next;
  }
};

/// What sets some histories apart. Few are long enough to reach the end of a 64-bit word or a
/// checkpoint.
struct Shape {
  /// Offsets at the ends of words, and in the end everything below them.
  bool fills_a_word;
  /// A long run in order comes first.
  bool starts_in_order;
  /// Hardly any gaps.
  bool is_steady;
};

class Drawing {
 public:
  Drawing(const Chance& chance, Scenario& scenario, std::int64_t partitions)
      : chance_(chance), scenario_(scenario), books_(static_cast<std::size_t>(partitions)) {}

  /// One command of the storm; `number` names its decisions.
  void storm(std::uint64_t number, const Shape& shape) {
    const bool first = chance_.percent(50, "offset-commit: first partition", number);
    const std::uint64_t partition =
        first ? 0 : chance_.below(books_.size(), "offset-commit: partition", number);
    const char* const actor =
        actors[chance_.below(std::size(actors), "offset-commit: actor", number)];
    if (chance_.percent(12, "offset-commit: asks", number)) return ask(actor, partition);
    const bool at_word_end =
        shape.fills_a_word && chance_.percent(50, "offset-commit: at word ends", number);
    process(actor, partition,
            at_word_end ? word_end(number) : offset(books_[partition], number, shape));
  }

  void process(const char* actor, std::uint64_t partition, std::int64_t offset) {
    send(scenario_, actor, processed_type)
        .number(static_cast<std::int64_t>(partition))
        .number(offset);
    books_[partition].note(offset);
  }

  void ask(const char* actor, std::uint64_t partition) {
    send(scenario_, actor, committed_type).number(static_cast<std::int64_t>(partition));
  }

  const std::vector<Books>& books() const { return books_; }

 private:
  std::int64_t offset(const Books& books, std::uint64_t number, const Shape& shape) const {
    if (shape.is_steady && chance_.percent(80, "offset-commit: steady", number)) return books.next;
    const std::uint64_t kind = chance_.below(100, "offset-commit: offset", number);
    if (kind < 40) return books.next;
    if (kind < 62) return books.next + chance_.between(1, 4, "offset-commit: ahead", number);
    if (kind < 75)
      return std::max<std::int64_t>(
          0, books.next - chance_.between(1, 2, "offset-commit: last", number));
    if (kind < 90) return chance_.between(0, books.next, "offset-commit: again", number);
    if (kind < 97) return word_end(number);
    return far(number);
  }

  std::int64_t word_end(std::uint64_t number) const {
    static constexpr std::int64_t ends[] = {60, 61, 62, 63, 64, 65, 66, 127, 128, 129};
    return ends[chance_.below(std::size(ends), "offset-commit: word end", number)];
  }

  std::int64_t far(std::uint64_t number) const {
    static constexpr std::int64_t places[] = {
        192, 1024, 200'000, std::int64_t{1} << 62, INT64_MAX - 1, INT64_MAX};
    return places[chance_.below(std::size(places), "offset-commit: far", number)];
  }

  const Chance& chance_;
  Scenario& scenario_;
  std::vector<Books> books_;
};

/// Fills every gap below `end`: first what lies from `middle` on, from the end down, then the rest.
void fill(Drawing& drawing, std::uint64_t partition, std::int64_t middle, std::int64_t end) {
  for (std::int64_t offset = end - 1; offset >= middle; --offset)
    drawing.process("c1", partition, offset);
  for (std::int64_t offset = 0; offset < middle; ++offset) drawing.process("c1", partition, offset);
}

}  // namespace

void draw_offset_commit(const Chance& chance, const faults::Swarm& swarm, Scenario& scenario) {
  const std::int64_t partitions = chance.between(1, 5, "offset-commit: partitions");
  scenario.parameters.set("partitions", partitions);
  Drawing drawing(chance, scenario, partitions);

  const std::uint64_t kind = chance.below(100, "offset-commit: shape");
  const Shape shape = {
      .fills_a_word = kind < 3, .starts_in_order = kind >= 3 && kind < 9, .is_steady = kind >= 80};
  const std::int64_t run = shape.starts_in_order ? chance.between(33, 62, "offset-commit: run") : 0;
  for (std::int64_t offset = 0; offset < run; ++offset) drawing.process("c1", 0, offset);
  for (std::uint64_t number = 0; number < swarm.commands; ++number) {
    drawing.storm(number, shape);
    if (swarm.malformed && chance.percent(10, "offset-commit: malformed", number))
      make_malformed(chance, scenario);
  }

  calm(scenario);
  for (std::uint64_t partition = 0; partition < drawing.books().size(); ++partition) {
    const std::int64_t next = drawing.books()[partition].next;
    if (shape.fills_a_word && partition == 0)
      fill(drawing, partition, 59, 67);
    else
      fill(drawing, partition, next, next);
    drawing.ask("c1", partition);
  }
}

}  // namespace fencepost::properties
