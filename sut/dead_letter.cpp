// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/dead_letter.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/sut/buffered_tape.hpp"
#include "fencepost/sut/engine_home.hpp"
#include "fencepost/sut/packed.hpp"

namespace fencepost::sut {
namespace {

using Bug = DeadLetterBug;
using State = HandledRecords::State;

}  // namespace

template <class Bugs>
DeadLetter<Bugs>::DeadLetter(const Parameters& parameters, Disk& disk, Bugs bugs)
    : bugs_(bugs),
      partition_count_(parameters.get("partitions", 4)),
      max_attempts_(parameters.get("max_attempts", 1)),
      journal_(disk) {}

template <class Bugs>
void DeadLetter<Bugs>::answer(const Command& command, Outcome& outcome) {
  const TapeReader fields(command.fields);
  switch (command.type) {
    case 0: return arrive(fields, outcome);
    case 1: return work(fields, outcome);
    case 2: return progress(fields, outcome);
    case 3: return letters(outcome);
    case 4: return replay(fields, outcome);
    case 5: return results(outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

template <class Bugs>
void DeadLetter<Bugs>::arrive(TapeReader fields, Outcome& outcome) {
  const auto number = static_cast<std::uint32_t>(fields.partition(partition_count_));
  const std::string_view key = fields.text();
  const std::int64_t value = fields.value();
  const std::int64_t failures = fields.null() ? -1 : fields.number(0, INT64_MAX);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  const Change change{Step::arrived, number, failures, value};
  record_.clear();
  pack(record_, change);
  record_.append(key);
  if (!journal_.commit(record_, outcome)) return;
  records_.add_record(number, key, static_cast<std::int32_t>(value), failures);
  outcome.done().number(records_.partition(number).end() - 1);
  journal_.checkpoint_if_due(*this);
}

template <class Bugs>
void DeadLetter<Bugs>::work(TapeReader fields, Outcome& outcome) {
  const auto number = static_cast<std::uint32_t>(fields.partition(partition_count_));
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (number >= records_.partitions().size() || !records_.partition(number).waits()) {
    outcome.done().absent().absent().absent();
    return;
  }
  const auto& partition = records_.partitions()[number];
  const std::int64_t offset = partition.committed;
  const std::int64_t attempt = partition.attempts + 1;
  const bool is_last = attempt >= max_attempts_ + bugs_.has(Bug::one_attempt_too_many);
  const bool fails = partition.record(offset).fails(attempt) ||
                     (is_last && bugs_.has(Bug::last_success_dead_lettered));
  std::string_view result;
  if (!fails) {
    result = "processed";
    if (!process({Step::processed, number, offset}, outcome)) return;
  } else if (is_last) {
    result = "dead_lettered";
    if (!hand_off({Step::handed_off, number, offset, attempt}, outcome)) return;
  } else {
    result = "failed";
    const Change tried{Step::tried, number, offset, attempt};
    if (bugs_.has(Bug::attempts_not_stored)) {
      apply(tried);
    } else if (!make(tried, outcome)) {
      return;
    }
  }
  outcome.done().number(offset).number(attempt).text(result);
  journal_.checkpoint_if_due(*this);
}

template <class Bugs>
bool DeadLetter<Bugs>::process(const Change& effect, Outcome& outcome) {
  return make(effect, outcome) &&
         follow({Step::moved, effect.partition, effect.number + 1}, outcome);
}

template <class Bugs>
bool DeadLetter<Bugs>::hand_off(const Change& effect, Outcome& outcome) {
  const Change moved{Step::moved, effect.partition, effect.number + 1};
  if (bugs_.has(Bug::offset_moves_before_the_hand_off))
    return make(moved, outcome) && make(effect, outcome);
  const bool is_flaky = records_.partition(effect.partition).record(effect.number).failures >= 0;
  if (is_flaky && bugs_.has(Bug::failing_record_skipped)) return make(moved, outcome);
  if (bugs_.has(Bug::letter_acknowledged_before_synced))
    return make_unsynced(effect, outcome) && make_unsynced(moved, outcome);
  if (make(effect, outcome)) return follow(moved, outcome);
  if (bugs_.has(Bug::hand_off_error_only_logged)) apply(moved);
  return false;
}

template <class Bugs>
bool DeadLetter<Bugs>::make(const Change& change, Outcome& outcome) {
  record_.clear();
  pack(record_, change);
  if (!journal_.commit(record_, outcome)) return false;
  apply(change);
  return true;
}

template <class Bugs>
bool DeadLetter<Bugs>::make_unsynced(const Change& change, Outcome& outcome) {
  record_.clear();
  pack(record_, change);
  if (!journal_.commit_without_sync(record_, outcome)) return false;
  apply(change);
  return true;
}

template <class Bugs>
bool DeadLetter<Bugs>::follow(const Change& change, Outcome& outcome) {
  if (make(change, outcome)) return true;
  // The step before it stands, so this is no refusal; the next start makes what is missing.
  outcome.unknown("the step after a durable one failed");
  return false;
}

template <class Bugs>
void DeadLetter<Bugs>::apply(const Change& change) {
  switch (change.step) {
    case Step::arrived: CHECK(false);
    case Step::tried: return records_.set_attempts(change.partition, change.count);
    case Step::processed: return records_.add_result(change.partition, change.number);
    case Step::handed_off:
      return bugs_.has(Bug::hand_off_repeated_after_a_crash)
                 ? records_.add_letter_again(change.partition, change.number, change.count)
                 : records_.add_letter(change.partition, change.number, change.count);
    case Step::moved: return records_.move_to(change.partition, change.number);
    case Step::replay_failed: return records_.set_letter_attempts(change.number, change.count);
    case Step::replayed:
      records_.set_letter_attempts(change.number, change.count);
      return records_.close_letter(change.number);
  }
}

template <class Bugs>
void DeadLetter<Bugs>::progress(TapeReader fields, Outcome& outcome) const {
  const auto number = static_cast<std::size_t>(fields.partition(partition_count_));
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Tape& result = outcome.done();
  if (number >= records_.partitions().size()) {
    result.number(0).number(0).flag(true);
    return;
  }
  const auto& partition = records_.partitions()[number];
  result.number(partition.committed).number(partition.end()).flag(is_complete(partition));
}

template <class Bugs>
void DeadLetter<Bugs>::letters(Outcome& outcome) const {
  const bool erases = bugs_.has(Bug::replayed_letter_erased);
  const auto erased = erases ? std::ranges::count(records_.letters(), std::uint16_t{1},
                                                  &HandledRecords::Letter::is_replayed)
                             : 0;
  outcome.done().list(static_cast<std::uint32_t>(records_.letters().size()) -
                      static_cast<std::uint32_t>(erased));
  BufferedTape result(outcome.body);
  for (std::size_t id = 0; id < records_.letters().size(); ++id) {
    const auto& letter = records_.letters()[id];
    if (erases && letter.is_replayed != 0) continue;
    const auto& partition = records_.partition(letter.partition);
    const std::int64_t after = std::min(letter.offset + 1, partition.end() - 1);
    const auto& record =
        partition.record(bugs_.has(Bug::letter_takes_the_next_payload) ? after : letter.offset);
    const auto place = static_cast<std::int64_t>(id);
    result.list(8).number(place).number(letter.partition);
    result.number(bugs_.has(Bug::letter_loses_its_offset) ? place : letter.offset);
    result.text(records_.key(record)).number(record.value);
    result.text("failed " + std::to_string(letter.failed) + " times").number(letter.attempts);
    result.flag(letter.is_replayed != 0);
  }
  result.flush();
}

template <class Bugs>
void DeadLetter<Bugs>::replay(TapeReader fields, Outcome& outcome) {
  const std::int64_t id = fields.number(0, INT64_MAX);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (id >= static_cast<std::int64_t>(records_.letters().size()))
    return outcome.refuse(refusal::no_such_letter);
  const auto& letter = records_.letter(id);
  if (letter.is_replayed != 0 && !bugs_.has(Bug::replay_not_idempotent))
    return outcome.refuse(refusal::already_replayed);
  const std::int64_t attempt = letter.attempts + 1;
  const bool fails = records_.record(letter).fails(attempt);
  const Change result{Step::processed, letter.partition, letter.offset};
  const Change mark{Step::replayed, letter.partition, id, attempt};
  if (fails) {
    if (!make({Step::replay_failed, letter.partition, id, attempt}, outcome)) return;
  } else if (bugs_.has(Bug::replay_not_stored)) {
    apply(result);
    apply(mark);
  } else if (!make(result, outcome) || !follow(mark, outcome)) {
    return;
  }
  outcome.done().flag(!fails).number(attempt);
  journal_.checkpoint_if_due(*this);
}

template <class Bugs>
void DeadLetter<Bugs>::results(Outcome& outcome) const {
  std::int64_t count = 0;
  bool complete = true;
  for (const auto& partition : records_.partitions()) {
    count += partition.results;
    complete = complete && is_complete(partition);
  }
  outcome.done().list(static_cast<std::uint32_t>(count));
  BufferedTape result(outcome.body);
  for (std::size_t number = 0; number < records_.partitions().size(); ++number) {
    const auto& partition = records_.partitions()[number];
    for (std::int64_t offset = 0; offset < partition.end(); ++offset) {
      if (partition.state(offset) != State::processed) continue;
      const auto& record = partition.record(offset);
      result.list(4).number(static_cast<std::int64_t>(number)).number(offset);
      result.text(records_.key(record)).number(record.value);
    }
  }
  result.flush();
  outcome.body.flag(complete);
}

template <class Bugs>
bool DeadLetter<Bugs>::is_complete(const HandledRecords::Partition& partition) const {
  return partition.committed == partition.end() &&
         (partition.open_letters == 0 || bugs_.has(Bug::complete_despite_open_letters));
}

template <class Bugs>
std::string DeadLetter<Bugs>::recover() {
  std::string damage = journal_.recover(*this);
  if (damage.empty() && !finish()) damage = "the step after the last one cannot be stored";
  return damage;
}

template <class Bugs>
bool DeadLetter<Bugs>::finish() {
  Outcome outcome;
  for (std::uint32_t number = 0; number < records_.partitions().size(); ++number)
    while (is_passed(records_.partition(number)))
      if (!make({Step::moved, number, records_.partition(number).committed + 1}, outcome))
        return false;
  for (std::size_t id = 0; id < records_.letters().size(); ++id) {
    const auto& letter = records_.letters()[id];
    const State state = records_.partition(letter.partition).state(letter.offset);
    if (letter.is_replayed != 0 || state != State::processed) continue;
    const Change mark{Step::replayed, letter.partition, static_cast<std::int64_t>(id),
                      letter.attempts + 1};
    if (!make(mark, outcome)) return false;
  }
  return true;
}

template <class Bugs>
bool DeadLetter<Bugs>::is_passed(const HandledRecords::Partition& partition) const {
  if (!partition.waits()) return false;
  const State state = partition.state(partition.committed);
  return state == State::processed ||
         (state == State::handed_off && !bugs_.has(Bug::hand_off_repeated_after_a_crash));
}

template <class Bugs>
void DeadLetter<Bugs>::redo(std::string_view record) {
  Unpacker fields(record);
  const auto change = fields.number<Change>();
  CHECK(fields.good());
  if (change.step == Step::arrived)
    return records_.add_record(change.partition, fields.bytes(fields.left()),
                               static_cast<std::int32_t>(change.count), change.number);
  CHECK(fields.at_end());
  apply(change);
}

template <class Bugs>
void DeadLetter<Bugs>::reset() {
  records_.clear();
}

template <class Bugs>
void DeadLetter<Bugs>::save(std::string& state) const {
  records_.save(state);
}

template <class Bugs>
bool DeadLetter<Bugs>::load(std::string_view state) {
  return records_.load(state);
}

template <class Bugs>
void DeadLetter<Bugs>::print(std::string& text) const {
  records_.print(text);
}

template class DeadLetter<NoBugs>;
template class DeadLetter<OneBug<Bug>>;

std::unique_ptr<Home> make_dead_letter(const PlantedBug* bug) {
  return make_home<DeadLetter, Bug>(dead_letter_bugs, bug);
}

}  // namespace fencepost::sut
