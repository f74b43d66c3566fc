// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/child.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/sut/external/json_codec.hpp"
#include "fencepost/sut/external/message.hpp"

namespace fencepost::sut {
namespace {

/// A child that has closed a stream is mostly dying; so long we wait to learn how.
constexpr std::chrono::milliseconds grace{200};

std::string init_body(const Contract& contract, const Parameters& parameters) {
  return R"({"type":"init","msg_id":1,"node_id":"n0","node_ids":["n0"],"workload":")" +
         std::string(contract.name) + R"(","parameters":)" +
         encode_parameters(contract, parameters) + '}';
}

}  // namespace

void Child::start(const std::string& folder, const Parameters& parameters) {
  Result<std::unique_ptr<Process>> process = Process::start(options_.argv, folder);
  if (!process) {
    failed_ = process.why();
    return;
  }
  process_ = std::move(*process);
  const Json* const reply = exchange(init_body(contract_, parameters), options_.start_limit);
  if (reply == nullptr) return;
  const Json* const type = reply->find("type");
  if (type != nullptr && type->is(Json::Kind::text) && type->text == "init_ok") return;
  fail("the program did not reply init_ok to " + request() + " but " + spoken(line_));
}

void Child::answer(const Command& command, Outcome& outcome) {
  // The reason is part of the history, so it must be the same on every run; the words are in
  // `failed`.
  outcome.unknown("the program failed");
  if (!failed_.empty()) return;
  const Json* const reply =
      exchange(encode_command(contract_, command, last_id_ + 1), options_.reply_limit);
  if (reply == nullptr) return;
  const std::string why = decode_reply(contract_, command, *reply, options_.strict, outcome);
  if (why.empty()) return;
  outcome.unknown("the program failed");
  fail("the program gave a reply to " + request() + " that cannot be taken: it " + why + ": " +
       spoken(line_));
}

const Json* Child::exchange(const std::string& body, std::chrono::milliseconds limit) {
  last_body_ = body;
  process_->send(write_request(++last_id_, body));
  stray_bytes_ = stray_lines_ = 0;
  auto deadline = Process::Clock::now() + limit;
  bool is_closed = false;
  for (bool in_time = true;; in_time = process_->wait(deadline)) {
    if (const Json* const reply = look_at_lines(); reply != nullptr || !failed_.empty())
      return reply;
    const std::string why = hopeless();
    if (process_->never_started()) {
      fail(why);
      return nullptr;
    }
    if (!process_->end().empty() || (is_closed && !in_time)) {
      fail("the program " + why + " before it answered " + request() + heard());
      return nullptr;
    }
    if (!is_closed && !why.empty()) {
      is_closed = true;
      deadline = std::min(deadline, Process::Clock::now() + grace);
    } else if (!in_time) {
      fail("the program gave no reply within " + std::to_string(limit.count()) + " ms to " +
           request() + heard());
      return nullptr;
    }
  }
}

const Json* Child::look_at_lines() {
  while (process_->lines().next(line_)) {
    Message message = read_message(line_, last_id_, options_.strict);
    if (message.kind == Message::Kind::reply) {
      reply_ = std::move(message.body);
      return &reply_;
    }
    if (message.kind == Message::Kind::late) {
      ++late_replies_;
    } else if (message.kind == Message::Kind::invented || options_.strict) {
      fail("the program wrote a line, while " + request() + " was waiting, that " + message.why +
           ": " + spoken(line_));
      return nullptr;
    } else {
      ++stray_lines_;
      ++all_stray_lines_;
      last_stray_ = '"' + spoken(line_) + "\", which " + message.why;
    }
    stray_bytes_ += line_.size() + 1;
    if (stray_bytes_ > most_stray_bytes || stray_lines_ > most_stray_lines) {
      fail("the program wrote too much that is no reply to " + request() + heard());
      return nullptr;
    }
  }
  if (process_->lines().is_too_long())
    fail("the program wrote more than 1 MiB without a line end instead of a reply to " + request() +
         ": \"" + spoken(process_->lines().rest()) + '"');
  return nullptr;
}

std::string Child::hopeless() const {
  if (!process_->end().empty()) return process_->end();
  if (process_->closed_output()) return "closed its stdout";
  if (process_->closed_input() && process_->has_unsent()) return "closed its stdin";
  return {};
}

std::string Child::request() const {
  return "request " + std::to_string(last_id_) + ", " + spoken(last_body_, 300);
}

std::string Child::heard() const {
  std::string text;
  if (process_->end().empty() && process_->closed_input() != process_->has_unsent())
    text += process_->closed_input() ? "; it has closed its stdin" : "; it does not read its stdin";
  if (stray_lines_ > 0)
    text += "; of " + std::to_string(stray_lines_) + " lines that are no reply the last is " +
            last_stray_;
  if (const std::string_view rest = process_->lines().rest(); !rest.empty())
    text += "; it wrote \"" + spoken(rest) + "\" without a line end";
  return text;
}

void Child::fail(const std::string& sentence) {
  failed_ = sentence;
  if (!process_->never_started())
    failed_ += process_->errors().empty()
                   ? "\nit wrote nothing on stderr"
                   : "\nits last lines on stderr:\n" + process_->errors().print("  ");
  kill();
}

void Child::print(std::string& text) const {
  if (all_stray_lines_ > 0)
    text += "lines on stdout that are no reply: " + std::to_string(all_stray_lines_) +
            ", the last " + last_stray_ + '\n';
  if (late_replies_ > 0)
    text += "replies that came late or twice: " + std::to_string(late_replies_) + '\n';
}

void Child::kill() {
  if (process_ != nullptr) process_->kill();
}

}  // namespace fencepost::sut
