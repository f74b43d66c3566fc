// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/campaign.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/properties/sitting.hpp"

namespace fencepost::properties {
namespace {

/// What a run of seeds came to, up to and with one that did not hold.
struct Stretch {
  std::uint64_t first_seed = 0;
  std::vector<Digest> digests;
  std::uint64_t deliveries = 0;
  std::array<std::uint64_t, family_count> struck{};
  std::uint64_t marks = 0;
  std::uint64_t undecided = 0;
  std::string why_undecided;
  Notes notes;
  /// Of the last seed, if it was violated or its system failed.
  std::optional<Verdict> verdict;
  /// And what was played: its scenario, or that and those before it, if it was a sequel.
  Scenario story;
};

/// Consecutive seeds tried by one thread.
struct Block {
  std::vector<Stretch> stretches;
  bool interrupted = false;
  /// The time was up before its last seed.
  bool cut_short = false;
};

bool stopped(const Plan& plan) { return plan.interrupt != nullptr && plan.interrupt->load(); }

void add_notes(const Notes& more, Notes& notes) {
  for (const auto& [what, seen] : more) {
    const auto [found, is_new] = notes.emplace(what, seen);
    if (!is_new) found->second.first += seen.first;
  }
}

Scenario draw(const Workload& workload, const Plan& plan, std::uint64_t seed,
              const Parameters& given) {
  return draw_scenario(workload, seed, plan.families, plan.longest, given);
}

Block try_block(Judge& judge, const Plan& plan, std::uint64_t first, std::uint64_t count) {
  Block block;
  block.stretches.emplace_back().first_seed = first;
  Sitting sitting(judge, plan.given, [&](std::uint64_t seed, const Parameters& given) {
    return draw(judge.workload(), plan, seed, given);
  });
  for (std::uint64_t i = 0; i < count; ++i) {
    if (stopped(plan)) {
      block.interrupted = true;
      break;
    }
    block.cut_short = i > 0 && plan.time_is_up && plan.time_is_up();
    if (block.cut_short) break;
    Stretch& stretch = block.stretches.back();
    const Verdict& verdict = sitting.play(first + i);
    if (stopped(plan) && verdict.ruling == Ruling::undecided) {
      block.interrupted = true;
      break;
    }
    const Effort effort = judge.effort();
    stretch.digests.push_back(verdict.digest);
    stretch.deliveries += effort.deliveries;
    for (std::size_t f = 0; f < family_count; ++f) stretch.struck[f] += effort.struck[f];
    stretch.marks |= verdict.marks;
    if (effort.notes != nullptr) add_notes(*effort.notes, stretch.notes);
    if (verdict.ruling == Ruling::undecided && stretch.undecided++ == 0)
      stretch.why_undecided = verdict.sentence;
    if (verdict.ruling != Ruling::violated && verdict.ruling != Ruling::system_failed) continue;
    stretch.verdict = verdict;
    stretch.story = sitting.story();
    block.stretches.emplace_back().first_seed = first + i + 1;
  }
  return block;
}

/// Takes over blocks in seed order, shrinks what they found, and decides when it is enough.
class Merger {
 public:
  Merger(const Workload& workload, const JudgeMaker& make_judge, const Plan& plan,
         Listener& listener)
      : plan_(plan), listener_(listener), make_judge_(make_judge) {
    summary_.workload = &workload;
  }

  /// False when nothing further is wanted.
  bool take(const Block& block) {
    for (const Stretch& stretch : block.stretches)
      if (!take(stretch)) return false;
    listener_.progress(*summary_.workload, summary_.scenarios, plan_.seeds);
    summary_.interrupted |= block.interrupted;
    return !block.interrupted && !block.cut_short;
  }

  std::uint64_t marks() const { return summary_.marks; }

  Summary finish() {
    summary_.digest = chain_.value();
    listener_.ended(summary_);
    return std::move(summary_);
  }

 private:
  bool take(const Stretch& stretch) {
    for (const Digest& digest : stretch.digests) {
      chain_.begin();
      chain_.add(digest.high);
      chain_.add(digest.low);
      chain_.fold();
    }
    summary_.scenarios += stretch.digests.size();
    summary_.deliveries += stretch.deliveries;
    for (std::size_t f = 0; f < family_count; ++f) summary_.struck[f] += stretch.struck[f];
    summary_.marks |= stretch.marks;
    summary_.undecided += stretch.undecided;
    add_notes(stretch.notes, summary_.notes);
    if (summary_.why_undecided.empty()) summary_.why_undecided = stretch.why_undecided;
    if (!stretch.verdict) return true;
    const std::uint64_t seed = stretch.first_seed + stretch.digests.size() - 1;
    if (stretch.verdict->ruling == Ruling::violated) return take_violation(seed, stretch);
    summary_.failure = stretch.verdict->sentence;
    summary_.failing_seed = seed;
    return false;
  }

