// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/judgement_text.hpp"
#include "fencepost/reports/json_lines.hpp"

namespace fencepost::cli {
namespace {

using properties::Anomaly;
using properties::Judgement;

/// An object that is written key by key.
class Object {
 public:
  Object& text(std::string_view key, std::string_view value) {
    begin(key);
    write_json_text(value, text_);
    return *this;
  }
  Object& number(std::string_view key, std::int64_t value) {
    begin(key);
    text_ += std::to_string(value);
    return *this;
  }
  /// JSON already.
  Object& json(std::string_view key, std::string_view value) {
    begin(key);
    text_ += value;
    return *this;
  }
  std::string end() { return text_ + '}'; }

 private:
  void begin(std::string_view key) {
    if (text_.size() > 1) text_ += ',';
    write_json_text(key, text_);
    text_ += ':';
  }

  std::string text_ = "{";
};

std::string line(std::string_view type, const std::string& data) {
  return Object().text("type", type).json("data", data).end() + '\n';
}

std::string operation_json(std::uint64_t number, const Checked& checked) {
  Object object;
  const std::int64_t index = checked.judging.index_of(number);
  if (index >= 0) object.number("index", index);
  object.number("number", static_cast<std::int64_t>(number));
  const recorded::Recorded* const recorded = checked.find(number);
  if (recorded == nullptr) return object.end();
  const Operation& operation = recorded->operation;
  std::string value, more;
  write_json(operation.value, value);
  write_json(operation.more, more);
  object.number("line", static_cast<std::int64_t>(recorded->line))
      .text("type", to_text(operation.type))
      .number("process", operation.process)
      .text("f", operation.f)
      .json("value", value);
  if (operation.time >= 0) object.number("time", operation.time);
  if (!operation.more.is(Json::Kind::null)) object.json("more", more);
  return object.end();
}

std::string anomaly_json(const char* type, const Anomaly& anomaly, const Checked& checked) {
  std::string operations;
  for (const std::uint64_t number : anomaly.operations)
    operations += (operations.empty() ? "" : ",") + operation_json(number, checked);
  return line(type, Object()
                        .text("name", anomaly.name)
                        .text("sentence", anomaly.sentence)
                        .json("operations", '[' + operations + ']')
                        .end());
}

const char* verdict_text(const Checked& checked) {
  if (checked.is_interrupted) return "interrupted";
  switch (checked.judgement.verdict) {
    case Judgement::Verdict::held: return "held";
    case Judgement::Verdict::violated: return "violated";
    case Judgement::Verdict::undecided: return "undecided";
  }
  return "";
}

std::string end_json(const Checked& checked, ExitCode code) {
  Object counts, end;
  for (const auto& [name, count] : checked.judgement.counts)
    counts.number(name, static_cast<std::int64_t>(count));
  end.text("verdict", verdict_text(checked))
      .number("exit_code", static_cast<int>(code))
      .json("counts", counts.end())
      .number("operations", static_cast<std::int64_t>(checked.judging.operations()))
      .number("processes", static_cast<std::int64_t>(checked.judging.processes()));
  if (checked.judging.span() >= 0) end.number("span", checked.judging.span());
  if (!checked.judgement.why.empty()) end.text("why", checked.judgement.why);
  return line("end", end.end());
}

}  // namespace

std::string json_of(const Checked& checked, ExitCode code) {
  std::string text = line("begin", Object()
                                       .number("schema", reports::json_lines_version)
                                       .text("version", FENCEPOST_VERSION)
                                       .text("file", checked.name)
                                       .text("format", to_text(checked.format))
                                       .text("workload", checked.judging.workload())
                                       .end());
  for (const Anomaly& anomaly : checked.judgement.anomalies)
    text += anomaly_json("anomaly", anomaly, checked);
  for (const Anomaly& note : checked.judgement.notes) text += anomaly_json("note", note, checked);
  return text + end_json(checked, code);
}

}  // namespace fencepost::cli
