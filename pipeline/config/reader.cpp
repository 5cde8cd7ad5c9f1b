// SPDX-License-Identifier: Apache-2.0
// The only file that includes yaml-cpp. Its events build our tree; nothing of it gets out.
#include "reader.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>

#include "config/reader.hpp"
#include "config/yaml/document.hpp"

namespace terrawright::config {
namespace {

using report::quote;

// Finds where in the text a value begins and ends; yaml-cpp gives only its start. Offsets in bytes.
constexpr std::size_t unclosed = std::string_view::npos;

// Behind the quote that closes the one at `begin`.
std::size_t quoted_end(std::string_view text, std::size_t begin) {
  const char quote_mark = text[begin];
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (quote_mark == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote_mark) {
      if (quote_mark == '"' || i + 1 >= text.size() || text[i + 1] != quote_mark) return i + 1;
      ++i;
    }
  }
  return unclosed;
}

// Behind "&name " where the value follows on the same line.
std::size_t after_anchor(const Locator& locator, std::size_t begin) {
  const std::string_view text = locator.text();
  if (begin >= text.size() || text[begin] != '&') return begin;
  const std::size_t name_end = std::min(text.find_first_of(" \t\r\n,[]{}", begin), text.size());
  const std::size_t value = text.find_first_not_of(" \t", name_end);
  const bool here = value != std::string_view::npos && text[value] != '\n' && text[value] != '\r' && text[value] != '#';
  return here ? value : begin;
}

// End of the scalar that reads as `value`, within its first line; `unclosed` if its quote stays open.
std::size_t scalar_end(const Locator& locator, std::size_t begin, const std::string& value) {
  const std::string_view text = locator.text();
  if (begin >= text.size()) return begin;
  const std::size_t line_end = locator.line_end(begin);
  if (text[begin] == '"' || text[begin] == '\'') {
    const std::size_t end = quoted_end(text, begin);
    return end == unclosed ? unclosed : std::min(end, line_end);
  }
  if (value.empty()) return begin;
  if (text.compare(begin, value.size(), value) == 0) return begin + value.size();
  const std::string_view rest = text.substr(begin, line_end - begin);
  return begin + rest.substr(0, rest.find(" #")).find_last_not_of(" \t") + 1;
}

// Thrown through yaml-cpp once an error has been added that leaves no tree.
struct GaveUp {};

class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const Locator& locator, std::size_t base, report::Diagnostics& diagnostics)
      : locator_(locator), base_(base), diagnostics_(diagnostics) {}

  std::optional<Value> take() { return std::move(root_); }
  std::size_t read_to() const { return read_to_; }
  std::size_t offset(const YAML::Mark& mark) const { return base_ + static_cast<std::size_t>(std::max(mark.pos, 0)); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ == 0) return;
    give_up(locator_.at(offset(mark), 3), "a second document begins here",
            "a config is one document: delete the '---'");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Value value;
    value.position = locator_.at(offset(mark));
    // The next value is not the place of an empty one.
    if (!frames_.empty() && frames_.back().key) value.position = frames_.back().key->position;
    put(std::move(value), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    check_tag(mark, tag);
    const std::size_t begin = after_anchor(locator_, offset(mark)), end = scalar_end(locator_, begin, text);
    // yaml-cpp lets a single quote stay open at the end of the file.
    if (end == unclosed)
      give_up(locator_.at(begin), std::string("this ") + locator_.text()[begin] + " is never closed",
              "close the quoted text on the same line");
    if (text.find('\0') != std::string::npos)
      give_up(locator_.at(begin, end - begin), "a text cannot contain the character NUL", "delete the escape");
    Value value;
    value.position = locator_.at(begin, end - begin);
    value.text = text;
    value.quoted = tag != "?";
    const bool empty =
        !value.quoted && (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL");
    value.type = empty ? Value::Type::null : Value::Type::scalar;
    read_to_ = end;
    put(std::move(value), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      give_up(locator_.at(offset(mark)), "a reference cannot stand inside the value that it refers to",
              "write the value in the place of the reference");
    count(found->second.values, locator_.at(offset(mark)));
    Value copy = found->second.value;
    read_to_ = offset(mark) + 1;
    put(std::move(copy), 0);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    begin(Value::Type::list, mark, tag, anchor, style);
  }
  void OnSequenceEnd() override { end(']'); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    begin(Value::Type::map, mark, tag, anchor, style);
  }
  void OnMapEnd() override { end('}'); }

 private:
  struct Frame {
    Value value;
    YAML::anchor_t anchor;
    std::size_t begin, first_value;
    bool flow, bracket;                       // bracket: the flow has one of its own; `[a: b]` holds a map without
    std::optional<Value> key;                 // read, its value is not
    std::map<std::string, std::size_t> keys;  // to the index of their entry
  };
  struct Anchored {
    Value value;
    std::size_t values;
  };

  [[noreturn]] void give_up(report::Position position, std::string message, std::string hint) {
    diagnostics_.error(std::move(position), std::move(message), std::move(hint));
    throw GaveUp();
  }

  void count(std::size_t values, const report::Position& position) {
    values_ += values;
    if (values_ > most_values) refuse_values(position);
  }

  [[noreturn]] void refuse_values(const report::Position& position) {
    give_up(position, "the config has more than " + std::to_string(most_values) + " values",
            "write fewer references with '*': each counts as often as it is used");
  }

  void check_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag == "?" || tag == "!") return;
    const std::size_t begin = locator_.text().find('!', offset(mark));
    const std::size_t end = std::min(locator_.text().find_first_of(" \t\r\n,]}", begin), locator_.text().size());
    const std::string_view written = locator_.text().substr(begin, end - begin);
    diagnostics_.error(locator_.at(begin, written.size()), "tags like " + quote(written) + " are not used here",
                       "delete it; put text that begins with '!' in quotes");
  }

  void begin(Value::Type type, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
             YAML::EmitterStyle::value style) {
    check_tag(mark, tag);
    const std::size_t begin = after_anchor(locator_, offset(mark));
    const bool flow = style == YAML::EmitterStyle::Flow;
    Frame frame{};
    frame.value.type = type;
    frame.value.position = locator_.at(begin);
    frame.anchor = anchor;
    frame.begin = begin;
    frame.first_value = values_;
    frame.flow = flow;
    frame.bracket =
        flow && begin < locator_.text().size() && (locator_.text()[begin] == '[' || locator_.text()[begin] == '{');
    read_to_ = frame.bracket ? begin + 1 : begin;
    frames_.push_back(std::move(frame));
    if (frames_.size() > static_cast<std::size_t>(deepest_nesting))
      give_up(locator_.at(begin), "lists and maps are nested more than " + std::to_string(deepest_nesting) + " deep",
              "close a bracket before this one");
  }

  void end(char close) {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (frame.bracket) {
      // On one line all of it is underlined.
      const std::size_t closing = locator_.text().find(close, read_to_);
      if (closing != std::string_view::npos) {
        read_to_ = closing + 1;
        if (locator_.line_of(closing) == locator_.line_of(frame.begin))
          frame.value.position = locator_.at(frame.begin, closing + 1 - frame.begin);
      }
    } else if (!frame.value.entries.empty() && !frame.flow) {
      frame.value.position = frame.value.entries.front().key_position;
    }
    put(std::move(frame.value), frame.anchor, frame.first_value);
  }

  void put(Value value, YAML::anchor_t anchor) { put(std::move(value), anchor, values_); }

  // Into the list or map that is open. `first_value`: how many values there were before this one.
  void put(Value value, YAML::anchor_t anchor, std::size_t first_value) {
    const bool is_key = !frames_.empty() && frames_.back().value.is_map() && !frames_.back().key;
    if (!is_key) count(1, value.position);
    if (anchor != 0) {
      // Anchors inside one another each keep all that is in them.
      anchored_ += values_ - first_value;
      if (anchored_ > most_values) refuse_values(value.position);
      anchors_[anchor] = {value, values_ - first_value};
    }
    if (frames_.empty()) {
      root_ = std::move(value);
      return;
    }
    Frame& frame = frames_.back();
    if (frame.value.is_list()) {
      frame.value.items.push_back(std::move(value));
    } else if (!frame.key) {
      if (!value.is_scalar()) {
        give_up(value.position, "a key must be a plain word, not " + value.description(),
                value.is_map() ? "put text with braces in quotes" : "");
      }
      frame.key = std::move(value);
    } else {
      put_entry(frame, std::move(value));
      frame.key.reset();
    }
  }

  void put_entry(Frame& frame, Value value) {
    const Value& key = *frame.key;
    if (key.text == "<<" && !key.quoted) {
      diagnostics_.error(key.position, "'<<' does not merge maps here", "write the keys of the other map here");
      frame.value.merges = true;
      return;
    }
    const auto [known, is_new] = frame.keys.emplace(key.text, frame.value.entries.size());
    if (is_new) {
      frame.value.entries.push_back({key.text, key.position, std::move(value)});
      return;
    }
    diagnostics_.error(key.position, "the key " + quote(key.text) + " is here twice", "delete or rename one of them",
                       {{frame.value.entries[known->second].key_position, "first defined here"}});
  }

  const Locator& locator_;
  std::size_t read_to_ = 0;  // behind the last value
  std::size_t base_;
  report::Diagnostics& diagnostics_;
  std::vector<Frame> frames_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::optional<Value> root_;
  std::size_t values_ = 0, anchored_ = 0;
  int documents_ = 0;
};

