// SPDX-License-Identifier: Apache-2.0
#include "excerpt.hpp"

#include <algorithm>
#include <vector>

#include "utf8.hpp"

namespace terrawright::report {
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
