// SPDX-License-Identifier: Apache-2.0
#include "diagnostic.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <new>
#include <utility>
#include <vector>

#include "report/utf8.hpp"
#include "utf8.hpp"

namespace terrawright::report {
namespace {

std::atomic<bool> is_in_page{false};

}  // namespace

void show_problems_in_page(bool in_page) { is_in_page = in_page; }

std::string remedy(const std::string& command, const std::string& in_page) { return is_in_page ? in_page : command; }

std::string remedy_of_stage(const std::string& name) {
  return remedy("terrawright describe " + name + " shows inputs, parameters and limits",
                "the pointer on " + name + " in the text shows its inputs and parameters, on a parameter its limits");
}

const char* no_memory() {
  return is_in_page ? "there is not enough memory; make the world smaller: world.size"
                    : "there is not enough memory; end other programs, or give the build less with --memory";
}

std::string reason_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return no_memory();
  const auto* const of_files = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
  if (of_files == nullptr) return error.what();
  const std::string place = printable(of_files->path1().string());
  return (place.empty() ? "" : place + ": ") + of_files->code().message();
}

namespace {

constexpr std::size_t most_shown = 100;
constexpr std::size_t longest_quote = 60;  // characters

std::string place(const Position& position) {
  if (!position) return {};
  return printable(position.source->name) + ':' + std::to_string(position.line) + ':' +
         std::to_string(position.column) + ": ";
}

std::string formatted(const Diagnostic& d) {
  std::string text = place(d.position) + (d.severity == Severity::error ? "error: " : "warning: ") + d.message + '\n';
  text += d.position ? excerpt(d.position, d.hint) : hint_lines(d.hint);
  for (const Related& related : d.related) {
    if (!related.position) continue;
    text += place(related.position) + "note: " + related.text + '\n' + excerpt(related.position, {});
  }
  return text;
}

}  // namespace

void Diagnostics::add(Diagnostic d) {
  // Names in files, texts of libraries and plugins: whatever they hold, a message is one line that moves no terminal.
  d.message = printable(d.message);
  d.hint = printable_lines(d.hint);
  for (Related& related : d.related) related.text = printable(related.text);
  if (!seen_.emplace(d.position.source.get(), d.position.line, d.position.column, d.message).second) return;
  know(d.position.source);
  if (d.severity == Severity::error) ++errors_;
  diagnostics_.push_back(std::move(d));
}

bool Diagnostics::error(Position position, std::string message, std::string hint, std::vector<Related> related) {
  add({Severity::error, std::move(position), std::move(message), std::move(hint), std::move(related)});
  return false;
}

std::nullopt_t Diagnostics::no_value(Position position, std::string message, std::string hint,
                                     std::vector<Related> related) {
  error(std::move(position), std::move(message), std::move(hint), std::move(related));
  return std::nullopt;
}

void Diagnostics::warning(Position position, std::string message, std::string hint, std::vector<Related> related) {
  add({Severity::warning, std::move(position), std::move(message), std::move(hint), std::move(related)});
}

std::nullopt_t Diagnostics::cannot_read(const std::string& file, Position position, std::string message,
                                        std::string hint) {
  add({Severity::error, std::move(position), std::move(message), std::move(hint), {}, file});
  return std::nullopt;
}

void Diagnostics::warnings_are_errors() {
  for (Diagnostic& d : diagnostics_) d.severity = Severity::error;
  errors_ = diagnostics_.size();
}

void Diagnostics::know(const std::shared_ptr<const Source>& source) {
  if (source) sources_.emplace(source, sources_.size());
}

bool Diagnostics::has_error_at(const Position& position) const {
  return std::any_of(diagnostics_.begin(), diagnostics_.end(), [&](const Diagnostic& d) {
    return d.severity == Severity::error && d.position.source == position.source && d.position.line == position.line &&
           d.position.column == position.column;
  });
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  const auto key = [this](const Diagnostic& d) {
    const std::size_t order = d.position ? sources_.at(d.position.source) + 1 : 0;
    return std::tuple(order, d.position.line, d.position.column);
  };
  std::vector<Diagnostic> sorted = diagnostics_;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return sorted;
}

std::string Diagnostics::text() const {
  std::string text;
  std::size_t shown = 0;
  for (const Diagnostic& d : sorted()) {
    if (++shown > most_shown) {
      return text + "and " + std::to_string(diagnostics_.size() - most_shown) + " more problems\n";
    }
    text += formatted(d);
  }
  return text;
}

std::string quote(std::string_view text) {
  std::size_t end = 0, characters = 0;
  while (end < text.size() && characters < longest_quote) end += character_at(text, end).size, ++characters;
  return "'" + printable(text.substr(0, end)) + (end < text.size() ? "..." : "") + "'";
}