  bool take_violation(std::uint64_t seed, const Stretch& stretch) {
    Verdict first = *stretch.verdict;
    const Fingerprint fingerprint = first.fingerprint;
    if (std::ranges::find(summary_.findings, fingerprint, &Finding::fingerprint) !=
        summary_.findings.end())
      return true;
    if (judge_ == nullptr) judge_ = make_judge_();
    Finding finding;
    finding.seed = seed;
    finding.fingerprint = fingerprint;
    finding.found = draw(*summary_.workload, plan_, seed, plan_.given);
    if (finding.found != stretch.story) play_afresh(stretch, finding, first);
    finding.repeats = judge_->repeat(finding.found, first);
    std::uint32_t runs = 0;
    const auto fails = [&, this](const Scenario& scenario) -> std::optional<Fingerprint> {
      // Interrupted: nothing smaller is looked for any more.
      if (stopped(plan_)) return std::nullopt;
      listener_.shrinking(*summary_.workload, seed, runs++);
      const Verdict& verdict = judge_->insist(scenario, fingerprint);
      if (verdict.ruling != Ruling::violated) return std::nullopt;
      return verdict.fingerprint;
    };
    finding.shrunk = shrink(finding.found, fingerprint, fails, plan_.shrink_budget);
    if (stopped(plan_)) finding.shrunk.one_minimal = false;
    finding.verdict = judge_->insist(finding.shrunk.scenario, fingerprint);
    if (finding.verdict.ruling != Ruling::violated) finding.verdict = first;
    // Less may go wrong with less; what is told is how often the shrunk one does.
    if (finding.repeats.of > 0 && !stopped(plan_))
      finding.repeats = judge_->repeat(finding.shrunk.scenario, finding.verdict);
    summary_.findings.push_back(std::move(finding));
    listener_.found(*summary_.workload, summary_.findings.back());
    return summary_.findings.size() < plan_.most_findings;
  }

  /// What a sequel broke: is it broken by its scenario alone, or only by the whole story?
  void play_afresh(const Stretch& stretch, Finding& finding, Verdict& first) {
    if (breaks_again(finding, first)) return;
    finding.found = stretch.story;
    finding.seeds_before = finding.seed - stretch.first_seed;
    breaks_again(finding, first);
  }

  bool breaks_again(const Finding& finding, Verdict& first) {
    const Verdict& verdict = judge_->run(finding.found);
    const bool breaks =
        verdict.ruling == Ruling::violated && verdict.fingerprint == finding.fingerprint;
    if (breaks) first = verdict;
    return breaks;
  }

  const Plan& plan_;
  Listener& listener_;
  const JudgeMaker& make_judge_;
  Summary summary_;
  DigestChain chain_;
  std::unique_ptr<Judge> judge_;
};

/// Hands out blocks of seeds to threads and their results, in order, to the merger.
class Pool {
 public:
  Pool(const JudgeMaker& make_judge, const Plan& plan, Merger& merger)
      : make_judge_(make_judge), plan_(plan), merger_(merger) {}

  void run() {
    if (plan_.jobs <= 1) return run_here();
    std::vector<std::thread> threads = start_threads();
    if (threads.empty()) return run_here();
    unless_it_throws([this] { merge_in_order(); });
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::uint64_t blocks() const { return (plan_.seeds + plan_.block - 1) / plan_.block; }
  std::uint64_t first_of(std::uint64_t block) const { return block * plan_.block; }
  std::uint64_t count_of(std::uint64_t block) const {
    return std::min<std::uint64_t>(plan_.block, plan_.seeds - first_of(block));
  }
  bool time_is_up() const { return plan_.time_is_up && plan_.time_is_up(); }

  /// As many as there may be: the results are the same for any number.
  std::vector<std::thread> start_threads() {
    std::vector<std::thread> threads;
    threads.reserve(plan_.jobs);
    try {
      while (threads.size() < plan_.jobs)
        threads.emplace_back([this] { unless_it_throws([this] { work(); }); });
    } catch (const std::system_error&) {  // no more of them
    }
    return threads;
  }

  /// What is thrown in one thread ends them all and is thrown again by `run`.
  template <typename Work>
  void unless_it_throws(Work work) {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      enough_ = true;
      last_ = 0;
      changed_.notify_all();
    }
  }

