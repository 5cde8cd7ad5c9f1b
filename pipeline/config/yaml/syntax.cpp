// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <optional>

#include "config/reader.hpp"
#include "report/utf8.hpp"

namespace terrawright::config {
namespace {

// Behind the quote that closes the one at `begin`, or `end`.
std::size_t behind_quote(std::string_view text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (text[begin] == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == text[begin]) {
      return i + 1;
    }
  }
  return end;
}

// True where a value or key may begin: at the start of a line, or behind one of these and spaces. Behind a bracket that
// closes it may not, but it is read as if it did.
bool begins_value(std::string_view text, std::size_t offset) {
  std::size_t before = offset;
  while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t')) --before;
  return before == 0 || std::string_view("\n[{]},:-=").find(text[before - 1]) != std::string_view::npos;
}

// Indentation of the key of this line, as `- key: |` has it.
std::size_t indentation_at(std::string_view text, std::size_t offset) {
  const std::size_t start = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  const std::size_t key = text.find_first_not_of(" -?", start);
  return std::min(key, offset) - start;
}

// Behind the text block that begins with the '|' or '>' at `begin`; `begin` where none does.
std::size_t behind_block(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t indicators = text.find_first_not_of("0123456789+-", begin + 1);
  const std::size_t rest = text.find_first_not_of(" \t\r", indicators);
  if (rest != std::string_view::npos && text[rest] != '\n' && text[rest] != '#') return begin;
  const std::size_t outside = indentation_at(text, begin);
  std::size_t line = text.find('\n', begin);
  while (line < end) {
    const std::size_t first = text.find_first_not_of(" \r", line + 1);
    if (first == std::string_view::npos) return end;
    if (text[first] != '\n' && first - line - 1 <= outside) return line + 1;
    line = text.find('\n', first);
  }
  return end;
}

}  // namespace

std::vector<Bracket> open_brackets(std::string_view text, std::size_t end) {
  return Brackets(text, end, end, end).open;
}

Brackets::Brackets(std::string_view text, std::size_t end, std::size_t deepest, std::size_t most) {
  end = std::min(end, text.size());
  for (std::size_t i = 0; i < end && open.size() <= deepest && values <= most; read_to = i) {
    const char c = text[i];
    const bool behind_space = i == 0 || std::string_view(" \t\n").find(text[i - 1]) != std::string_view::npos;
    if (c == '#' && behind_space) {
      i = std::min(text.find('\n', i), end);
    } else if ((c == '"' || c == '\'') && begins_value(text, i)) {
      i = behind_quote(text, i, end);
    } else if ((c == '|' || c == '>') && open.empty() && begins_value(text, i)) {
      i = std::max(i + 1, behind_block(text, i, end));
    } else {
      const bool opens = (c == '[' || c == '{') && (!open.empty() || begins_value(text, i));
      if (opens || (c == ',' && !open.empty())) ++values;
      if (opens) open.push_back({i, c});
      if ((c == ']' || c == '}') && !open.empty()) open.pop_back();
      ++i;
    }
  }
}

namespace {

using report::Diagnostic;
using report::quote;
using report::Severity;

Diagnostic error(report::Position position, std::string message, std::string hint) {
  return {Severity::error, std::move(position), std::move(message), std::move(hint), {}};
}

std::string_view character(std::string_view text, std::size_t offset) {
  return offset < text.size() ? text.substr(offset, report::character_at(text, offset).size) : std::string_view();
}

// A name behind '&' or '*'.
std::string_view word(std::string_view text, std::size_t offset) {
  const std::size_t end = text.find_first_of(" \t\r\n,[]{}", offset);
  return text.substr(offset, std::min(end, text.size()) - offset);
}

// Offset of a tab in the indentation of the line; npos: none.
std::size_t indenting_tab(const Locator& locator, std::size_t offset) {
  const std::string_view line = locator.line(offset);
  const std::size_t text = line.find_first_not_of(" \t"), tab = line.find('\t');
  if (tab == std::string_view::npos || (text != std::string_view::npos && tab > text)) return std::string_view::npos;
  return locator.line_start(offset) + tab;
}

bool begins_line(const Locator& locator, std::size_t offset) {
  const std::string_view before =
      locator.text().substr(locator.line_start(offset), offset - locator.line_start(offset));
  return before.find_first_not_of(' ') == std::string_view::npos;
}

// Nothing but blank lines and comments from here on.
bool at_end(const Locator& locator, std::size_t offset) {
  const std::string_view text = locator.text();
  while (offset < text.size()) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", offset);
    if (next == std::string_view::npos) return true;
    if (text[next] != '#') return false;
    offset = std::min(text.find('\n', next), text.size());
  }
  return true;
}

std::size_t indentation(const Locator& locator, std::size_t offset) {
  return std::min(locator.line(offset).find_first_not_of(' '), locator.line(offset).size());
}

