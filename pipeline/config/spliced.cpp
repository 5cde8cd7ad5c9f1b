// SPDX-License-Identifier: Apache-2.0
#include "spliced.hpp"

#include <algorithm>

#include "reader.hpp"
#include "report/utf8.hpp"

namespace terrawright::config {
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
  // The value of a knob, not its doc and range.
  if (keys.front() == "knobs" && at->is_map()) {
    const Entry* entry = at->find("value");
    at = entry ? &entry->value : nullptr;
  }
  return at;
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
  if (old == nullptr || !old->position) {
    diagnostics.error({}, "the value of " + name + " does not stand in " + quote(source->name),
                      document->find("extends") ? "this world extends another one; write " + keys.back() + ": " +
                                                      value + " under " + keys.front() + ": there"
                                                : "write it there yourself");
    return std::nullopt;
  }
  if (!old->is_scalar()) {
    diagnostics.error(old->position, "the value of " + name + " is " + old->description() + ", not a single one",
                      "change it in the file");
    return std::nullopt;
  }
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
  diagnostics.error(old->position, "the value of " + name + " cannot be replaced here without changing another",
                    "it is shared by an anchor or spans lines: change it in the file");
  return std::nullopt;
}

}  // namespace terrawright::config
