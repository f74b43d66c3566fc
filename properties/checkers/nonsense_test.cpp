// SPDX-License-Identifier: Apache-2.0
// Whatever is added, a checker says why it cannot be judged, or judges it; nothing else happens.
#include <gtest/gtest.h>

#include <array>

#include "fencepost/properties/checkers/id_map.hpp"
#include "fencepost/properties/checkers/told_test.hpp"

namespace fencepost::properties {
namespace {

constexpr std::array workloads = {"echo",      "unique-ids", "broadcast",       "g-set",
                                  "g-counter", "pn-counter", "txn-list-append", "txn-rw-register",
                                  "lin-kv"};

class Nonsense {
 public:
  explicit Nonsense(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t draw(std::uint64_t below) { return mixed(seed_ * 1'000'000 + ++drawn_) % below; }

  std::string scalar() {
    static constexpr std::array all = {"null",
                                       "true",
                                       "0",
                                       "1",
                                       "2",
                                       "-1",
                                       "1.0",
                                       "1e3",
                                       "\"x\"",
                                       "\"\"",
                                       "\"1\"",
                                       "9223372036854775807",
                                       "-9223372036854775808",
                                       "18446744073709551615"};
    return all[draw(all.size())];
  }

  std::string value(int depth) {
    const std::uint64_t form = depth == 0 ? 0 : draw(4);
    if (form < 2) return scalar();
    std::string text;
    const std::uint64_t count = draw(4);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i > 0) text += ",";
      if (form == 3) text += "\"k" + std::to_string(i) + "\":";
      text += value(depth - 1);
    }
    return form == 2 ? "[" + text + "]" : "{" + text + "}";
  }

  /// Something that is nearly what a workload wants.
  std::string likely(const std::string& f) {
    if (f == "txn") {
      static constexpr std::array names = {"r", "w", "append"};
      std::string text;
      const std::uint64_t count = draw(4);
      for (std::uint64_t i = 0; i < count; ++i)
        text += std::string(i > 0 ? "," : "") + "[\"" + names[draw(names.size())] + "\"," +
                scalar() + "," + value(1) + "]";
      return "[" + text + "]";
    }
    if (f == "cas") return "[" + scalar() + ",[" + scalar() + "," + scalar() + "]]";
    return draw(2) == 0 ? "[" + scalar() + "," + scalar() + "]" : value(2);
  }

  Operation operation() {
    static constexpr std::array fs = {"echo", "generate", "broadcast", "read",
                                      "add",  "txn",      "write",     "cas"};
    Operation operation;
    operation.f = fs[draw(fs.size())];
    operation.process = static_cast<std::int64_t>(draw(4)) - 1;
    operation.type = static_cast<Operation::Type>(draw(4));
    operation.value = json(draw(3) == 0 ? value(3) : likely(operation.f));
    if (draw(4) == 0) operation.more = json("{\"final?\":" + scalar() + "}");
    return operation;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t drawn_ = 0;
};

TEST(Nonsense, is_refused_or_judged) {
  int refused = 0, judged = 0;
  for (const std::string workload : workloads)
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      Nonsense nonsense(seed);
      const auto checker = make_checker(workload);
      ASSERT_NE(checker, nullptr) << workload;
      // A refused operation is left out, and the next one is tried.
      for (int i = 0; i < 100; ++i)
        ++(checker->add(nonsense.operation()).empty() ? judged : refused);
      const Judgement judgement = checker->finish();
      EXPECT_EQ(judgement.verdict == Judgement::Verdict::violated, !judgement.anomalies.empty());
      EXPECT_EQ(judgement.verdict == Judgement::Verdict::undecided, !judgement.why.empty());
      for (const Anomaly& anomaly : judgement.anomalies) {
        EXPECT_NE(anomaly.sentence, "");
        for (const std::uint64_t at : anomaly.operations) EXPECT_LT(at, 100) << anomaly.sentence;
      }
    }
  EXPECT_GT(refused, 10'000);
  EXPECT_GT(judged, 1'000);
}

TEST(Nonsense, that_is_long_is_cut_short_in_what_is_said) {
  const std::string long_text(100'000, 'x');
  for (const std::string workload : workloads) {
    const auto checker = make_checker(workload);
    Operation operation;
    operation.f = long_text;
    EXPECT_LT(checker->add(operation).size(), 300) << workload;
    operation.f = "txn";
    operation.value =
        json("[\"" + long_text + "\",{\"" + long_text + "\":[[[[\"" + long_text + "\"]]]]}]");
    EXPECT_LT(checker->add(operation).size(), 500) << workload;
  }
}

}  // namespace
}  // namespace fencepost::properties