// A colour that YAML took for a comment is the likely reason of what is wrong behind it; else `other`.
std::string colour_hint(std::string_view text, const std::string& other) {
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789abcdefABCDEF", at + 1), text.size());
    const bool begins = at > 0 && std::string_view(" \t").find(text[at - 1]) != std::string_view::npos;
    if (begins && (end == at + 7 || end == at + 9))
      return "a '#' begins a comment: write the colour in quotes, as \"" + std::string(text.substr(at, end - at)) +
             "\"";
  }
  return other;
}

// A bracket that is still open where the parser gave up; nothing where there is none.
std::optional<Diagnostic> unclosed_bracket(std::size_t offset, const Locator& locator) {
  const std::vector<Bracket> open = open_brackets(locator.text(), offset);
  if (open.empty()) return std::nullopt;
  const Bracket innermost = open.back();
  const std::string begin(1, innermost.open), close(1, innermost.close());
  const bool later_line = locator.line_of(offset) != locator.line_of(innermost.offset);
  // A line that is not indented deeper than the bracket's does not belong into it.
  if (at_end(locator, offset) || (later_line && indentation(locator, offset) <= indentation(locator, innermost.offset)))
    return error(
        locator.at(innermost.offset), "this '" + begin + "' is never closed",
        colour_hint(locator.text().substr(innermost.offset, offset - innermost.offset), "add the '" + close + "'"));
  // A key on a line of its own runs into the line before it: the complaint is at its ':'.
  const std::size_t key = locator.line_start(offset) + indentation(locator, offset);
  const bool runs_on = later_line && locator.text()[offset] == ':' &&
                       locator.text().substr(key, offset - key).find_first_of(" ,{}[]") == std::string_view::npos;
  const bool behind_bracket = offset > 0 && (locator.text()[offset - 1] == '}' || locator.text()[offset - 1] == ']');
  Diagnostic d = error(
      runs_on ? locator.at(key, offset - key) : locator.at(offset),
      runs_on ? "',' or '" + close + "' expected before this" : "',' or '" + close + "' expected here",
      colour_hint(locator.text().substr(innermost.offset, offset - innermost.offset),
                  behind_bracket ? "put a text with brackets in quotes" : "add ',' or '" + close + "' before this"));
  d.related.push_back({locator.at(innermost.offset), "to close this '" + begin + "'"});
  return d;
}

Diagnostic unclosed_quote(std::size_t offset, std::size_t read_to, const Locator& locator) {
  const std::size_t quote_at = locator.text().find_first_of("\"'", read_to);
  if (quote_at == std::string_view::npos)
    return error(locator.at(offset), "the text ends too early", "complete the last line");
  return error(locator.at(quote_at), std::string("this ") + locator.text()[quote_at] + " is never closed",
               "close the quoted text on the same line");
}

// The line with something on it before the one of `offset`; nothing: there is none.
std::optional<std::size_t> line_before(std::size_t offset, const Locator& locator) {
  for (std::size_t start = locator.line_start(offset); start > 0;) {
    start = locator.line_start(start - 1);
    const std::size_t text = locator.line(start).find_first_not_of(" \t");
    if (text != std::string_view::npos && locator.line(start)[text] != '#') return start + text;
  }
  return std::nullopt;
}

Diagnostic misplaced_colon(std::size_t offset, const Locator& locator) {
  const std::size_t indent = indentation(locator, offset);
  const std::string_view key = word(locator.line(offset), indent);
  const std::size_t key_end = locator.line_start(offset) + indent + key.size();
  if (key_end < offset)
    return error(locator.at(offset), "a second ':' in one line",
                 "start a key on its own line, or quote the text that the ':' belongs to");
  const auto before = line_before(offset, locator);
  const std::string_view text = before ? locator.line(*before).substr(*before - locator.line_start(*before)) : "";
  if (before && text.find_first_of(" :") == std::string_view::npos)
    return error(locator.at(*before, text.size()), "no ':' follows " + quote(text),
                 "write " + std::string(text) + ": ...");
  Diagnostic d = error(locator.at(locator.line_start(offset) + indent, std::max<std::size_t>(key.size(), 2) - 1),
                       "this line does not fit the one before it",
                       "align a key with its neighbours, and put ':' behind every key");
  if (before) d.related.push_back({locator.at(*before, text.size()), "read on from here"});
  return d;
}

Diagnostic unexpected(std::size_t offset, const Locator& locator) {
  const std::string_view line = locator.line(offset);
  const std::size_t length = line.size() - std::min(offset - locator.line_start(offset), line.size());
  if (begins_line(locator, offset))
    return error(locator.at(offset, length), "this line is indented like no line above",
                 "align it with the lines it belongs to");
  return error(locator.at(offset, length), "text after the end of a value",
               "delete it, quote the whole, or put a '#' before a comment");
}

Diagnostic bad_beginning(std::size_t offset, const Locator& locator) {
  const std::string first(character(locator.text(), offset));
  return error(locator.at(offset), "a value cannot begin with '" + report::printable(first) + "'", "put it in quotes");
}

Diagnostic bad_escape(std::size_t offset, const Locator& locator) {
  // The mark lies behind the escaped character.
  std::size_t slash = std::min(offset, locator.text().size());
  while (slash > locator.line_start(offset) && locator.text()[slash] != '\\') --slash;
  const std::string_view escape = locator.text().substr(slash, 2);
  return error(locator.at(slash, 2), "unknown escape " + quote(escape),
               "write \\\\ for a backslash, or use single quotes");
}

