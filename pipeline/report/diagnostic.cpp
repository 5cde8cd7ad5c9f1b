// SPDX-License-Identifier: Apache-2.0
#include "diagnostic.hpp"

#include <algorithm>
#include <utility>

#include "excerpt.hpp"
#include "utf8.hpp"

namespace terrawright::report {
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

void Diagnostics::error(Position position, std::string message, std::string hint, std::vector<Related> related) {
  add({Severity::error, std::move(position), std::move(message), std::move(hint), std::move(related)});
}

void Diagnostics::warning(Position position, std::string message, std::string hint, std::vector<Related> related) {
  add({Severity::warning, std::move(position), std::move(message), std::move(hint), std::move(related)});
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

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

}  // namespace terrawright::report
