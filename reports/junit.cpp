// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/junit.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/reports/columns.hpp"

namespace fencepost::reports {
namespace {

using properties::Mode;
using properties::Property;

std::string attribute(std::string_view name, std::string_view value) {
  return ' ' + std::string(name) + "=\"" + xml_text(value) + '"';
}

/// How a case ended: the element inside it, empty if it passed.
struct Case {
  std::string_view name;
  std::string_view element;
  std::string message;
  std::string text;
};

Case broken_case(const Campaign& campaign, std::string_view property) {
  const auto& findings = campaign.summary.findings;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (findings[i].fingerprint.property == property)
      return {property, "failure", findings[i].verdict.sentence,
              i < campaign.counterexamples.size() ? campaign.counterexamples[i] : ""};
  if (campaign.standing == Standing::system_failed)
    return {property, "skipped", "the system failed before this was known", {}};
  return {property, {}, {}, {}};
}

Case case_of_mark(const Campaign& campaign, std::size_t index) {
  const Property& mark = campaign.summary.workload->properties[index];
  if ((campaign.summary.marks >> index & 1U) != 0) return {mark.name, {}, {}, {}};
  const bool decides =
      campaign.standing == Standing::cold && std::ranges::count(campaign.cold, index) > 0;
  return {mark.name, decides ? "failure" : "skipped", "no scenario reached this mark", {}};
}

std::vector<Case> cases_of(const Campaign& campaign) {
  std::vector<Case> cases;
  for (const std::string_view name :
       properties::shared_properties(*campaign.summary.workload->contract))
    cases.push_back(broken_case(campaign, name));
  const auto properties = campaign.summary.workload->properties;
  for (std::size_t i = 0; i < properties.size(); ++i)
    cases.push_back(properties[i].mode == Mode::sometimes
                        ? case_of_mark(campaign, i)
                        : broken_case(campaign, properties[i].name));
  if (campaign.standing == Standing::system_failed)
    cases.push_back({"the_system_can_be_tried", "error", "the system failed outside the plan",
                     campaign.summary.failure});
  if (campaign.summary.undecided > 0)
    cases.push_back({"every_scenario_is_decided",
                     "skipped",
                     counted(campaign.summary.undecided, "scenario") + " undecided",
                     {}});
  return cases;
}

std::string write(const Case& one, std::string_view workload) {
  std::string text =
      "    <testcase" + attribute("classname", workload) + attribute("name", one.name);
  if (one.element.empty()) return text + "/>\n";
  text += ">\n      <" + std::string(one.element) + attribute("message", one.message);
  text += one.text.empty() ? "/>\n"
                           : ">" + xml_text(one.text) + "</" + std::string(one.element) + ">\n";
  return text + "    </testcase>\n";
}

std::string suite(const Campaign& campaign) {
  const std::vector<Case> cases = cases_of(campaign);
  const auto count = [&](std::string_view element) {
    return std::to_string(std::ranges::count(cases, element, &Case::element));
  };
  const std::string_view workload = campaign.summary.workload->contract->name;
  std::string text = "  <testsuite" + attribute("name", workload) +
                     attribute("tests", std::to_string(cases.size())) +
                     attribute("failures", count("failure")) + attribute("errors", count("error")) +
                     attribute("skipped", count("skipped")) + ">\n";
  for (const Case& one : cases) text += write(one, workload);
  return text + "  </testsuite>\n";
}

bool is_allowed(char32_t point) {
  if (point < 0x20) return point == '\t' || point == '\n' || point == '\r';
  return point != 0xfffe && point != 0xffff;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    char32_t point = 0;
    const std::size_t size = first_code_point(text, point);
    if (size == 0 || !is_allowed(point)) {
      result += "\xef\xbf\xbd";
    } else if (point == '&') {
      result += "&amp;";
    } else if (point == '<') {
      result += "&lt;";
    } else if (point == '>') {
      result += "&gt;";
    } else if (point == '"') {
      result += "&quot;";
    } else {
      result += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return result;
}

std::string junit(const std::vector<Campaign>& campaigns) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fencepost\">\n";
  for (const Campaign& campaign : campaigns) text += suite(campaign);
  return text + "</testsuites>\n";
}

}  // namespace fencepost::reports