bool has(std::string_view complaint, std::string_view words) { return complaint.find(words) != std::string_view::npos; }

}  // namespace

Diagnostic explain(std::string_view complaint, std::size_t offset, std::size_t read_to, const Locator& locator) {
  offset = std::min(offset, locator.text().size());
  const std::size_t tab = indenting_tab(locator, offset);
  if (tab != std::string_view::npos) return error(locator.at(tab), "a tab in the indentation", "indent with spaces");
  if (has(complaint, "EOF in scalar")) return unclosed_quote(offset, read_to, locator);
  if (has(complaint, "document indicator in scalar"))
    return error(locator.at(offset, 3), "a document mark inside a quoted text", "close the quotes before it");
  // An open bracket is the reason of most complaints.
  if (has(complaint, "not found") || has(complaint, "illegal"))
    if (auto bracket = unclosed_bracket(offset, locator)) return *std::move(bracket);
  if (has(complaint, "flow not found")) return error(locator.at(offset), "a bracket is missing here", "");
  if (has(complaint, "illegal map value")) return misplaced_colon(offset, locator);
  if (has(complaint, "illegal block entry"))
    return error(locator.at(offset), "a list item '-' cannot stand here",
                 "begin the list on the next line, or write [a, b]");
  if (has(complaint, "illegal map key"))
    return error(locator.at(offset), "a '?' cannot stand here", "put it in quotes");
  if (has(complaint, "illegal flow end")) {
    const std::string close(character(locator.text(), offset));
    return error(locator.at(offset), "this '" + close + "' closes nothing", "delete it, or put the text in quotes");
  }
  if (has(complaint, "end of map not found") || has(complaint, "end of sequence not found"))
    return unexpected(offset, locator);
  if (has(complaint, "unknown escape")) return bad_escape(offset, locator);
  if (has(complaint, "scanning hex number") || has(complaint, "invalid unicode"))
    return error(locator.at(offset), "this escape stands for no character", "write \\u and four hexadecimal digits");
  if (has(complaint, "anchor is not defined")) {
    const std::string_view name = word(locator.text(), offset);
    return error(locator.at(offset, name.size()),
                 "no '&" + std::string(name.substr(name.empty() ? 0 : 1)) + "' stands before " + quote(name),
                 "put the text in quotes if it is not a reference");
  }
  if (has(complaint, "anchor") || has(complaint, "alias"))
    return error(locator.at(offset), "this '&' or '*' has no proper name",
                 "put the text in quotes if it is not a reference");
  if (has(complaint, "tag")) return error(locator.at(offset), "a tag cannot stand here", "put text with '!' in quotes");
  if (has(complaint, "unknown token")) return bad_beginning(offset, locator);
  if (has(complaint, "block scalar"))
    return error(locator.at(offset), "a text block begins with '|' or '>' alone", "put the text on the next lines");
  return error(locator.at(offset), "this is not YAML: " + std::string(complaint), "");
}

namespace {

// The characters of a config, before anything parses them.

std::string hexadecimal(std::uint32_t code, const char* format) {
  char text[16];
  std::snprintf(text, sizeof text, format, static_cast<unsigned>(code));
  return text;
}

bool is_utf16(std::string_view text) {
  if (text.size() < 2) return false;
  const std::string_view mark = text.substr(0, 2);
  return mark == "\xFF\xFE" || mark == "\xFE\xFF" || (text[0] == 0) != (text[1] == 0);
}

}  // namespace

bool check_characters(const Locator& locator, report::Diagnostics& diagnostics) {
  const std::string_view text = locator.text();
  if (text.size() > largest_config) {
    diagnostics.error(locator.at(0), "the file is larger than 4 MiB, the most a config may have", "is it a config?");
    static_assert(largest_config == 4u << 20);
    return false;
  }
  if (is_utf16(text)) return diagnostics.error(locator.at(0), "the file is UTF-16, not UTF-8", "save it as UTF-8");
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] >= ' ' && text[i] <= '~') {  // most of them
      ++i;
      continue;
    }
    const report::Character c = report::character_at(text, i);
    if (!c.valid) {
      const auto byte = static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
      return diagnostics.error(locator.at(i), "the byte " + hexadecimal(byte, "0x%02X") + " is not UTF-8",
                               "save the file as UTF-8");
    }
    const bool line_end = c.code == '\n' || (c.code == '\r' && i + 1 < text.size() && text[i + 1] == '\n');
    if (c.code == '\r' && !line_end)
      return diagnostics.error(locator.at(i), "a carriage return without a line feed",
                               "save the file with line ends of Unix or Windows");
    if ((c.code < 0x20 && c.code != '\t' && !line_end) || (c.code >= 0x7F && c.code < 0xA0))
      return diagnostics.error(locator.at(i),
                               "the text contains the control character " + hexadecimal(c.code, "U+%04X"),
                               "delete it; inside double quotes it can be written as an escape");
    i += c.size;
  }
  return true;
}

}  // namespace terrawright::config