// Past a byte-order mark, which is no character of the text.
std::shared_ptr<const report::Source> without_mark(const std::shared_ptr<const report::Source>& source) {
  if (source->text.compare(0, 3, "\xEF\xBB\xBF") != 0) return source;
  return std::make_shared<report::Source>(report::Source{source->name, source->text.substr(3)});
}

// yaml-cpp reads a bracket to its end before it says anything, at some 200 bytes of memory a character.
bool check_brackets(const Locator& locator, report::Diagnostics& diagnostics) {
  const Brackets brackets(locator.text(), locator.text().size(), deepest_nesting, most_values);
  if (brackets.open.size() > static_cast<std::size_t>(deepest_nesting))
    return diagnostics.error(locator.at(brackets.open.back().offset),
                             "lists and maps are nested more than " + std::to_string(deepest_nesting) + " deep",
                             "close a bracket before this one");
  if (brackets.values <= most_values) return true;
  return diagnostics.error(locator.at(brackets.read_to - 1),
                           "the config has more than " + std::to_string(most_values) + " values", "is it a config?");
}

std::optional<Value> parse(const Locator& locator, std::size_t base, report::Diagnostics& diagnostics) {
  if (!check_brackets(locator, diagnostics)) return std::nullopt;
  TreeBuilder builder(locator, base, diagnostics);
  std::istringstream stream{std::string(locator.text().substr(base))};
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const GaveUp&) {
    return std::nullopt;
  } catch (const YAML::Exception& e) {
    diagnostics.add(explain(e.msg, builder.offset(e.mark), builder.read_to(), locator));
    return std::nullopt;
  }
  return builder.take();
}

}  // namespace

