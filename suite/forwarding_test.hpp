// SPDX-License-Identifier: Apache-2.0
// A right class behind each port: it passes every call on to our engine, which keeps its data on
// the same disk. So the values of every command and result go through the adapter and back.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/ports/home.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::suite {

inline ports::Refusal refusal_named(std::string_view code) {
  for (int i = 0; i <= static_cast<int>(ports::Refusal::snapshot_damaged); ++i)
    if (to_text(static_cast<ports::Refusal>(i)) == code) return static_cast<ports::Refusal>(i);
  throw std::logic_error("no port has the refusal " + std::string(code));
}

/// Reads results back; what a port says in a form of its own has a specialisation below.
template <class Result>
struct Back {
  static Result from(TapeReader& tape, std::span<const Field> fields) {
    if constexpr (requires { ports::Parts<Result>::list; }) {
      Result result{};
      auto at = fields.begin();
      std::apply([&](const auto... part) { (put(tape, *at++, result.*part), ...); },
                 ports::Parts<Result>::list);
      return result;
    } else {
      Result result{};
      put(tape, fields.front(), result);
      return result;
    }
  }

  template <class Part>
  static void put(TapeReader& tape, const Field& field, Part& part) {
    if constexpr (std::is_same_v<Part, bool>) {
      part = tape.flag();
    } else if constexpr (ports::is_optional<Part>) {
      const bool nothing = tape.peek() == Tag::absent || tape.peek() == Tag::null;
      if (nothing)
        tape.raw();
      else
        put(tape, field, part.emplace());
    } else if constexpr (std::is_same_v<Part, ports::Datum>) {
      if (tape.peek() == Tag::text)
        part = std::string(tape.text());
      else
        part = tape.time();
    } else if constexpr (ports::is_vector<Part>) {
      for (std::uint32_t left = tape.list(); left > 0; --left) {
        if constexpr (requires { ports::Parts<typename Part::value_type>::list; }) {
          tape.list();
          part.push_back(Back<typename Part::value_type>::from(tape, field.parts));
        } else {
          put(tape, field.parts.front(), part.emplace_back());
        }
      }
    } else if constexpr (std::is_same_v<Part, std::string>) {
      part = tape.text();
    } else {
      part = tape.time();
    }
  }
};

template <class Port>
class Forwarding : public Port {
 public:
  using Settings = typename Port::Settings;

  Forwarding(const Settings& settings, sut::Disk& disk)
      : contract_(*find_contract(Port::workload)), home_(sut::make_engine(Port::workload)) {
    Parameters parameters;
    auto at = contract_.parameters.begin();
    const auto tell = [&](const auto& value) {
      const Parameter& parameter = *at++;
      if constexpr (ports::is_optional<std::remove_cvref_t<decltype(value)>>) {
        if (value) parameters.set(parameter.name, *value);
      } else {
        parameters.set(parameter.name, static_cast<std::int64_t>(value));
      }
    };
    std::apply([&](const auto... part) { (tell(settings.*part), ...); },
               ports::Parts<Settings>::list);
    home_->move_in(parameters, disk);
    sut::Start start = home_->start();
    if (start.system == nullptr) throw ports::Damaged(start.damage);
    engine_ = std::move(start.system);
  }

 protected:
  /// The engine's answer to the command with this number.
  template <class Result, class... Args>
  ports::Reply<Result> ask(std::uint8_t type, const Args&... args) {
    const CommandContract& contract = contract_.commands[type];
    Command command;
    command.type = type;
    [[maybe_unused]] auto field = contract.fields.begin();
    (ports::write(command.fields, *field++, args), ...);
    Outcome outcome;
    engine_->answer(command, outcome);
    if (outcome.status == Status::refused) return refusal_named(outcome.code());
    if (!outcome.is_done()) return ports::Uncertain{std::string(outcome.code())};
    TapeReader tape(outcome.body);
    Result result = Back<Result>::from(tape, contract.results);
    CHECK(tape.good() && tape.at_end());
    return result;
  }

 private:
  const Contract& contract_;
  std::unique_ptr<sut::Home> home_;
  std::unique_ptr<sut::System> engine_;
};

}  // namespace fencepost::suite
