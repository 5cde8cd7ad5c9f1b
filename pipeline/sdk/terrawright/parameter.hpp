// SPDX-License-Identifier: Apache-2.0
// terrawright/parameter.hpp: parameters as members. The member's type is the kind, its initialiser the default.
//
//   double, int, std::int64_t, bool, std::string, Percentage
//   an enum class        a choice; list the words in the enum's order with choices({...})
//   Colour               opaque; rgb(0x2f6d9e) is "#2f6d9e"
//   std::optional<double>, std::optional<std::int64_t>, std::optional<Colour>  a value or the word given with
//                          word("..."), which reads as no value
//   File                 a path; Arrangement::open reads it
//   std::vector<double>, std::vector<std::optional<double>>  a list
//   std::vector<Row>     a table; Row::describe(Parameters<Row>&) names its columns
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "abi.h"
#include "kinds.hpp"

namespace terrawright {
inline namespace v1 {

// An exact percentage. Written `60 %`; 60 % is 600000 parts per million.
struct Percentage {
  std::int64_t parts_per_million = 0;
};
constexpr Percentage percent(std::int64_t whole) { return {whole * 10000}; }

// A file beside the config. Stages never open files: Arrangement::open asks the engine for it, and a Tile reads
// rectangles of it.
struct File {
  std::string path;          // as written; empty: none is given
  std::int64_t number = -1;  // among the node's files, set by open
};

namespace detail {
class DescribedParameters;
}
template <class Owner, class Base = detail::DescribedParameters>
class Parameters;

namespace detail {

// Plain values with everything they point to.
struct Keep {
  std::deque<std::string> texts;
  std::deque<std::vector<terrawright_value>> items;
  std::deque<std::vector<const char*>> words;
};

inline terrawright_value plain_value() { return {0, 0, 0.0, 0, nullptr, nullptr, 0}; }

template <class>
constexpr bool never = false;

template <class Value, class = void>
struct Codec {
  static_assert(never<Value>, "terrawright: a parameter cannot have this type; parameter.hpp lists those that it can");
};

template <>
struct Codec<double> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_REAL;
  static double read(const terrawright_value& v) { return v.real; }
  static terrawright_value write(double real, Keep&) {
    auto v = plain_value();
    v.real = real;
    return v;
  }
};

template <>
struct Codec<std::optional<double>> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_REAL;
  static std::optional<double> read(const terrawright_value& v) {
    if (v.is_word) return std::nullopt;
    return v.real;
  }
  static terrawright_value write(const std::optional<double>& real, Keep&) {
    auto v = plain_value();
    v.is_word = !real;
    v.real = real.value_or(0.0);
    return v;
  }
};

template <class Value>
struct IntegerCodec {
  static Value read(const terrawright_value& v) { return static_cast<Value>(v.integer); }
  static terrawright_value write(Value value, Keep&) {
    auto v = plain_value();
    v.integer = static_cast<std::int64_t>(value);
    return v;
  }
};
template <>
struct Codec<std::optional<std::int64_t>> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_INTEGER;
  static std::optional<std::int64_t> read(const terrawright_value& v) {
    if (v.is_word) return std::nullopt;
    return v.integer;
  }
  static terrawright_value write(const std::optional<std::int64_t>& integer, Keep&) {
    auto v = plain_value();
    v.is_word = !integer;
    v.integer = integer.value_or(0);
    return v;
  }
};
template <class Value>
struct Codec<Value, std::enable_if_t<std::is_integral_v<Value> && !std::is_same_v<Value, bool>>> : IntegerCodec<Value> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_INTEGER;
};
template <>
struct Codec<bool> : IntegerCodec<bool> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_BOOLEAN;
};
template <class Value>
struct Codec<Value, std::enable_if_t<std::is_enum_v<Value>>> : IntegerCodec<Value> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_CHOICE;
};
template <>
struct Codec<Percentage> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_PERCENTAGE;
  static Percentage read(const terrawright_value& v) { return {v.integer}; }
  static terrawright_value write(Percentage p, Keep& keep) {
    return Codec<std::int64_t>::write(p.parts_per_million, keep);
  }
};
template <>
struct Codec<std::string> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_TEXT;
  static std::string read(const terrawright_value& v) { return v.text; }
  static terrawright_value write(const std::string& text, Keep& keep) {
    auto v = plain_value();
    v.text = keep.texts.emplace_back(text).c_str();
    return v;
  }
};