std::string join(const std::vector<std::string>& words) {
  if (words.empty()) return "none";
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : ", ") + word;
  return joined;
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t end = 0; (end = text.find(separator)) != std::string_view::npos;) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\t') {
      fields.emplace_back();
    } else if (line[i] == '\\' && i + 1 < line.size()) {
      const char next = line[++i];
      fields.back() += next == 't' ? '\t' : next == 'n' ? '\n' : next;
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) line += '\t';
    for (const char c : field) line += c == '\\' ? "\\\\" : c == '\t' ? "\\t" : c == '\n' ? "\\n" : std::string(1, c);
  }
  return line + "\n";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

namespace {

constexpr std::size_t widest_line = 100, widest_with_hint = 120, tab = 4;
constexpr char gutter[] = "      | ";

// One character as it is shown.
struct Cell {
  std::string shown;
  std::size_t width;
};

std::string_view line_of(const Position& position) {
  std::string_view text = position.source->text;
  for (std::size_t line = 1; line < position.line; ++line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return text;
}

std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells;
  std::size_t at = 0;
  for (std::size_t i = 0; i < line.size();) {
    const Character c = character_at(line, i);
    if (c.code == '\t') {
      const std::size_t width = tab - at % tab;
      cells.push_back({std::string(width, ' '), width});
    } else {
      cells.push_back({printable(line.substr(i, c.size)), static_cast<std::size_t>(display_width(c.code))});
    }
    at += cells.back().width;
    i += c.size;
  }
  return cells;
}

// `count` characters from the `first` on.
std::string_view characters(std::string_view line, std::size_t first, std::size_t count) {
  const auto bytes = [](std::string_view text, std::size_t characters) {
    std::size_t size = 0;
    for (; characters > 0 && size < text.size(); --characters) size += character_at(text, size).size;
    return size;
  };
  line.remove_prefix(bytes(line, first));
  return line.substr(0, bytes(line, count));
}

std::string right_aligned(std::size_t line) {
  const std::string number = std::to_string(line);
  return std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number;
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string hint_lines(std::string_view hint) {
  std::string lines;
  while (!hint.empty()) {
    const std::size_t end = hint.find('\n');
    lines += "      = " + std::string(hint.substr(0, end)) + '\n';
    hint = end == std::string_view::npos ? std::string_view() : hint.substr(end + 1);
  }
  return lines;
}

std::string excerpt(const Position& position, std::string_view hint) {
  const std::string_view line_text = line_of(position);
  // In a line of megabytes only the part near the caret is read.
  const std::size_t column = position.column > 0 ? position.column - 1 : 0;
  const std::size_t skipped = column > 2 * widest_line ? column - 2 * widest_line : 0;
  const std::string_view near = characters(line_text, skipped, 4 * widest_line);
  const bool more_behind = near.data() + near.size() < line_text.data() + line_text.size();
  const std::vector<Cell> cells = cells_of(near);
  const std::size_t caret = std::min(column - skipped, cells.size());
  std::size_t caret_end = std::min(caret + std::max<std::size_t>(position.length, 1), cells.size());

  // The part of the line that is shown: all of it, or a window that begins somewhat before the caret.
  std::size_t first = 0, last = cells.size(), width = 0;
  for (const Cell& cell : cells) width += cell.width;
  if (width > widest_line) {
    std::size_t before = 0;
    for (first = caret; first > 0 && before + cells[first - 1].width <= widest_line / 3; --first)
      before += cells[first - 1].width;
    width = 0;
    for (last = first; last < cells.size() && width + cells[last].width <= widest_line; ++last)
      width += cells[last].width;
  }
  caret_end = std::min(caret_end, last);

  std::string line = right_aligned(position.line) + " | ", under = gutter;
  if (first > 0 || skipped > 0) line += "...", under += "   ";
  for (std::size_t i = first; i < last; ++i) {
    line += cells[i].shown;
    if (i < caret) under += std::string(cells[i].width, ' ');
  }
  if (last < cells.size() || more_behind) line += "...";
  under += '^';
  std::size_t marked = 0;
  for (std::size_t i = caret; i < caret_end; ++i) marked += cells[i].width;
  if (marked > 1) under += std::string(marked - 1, '~');

  std::string text = without_trailing_spaces(line) + '\n';
  const bool fits =
      hint.find('\n') == std::string_view::npos && under.size() + 1 + display_width(hint) <= widest_with_hint;
  if (hint.empty() || !fits) return text + under + '\n' + hint_lines(hint);
  return text + under + ' ' + std::string(hint) + '\n';
}

}  // namespace terrawright::report
