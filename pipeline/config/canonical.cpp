// SPDX-License-Identifier: Apache-2.0
// Plain values back to text: for keys, the manifest, and the defaults that messages name.
#include "plain_value.hpp"
#include "unit.hpp"

namespace terrawright::config {
namespace {

std::string quoted(const char* text) {
  std::string written = "\"";
  for (const char* c = text ? text : ""; *c; ++c) {
    if (*c == '"' || *c == '\\') written += '\\';
    if (*c == '\n') {
      written += "\\n";
    } else if (static_cast<unsigned char>(*c) < 0x20) {
      constexpr char digits[] = "0123456789abcdef";
      written += "\\u00";
      written += digits[*c >> 4];
      written += digits[*c & 15];
    } else {
      written += *c;
    }
  }
  return written + '"';
}

// 555000 to "55.5": all digits that count, and no more.
std::string percent(std::int64_t parts) {
  const bool negative = parts < 0;
  std::uint64_t size = negative ? 0 - static_cast<std::uint64_t>(parts) : static_cast<std::uint64_t>(parts);
  std::string text = std::to_string(size / 10000);
  std::string places = std::to_string(10000 + size % 10000).substr(1);
  places.erase(places.find_last_not_of('0') + 1);
  if (!places.empty()) text += '.' + places;
  return (negative ? "-" : "") + text + " %";
}

std::string with_plain_unit(const std::string& number, const char* unit) {
  const std::string name = unit ? unit : "";
  return name.empty() || name == "1" || of_cells(name) ? number : number + ' ' + name;
}

std::string colour_text(std::int64_t colour) {
  std::string text = "#";
  for (int shift = 20; shift >= 0; shift -= 4) text += "0123456789abcdef"[colour >> shift & 15];
  return text;
}

std::string list(const terrawright_value& value, const terrawright_parameter& declared) {
  terrawright_parameter item = declared;
  item.kind = declared.item_kind;
  std::string text;
  for (std::uint64_t i = 0; i < value.n_items; ++i) text += (i ? ", " : "") + canonical(value.items[i], item);
  return '[' + text + ']';
}

std::string table(const terrawright_value& value, const terrawright_parameter& declared) {
  std::string text;
  for (std::uint64_t r = 0; r < value.n_items; ++r) {
    text += r ? ", {" : "{";
    for (std::uint64_t c = 0; c < declared.n_columns; ++c)
      text += (c ? ", " : "") + std::string(declared.columns[c]->name) + ": " +
              canonical(value.items[r].items[c], *declared.columns[c]);
    text += '}';
  }
  return '[' + text + ']';
}

}  // namespace

const char* unmeasured(const terrawright_value& value, const terrawright_parameter& declared) {
  const bool number = declared.kind == TERRAWRIGHT_PARAMETER_REAL || declared.kind == TERRAWRIGHT_PARAMETER_INTEGER;
  const bool is_given = number && value.text != nullptr && *value.text != 0;
  return is_given && of_cells(declared.unit ? declared.unit : "") ? value.text : nullptr;
}

std::string canonical(const terrawright_value& value, const terrawright_parameter& declared) {
  if (value.is_word) return declared.word ? declared.word : "";
  if (const char* text = unmeasured(value, declared)) return text;
  switch (declared.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      return with_plain_unit(canonical(value.real), declared.unit);
    case TERRAWRIGHT_PARAMETER_INTEGER:
      return with_plain_unit(std::to_string(value.integer), declared.unit);
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      return value.integer ? "true" : "false";
    case TERRAWRIGHT_PARAMETER_CHOICE:
      return value.integer >= 0 && static_cast<std::uint64_t>(value.integer) < declared.n_choices
                 ? declared.choices[value.integer]
                 : std::to_string(value.integer);
    case TERRAWRIGHT_PARAMETER_PERCENTAGE:
      return percent(value.integer);
    case TERRAWRIGHT_PARAMETER_COLOUR:
      return quoted(colour_text(value.integer).c_str());
    case TERRAWRIGHT_PARAMETER_LIST:
      return list(value, declared);
    case TERRAWRIGHT_PARAMETER_ROWS:
      return table(value, declared);
    default:
      return quoted(value.text);
  }
}

}  // namespace terrawright::config