template <>
struct Codec<File> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_FILE;
  static File read(const terrawright_value& v) { return {v.text, -1}; }
  static terrawright_value write(const File& file, Keep& keep) { return Codec<std::string>::write(file.path, keep); }
};
template <>
struct Codec<Colour> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_COLOUR;
  static Colour read(const terrawright_value& v) { return rgb(static_cast<std::uint32_t>(v.integer)); }
  static terrawright_value write(Colour c, Keep& keep) {
    return Codec<std::int64_t>::write(std::int64_t{c.red} << 16 | std::int64_t{c.green} << 8 | c.blue, keep);
  }
};
template <>
struct Codec<std::optional<Colour>> {
  static constexpr std::uint32_t kind = TERRAWRIGHT_PARAMETER_COLOUR;
  static std::optional<Colour> read(const terrawright_value& v) {
    if (v.is_word) return std::nullopt;
    return Codec<Colour>::read(v);
  }
  static terrawright_value write(const std::optional<Colour>& colour, Keep& keep) {
    auto v = Codec<Colour>::write(colour.value_or(Colour{}), keep);
    v.is_word = !colour;
    return v;
  }
};

template <class Value>
constexpr bool is_item_v = std::is_same_v<Value, double> || std::is_same_v<Value, std::optional<double>> ||
                           std::is_same_v<Value, std::int64_t> || std::is_same_v<Value, std::string>;

// The columns of a row type, described once.
template <class Row>
TERRAWRIGHT_HIDDEN const Parameters<Row>& described();

template <class Row>
struct Codec<std::vector<Row>> {
  static constexpr bool is_list = is_item_v<Row>;
  static constexpr std::uint32_t kind = is_list ? TERRAWRIGHT_PARAMETER_LIST : TERRAWRIGHT_PARAMETER_ROWS;
  static std::vector<Row> read(const terrawright_value& v) {
    std::vector<Row> rows;
    for (std::uint64_t i = 0; i < v.n_items; ++i) {
      if constexpr (is_list) {
        rows.push_back(Codec<Row>::read(v.items[i]));
      } else {
        described<Row>().set_all(&rows.emplace_back(), v.items[i].items);
      }
    }
    return rows;
  }
  static terrawright_value write(const std::vector<Row>& rows, Keep& keep) {
    std::vector<terrawright_value> plain;
    for (const Row& row : rows) {
      if constexpr (is_list) {
        plain.push_back(Codec<Row>::write(row, keep));
      } else {
        std::vector<terrawright_value> cells;
        for (const auto& column : described<Row>().columns()) cells.push_back(column.get(&row, keep));
        plain.push_back(list(std::move(cells), keep));
      }
    }
    return list(std::move(plain), keep);
  }
  static terrawright_value list(std::vector<terrawright_value> plain, Keep& keep) {
    auto v = plain_value();
    const auto& kept = keep.items.emplace_back(std::move(plain));
    v.items = kept.data();
    v.n_items = kept.size();
    return v;
  }
};

}  // namespace detail

// Chains on after parameter(): what else there is to say of it.
class ParameterRef {
 public:
  ParameterRef(terrawright_parameter& plain, detail::Keep& keep) : plain_(&plain), keep_(&keep) {}
  // Inclusive bounds, in the declared unit (a percentage: in percent). Exact for whole numbers, if they are written so.
  template <class Minimum, class Maximum>
  ParameterRef& range(Minimum minimum, Maximum maximum) {
    plain_->maximum = static_cast<double>(maximum);
    plain_->integer_maximum = whole(maximum);
    return at_least(minimum);
  }
  template <class Minimum>
  ParameterRef& at_least(Minimum minimum) {
    plain_->minimum = static_cast<double>(minimum);
    plain_->integer_minimum = whole(minimum);
    return *this;
  }
  ParameterRef& unit(const char* unit) {
    plain_->unit = unit;
    return *this;
  }
  ParameterRef& word(const char* word) {
    plain_->word = word;
    return *this;
  }
  ParameterRef& choices(std::initializer_list<const char*> words) {
    const auto& kept = keep_->words.emplace_back(words);
    plain_->choices = kept.data();
    plain_->n_choices = kept.size();
    return *this;
  }
  // One sentence for each choice, in the same order.
  ParameterRef& choice_docs(std::initializer_list<const char*> docs) {
    plain_->choice_docs = keep_->words.emplace_back(docs).data();
    return *this;
  }
  // Shown after the others.
  ParameterRef& advanced() {
    plain_->flags |= TERRAWRIGHT_PARAMETER_ADVANCED;
    return *this;
  }
  // Still read; a config that gives it is warned with the doc, which says what to write in its place.
  ParameterRef& deprecated() {
    plain_->flags |= TERRAWRIGHT_PARAMETER_DEPRECATED;
    return *this;
  }

