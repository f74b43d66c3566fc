// SPDX-License-Identifier: Apache-2.0
// Everything that a workload asks of a class of yours, as named cases, for any test framework
// (googletest.hpp is one). All of them are judged from one campaign, which runs when the first case
// needs it. Used by one thread.
//
//   each property of the workload, and the two that all have       it held in every scenario
//   plays_the_golden_histories_as_the_model_does                   those of seeds/golden
//   replays_every_stored_history                                   Options::histories
//   mark_NAME                                                      the campaign came by there
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/properties/campaign.hpp"
#include "fencepost/suite/options.hpp"
#include "fencepost/suite/subject.hpp"

namespace fencepost::suite {

inline constexpr std::string_view golden_case = "plays_the_golden_histories_as_the_model_does";
inline constexpr std::string_view stored_case = "replays_every_stored_history";

struct Judgement {
  enum class Kind : std::uint8_t { passed, failed, skipped };
  Kind kind = Kind::passed;
  /// failed: the failing screen, or what is wrong. skipped: why.
  std::string words;
  /// failed: the history that shows it, if it could be written; `stored_case` replays it.
  std::string history;
};

class Suite {
 public:
  Suite(Subject subject, const Options& options);

  /// The names of all cases. Does not depend on the options or the environment.
  std::vector<std::string> cases() const;
  /// CHECKs that there is a case of this name.
  Judgement judge(std::string_view name);

 private:
  Judgement judge_property(std::string_view name);
  Judgement judge_mark(std::size_t number);
  Judgement judge_golden();
  Judgement judge_stored();
  Judgement judge_file(const std::string& path, std::size_t& played);
  Judgement fail(const properties::Finding& finding);
  const properties::Summary& summary();
  properties::Trial& trial();

  Subject subject_;
  Result<Options> options_;
  std::optional<properties::Summary> summary_;
  std::unique_ptr<sut::Home> home_;
  std::optional<properties::Trial> trial_;
};

}  // namespace fencepost::suite