report::Position conflict_in(const std::shared_ptr<const report::Source>& source) {
  const std::string mark = "\n<<<<<<< ";
  const std::size_t at = ("\n" + source->text).find(mark);
  return at == std::string::npos ? report::Position() : Locator(source).at(at, mark.size() - 2);
}

std::optional<Value> read(const std::shared_ptr<const report::Source>& given, report::Diagnostics& diagnostics) {
  const auto source = without_mark(given);
  diagnostics.know(source);
  const Locator locator(source);
  if (!check_characters(locator, diagnostics)) return std::nullopt;
  if (const auto conflict = conflict_in(source))
    return diagnostics.no_value(conflict, "the file has the marks of a merge conflict",
                                "keep one of its sides, and delete the lines <<<<<<<, ======= and >>>>>>>");
  const std::size_t before = diagnostics.error_count();
  std::optional<Value> document = parse(locator, 0, diagnostics);
  if (!document) {
    if (diagnostics.error_count() == before)
      diagnostics.error(locator.at(0), "the file is empty", "a config begins with 'terrawright: 1'");
    return std::nullopt;
  }
  if (!document->is_map())
    return diagnostics.no_value(document->position, "a config is a map of keys, not " + document->description(),
                                "it begins with 'terrawright: 1'");
  return document;
}

std::optional<Value> read_value(const std::shared_ptr<const report::Source>& source, std::size_t offset,
                                report::Diagnostics& diagnostics) {
  const Locator locator(source);
  if (!check_characters(locator, diagnostics)) return std::nullopt;
  const std::size_t before = diagnostics.error_count();
  std::optional<Value> value = parse(locator, offset, diagnostics);
  if (!value && diagnostics.error_count() == before) {
    value.emplace();
    value->position = locator.at(offset);
  }
  return value;
}

}  // namespace terrawright::config