 private:
  template <class Number>
  static std::int64_t whole(Number number) {
    if constexpr (std::is_integral_v<Number>) {
      return static_cast<std::int64_t>(number);
    } else {
      constexpr double most = 9.2e18;
      return number <= -most  ? std::numeric_limits<std::int64_t>::min()
             : number >= most ? std::numeric_limits<std::int64_t>::max()
                              : static_cast<std::int64_t>(number);
    }
  }

  terrawright_parameter* plain_;
  detail::Keep* keep_;
};

namespace detail {

// Described parameters of any owner: one code for all stages.
class TERRAWRIGHT_HIDDEN DescribedParameters {
 public:
  struct Column {
    terrawright_parameter plain;
    std::size_t offset;  // of the member in its owner
    void (*set_member)(void* member, const terrawright_value&);
    terrawright_value (*get_member)(const void* member, Keep&);

    void set(void* owner, const terrawright_value& value) const {
      set_member(static_cast<char*>(owner) + offset, value);
    }
    terrawright_value get(const void* owner, Keep& keep) const {
      return get_member(static_cast<const char*>(owner) + offset, keep);
    }
  };

  const std::deque<Column>& columns() const { return columns_; }
  // When all are described.
  const terrawright_parameter* const* plain_columns() const {
    if (plain_.size() != columns_.size()) {
      plain_.clear();
      for (const Column& column : columns_) plain_.push_back(&column.plain);
    }
    return plain_.data();
  }
  // One value for each.
  void set_all(void* owner, const terrawright_value* values) const {
    for (const Column& column : columns_) column.set(owner, *values++);
  }

 protected:
  // `fallback` is a member of `owner`. One code for each type of members.
  template <class Value>
  TERRAWRIGHT_COLD ParameterRef add(const void* owner, const Value& fallback, const char* name, const char* doc) {
    using Codec = detail::Codec<Value>;
    terrawright_parameter plain = unbounded(Codec::kind, name, doc);
    plain.fallback = Codec::write(fallback, *keep_);
    if constexpr (Codec::kind == TERRAWRIGHT_PARAMETER_ROWS) {
      using Row = typename Value::value_type;
      plain.columns = detail::described<Row>().plain_columns();
      plain.n_columns = detail::described<Row>().columns().size();
    }
    if constexpr (Codec::kind == TERRAWRIGHT_PARAMETER_LIST)
      plain.item_kind = detail::Codec<typename Value::value_type>::kind;
    const Column column = {
        plain, offset_of(owner, &fallback),
        [](void* member, const terrawright_value& value) { *static_cast<Value*>(member) = Codec::read(value); },
        [](const void* member, Keep& keep) { return Codec::write(*static_cast<const Value*>(member), keep); }};
    return ParameterRef(columns_.emplace_back(column).plain, *keep_);
  }
  static std::size_t offset_of(const void* owner, const void* member) {
    return static_cast<std::size_t>(static_cast<const char*>(member) - static_cast<const char*>(owner));
  }

 private:
  static terrawright_parameter unbounded(std::uint32_t kind, const char* name, const char* doc) {
    constexpr double open = std::numeric_limits<double>::infinity();
    terrawright_parameter plain{};
    plain.size = sizeof plain;
    plain.kind = kind;
    plain.name = name;
    plain.doc = doc;
    plain.unit = kind == TERRAWRIGHT_PARAMETER_PERCENTAGE ? "%" : "";
    plain.minimum = -open;
    plain.maximum = open;
    plain.integer_minimum = std::numeric_limits<std::int64_t>::min();
    plain.integer_maximum = std::numeric_limits<std::int64_t>::max();
    return plain;
  }

  std::deque<Column> columns_;
  mutable std::vector<const terrawright_parameter*> plain_;
  std::shared_ptr<Keep> keep_ = std::make_shared<Keep>();
};

}  // namespace detail

// The described parameters of a stage, or the columns of a table's row.
template <class Owner, class Base>
class TERRAWRIGHT_HIDDEN Parameters : public Base {
 public:
  template <class Value>
  ParameterRef parameter(Value Owner::*member, const char* name, const char* doc) {
    return Base::add(&made_, made_.*member, name, doc);
  }

 protected:
  Owner made_{};  // has the defaults, and the places of members
};

namespace detail {

template <class Row>
TERRAWRIGHT_HIDDEN TERRAWRIGHT_COLD const Parameters<Row>& described() {
  static const Parameters<Row> parameters = [] {
    Parameters<Row> p;
    Row::describe(p);
    p.plain_columns();
    return p;
  }();
  return parameters;
}

}  // namespace detail
}  // namespace v1
}  // namespace terrawright
