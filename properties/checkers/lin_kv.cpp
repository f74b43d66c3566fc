// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/lin_kv.hpp"

#include <algorithm>

#include "fencepost/properties/checkers/calls.hpp"
#include "fencepost/properties/checkers/findings.hpp"
#include "fencepost/properties/checkers/register_search.hpp"
#include "fencepost/properties/checkers/value_table.hpp"

namespace fencepost::properties {
namespace {

using Kind = RegisterCall::Kind;

struct KvCall {
  RegisterCall call;
  std::int64_t client = 0;
  /// It had no effect, or it is a read that nobody has an answer of.
  bool left_out = false;
};

class LinKvChecker final : public Checker {
 public:
  explicit LinKvChecker(const CheckerOptions& options) : options_(options) { values_.id(Json{}); }

  std::string add(const Operation& operation) override {
    if (std::string why = calls_.add(operation); !why.empty()) return why;
    if (full_) return "";
    full_ = calls_.index() % 1024 == 0 && memory() > options_.most_memory;
    const bool invokes = operation.type == Operation::Type::invoke;
    return calls_.refuse(invokes ? invoked(operation) : completed(operation));
  }

  Judgement finish() override {
    if (full_ || memory() > options_.most_memory) return out_of_memory(options_.most_memory);
    std::vector<std::vector<std::uint32_t>> of_key(keys_.size());
    for (std::uint32_t i = 0; i < all_.size(); ++i)
      if (!all_[i].left_out) of_key[key_[i]].push_back(i);
    for (std::uint32_t key = 0; key < keys_.size(); ++key) check(key, of_key[key]);
    Judgement judgement = findings_.judgement();
    if (judgement.verdict == Judgement::Verdict::held && !why_.empty()) {
      judgement.verdict = Judgement::Verdict::undecided;
      judgement.why = why_;
    }
    return judgement;
  }

 private:
  std::string invoked(const Operation& operation) {
    const Json& value = operation.value;
    if (!value.is(Json::Kind::list) || value.items.size() != 2)
      return "has a value that is not [key,value]: " + in_words(value);
    KvCall it{.call = {.invoked_at = calls_.index()}, .client = operation.process};
    const Json& written = value.items[1];
    if (operation.f == "write") {
      it.call.kind = Kind::write;
      it.call.value = values_.id(written);
    } else if (operation.f == "cas") {
      if (!written.is(Json::Kind::list) || written.items.size() != 2)
        return "has a cas that is not [key,[from,to]]: " + in_words(value);
      it.call.kind = Kind::cas;
      it.call.from = values_.id(written.items[0]);
      it.call.value = values_.id(written.items[1]);
    }
    // Unless it completes, nobody knows; of a read nobody needs to.
    it.call.indeterminate = it.call.kind != Kind::read;
    it.left_out = it.call.kind == Kind::read;
    calls_.call().number = static_cast<std::uint32_t>(all_.size());
    all_.push_back(it);
    key_.push_back(keys_.id(value.items[0]));
    return "";
  }

  std::string completed(const Operation& operation) {
    KvCall& it = all_[calls_.call().number];
    if (operation.type == Operation::Type::fail) it.left_out = true;
    if (operation.type != Operation::Type::ok) return "";
    it.call.completed_at = calls_.index();
    it.call.indeterminate = it.left_out = false;
    if (it.call.kind != Kind::read) return "";
    const Json& value = operation.value;
    if (!value.is(Json::Kind::list) || value.items.size() != 2 ||
        !keys_.is(key_[calls_.call().number], value.items[0]))
      return "has a read whose completion is not [key,value] with its key: " + in_words(value);
    it.call.value = values_.id(value.items[1]);
    return "";
  }

  void check(std::uint32_t key, const std::vector<std::uint32_t>& of_key) {
    std::vector<RegisterCall> calls;
    for (const std::uint32_t i : of_key) calls.push_back(all_[i].call);
    const std::uint64_t left = options_.most_memory - memory();
    const RegisterAnswer answer = search_register(calls, left, options_.enough);
    if (answer.kind == RegisterAnswer::Kind::linearizable) return;
    const KvCall& last = all_[of_key[answer.call]];
    if (answer.kind == RegisterAnswer::Kind::impossible) {
      findings_.add("nonlinearizable", 0, [&] { return impossible(key, of_key, last, answer); });
    } else if (why_.empty()) {
      why_ = "the search for an order of the " + counted(calls.size(), "operation") + " on " +
             keys_.words(key) + " was ended at operation " +
             std::to_string(last.call.completed_at) +
             "; give it more memory or time, or judge a history with fewer clients on one key";
    }
  }

  Anomaly impossible(std::uint32_t key, const std::vector<std::uint32_t>& of_key,
                     const KvCall& last, const RegisterAnswer& answer) const {
    const RegisterCall& it = last.call;
    const std::uint32_t found = it.kind == Kind::read ? it.value : it.from;
    const KvCall* writer = nullptr;
    for (const std::uint32_t i : of_key)
      if (all_[i].call.kind != Kind::read && all_[i].call.value == found &&
          all_[i].call.invoked_at < it.completed_at)
        writer = &all_[i];
    const std::string client = "client " + std::to_string(last.client);
    std::string sentence = it.kind == Kind::read
                               ? client + " read " + keys_.words(key) + " as " + words(found)
                               : client + " changed " + keys_.words(key) + " from " + words(found) +
                                     " to " + words(it.value);
    sentence += answer.values.empty() ? ", which no order of the operations allows"
                                      : ", when it can only have been " + words(answer.values);
    Anomaly anomaly{.name = {}, .sentence = sentence, .operations = {it.completed_at}};
    if (writer == nullptr && found != RegisterCall::absent)
      anomaly.sentence += "; nobody had written " + words(found);
    if (writer != nullptr && writer != &last)
      anomaly.operations.insert(anomaly.operations.begin(), shown_at(*writer));
    return anomaly;
  }

  static std::uint64_t shown_at(const KvCall& it) {
    return it.call.indeterminate ? it.call.invoked_at : it.call.completed_at;
  }
  std::string words(std::uint32_t value) const {
    return value == RegisterCall::absent ? "absent" : values_.words(value);
  }
  std::string words(const std::vector<std::uint32_t>& values) const {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(values.size(), most); ++i) {
      if (i > 0) text += i + 1 == values.size() ? " or " : ", ";
      text += words(values[i]);
    }
    return values.size() > most ? text + ", ..." : text;
  }

  std::uint64_t memory() const {
    return keys_.bytes() + values_.bytes() + all_.capacity() * (sizeof(KvCall) + 24);
  }

  CheckerOptions options_;
  Calls calls_{"read", "write", "cas"};
  ValueTable keys_, values_;
  std::vector<KvCall> all_;
  /// Of each call.
  std::vector<std::uint32_t> key_;
  bool full_ = false;
  std::string why_;
  Findings findings_{"nonlinearizable"};
};

}  // namespace

std::unique_ptr<Checker> make_lin_kv_checker(const CheckerOptions& options) {
  return std::make_unique<LinKvChecker>(options);
}

}  // namespace fencepost::properties