  void run_here() {
    const std::unique_ptr<Judge> judge = make_judge_();
    for (std::uint64_t block = 0; block < blocks() && !time_is_up(); ++block) {
      judge->skip_marks(merger_.marks());
      if (!merger_.take(
              try_block(*judge, plan_, plan_.first_seed + first_of(block), count_of(block))))
        return;
    }
  }

  void work() {
    const std::unique_ptr<Judge> judge = make_judge_();
    for (;;) {
      std::uint64_t block = 0;
      {
        std::unique_lock lock(mutex_);
        // Never far ahead of the merger, so that memory stays constant.
        changed_.wait(lock, [this] { return enough_ || next_ < merged_ + 2ULL * plan_.jobs; });
        if (enough_ || next_ == blocks() || time_is_up()) {
          last_ = std::min(last_, next_);
          changed_.notify_all();
          return;
        }
        block = next_++;
        judge->skip_marks(marks_);
      }
      Block result = try_block(*judge, plan_, plan_.first_seed + first_of(block), count_of(block));
      const std::lock_guard lock(mutex_);
      done_.emplace(block, std::move(result));
      changed_.notify_all();
    }
  }

  void merge_in_order() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return merged_ >= last_ || done_.contains(merged_); });
      if (!done_.contains(merged_)) return;
      const Block block = std::move(done_.extract(merged_).mapped());
      lock.unlock();
      const bool more = merger_.take(block);
      lock.lock();
      ++merged_;
      marks_ = merger_.marks();
      enough_ |= !more;
      changed_.notify_all();
      if (enough_) return;
    }
  }

  const JudgeMaker& make_judge_;
  const Plan& plan_;
  Merger& merger_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, Block> done_;
  std::uint64_t next_ = 0;
  std::uint64_t merged_ = 0;
  /// No block from this one on will be tried.
  std::uint64_t last_ = UINT64_MAX;
  std::uint64_t marks_ = 0;
  bool enough_ = false;
  std::exception_ptr failure_;
};

/// A trial and the home that it is about.
class Housed final : public Judge {
 public:
  Housed(const Workload& workload, std::unique_ptr<sut::Home> home)
      : home_(std::move(home)), trial_(workload, *home_) {}
  const Workload& workload() const override { return trial_.workload(); }
  const Verdict& run(const Scenario& scenario) override { return trial_.run(scenario); }
  Effort effort() const override { return trial_.effort(); }
  void skip_marks(std::uint64_t marks) override { trial_.skip_marks(marks); }

 private:
  std::unique_ptr<sut::Home> home_;
  Trial trial_;
};
}  // namespace

Ruling Summary::ruling() const {
  if (!findings.empty()) return Ruling::violated;
  if (!failure.empty()) return Ruling::system_failed;
  return undecided > 0 ? Ruling::undecided : Ruling::held;
}

std::vector<std::size_t> Summary::cold_marks(bool uses_disk) const {
  std::vector<std::size_t> cold;
  for (std::size_t i = 0; i < workload->properties.size(); ++i) {
    const Property& property = workload->properties[i];
    if (property.mode != Mode::sometimes || (property.needs_disk && !uses_disk)) continue;
    if ((marks >> i & 1U) == 0) cold.push_back(i);
  }
  return cold;
}

std::unique_ptr<Judge> make_trial(const Workload& workload, std::unique_ptr<sut::Home> home) {
  return std::make_unique<Housed>(workload, std::move(home));
}

Summary run_campaign(const Workload& workload, const HomeMaker& make_home, const Plan& plan,
                     Listener& listener) {
  return run_campaign(workload, JudgeMaker([&] { return make_trial(workload, make_home()); }), plan,
                      listener);
}

Summary run_campaign(const Workload& workload, const JudgeMaker& make_judge, const Plan& plan,
                     Listener& listener) {
  CHECK(workload.properties.size() <= 64);
  listener.began(workload);
  Merger merger(workload, make_judge, plan, listener);
  Pool(make_judge, plan, merger).run();
  return merger.finish();
}

}  // namespace fencepost::properties
