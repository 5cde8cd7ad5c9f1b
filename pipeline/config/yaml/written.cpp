// SPDX-License-Identifier: Apache-2.0
#include "written.hpp"

#include <algorithm>

#include "config/knobs.hpp"
#include "config/plain_value.hpp"
#include "config/quantity.hpp"
#include "config/reader.hpp"
#include "report/utf8.hpp"

namespace terrawright::config {
namespace {

constexpr std::size_t longest_line = 110;

std::string in_quotes(const std::string& text) {
  std::string written = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F are two bytes.
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool is_pair = byte == 0xc2 && next < 0xa0;
    if (is_pair) byte = next;
    if (byte < 0x20 || byte == 0x7f || is_pair) {
      constexpr char digits[] = "0123456789abcdef";
      written += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    } else {
      if (text[i] == '"' || text[i] == '\\') written += '\\';
      written += text[i];
    }
    if (is_pair) ++i;
  }
  return written + '"';
}

// Plain as it was read, but where lines were folded into it, or where brackets would not take it.
std::string scalar_text(const Value& value, bool in_brackets) {
  const bool folded = std::any_of(value.text.begin(), value.text.end(), [](unsigned char c) { return c < 0x20; });
  const bool cut = in_brackets && value.text.find_first_of(",[]{}") != std::string::npos;
  return value.quoted || folded || cut ? in_quotes(value.text) : value.text;
}

// Whether it is a text of several lines that can stand as such, behind `|`.
bool fits_lines(const Value& value) {
  const std::string& text = value.text;
  const auto is_odd = [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7f || c == 0xc2; };
  return value.is_scalar() && value.quoted && text.find('\n') != std::string::npos && text[0] != ' ' &&
         text[0] != '\n' && text.find(" \n") == std::string::npos && text.find("\n\n") == std::string::npos &&
         text.back() != ' ' && std::none_of(text.begin(), text.end(), is_odd);
}

// A plain text that brackets would not take has to stand outside of them: in quotes it is no number any more.
bool fits_brackets(const Value& value) {
  if (value.is_scalar())
    return !fits_lines(value) && (value.quoted || value.text.find_first_of(",[]{}") == std::string::npos);
  return std::all_of(value.items.begin(), value.items.end(), fits_brackets) &&
         std::all_of(value.entries.begin(), value.entries.end(), [](const Entry& e) { return fits_brackets(e.value); });
}

std::string key_text(const std::string& text) {
  constexpr char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@";
  return !text.empty() && text.find_first_not_of(plain) == std::string::npos && text != "null" ? text : in_quotes(text);
}

class YamlWriter {
 public:
  std::string take() { return std::move(text_); }

  // Behind `key:` or `-`, which stand `indent` deep: on the same line, or on lines below.
  void put(const Value& value, std::size_t indent, bool in_list) {
    if (fits_lines(value)) return put_lines(value.text, indent);
    const bool nested = value.is_map() || value.is_list();
    const std::size_t used = text_.size() - text_.rfind('\n');
    if (const std::string line = written_on_one_line(value);
        !nested || (used + line.size() <= longest_line && fits_brackets(value)) ||
        (value.items.empty() && value.entries.empty())) {
      text_ += ' ' + (nested || value.is_null() ? line : scalar_text(value, false)) + '\n';
      return;
    }
    if (!in_list) text_ += '\n';
    bool first = in_list;
    for (const Value& item : value.items) {
      begin(first, indent) += '-';
      put(item, indent + 2, true);
    }
    for (const Entry& entry : value.entries) {
      begin(first, indent) += key_text(entry.key) + ':';
      put(entry.value, indent + 2, false);
    }
  }

  void put_section(const Entry& entry) {
    if (!text_.empty() && (entry.value.is_map() || entry.value.is_list()) && entry.key != "world") text_ += '\n';
    text_ += entry.key + ':';
    put(entry.value, 2, false);
  }

 private:
  void put_lines(const std::string& text, std::size_t indent) {
    const bool ends = text.back() == '\n';
    text_ += ends ? " |\n" : " |-\n";
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      text_ += std::string(indent, ' ') + text.substr(begin, end - begin) + '\n';
      begin = end + 1;
    }
  }

  // The first key of a map, or item of a list, in a list stands behind the '-'.
  std::string& begin(bool& first, std::size_t indent) {
    text_ += first ? " " : std::string(indent, ' ');
    first = false;
    return text_;
  }

  std::string text_;
};

}  // namespace

