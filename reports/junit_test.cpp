// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/junit.hpp"

#include <gtest/gtest.h>

namespace fencepost::reports {
namespace {

using properties::Mode;
using properties::Property;

constexpr Property own_properties[] = {
    {.name = "offsets_are_dense", .mode = Mode::always, .sentence = "no offset is left out"},
    {.name = "a_zombie_was_fenced",
     .mode = Mode::sometimes,
     .sentence = "an old epoch was refused"},
};

class JUnit : public testing::Test {
 protected:
  JUnit() { campaign_.summary.workload = &workload_; }

  properties::Workload workload_{.contract = find_contract("idempotent-producer"),
                                 .draw = nullptr,
                                 .properties = own_properties};
  Campaign campaign_;
};

TEST_F(JUnit, has_a_case_a_property_and_a_mark) {
  campaign_.summary.marks = 0b10;
  EXPECT_EQ(junit({campaign_}),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="fencepost">
  <testsuite name="idempotent-producer" tests="4" failures="0" errors="0" skipped="0">
    <testcase classname="idempotent-producer" name="answers_as_the_model_does"/>
    <testcase classname="idempotent-producer" name="starts_again_after_every_crash"/>
    <testcase classname="idempotent-producer" name="offsets_are_dense"/>
    <testcase classname="idempotent-producer" name="a_zombie_was_fenced"/>
  </testsuite>
</testsuites>
)");
}

TEST_F(JUnit, tells_failures_with_their_counterexamples_and_skips_marks_that_do_not_decide) {
  campaign_.standing = Standing::violated;
  campaign_.summary.findings.resize(1);
  campaign_.summary.findings[0].fingerprint.property = "offsets_are_dense";
  campaign_.summary.findings[0].verdict.sentence = "offset 1 < 2 is \"missing\"";
  campaign_.counterexamples = {"1 p produce & crash\n"};
  EXPECT_EQ(junit({campaign_}),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="fencepost">
  <testsuite name="idempotent-producer" tests="4" failures="1" errors="0" skipped="1">
    <testcase classname="idempotent-producer" name="answers_as_the_model_does"/>
    <testcase classname="idempotent-producer" name="starts_again_after_every_crash"/>
    <testcase classname="idempotent-producer" name="offsets_are_dense">
      <failure message="offset 1 &lt; 2 is &quot;missing&quot;">1 p produce &amp; crash
</failure>
    </testcase>
    <testcase classname="idempotent-producer" name="a_zombie_was_fenced">
      <skipped message="no scenario reached this mark"/>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST_F(JUnit, tells_a_cold_mark_that_decides_as_a_failure) {
  campaign_.standing = Standing::cold;
  campaign_.cold = {1};
  EXPECT_NE(junit({campaign_}).find("<failure message=\"no scenario reached this mark\"/>"),
            std::string::npos);
}

TEST_F(JUnit, tells_a_system_that_failed_as_an_error) {
  campaign_.standing = Standing::system_failed;
  campaign_.summary.failure = "it died";
  EXPECT_NE(junit({campaign_})
                .find("<error message=\"the system failed outside the plan\">it died</error>"),
            std::string::npos);
  EXPECT_NE(junit({campaign_}).find("errors=\"1\" skipped=\"4\""), std::string::npos);
}

TEST_F(JUnit, skips_what_was_not_decided) {
  campaign_.summary.undecided = 2;
  EXPECT_NE(junit({campaign_}).find("<skipped message=\"2 scenarios undecided\"/>"),
            std::string::npos);
}

TEST(XmlText, has_nothing_that_xml_forbids) {
  EXPECT_EQ(xml_text("<&>\""), "&lt;&amp;&gt;&quot;");
  EXPECT_EQ(xml_text("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(xml_text(std::string_view("\0\x1b\xff", 3)), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(xml_text("\xef\xbf\xbe"), "\xef\xbf\xbd");
  EXPECT_EQ(xml_text("größer ✓"), "größer ✓");
}

}  // namespace
}  // namespace fencepost::reports
