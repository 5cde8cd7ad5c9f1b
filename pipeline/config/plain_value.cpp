// SPDX-License-Identifier: Apache-2.0
#include "plain_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "quantity.hpp"
#include "report/suggest.hpp"

namespace terrawright::config {
namespace {

using report::quote;

terrawright_value plain() { return {0, 0, 0.0, 0, nullptr, nullptr, 0}; }

terrawright_value of_integer(std::int64_t integer) {
  terrawright_value value = plain();
  value.integer = integer;
  return value;
}

std::vector<std::string> choices_of(const terrawright_parameter& declared) {
  return {declared.choices, declared.choices + declared.n_choices};
}

std::vector<std::string> columns_of(const terrawright_parameter& declared) {
  std::vector<std::string> names;
  for (std::uint64_t c = 0; c < declared.n_columns; ++c) names.emplace_back(declared.columns[c]->name);
  return names;
}

// "a number of m", "a list of numbers": what a parameter wants.
std::string wanted(const terrawright_parameter& declared) {
  const std::string unit = declared.unit ? declared.unit : "";
  const std::string in_unit = unit.empty() || unit == "1" ? "" : (of_cells(unit) ? " of " : " in ") + unit;
  const std::string or_word = declared.word ? " or '" + std::string(declared.word) + "'" : "";
  switch (declared.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      return "a number" + in_unit + or_word;
    case TERRAWRIGHT_PARAMETER_INTEGER:
      return "a whole number" + in_unit + or_word;
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      return "true or false";
    case TERRAWRIGHT_PARAMETER_CHOICE:
      return "one of its choices";
    case TERRAWRIGHT_PARAMETER_PERCENTAGE:
      return "a percentage" + or_word;
    case TERRAWRIGHT_PARAMETER_COLOUR:
      return "a colour, as \"#rrggbb\"" + or_word;
    case TERRAWRIGHT_PARAMETER_LIST:
      if (declared.item_kind == TERRAWRIGHT_PARAMETER_TEXT) return "a list of texts";
      return (declared.item_kind == TERRAWRIGHT_PARAMETER_INTEGER ? "a list of whole numbers" : "a list of numbers") +
             in_unit;
    case TERRAWRIGHT_PARAMETER_ROWS:
      return "a list of rows";
    default:
      return "a text";
  }
}

// A column's default outside of its range stands for no value.
bool has_default(const terrawright_parameter& column) {
  const terrawright_value& value = column.fallback;
  if (value.is_word) return true;
  switch (column.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      return value.real >= column.minimum && value.real <= column.maximum;
    case TERRAWRIGHT_PARAMETER_INTEGER:
      return value.integer >= column.integer_minimum && value.integer <= column.integer_maximum;
    case TERRAWRIGHT_PARAMETER_PERCENTAGE: {
      const double percent = static_cast<double>(value.integer) / 1e4;
      return percent >= column.minimum && percent <= column.maximum;
    }
    case TERRAWRIGHT_PARAMETER_CHOICE:
      return value.integer >= 0 && static_cast<std::uint64_t>(value.integer) < column.n_choices;
    default:
      return true;
  }
}

std::string example_row(const terrawright_parameter& declared) {
  std::string text;
  for (std::uint64_t c = 0; c < declared.n_columns; ++c)
    text += (c ? ", " : "") + std::string(declared.columns[c]->name) + ": " +
            canonical(declared.columns[c]->fallback, *declared.columns[c]);
  return "{" + text + "}";
}

}  // namespace

std::string allowed_range(const terrawright_parameter& declared) {
  const double open = std::numeric_limits<double>::infinity();
  const std::string unit = declared.unit ? declared.unit : "";
  const std::string low = with_unit(declared.minimum, unit), high = with_unit(declared.maximum, unit);
  if (declared.minimum > -open && declared.maximum < open) return low + " to " + high;
  if (declared.minimum > -open) return "at least " + low;
  return declared.maximum < open ? "at most " + high : "";
}

std::string within(const terrawright_parameter& declared, bool below) {
  const double bound = std::clamp(below ? declared.minimum : declared.maximum, -9e18, 9e18);
  return "write " + with_unit(bound, declared.unit ? declared.unit : "") + (below ? " or more" : " or less");
}

std::optional<terrawright_value> ValueParser::read(const Value& value, const terrawright_parameter& declared,
                                                   const std::string& what) {
  if (value.is_null())
    return check_.no_value(
        value, what + " has no value",
        "write " + wanted(declared) + ", or delete it: its default is " + canonical(declared.fallback, declared));
  if (declared.kind == TERRAWRIGHT_PARAMETER_LIST) return list(value, declared, what);
  if (declared.kind == TERRAWRIGHT_PARAMETER_ROWS) return table(value, declared, what);
  if (!value.is_scalar())
    return check_.no_value(value, what + " must be " + wanted(declared) + ", not " + value.description(),
                           "write one value in the place of the " + std::string(value.is_list() ? "list" : "map"));
  if (declared.kind == TERRAWRIGHT_PARAMETER_CHOICE) return choice(value, declared, what);
  if (declared.kind == TERRAWRIGHT_PARAMETER_COLOUR) return colour(value, declared, what);
  if (declared.kind != TERRAWRIGHT_PARAMETER_TEXT && declared.kind != TERRAWRIGHT_PARAMETER_FILE)
    return number(value, declared, what);
  terrawright_value text = plain();
  text.text = keep_.texts.emplace_back(value.text).c_str();
  return text;
}

std::optional<terrawright_value> ValueParser::number(const Value& value, const terrawright_parameter& declared,
                                                     const std::string& what) {
  terrawright_value read = plain();
  if (declared.word && value.text == declared.word) {
    read.is_word = 1;
    return read;
  }
  if (value.quoted)
    return check_.no_value(value, what + " must be " + wanted(declared) + ", not the text " + quote(value.text),
                           "delete the quotes");
  const std::string unit = declared.unit ? declared.unit : "";
  // In the unit of minimum and maximum.
  double compared = 0.0;
  const auto take = [&](const auto& reading, auto&& store) {
    if (reading) {
      store(*reading.value);
      return true;
    }
    const bool suggest_word = declared.word && !report::suggest(value.text, {declared.word}).empty();
    std::string hint = suggest_word ? "did you mean '" + std::string(declared.word) + "'?" : reading.hint;
    if (hint.empty()) hint = "write " + wanted(declared);
    return check_.error(value, what + ": " + reading.problem, hint);
  };
  if (measures_cells(value.text, unit)) {
    double metres = 0.0;
    if (!take(read_real(value.text, unit), [&](double real) { metres = real; })) return std::nullopt;
    return measured(value, declared, what, metres);
  }
  bool good = false;
  if (declared.kind == TERRAWRIGHT_PARAMETER_REAL) {
    good = take(read_real(value.text, unit), [&](double real) { compared = read.real = real; });
  } else if (declared.kind == TERRAWRIGHT_PARAMETER_PERCENTAGE) {
    good = take(read_percentage(value.text), [&](std::int64_t parts) {
      read.integer = parts;
      // As written: rounding to parts must not bring a value into the range.
      compared = read_real(value.text, unit).value.value_or(static_cast<double>(parts) / 1e4);
    });
  } else if (declared.kind == TERRAWRIGHT_PARAMETER_BOOLEAN) {
    return take(read_boolean(value.text), [&](bool yes) { read.integer = yes; }) ? std::optional(read) : std::nullopt;
  } else {
    good = take(read_integer(value.text, unit), [&](std::int64_t integer) {
      read.integer = integer;
      compared = static_cast<double>(integer);
    });
  }
  if (!good) return std::nullopt;
  const bool whole = declared.kind == TERRAWRIGHT_PARAMETER_INTEGER;
  const bool outside = whole ? read.integer < declared.integer_minimum || read.integer > declared.integer_maximum
                             : compared < declared.minimum || compared > declared.maximum;
  if (outside) {
    const bool below = whole ? read.integer < declared.integer_minimum : compared < declared.minimum;
    return check_.no_value(value, what + " is " + shown(value) + "; " + stage_ + " allows " + allowed_range(declared),
                           within(declared, below));
  }
  if (!column_told_ || !*column_told_) {
    check_.warn_if_bare(value, unit);
    if (column_told_) *column_told_ = taken_as(value.text, unit).has_value();
  }
  return read;
}

// A length or an area as cells of the world: the nearest whole number where whole ones are asked for, halves up. A
// value above 0 becomes at least the smallest allowed one, so that a coarse world accepts a fine world's config.
std::optional<terrawright_value> ValueParser::measured(const Value& value, const terrawright_parameter& declared,
                                                       const std::string& what, double metres) {
  terrawright_value read = plain();
  if (cell_ == 0.0) {
    // For a composite, before a world uses it.
    read = declared.fallback;
    read.text = keep_.texts.emplace_back(value.text).c_str();
    return read;
  }
  const bool whole = declared.kind == TERRAWRIGHT_PARAMETER_INTEGER;
  const double exact = in_cells(metres, declared.unit, cell_);
  double cells = exact;
  if (whole) cells = std::floor(cells + 0.5);
  const double least = whole ? static_cast<double>(declared.integer_minimum) : declared.minimum;
  const double most = whole ? static_cast<double>(declared.integer_maximum) : declared.maximum;
  if (metres > 0.0 && cells < least) cells = least;
  if (cells < least || cells > most || (exact < 0.0 && least >= 0.0) || std::fabs(cells) > 9e18) {
    const std::string range = allowed_range(declared);
    return check_.no_value(value,
                           what + " is " + shown(value) + ", " + with_unit(cells, "cells") + " of " +
                               with_unit(cell_, "m") + "; " + stage_ + " allows " +
                               (range.empty() ? "9e18 cells" : range),
                           within(declared, cells < least || exact < 0.0));
  }
  if (whole) read.integer = static_cast<std::int64_t>(cells);
  if (!whole) read.real = cells;
  return read;
}

std::optional<terrawright_value> ValueParser::choice(const Value& value, const terrawright_parameter& declared,
                                                     const std::string& what) {
  const std::vector<std::string> choices = choices_of(declared);
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (choices[i] == value.text) return of_integer(static_cast<std::int64_t>(i));
  // A word for true or false means one of the choices, which is not the nearest in letters.
  const auto boolean = read_boolean(value.text);
  const bool is_on = boolean.value.value_or(boolean.hint == "write true");
  const bool is_off = !boolean.value.value_or(boolean.hint != "write false");
  std::string meant = value.text;
  for (const std::string& choice : choices) {
    const bool is_none = choice == "off" || choice == "none";
    if ((is_off && is_none) || (is_on && !is_none && choices.size() == 2)) meant = choice;
  }
  return check_.no_value(value, what + " cannot be " + quote(value.text),
                         report::did_you_mean(meant, choices, "its choices are"));
}

std::optional<terrawright_value> ValueParser::colour(const Value& value, const terrawright_parameter& declared,
                                                     const std::string& what) {
  if (declared.word && value.text == declared.word) {
    terrawright_value word = plain();
    word.is_word = 1;
    return word;
  }
  const std::string& text = value.text;
  std::int64_t read = 0;
  const bool digits =
      text.size() == 7 && text[0] == '#' && text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  if (digits) {
    std::from_chars(text.data() + 1, text.data() + text.size(), read, 16);
    return of_integer(read);
  }
  return check_.no_value(value, what + ": " + quote(text) + " is not a colour", "write it as \"#rrggbb\", in quotes");
}

terrawright_value ValueParser::kept(std::vector<terrawright_value> items) {
  const auto& stored = keep_.items.emplace_back(std::move(items));
  terrawright_value value = plain();
  value.items = stored.data();
  value.n_items = stored.size();
  return value;
}

terrawright_parameter item_of(const terrawright_parameter& list) {
  terrawright_parameter item = list;
  item.kind = list.item_kind;
  return item;
}

std::optional<terrawright_value> ValueParser::list(const Value& value, const terrawright_parameter& declared,
                                                   const std::string& what) {
  terrawright_parameter item = item_of(declared);
  item.fallback = plain();
  if (one_is_list_ && value.is_scalar()) {
    const auto one = read(value, item, what);
    return one ? std::optional(kept({*one})) : std::nullopt;
  }
  if (!value.is_list()) {
    const std::string hint = "write [" + (value.is_scalar() ? value.text : "1, 2, 3") + "]";
    return check_.no_value(value, what + " must be " + wanted(declared) + ", not " + value.description(), hint);
  }
  std::vector<terrawright_value> items;
  bool good = true;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const auto one = read(value.items[i], item, "item " + std::to_string(i + 1) + " of " + what);
    if (one) items.push_back(*one);
    good = good && one;
  }
  if (!good) return std::nullopt;
  return kept(std::move(items));
}

std::optional<terrawright_value> ValueParser::table(const Value& value, const terrawright_parameter& declared,
                                                    const std::string& what) {
  if (!value.is_list())
    return check_.no_value(value, what + " must be a list of rows, not " + value.description(),
                           "write [" + example_row(declared) + "], or {file: NAME.yaml} where the rows are");
  std::vector<terrawright_value> rows;
  columns_told_.assign(declared.n_columns, 0);
  bool good = true;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const auto one = row(value.items[i], declared, "row " + std::to_string(i + 1) + " of " + what);
    if (one) rows.push_back(*one);
    good = good && one;
  }
  if (!good) return std::nullopt;
  return kept(std::move(rows));
}

std::optional<terrawright_value> ValueParser::row(const Value& value, const terrawright_parameter& declared,
                                                  const std::string& what) {
  const std::vector<std::string> names = columns_of(declared);
  if (!value.is_map() && !value.is_list())
    return check_.no_value(value, what + " must be a map or a list, not " + value.description(),
                           "write " + example_row(declared));
  bool good = value.items.size() <= names.size();
  if (!good)
    check_.error(
        value,
        what + " has " + std::to_string(value.items.size()) + " items for " + std::to_string(names.size()) + " columns",
        "its columns are: " + report::join(names));
  if (value.is_map()) good = check_.known_keys(value, names, what);
  std::vector<terrawright_value> cells;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const terrawright_parameter& column = *declared.columns[c];
    const Entry* entry = value.find(names[c]);
    const Value* cell = entry ? &entry->value : c < value.items.size() ? &value.items[c] : nullptr;
    column_told_ = &columns_told_[c];
    if (cell == nullptr && good && !has_default(column))
      good = check_.error(value, what + " lacks " + quote(names[c]), "add " + names[c] + ": " + wanted(column));
    const auto read_cell = cell ? read(*cell, column, quote(names[c]) + " in " + what) : column.fallback;
    good = good && read_cell;
    cells.push_back(read_cell.value_or(column.fallback));
    column_told_ = nullptr;
  }
  if (!good) return std::nullopt;
  return kept(std::move(cells));
}

}  // namespace terrawright::config