std::string written_on_one_line(const Value& value) {
  if (value.is_null()) return "~";
  if (value.is_scalar()) return scalar_text(value, true);
  std::string text;
  for (const Value& item : value.items) text += (text.empty() ? "" : ", ") + written_on_one_line(item);
  for (const Entry& entry : value.entries)
    text += (text.empty() ? "" : ", ") + key_text(entry.key) + ": " + written_on_one_line(entry.value);
  return value.is_list() ? "[" + text + "]" : "{" + text + "}";
}

std::string written(const Value& document) {
  YamlWriter writer;
  for (const Entry& entry : document.entries) writer.put_section(entry);
  return writer.take();
}

namespace {

// Plain values back to text: for keys, the manifest, and the defaults that messages name.

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
  const terrawright_parameter item = item_of(declared);
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

namespace {

using report::quote;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// The value at the end of the keys; nullptr: not there.
const Value* find(const Value& document, const std::vector<std::string>& keys) {
  const Value* at = &document;
  for (const std::string& key : keys) {
    const Entry* entry = at->find(key);
    if (!entry) return nullptr;
    at = &entry->value;
  }
  return keys.front() == "knobs" ? value_of_knob(*at) : at;
}

// Whether two texts say the same but for `other` of the first and its counterpart.
bool same_but(const Value& a, const Value& b, const Value* other) {
  if (&a == other) return true;
  if (a.type != b.type || a.text != b.text || a.quoted != b.quoted || a.items.size() != b.items.size() ||
      a.entries.size() != b.entries.size())
    return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!same_but(a.items[i], b.items[i], other)) return false;
  }
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    if (a.entries[i].key != b.entries[i].key || !same_but(a.entries[i].value, b.entries[i].value, other)) return false;
  }
  return true;
}

// Skips `count` characters.
std::size_t behind(std::string_view text, std::size_t offset, std::size_t count) {
  for (; count > 0 && offset < text.size(); --count) offset += report::character_at(text, offset).size;
  return offset;
}

std::size_t line_begin(std::string_view text, std::size_t line) {
  std::size_t offset = 0;
  for (; line > 1; --line) offset = text.find('\n', offset) + 1;
  return offset;
}

bool reads_as(const Value& written, const std::string& value) { return written.is_scalar() && written.text == value; }

}  // namespace

std::optional<std::string> spliced(const std::shared_ptr<const report::Source>& source,
                                   const std::vector<std::string>& keys, const std::string& value,
                                   report::Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  const auto document = read(source, diagnostics);
  if (!document || diagnostics.error_count() != before) return std::nullopt;
  const std::string name = quote(keys.back());
  const Value* const old = find(*document, keys);
  if (old == nullptr || !old->position)
    return diagnostics.no_value({}, "the value of " + name + " does not stand in " + quote(source->name),
                                document->find("extends") ? "this world extends another one; write " + keys.back() +
                                                                ": " + value + " under " + keys.front() + ": there"
                                                          : "write it there yourself");
  if (!old->is_scalar())
    return diagnostics.no_value(old->position,
                                "the value of " + name + " is " + old->description() + ", not a single one",
                                "change it in the file");
  const std::string& all = source->text;
  const bool marked = all.compare(0, byte_order_mark.size(), byte_order_mark) == 0;
  const std::string text = marked ? all.substr(byte_order_mark.size()) : all;
  const std::size_t begin = behind(text, line_begin(text, old->position.line), old->position.column - 1);
  const std::size_t end = behind(text, begin, old->position.length);
  std::string in_quotes = "\"";
  for (const char c : value) in_quotes += (c == '"' || c == '\\' ? std::string(1, '\\') : std::string()) + c;
  in_quotes += '"';
  for (const std::string& written : {value, in_quotes}) {
    auto changed = std::make_shared<report::Source>(*source);
    changed->text = text.substr(0, begin) + written + text.substr(end);
    report::Diagnostics unsaid;
    const auto read_back = read(changed, unsaid);
    if (!read_back || unsaid.has_errors()) continue;
    const Value* const now = find(*read_back, keys);
    if (now != nullptr && reads_as(*now, value) && same_but(*document, *read_back, old))
      return (marked ? std::string(byte_order_mark) : std::string()) + changed->text;
  }
  return diagnostics.no_value(old->position,
                              "the value of " + name + " cannot be replaced here without changing another",
                              "it is shared by an anchor or spans lines: change it in the file");
}

}  // namespace terrawright::config
