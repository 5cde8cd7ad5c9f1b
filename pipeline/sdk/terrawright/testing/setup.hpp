// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/setup.hpp: what a test gives to a stage, checked as a config is. All of it throws
// std::invalid_argument: that is a mistake of the test, not of the stage.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "result.hpp"
#include "terrawright/blob.hpp"
#include "terrawright/cells.hpp"
#include "terrawright/parameter.hpp"

namespace terrawright {
inline namespace v1 {
namespace testing {
namespace detail {

// A file's samples, as the engine would read them.
struct FileGiven {
  std::int64_t width, height;
  std::vector<float> samples;
  std::uint32_t bits;
  std::string bytes{};  // of a file that is no raster
};

// Data of one port.
struct Connection {
  std::uint32_t kind = 0;  // 0: not connected, nobody reads it
  std::string unit;
  std::vector<LegendEntry> legend;
  std::vector<unsigned char> cells;  // row by row
  double number = 0;
  std::vector<unsigned char> grid;
  std::optional<Rows> table;
  std::uint32_t places = 0;  // of the table: TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0
};

inline bool is_float(std::uint32_t kind) {
  return kind == TERRAWRIGHT_KIND_HEIGHT || kind == TERRAWRIGHT_KIND_SCALAR || kind == TERRAWRIGHT_KIND_WEIGHT;
}

inline std::string as_text(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", number);
  return text;
}

class Setup {
 public:
  Setup(const terrawright_stage* described, std::int64_t width, std::int64_t height) : stage(described) {
    if (stage == nullptr) throw std::invalid_argument("there is no stage");
    if (width < 1 || height < 1) throw std::invalid_argument("a world has at least one cell");
    world.width = width;
    world.height = height;
    connections.resize(stage->n_ports);
    for (std::uint64_t i = 0; i < stage->n_ports; ++i) connections[i].unit = text_or(stage->ports[i]->unit, "1");
    for (std::uint64_t i = 0; i < stage->n_ports; ++i) unwanted.push_back(false);
    for (std::uint64_t i = 0; i < stage->n_parameters; ++i) {
      values.push_back(stage->parameters[i]->fallback);
      if (values.back().text == nullptr) values.back().text = "";
    }
  }

  // ---- parameters --------------------------------------------------------------------------------------

  template <class Value>
  void set(const std::string& name, const Value& value) {
    const std::size_t i = parameter(name);
    const terrawright_parameter& declared = *stage->parameters[i];
    terrawright_value plain = terrawright::detail::plain_value();
    if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
      plain = from_text(declared, std::string(std::string_view(value)));
    } else if constexpr (std::is_same_v<Value, std::initializer_list<double>>) {
      plain = from_list(declared, value);
    } else if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      const bool real = declared.kind == TERRAWRIGHT_PARAMETER_REAL;
      if (!real && (std::is_floating_point_v<Value> || declared.kind != TERRAWRIGHT_PARAMETER_INTEGER))
        refuse_kind(declared, std::is_floating_point_v<Value> ? "a number" : "a whole number");
      if (real) plain.real = static_cast<double>(value);
      if (!real) plain.integer = static_cast<std::int64_t>(value);
    } else {
      using Codec = terrawright::detail::Codec<Value>;
      if (Codec::kind != declared.kind) refuse_kind(declared, kind_of_parameter(Codec::kind));
      if constexpr (Codec::kind == TERRAWRIGHT_PARAMETER_LIST) {
        if (terrawright::detail::Codec<typename Value::value_type>::kind != declared.item_kind)
          refuse_kind(declared, "a list of other items");
      }
      if constexpr (Codec::kind == TERRAWRIGHT_PARAMETER_ROWS) check_columns<typename Value::value_type>(declared);
      plain = Codec::write(value, *keep);
      if (plain.text == nullptr) plain.text = "";
    }
    check_range(declared, plain);
    values[i] = plain;
  }
  std::size_t parameter(const std::string& name) const {
    std::string names;
    for (std::size_t i = 0; i < stage->n_parameters; ++i) {
      if (stage->parameters[i]->name == name) return i;
      names += std::string(names.empty() ? "" : ", ") + stage->parameters[i]->name;
    }
    throw std::invalid_argument("there is no parameter '" + name + "'" +
                                (names.empty() ? "; the stage has none" : "; there are: " + names));
  }

  // ---- ports -------------------------------------------------------------------------------------------

  std::size_t port(const std::string& name, std::uint32_t direction) const {
    const char* what = direction == TERRAWRIGHT_PORT_INPUT ? "input" : "output";
    std::string names;
    for (std::size_t i = 0; i < stage->n_ports; ++i) {
      if (stage->ports[i]->direction != direction) continue;
      if (stage->ports[i]->name == name) return i;
      names += std::string(names.empty() ? "" : ", ") + stage->ports[i]->name;
    }
    throw std::invalid_argument(std::string("there is no ") + what + " '" + name + "'" +
                                (names.empty() ? "; the stage has none" : "; there are: " + names));
  }
  // An input that shall be of one of these kinds; in its place among the ports.
  std::size_t connect(const std::string& name, std::uint64_t kinds) {
    const std::size_t i = port(name, TERRAWRIGHT_PORT_INPUT);
    const std::uint32_t kind = first_kind(stage->ports[i]->kinds & kinds);
    if (kind == 0) {
      throw std::invalid_argument("the input '" + name + "' takes " + kind_name(first_kind(stage->ports[i]->kinds)) +
                                  ", not " + kind_name(first_kind(kinds)));
    }
    connections[i].kind = kind;
    return i;
  }
  void set_unit(std::size_t i, const std::string& unit) {
    const char* declared = stage->ports[i]->unit;
    if (declared != nullptr && unit != declared) {
      throw std::invalid_argument(std::string("the input '") + stage->ports[i]->name + "' is in " + declared +
                                  ", not in " + unit);
    }
    connections[i].unit = unit;
  }
  // Cells of an input: a function of x and y for each cell, or all of them row by row, or one value for all.
  template <class Cells>
  void fill(std::size_t i, const Cells& cells) {
    Connection& to = connections[i];
    const std::size_t bytes = cell_bytes(to.kind);
    to.cells.resize(static_cast<std::size_t>(world.width * world.height) * bytes);
    if constexpr (!std::is_invocable_v<const Cells&, std::int64_t, std::int64_t> && !is_cell<Cells>) {
      if (static_cast<std::int64_t>(cells.size()) != world.width * world.height) {
        throw std::invalid_argument("the input '" + std::string(stage->ports[i]->name) + "' has " +
                                    std::to_string(cells.size()) + " cells in a world of " +
                                    std::to_string(world.width) + " x " + std::to_string(world.height));
      }
    }
    unsigned char* at = to.cells.data();
    for (std::int64_t y = 0; y < world.height; ++y) {
      for (std::int64_t x = 0; x < world.width; ++x, at += bytes) {
        if constexpr (std::is_invocable_v<const Cells&, std::int64_t, std::int64_t>) {
          write(i, cells(x, y), at);
        } else if constexpr (is_cell<Cells>) {
          write(i, cells, at);
        } else {
          write(i, cells[static_cast<std::size_t>(y * world.width + x)], at);
        }
      }
    }
  }
  // The rows of an input table, which are at points, are lines, or are nowhere.
  void fill_table(std::size_t i, Rows rows, std::uint32_t places) {
    const std::uint32_t wanted = stage->ports[i]->flags & (TERRAWRIGHT_PORT_POINTS | TERRAWRIGHT_PORT_LINES);
    if (rows.rows() != 0 && wanted != 0 && !(wanted & places))
      throw std::invalid_argument(std::string("the rows of the input '") + stage->ports[i]->name +
                                  "' are not where it wants them");
    connections[i].table = std::move(rows);
    connections[i].places = places;
  }

  static std::string text_or(const char* text, const char* otherwise) { return text == nullptr ? otherwise : text; }

  const terrawright_stage* stage;
  terrawright_world_facts world = {
      sizeof(terrawright_world_facts), 0, 0, 0, 1000.0, 40.0, 0.0};  // as where a config says nothing
  std::uint64_t seed = 0;
  std::string node = "node";
  std::vector<terrawright_value> values;  // one per parameter
  std::shared_ptr<terrawright::detail::Keep> keep = std::make_shared<terrawright::detail::Keep>();
  std::vector<Connection> connections;  // one per port; of an output its unit at most
  std::vector<bool> unwanted;           // outputs that nobody reads
  std::map<std::string, FileGiven> files;
  std::uint64_t stops_at = 0;  // when it asks for this time; 0: never

 private:
  template <class Value>
  static constexpr bool is_cell =
      std::is_arithmetic_v<Value> || std::is_same_v<Value, Vector2> || std::is_same_v<Value, Colour>;

  template <class Cell>
  void write(std::size_t i, const Cell& cell, unsigned char* to) const {
    const std::uint32_t kind = connections[i].kind;
    const auto as = [&](auto value) { std::memcpy(to, &value, sizeof value); };
    if constexpr (std::is_arithmetic_v<Cell>) {
      if (is_float(kind)) return as(static_cast<float>(cell));
      if (kind == TERRAWRIGHT_KIND_MASK) return as(static_cast<std::uint8_t>(cell));
      if (kind == TERRAWRIGHT_KIND_CLASS) return as(static_cast<std::uint16_t>(cell));
      if (kind == TERRAWRIGHT_KIND_COUNT) return as(static_cast<std::int64_t>(cell));
    } else {
      if (kind == (std::is_same_v<Cell, Vector2> ? TERRAWRIGHT_KIND_VECTOR : TERRAWRIGHT_KIND_COLOUR)) return as(cell);
    }
    throw std::invalid_argument(std::string("the cells for the input '") + stage->ports[i]->name + "' are not " +
                                kind_name(kind));
  }

  static const char* kind_of_parameter(std::uint32_t kind) {
    constexpr const char* names[] = {"nothing",  "a number", "a whole number", "true or false",
                                     "a choice", "a text",   "a percentage",   "a list",
                                     "a table",  "a file",   "a colour"};
    return kind < sizeof names / sizeof names[0] ? names[kind] : "of no kind";
  }
  [[noreturn]] static void refuse_kind(const terrawright_parameter& declared, const char* given) {
    throw std::invalid_argument(std::string("the parameter '") + declared.name + "' is " +
                                kind_of_parameter(declared.kind) + ", not " + given);
  }
  terrawright_value from_text(const terrawright_parameter& declared, const std::string& text) {
    terrawright_value plain = terrawright::detail::plain_value();
    plain.text = keep->texts.emplace_back(text).c_str();
    if (declared.word != nullptr && text == declared.word) {
      plain.is_word = 1;
      return plain;
    }
    std::string choices;
    for (std::uint64_t i = 0; declared.kind == TERRAWRIGHT_PARAMETER_CHOICE && i < declared.n_choices; ++i) {
      plain.integer = static_cast<std::int64_t>(i);
      if (text == declared.choices[i]) return plain;
      choices += std::string(choices.empty() ? "" : ", ") + declared.choices[i];
    }
    if (!choices.empty()) {
      throw std::invalid_argument(std::string("the parameter '") + declared.name + "' cannot be '" + text +
                                  "'; it can be: " + choices);
    }
    if (declared.kind != TERRAWRIGHT_PARAMETER_TEXT && declared.kind != TERRAWRIGHT_PARAMETER_FILE)
      refuse_kind(declared, "a text");
    return plain;
  }
  terrawright_value from_list(const terrawright_parameter& declared, std::initializer_list<double> numbers) {
    if (declared.kind != TERRAWRIGHT_PARAMETER_LIST || declared.item_kind == TERRAWRIGHT_PARAMETER_TEXT)
      refuse_kind(declared, "a list of numbers");
    const bool whole = declared.item_kind == TERRAWRIGHT_PARAMETER_INTEGER;
    std::vector<terrawright_value> items;
    for (const double number : numbers) {
      items.push_back(terrawright::detail::plain_value());
      if (whole) items.back().integer = static_cast<std::int64_t>(number);
      if (!whole) items.back().real = number;
    }
    return terrawright::detail::Codec<std::vector<double>>::list(std::move(items), *keep);
  }
  template <class Row>
  static void check_columns(const terrawright_parameter& declared) {
    const auto& columns = terrawright::detail::described<Row>().columns();
    bool same = columns.size() == declared.n_columns;
    for (std::size_t i = 0; same && i < columns.size(); ++i) {
      same = columns[i].plain.kind == declared.columns[i]->kind &&
             std::string(columns[i].plain.name) == declared.columns[i]->name;
    }
    if (!same) refuse_kind(declared, "a table of other columns");
  }
  // As a config is checked: what is outside never reaches the stage.
  static void check_range(const terrawright_parameter& declared, const terrawright_value& value) {
    const auto outside = [&](double given, double least, double most) {
      throw std::invalid_argument(std::string("the parameter '") + declared.name + "' is " + as_text(given) +
                                  ", and goes from " + as_text(least) + " to " + as_text(most));
    };
    const auto check_one = [&](const terrawright_value& one, std::uint32_t kind) {
      if (one.is_word) {
        if (declared.word == nullptr) refuse_kind(declared, "a word");
      } else if (kind == TERRAWRIGHT_PARAMETER_INTEGER) {
        if (one.integer < declared.integer_minimum || one.integer > declared.integer_maximum)
          outside(static_cast<double>(one.integer), static_cast<double>(declared.integer_minimum),
                  static_cast<double>(declared.integer_maximum));
      } else if (kind == TERRAWRIGHT_PARAMETER_REAL || kind == TERRAWRIGHT_PARAMETER_PERCENTAGE) {
        const double number = kind == TERRAWRIGHT_PARAMETER_REAL ? one.real : static_cast<double>(one.integer) / 1e4;
        if (!(number >= declared.minimum && number <= declared.maximum))
          outside(number, declared.minimum, declared.maximum);
      } else if (kind == TERRAWRIGHT_PARAMETER_CHOICE) {
        if (one.integer < 0 || static_cast<std::uint64_t>(one.integer) >= declared.n_choices)
          outside(static_cast<double>(one.integer), 0, static_cast<double>(declared.n_choices) - 1);
      }
    };
    check_one(value, declared.kind);
    if (declared.kind != TERRAWRIGHT_PARAMETER_LIST) return;
    for (std::uint64_t i = 0; i < value.n_items; ++i) check_one(value.items[i], declared.item_kind);
  }
};

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright
