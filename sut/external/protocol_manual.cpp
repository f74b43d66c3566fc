// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/protocol_manual.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/sut/external/manual_exchanges.hpp"
#include "fencepost/sut/external/message.hpp"
#include "fencepost/sut/external/wire_errors.hpp"

namespace fencepost::sut {
namespace {

constexpr std::string_view introduction =
    R"(# The protocol for programs in any language

<!-- Generated: `fencepost list --protocol > docs/protocol.md`. A test keeps it equal to the code. -->

    fencepost run WORKLOAD -- COMMAND ARGS...

starts COMMAND, gives it the workload's commands one at a time and judges what it answers. The protocol is
[Maelstrom](https://github.com/jepsen-io/maelstrom)'s, which has node libraries in most languages: one JSON
object a line, requests on stdin, replies on stdout. stderr is free for your own words; its last 20 lines are
shown when something goes wrong. [examples/](../examples/README.md) has complete programs.

## A message

    {"id":2,"src":"c1","dest":"n0","body":{"type":"committed","msg_id":2,"partition":0}}
    {"src":"n0","dest":"c1","body":{"type":"committed_ok","in_reply_to":2,"committed":-1}}

The program is the one node, `n0`; the client is `c1`. `id` may be ignored. A reply has the type of its request
with `_ok` behind it, or `error`; `in_reply_to` is the request's `msg_id`. The next request comes when the reply
has been read. Write each reply out at once (flush): a line that stays in a buffer is silence.

The first request is `init`, and again after every restart. It names the workload and its parameters:

    {"id":1,"src":"c1","dest":"n0","body":{"type":"init","msg_id":1,"node_id":"n0","node_ids":["n0"],)"
    R"("workload":"offset-commit","parameters":{"partitions":4}}}
    {"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}

## What happens to the program

- It runs in a folder of its own, empty at the start of a scenario. COMMAND with a slash in it, and arguments
  that name a file, are looked up from where `fencepost` was started.
- A crash is SIGKILL, to it and to every process that it started; then it is started again in the same folder.
  *What a reply has told must still be true then*: write it to a file before you reply. What no reply has told
  may be lost, but never half of it.
- SIGKILL takes what the process has not handed to the system. What it has written without fsync survives
  SIGKILL, though not a power loss, so that a missing fsync is not found here. Where fsync is slow,
  `TMPDIR=/dev/shm` moves the folders into memory.
- A message may be delivered twice, late, or not at all, as the workload's rules expect.
- Workloads without state keep their process from one scenario to the next.
- Requests may be malformed on purpose: a field missing, of a wrong type or out of range, or the type
  `no-such-command`. Malformed comes before every other rule and changes nothing.

It has 5 s for `init_ok` and 2 s (`--timeout MS`) for each other reply. A program that stays silent, dies, closes a
stream, or says what cannot be understood ends the run with exit code 6, a sentence that names the request, and its
last lines on stderr. Lines on stdout that are no replies are put up with if the right reply follows in time, up to
1 MiB a line and up to 4 MiB or 10,000 lines a request; so are replies given twice. A reply to a request that was
never sent is not. `--strict` puts up with less: every line must be a message with `src`, `dest` and `body` (`id`
is allowed), and a reply has no keys but those shown here and `msg_id`.

## Values

Numbers are integers: `1.0` and `true` are none. Many are wider than the 53 bits that a number in JavaScript
holds. Lists in results are sorted as the workload's rules say. A result has exactly the keys shown; an optional
one is left out where it does not apply.

)";

struct KindWords {
  Kind kind;
  std::string_view words;
};

constexpr KindWords kind_words[] = {
    {Kind::partition, "integer from 0, below `partitions` where the workload has that parameter"},
    {Kind::offset, "integer, 0 to 2^63-1"},
    {Kind::last_offset, "integer, -1 (none yet) to 2^63-1"},
    {Kind::sequence, "integer, 0 to 2^63-1"},
    {Kind::epoch, "integer, 0 to 2^31-1"},
    {Kind::value, "integer, -2^31 to 2^31-1"},
    {Kind::sum, "integer, -2^63 to 2^63-1"},
    {Kind::count, "integer, 0 to 2^63-1"},
    {Kind::time, "milliseconds, -2^63 to 2^63-1"},
    {Kind::watermark, "a time; `null` before the first event; `\"inf\"` once the input has ended"},
    {Kind::name, "text"},
    {Kind::owner, "text, or `null` for nobody"},
    {Kind::payload, "`null` (a tombstone), an integer from -2^31 to 2^31-1, or text"},
    {Kind::latest, "an integer (of up to 64 bits where values are added), or text"},
    {Kind::snapshot, "integer, 0 to 2^63-1; `null` or left out for none"},
    {Kind::failures, "integer, 0 to 2^63-1, or `null` for always"},
    {Kind::flag, "`true` or `false`"},
    {Kind::list, "list of"},
    {Kind::tuples, "list of lists"},
    {Kind::objects, "list of objects"},
};

std::string_view words_of(Kind kind) {
  for (const KindWords& entry : kind_words)
    if (entry.kind == kind) return entry.words;
  return {};
}

std::string code(std::string_view text) { return '`' + std::string(text) + '`'; }

/// `[[partition, owner], ...]`
std::string shape(const Field& field) {
  if (field.parts.empty()) return std::string(field.name);
  std::string parts;
  for (const Field& part : field.parts) parts += (parts.empty() ? "" : ", ") + shape(part);
  if (field.kind == Kind::tuples) parts = '[' + parts + ']';
  if (field.kind == Kind::objects) parts = '{' + parts + '}';
  return '[' + parts + ", ...]";
}

void write_field(std::string& page, const Field& field, std::string_view role) {
  page += "| " + std::string(role) + " | " + code(field.name) + " | ";
  if (field.parts.empty()) {
    page += words_of(field.kind);
  } else {
    page += code(shape(field));
    for (const Field& part : field.parts)
      page += "; " + code(part.name) + ": " +
              (part.parts.empty() ? std::string(words_of(part.kind)) : code(shape(part)));
  }
  page += field.optional ? "; optional |\n" : " |\n";
}

/// The body of the example with its number in second place.
std::string numbered(std::string_view body, std::string_view key, int number) {
  const std::size_t after_type = body.find_first_of(",}");
  std::string text(body.substr(0, after_type));
  text.append(",\"").append(key).append("\":").append(std::to_string(number));
  return text.append(body.substr(after_type));
}

void write_exchange(std::string& page, const Exchange& exchange, int number) {
  page += "    " + write_request(number, numbered(exchange.request, "msg_id", number));
  page += R"(    {"src":"n0","dest":"c1","body":)" +
          numbered(exchange.reply, "in_reply_to", number) + "}\n";
}

void write_command(std::string& page, const CommandContract& command, const Story& story) {
  page += "### " + code(command.name) + ": " + std::string(command.sentence) + "\n\n";
  if (command.fields.empty() && command.results.empty()) {
    page += "No fields, no results.\n\n";
  } else {
    page += "| | key | value |\n|---|---|---|\n";
    for (const Field& field : command.fields) write_field(page, field, "field");
    for (const Field& result : command.results) write_field(page, result, "result");
    page += '\n';
  }
  const std::string head = R"({"type":")" + std::string(command.name) + '"';
  int number = 1;
  for (const Exchange& exchange : story.exchanges) {
    ++number;
    if (exchange.request.starts_with(head)) write_exchange(page, exchange, number);
  }
  page += '\n';
}

void write_parameters(std::string& page, const Contract& contract) {
  for (const Parameter& parameter : contract.parameters) {
    page += "Parameter " + code(parameter.name) + ": " + std::string(parameter.sentence);
    if (!parameter.required)
      page += parameter.standard == Parameter::none
                  ? "; may be absent"
                  : "; " + std::to_string(parameter.standard) + " if nothing is said";
    page += ".\n\n";
  }
}

void write_workload(std::string& page, const Contract& contract, const Story& story) {
  page += "## " + std::to_string(contract.number) + ". " + std::string(contract.name) + ": " +
          std::string(contract.sentence) + "\n\n";
  write_parameters(page, contract);
  page += "Refusals: `malformed`";
  for (const std::string_view word : contract.refusals) page += ", " + code(word);
  page += ".\n\nThe examples are one conversation after an `init` with the parameters " +
          code(story.parameters) + "; `msg_id` tells their order.\n\n";
  for (const CommandContract& command : contract.commands) write_command(page, command, story);
}

/// Of all workloads, each once.
std::vector<std::string_view> refusal_words() {
  std::vector<std::string_view> words;
  for (const Contract& contract : contracts())
    for (const std::string_view word : contract.refusals)
      if (std::ranges::find(words, word) == words.end()) words.push_back(word);
  return words;
}

void write_errors(std::string& page) {
  page +=
      "## Errors\n\nA refusal is an error reply with a code and a text:\n\n| refusal | `code` | "
      "`text` |\n|---|--:|---|\n";
  page += "| `malformed` | " + std::to_string(malformed_request) +
          " | free. For a type that the workload does not have, code " +
          std::to_string(not_supported) + " will do as well |\n";
  for (const std::string_view word : refusal_words())
    page += "| " + code(word) + " | " + std::to_string(code_of(word)) +
            " | must be, or begin with, the word " + code(word) + " |\n";
  page +=
      "\nOther codes are taken as Maelstrom means them. A *definite* error says that the command "
      "surely had no\n"
      "effect, which no rule expects of a right program; after an indefinite one it may or may not "
      "have had its\n"
      "effect, and the program is started again. Unknown codes are indefinite.\n\n"
      "| code | name | definite |\n|--:|---|---|\n";
  for (const WireError& error : wire_errors())
    page += "| " + std::to_string(error.code) + " | " + std::string(error.name) + " | " +
            (error.definite ? "yes" : "no") + " |\n";
  page += '\n';
}

}  // namespace

std::string protocol_manual() {
  std::string page(introduction);
  write_errors(page);
  for (const Story& story : stories()) write_workload(page, *find_contract(story.workload), story);
  page.pop_back();
  return page;
}

}  // namespace fencepost::sut
