// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/child_node.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fencepost/sut/external/pausing.hpp"

namespace fencepost::sut {
namespace {

using Clock = Process::Clock;
using std::chrono::microseconds;

/// Where /proc does not tell, whoever has been silent so long is taken to be quiet.
constexpr std::chrono::milliseconds silence_of_the_unseen{20};

/// Who sleeps longer is not waited for.
constexpr std::chrono::seconds longest_timer{10};

/// How long to wait for a word before looking again whether it is quiet: who has just written its
/// reply is mostly quiet within microseconds, who computes is not for long.
class Pace {
 public:
  microseconds next() {
    constexpr int looks_at_once = 8;
    constexpr int waits[] = {20, 50, 100, 200, 500, 1000};
    const int step = steps_++ - looks_at_once;
    return microseconds(
        step < 0
            ? 0
            : waits[std::min<std::size_t>(static_cast<std::size_t>(step), std::size(waits) - 1)]);
  }
  void begin_anew() { steps_ = 0; }

 private:
  int steps_ = 0;
};

std::string mebibytes(std::size_t bytes) { return std::to_string(bytes >> 20U) + " MiB"; }

}  // namespace

std::string ChildNode::make_process() {
  if (folder_.path().empty()) return folder_.why();
  births_.learn(false);
  Result<std::unique_ptr<Process>> process =
      Process::start(options_.argv, folder_.path(), options_.most_line_bytes);
  births_.learn(true);
  if (!process) return process.why();
  process_ = std::move(*process);
  return {};
}

void ChildNode::prepare() { is_prepared_ = make_process().empty(); }

bool ChildNode::has_ended_unused() {
  for (int reports = 0; reports < 2; ++reports) process_->pump({});
  return !process_->end().empty();
}

std::string ChildNode::start() {
  if (is_started_) return {};
  if (!std::exchange(is_prepared_, false)) {
    process_.reset();
  } else if (has_ended_unused()) {
    process_.reset();
    folder_.empty();
  }
  end_.clear();
  lines_.clear();
  lines_taken_ = 0;
  if (process_ == nullptr) end_ = make_process();
  if (!end_.empty()) return end_;
  const auto deadline = Clock::now() + options_.settle_limit;
  while (!process_->is_started() && process_->end().empty() && process_->wait(deadline)) {
  }
  if (!process_->is_started()) {
    fail(process_->end().empty()
             ? "cannot start " + options_.argv[0] + ": it takes too long (--timeout)"
             : process_->end());
    return end_;
  }
  said_before_ = process_->said_bytes();
  quiescence_.emplace(process_->keeper(), births_, most_kept_);
  last_talk_ = now();
  is_started_ = was_started_ = true;
  return {};
}

void ChildNode::order_end() {
  if (process_ != nullptr) process_->order_end();
}

void ChildNode::kill() {
  if (process_ != nullptr) process_->kill();
  quiescence_.reset();
  is_started_ = is_paused_ = is_prepared_ = spins_ = false;
  lines_.clear();
}

Rest ChildNode::fail(const std::string& why) {
  end_ = why;
  const std::vector<std::string> last = std::exchange(lines_, {});
  kill();
  lines_ = last;
  return Rest::ended;
}

void ChildNode::pause() {
  if (!is_started_ || is_paused_) return;
  stop_below(process_->keeper());
  is_paused_ = true;
}

void ChildNode::resume() {
  if (!is_paused_) return;
  let_go_below(process_->keeper());
  last_talk_ = now();
  is_paused_ = false;
}

void ChildNode::send(std::string_view line) {
  if (!is_started_) return;
  process_->send(line);
  process_->send("\n");
  process_->flush();
  last_talk_ = now();
}

bool ChildNode::take_lines() {
  std::string line;
  for (; process_->lines().next(line); ++lines_taken_) lines_.push_back(std::move(line));
  if (process_->lines().is_too_long())
    fail("wrote a line longer than " + mebibytes(options_.most_line_bytes));
  else if (lines_taken_ > options_.most_lines)
    fail("wrote more than " + std::to_string(options_.most_lines) + " lines without a rest");
  else if (process_->said_bytes() - said_before_ > options_.most_bytes)
    fail("wrote more than " + mebibytes(options_.most_bytes) + " without a rest");
  else if (!process_->end().empty())
    fail(process_->end());
  return is_started_;
}

void ChildNode::give(std::vector<std::string>& lines) {
  std::move(lines_.begin(), lines_.end(), std::back_inserter(lines));
  lines_.clear();
}

bool ChildNode::has_read_all() const {
  return process_->closed_input() || (!process_->has_unsent() && !process_->has_unread());
}

ChildNode::Moment ChildNode::now() {
  const bool counts = spinning_.is_known() && quiescence_;
  return {Clock::now(), counts ? quiescence_->run_time() : std::nullopt};
}

Spinning::Time ChildNode::since(const Moment& moment, int least_part) {
  const Moment here = now();
  const Spinning::Time passed = here.time - moment.time;
  if (!here.run_time || !moment.run_time) return passed;
  // On a loaded machine little of the time was its own.
  return std::max(std::min(passed, *here.run_time - *moment.run_time), passed / least_part);
}

bool ChildNode::is_late(const Moment& began) {
  // `since` asks the kernel about every thread: not before it can matter.
  return Clock::now() - began.time >= options_.settle_limit &&
         since(began, 4) >= options_.settle_limit;
}

bool ChildNode::hear(microseconds longest) {
  if (!process_->pump(longest)) return false;
  silence_before_word_ =
      std::max(silence_before_word_, std::min(since(read_all_), since(last_talk_)));
  last_talk_ = now();
  return true;
}

Rest ChildNode::rest_of_who_is_silent() {
  if (!has_read_all()) {
    last_talk_ = read_all_ = now();
    return Rest::busy;
  }
  if (Quiescence::is_blind())
    return since(last_talk_) >= silence_of_the_unseen ? Rest::quiet : Rest::busy;
  if (quiescence_->is_quiet()) return Rest::quiet;
  const bool has_no_more_to_say =
      spinning_.is_known() && (since(last_talk_) >= spinning_.enough() ||
                               since(read_all_) >= spinning_.enough_for_who_talks());
  return has_no_more_to_say ? Rest::spins : Rest::busy;
}

Rest ChildNode::settle(std::vector<std::string>& lines) {
  const Moment began = read_all_ = now();
  silence_before_word_ = {};
  Rest rest = is_started_ ? Rest::busy : Rest::ended;
  for (Pace pace; rest == Rest::busy;) {
    const bool heard = hear(is_paused_ ? microseconds(0) : pace.next());
    if (heard) pace.begin_anew();
    if (!take_lines())
      rest = Rest::ended;
    else if (is_paused_)
      rest = Rest::quiet;
    else if (!heard)
      rest = rest_of_who_is_silent();
    // What was written before it became quiet is there by now.
    if (!is_paused_ && (rest == Rest::quiet || rest == Rest::spins) && hear({})) rest = Rest::busy;
    if (rest == Rest::busy && is_late(began)) {
      rest = judge_who_is_late();
      break;
    }
  }
  if (!is_paused_) spins_ = rest == Rest::spins;
  if (silence_before_word_.count() > 0 && silence_before_word_ < spinning_.enough())
    spinning_.heard_after(silence_before_word_);
  const bool is_at_rest = rest == Rest::quiet || rest == Rest::spins;
  if (is_at_rest && process_->closed_output())
    rest = fail("closed its stdout");
  else if (is_at_rest && process_->closed_input() && process_->has_unsent())
    rest = fail("closed its stdin");
  give(lines);
  lines_taken_ = 0;
  if (process_ != nullptr) said_before_ = process_->said_bytes();
  return rest;
}

Rest ChildNode::judge_who_is_late() {
  const Spinning::Time silence = std::max(silence_before_word_, since(last_talk_));
  if (!spinning_.is_shown_by(since(read_all_), silence)) return Rest::busy;
  constexpr std::chrono::milliseconds look{50};
  // Who is kept from running by others has a sixteenth of that, who is stuck has nothing.
  constexpr auto least = look / 16;
  // A timer may bid it speak while it is looked at, but hardly thrice.
  for (int looks = 3; looks > 0; --looks) {
    const auto before = quiescence_ ? quiescence_->run_time() : std::nullopt;
    if (hear(look)) {
      if (!take_lines()) return Rest::ended;
      continue;
    }
    const auto after = quiescence_ ? quiescence_->run_time() : std::nullopt;
    if (before && after && *after - *before < least) return Rest::busy;
    spinning_.learn();
    return Rest::spins;
  }
  return Rest::busy;
}

bool ChildNode::has_a_line() {
  if (!is_started_) return false;
  while (hear({}) && take_lines()) {
  }
  return !is_started_ || !lines_.empty();
}

bool ChildNode::stirred() {
  if (!is_started_ || is_paused_) return false;
  return has_a_line() || spins_ || quiescence_->has_stirred();
}

bool ChildNode::has_timers() {
  return is_started_ && !is_paused_ && (spins_ || quiescence_->has_timers(longest_timer));
}

void ChildNode::add_files(std::vector<pollfd>& files) const {
  if (is_started_ && !is_paused_) process_->add_files(files);
}

std::string ChildNode::last_words() const {
  return process_ == nullptr ? std::string{} : process_->errors().print("  ");
}

}  // namespace fencepost::sut
