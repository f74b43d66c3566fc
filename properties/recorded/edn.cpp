// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/edn.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/properties/recorded/edn_word.hpp"

namespace fencepost::recorded {
namespace {

using Kind = EdnEnd::Kind;

bool is_space(char c) { return c == ' ' || c == ',' || (c >= '\t' && c <= '\r'); }

bool ends_word(char c) {
  return is_space(c) || std::string_view("()[]{}\";\\").find(c) != std::string_view::npos;
}

/// Recursive descent. Each function leaves `kind_` at `value` as long as all is well.
class EdnParser {
 public:
  EdnParser(std::string_view text, bool may_go_on) : text_(text), may_go_on_(may_go_on) {}

  EdnEnd first(Json& value) {
    const Kind kind = form(value);
    return {kind, begin_, at_, std::move(why_)};
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }

  Kind refuse(std::string why) {
    why_ = std::move(why);
    return Kind::wrong;
  }

  /// False at the end of the text, within a comment or not.
  bool skip_blank() {
    at_ += edn_blank(text_.substr(at_));
    return !at_end();
  }

  Kind form(Json& value) {
    if (++depth_ > Json::most_depth + 1)
      return refuse("is nested deeper than " + std::to_string(Json::most_depth) + " levels");
    const Kind kind = undiscarded(value);
    --depth_;
    return kind;
  }

  /// The first form that is neither discarded nor metadata.
  Kind undiscarded(Json& value) {
    while (skip_blank()) {
      if (depth_ == 1) begin_ = at_;
      const bool is_metadata = text_[at_] == '^';
      if (!is_metadata && text_.substr(at_, 2) != "#_") return dispatch(value);
      at_ += is_metadata ? 1 : 2;
      Json ignored;
      const Kind kind = form(ignored);
      if (kind == Kind::closing) return refuse("has a #_ or ^ that stands before nothing");
      if (kind != Kind::value) return kind == Kind::nothing ? Kind::cut_off : kind;
    }
    return Kind::nothing;
  }

  Kind dispatch(Json& value) {
    switch (text_[at_]) {
      case '(': return list(value, ')');
      case '[': return list(value, ']');
      case '{': return map(value, {});
      case ')':
      case ']':
      case '}': return Kind::closing;
      case '"': return string(value);
      case '\\': return character(value);
      case '#': return hash(value);
      default: return word(value);
    }
  }

  /// Whether the bracket in front closes what `close` belongs to.
  Kind closed_by(char close) {
    if (text_[at_] != close)
      return refuse(std::string("has ") + text_[at_] + " where " + close + " should be");
    ++at_;
    return Kind::value;
  }

  Kind list(Json& value, char close) {
    ++at_;
    value.kind = Json::Kind::list;
    for (;;) {
      Json item;
      const Kind kind = form(item);
      if (kind == Kind::closing) return closed_by(close);
      if (kind != Kind::value) return kind == Kind::nothing ? Kind::cut_off : kind;
      value.items.push_back(std::move(item));
    }
  }

  /// `space`: that of `#:space{...}`, for keys that have none.
  Kind map(Json& value, std::string_view space) {
    ++at_;
    value.kind = Json::Kind::object;
    for (;;) {
      Json key;
      Kind kind = form(key);
      if (kind == Kind::closing) {
        if (const std::string* const key_twice = twice(value))
          return refuse("has the key " + quote(key_twice->substr(0, 40)) + " twice");
        return closed_by('}');
      }
      if (kind == Kind::value) kind = form(value.items.emplace_back());
      if (kind == Kind::closing) return refuse("has a map with a key that has no value");
      if (kind != Kind::value) return kind == Kind::nothing ? Kind::cut_off : kind;
      value.keys.push_back(key_text(std::move(key), space));
    }
  }

  static std::string key_text(Json key, std::string_view space) {
    std::string text = std::move(key.text);
    if (!key.is(Json::Kind::text) && !key.is(Json::Kind::odd_number)) write_json(key, text);
    if (space.empty() || text.find('/') != std::string::npos) return text;
    return std::string(space) + '/' + text;
  }

  Kind string(Json& value) {
    const std::size_t begin = ++at_;
    for (;;) {
      const std::size_t stop = text_.find_first_of("\"\\", at_);
      if (stop == std::string_view::npos) return Kind::cut_off;
      at_ = stop + 1;
      if (text_[stop] == '\\') {
        if (at_end()) return Kind::cut_off;
        ++at_;
        continue;
      }
      value.kind = Json::Kind::text;
      std::string why = read_edn_string(text_.substr(begin, stop - begin), value.text);
      return why.empty() ? Kind::value : refuse(std::move(why));
    }
  }

  /// The rest of a word; empty if it may go on beyond the text.
  std::string_view rest_of_word() {
    const std::size_t begin = at_;
    while (!at_end() && !ends_word(text_[at_])) ++at_;
    if (at_end() && may_go_on_) return {};
    return text_.substr(begin, at_ - begin);
  }

  Kind word(Json& value) {
    const std::string_view word = rest_of_word();
    if (word.empty()) return at_end() ? Kind::cut_off : refuse("has ## that stands before nothing");
    std::string why = read_edn_word(word, value);
    return why.empty() ? Kind::value : refuse(std::move(why));
  }

  Kind character(Json& value) {
    const std::size_t begin = ++at_;
    if (at_end()) return Kind::cut_off;
    ++at_;  // the first may be anything, a bracket, too
    if (rest_of_word().empty() && at_end() && may_go_on_) return Kind::cut_off;
    std::string why = read_edn_character(text_.substr(begin, at_ - begin), value);
    return why.empty() ? Kind::value : refuse(std::move(why));
  }

  Kind hash(Json& value) {
    if (++at_; at_end()) return Kind::cut_off;
    switch (text_[at_]) {
      case '{': return list(value, '}');
      case '"': return string(value);
      case '#': return ++at_, word(value);
      case ':': return map_with_space(value);
      default: break;
    }
    const std::string_view tag = rest_of_word();
    if (tag.empty() && !at_end()) return refuse("has a # that stands before nothing");
    if (tag.empty()) return Kind::cut_off;
    if (std::string why = why_no_text(tag); !why.empty()) return refuse(std::move(why));
    const Kind kind = form(value);
    if (kind == Kind::closing) return refuse("has a tag that stands before nothing");
    return kind == Kind::nothing ? Kind::cut_off : kind;
  }

  Kind map_with_space(Json& value) {
    at_ = std::min(text_.find_first_not_of(':', at_), text_.size());
    const std::string_view space = rest_of_word();
    if (!skip_blank()) return Kind::cut_off;
    if (std::string why = why_no_text(space); !why.empty()) return refuse(std::move(why));
    return text_[at_] == '{' ? map(value, space) : refuse("has a #: that stands before no map");
  }

  std::string_view text_;
  bool may_go_on_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::string why_;
};

}  // namespace

std::size_t edn_blank(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ';')
      at = std::min(text.find('\n', at), text.size() - 1);
    else if (!is_space(text[at]))
      return at;
  }
  return text.size();
}

EdnEnd read_edn(std::string_view text, Json& value, bool may_go_on) {
  value = {};
  return EdnParser(text, may_go_on).first(value);
}

}  // namespace fencepost::recorded
