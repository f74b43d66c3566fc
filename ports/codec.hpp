// SPDX-License-Identifier: Apache-2.0
// Between the tapes of a contract and plain C++ values. What a tape holds is told by the contract's
// fields, what a value is by its type and its Parts; nothing is written by hand for a workload.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/model/vocabulary/tape.hpp"
#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// The bounds of a number of this kind.
struct Range {
  std::int64_t least, most;
};
Range range_of(Kind kind, std::int64_t last_partition);
/// As it is spelled on a tape.
std::string_view to_text(Refusal code);
/// A number or text.
Datum read_datum(TapeReader& tape);
/// Consumes what stands for nothing in such a field.
bool read_nothing(TapeReader& tape, Kind kind);

template <class Type>
inline constexpr bool is_vector = false;
template <class Item>
inline constexpr bool is_vector<std::vector<Item>> = true;
template <class Type>
inline constexpr bool is_optional = false;
template <class Value>
inline constexpr bool is_optional<std::optional<Value>> = true;
template <class Type>
inline constexpr bool is_variant = false;
template <class... Values>
inline constexpr bool is_variant<std::variant<Values...>> = true;

/// Reads the value of one field. If it is none, the tape is not good any more.
template <class Type>
Type read(TapeReader& tape, const Field& field, std::int64_t last_partition) {
  if constexpr (std::is_integral_v<Type>) {
    const Range range = range_of(field.kind, last_partition);
    return static_cast<Type>(tape.number(range.least, range.most));
  } else if constexpr (std::is_same_v<Type, std::string>) {
    return std::string(tape.text());
  } else if constexpr (std::is_same_v<Type, Datum>) {
    return read_datum(tape);
  } else if constexpr (is_optional<Type>) {
    if (read_nothing(tape, field.kind)) return std::nullopt;
    return read<typename Type::value_type>(tape, field, last_partition);
  } else if constexpr (is_vector<Type>) {
    using Item = typename Type::value_type;
    const Field& part = field.kind == Kind::list ? field.parts.front() : field;
    Type items;
    for (std::uint32_t left = tape.list(); left > 0 && tape.good(); --left)
      items.push_back(read<Item>(tape, part, last_partition));
    return items;
  } else {
    Type value;
    std::apply(
        [&](const auto... part) {
          if (tape.list() != sizeof...(part)) tape.refuse();
          auto at = field.parts.begin();
          ((value.*part =
                read<std::remove_cvref_t<decltype(value.*part)>>(tape, *at++, last_partition)),
           ...);
        },
        Parts<Type>::list);
    return value;
  }
}

/// The part of a struct that an entry of its Parts names.
template <class Struct, class Part>
decltype(auto) part_of(const Struct& value, const Part& part) {
  if constexpr (std::is_member_object_pointer_v<Part>)
    return (value.*part);
  else
    return part(value);
}

template <class Type>
void write(Tape& tape, const Field& field, const Type& value);

/// Its parts one after another, as many as there are fields.
template <class Struct>
void write_parts(Tape& tape, std::span<const Field> fields, const Struct& value) {
  auto at = fields.begin();
  std::apply([&](const auto&... part) { (write(tape, *at++, part_of(value, part)), ...); },
             Parts<Struct>::list);
}

template <class Type>
void write(Tape& tape, const Field& field, const Type& value) {
  if constexpr (std::is_same_v<Type, bool>) {
    tape.flag(value);
  } else if constexpr (std::is_integral_v<Type>) {
    tape.number(value);
  } else if constexpr (std::is_same_v<Type, std::string>) {
    tape.text(value);
  } else if constexpr (is_optional<Type>) {
    if (value)
      write(tape, field, *value);
    else
      field.optional ? tape.absent() : tape.null();
  } else if constexpr (is_variant<Type>) {
    std::visit([&](const auto& held) { write(tape, field, held); }, value);
  } else if constexpr (is_vector<Type>) {
    tape.list(static_cast<std::uint32_t>(value.size()));
    const Field& part = field.kind == Kind::list ? field.parts.front() : field;
    for (const auto& item : value) write(tape, part, item);
  } else {
    tape.list(static_cast<std::uint32_t>(field.parts.size()));
    write_parts(tape, field.parts, value);
  }
}

/// A whole result: the parts of a struct, or the only field; all fields left out if it is nothing.
template <class Result>
void write_result(Tape& tape, std::span<const Field> fields, const Result& result) {
  if constexpr (requires { Parts<Result>::list; }) {
    write_parts(tape, fields, result);
  } else if constexpr (is_optional<Result>) {
    if (result) return write_result(tape, fields, *result);
    for (std::size_t i = 0; i < fields.size(); ++i) tape.absent();
  } else {
    write(tape, fields.front(), result);
  }
}

template <class Result>
void write_reply(Outcome& outcome, std::span<const Field> fields, const Result& result) {
  write_result(outcome.done(), fields, result);
}

template <class Result>
void write_reply(Outcome& outcome, std::span<const Field> fields, const Reply<Result>& reply) {
  if (reply.is_refused()) return outcome.refuse(to_text(reply.code()));
  if (!reply.is_done()) return outcome.unknown(reply.why_uncertain());
  write_result(outcome.done(), fields, reply.result());
}

}  // namespace fencepost::ports
