// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/windowed_aggregation.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {
namespace {

class Windows {
 public:
  Windows(std::int64_t size, std::int64_t allowed_lateness)
      : model_(Parameters{{{"size", size}, {"allowed_lateness", allowed_lateness}}}) {}

  std::string event(std::int64_t time, std::int64_t value = 1, std::string_view key = "k") {
    Command command{0, {}};
    command.fields.text(key).number(time).number(value);
    return ask(command);
  }
  std::string close() { return ask({1, {}}); }
  std::string late() { return ask({2, {}}); }
  std::string ask(const Command& command) {
    model_.answer(command, outcome_);
    return to_text(*find_contract("windowed-aggregation"), command, outcome_);
  }
  std::string state() const {
    std::string text;
    model_.print(text);
    return text;
  }

 private:
  WindowedAggregation model_;
  Outcome outcome_;
};

TEST(WindowedAggregationModel, works_the_example_of_the_brief) {
  Windows windows(10, 3);
  EXPECT_EQ(windows.event(2), "late=false watermark=-1 emitted=[]");
  EXPECT_EQ(windows.event(12), "late=false watermark=9 emitted=[]");
  EXPECT_EQ(windows.event(4), "late=true watermark=9 emitted=[]");
  EXPECT_EQ(windows.state(),
            "watermark 9\nopen [0,10,\"k\",1,1]\nopen [10,20,\"k\",1,1]\nlate [\"k\",4,1]\n");
  EXPECT_EQ(windows.close(), R"(emitted=[[0,10,"k",1,1],[10,20,"k",1,1]])");
  EXPECT_EQ(windows.late(), R"(late=[["k",4,1]])");
}

TEST(WindowedAggregationModel, counts_an_event_at_the_watermark_and_not_one_below) {
  Windows windows(10, 2);
  windows.event(7);
  EXPECT_EQ(windows.event(5), "late=false watermark=5 emitted=[]");
  EXPECT_EQ(windows.event(4), "late=true watermark=5 emitted=[]");
}

TEST(WindowedAggregationModel, emits_when_the_watermark_reaches_the_end) {
  Windows windows(10, 0);
  windows.event(0);
  EXPECT_EQ(windows.event(9), "late=false watermark=9 emitted=[]");
  EXPECT_EQ(windows.event(10), R"(late=false watermark=10 emitted=[[0,10,"k",2,2]])");
  EXPECT_EQ(windows.event(30), R"(late=false watermark=30 emitted=[[10,20,"k",1,1]])");
}

TEST(WindowedAggregationModel, rounds_negative_times_down) {
  Windows windows(10, 0);
  EXPECT_EQ(windows.event(-11, 1), "late=false watermark=-11 emitted=[]");
  EXPECT_EQ(windows.event(-10, 2), R"(late=false watermark=-10 emitted=[[-20,-10,"k",1,1]])");
  EXPECT_EQ(windows.event(-1, 4), "late=false watermark=-1 emitted=[]");
  EXPECT_EQ(windows.event(0, 8), R"(late=false watermark=0 emitted=[[-10,0,"k",6,2]])");
}

TEST(WindowedAggregationModel, sorts_by_start_and_then_by_key) {
  Windows windows(10, 50);
  for (const std::string_view key : {"b", "\xC3\xA9", "", "B"}) windows.event(11, 1, key);
  windows.event(3, 1, "z");
  EXPECT_EQ(windows.close(),
            "emitted=[[0,10,\"z\",1,1],[10,20,\"\",1,1],[10,20,\"B\",1,1],[10,20,\"b\",1,1],"
            "[10,20,\"\xC3\xA9\",1,1]]");
}

TEST(WindowedAggregationModel, ends_the_input_at_a_close) {
  Windows windows(10, 0);
  EXPECT_EQ(windows.close(), "emitted=[]");
  EXPECT_EQ(windows.event(5), R"(late=true watermark="inf" emitted=[])");
  EXPECT_EQ(windows.close(), "emitted=[]");
  EXPECT_EQ(windows.late(), R"(late=[["k",5,1]])");
}

TEST(WindowedAggregationModel, adds_in_64_bits) {
  Windows windows(10, 0);
  windows.event(0, INT32_MAX);
  windows.event(0, INT32_MAX);
  EXPECT_EQ(windows.close(), R"(emitted=[[0,10,"k",4294967294,2]])");
}

TEST(WindowedAggregationModel, refuses_a_time_whose_window_does_not_fit) {
  Windows windows(10, 0);
  EXPECT_EQ(windows.event(INT64_MAX), "refused malformed");
  EXPECT_EQ(windows.event(INT64_MIN), "refused malformed");
  // -9223372036854775808 lies eight into its window; the first that fits begins two later.
  EXPECT_EQ(windows.event(INT64_MIN + 7), "refused malformed");
  EXPECT_EQ(windows.event(INT64_MIN + 8), "late=false watermark=-9223372036854775800 emitted=[]");
  EXPECT_EQ(windows.event(9223372036854775799),
            R"(late=false watermark=9223372036854775799 )"
            R"(emitted=[[-9223372036854775800,-9223372036854775790,"k",1,1]])");
  EXPECT_EQ(windows.event(9223372036854775800), "refused malformed");
}

TEST(WindowedAggregationModel, refuses_a_time_whose_watermark_does_not_fit) {
  Windows windows(1, 100);
  EXPECT_EQ(windows.event(INT64_MIN + 99), "refused malformed");
  windows.close();
  EXPECT_EQ(windows.event(INT64_MIN + 99), "refused malformed");
  EXPECT_EQ(windows.event(INT64_MIN + 100), R"(late=true watermark="inf" emitted=[])");
}

TEST(WindowedAggregationModel, takes_windows_as_long_as_time) {
  Windows windows(INT64_MAX, 0);
  EXPECT_EQ(windows.event(5), "late=false watermark=5 emitted=[]");
  EXPECT_EQ(windows.event(INT64_MAX - 1), "late=false watermark=9223372036854775806 emitted=[]");
  EXPECT_EQ(windows.event(-1), "late=true watermark=9223372036854775806 emitted=[]");
  EXPECT_EQ(windows.event(INT64_MAX), "refused malformed");
}

TEST(WindowedAggregationModel, changes_nothing_by_what_is_malformed) {
  Windows windows(10, 0);
  EXPECT_EQ(windows.event(3, std::int64_t{1} << 31), "refused malformed");
  EXPECT_EQ(windows.ask({Command::unknown_type, {}}), "refused malformed");
  EXPECT_EQ(windows.ask({0, {}}), "refused malformed");
  EXPECT_EQ(windows.state(), "watermark null\n");
}

}  // namespace
}  // namespace fencepost::model
