// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/standard_output.hpp"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <mutex>

namespace terrawright::cli {
namespace {

constexpr std::size_t widest = 120;

// With a space behind ':' and ','.
std::string one_line(const Json& json) {
  if (!json.is_structured()) return json.dump();
  std::string text;
  for (const auto& [key, value] : json.items()) {
    text += text.empty() ? "" : ", ";
    if (json.is_object()) text += Json(key).dump() + ": ";
    text += one_line(value);
  }
  return json.is_object() ? "{" + text + "}" : "[" + text + "]";
}

void add_json(const Json& json, std::size_t indent, std::size_t before, std::string& text) {
  const std::string flat = one_line(json);
  if (!json.is_structured() || json.empty() || indent + before + flat.size() < widest) {
    text += flat;
    return;
  }
  text += json.is_object() ? "{" : "[";
  const std::string margin(indent + 2, ' ');
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    text += (first ? "\n" : ",\n") + margin;
    first = false;
    const std::string label = json.is_object() ? Json(key).dump() + ": " : "";
    text += label;
    add_json(value, indent + 2, label.size(), text);
  }
  text += "\n" + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

}  // namespace

std::string readable_json(const Json& json) {
  std::string text;
  add_json(json, 0, 0, text);
  return text + "\n";
}

Json number_json(double number) {
  if (std::fabs(number) < 9e15 && number == std::floor(number)) return static_cast<std::int64_t>(number);
  return number;
}

namespace {

bool as_json_lines = false;
std::mutex mutex;  // nodes and files end on any thread
int first_error = 0;

void note_error() {
  if (first_error == 0) first_error = errno != 0 ? errno : EIO;
}

void put(std::string_view text, bool at_once) {
  const std::lock_guard lock(mutex);
  if (first_error != 0) return;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || (at_once && std::fflush(stdout) != 0)) {
    note_error();
  }
}

}  // namespace

void set_json_lines(bool json_lines) { as_json_lines = json_lines; }
bool json_lines() { return as_json_lines; }

void print(std::string_view text) {
  if (as_json_lines) {
    print_event("text", {{"text", text}});
  } else {
    put(text, false);
  }
}

void print_event(std::string_view event, const Json& members) {
  Json line = {{"event", event}};
  line.update(members);
  // Texts of the user may be broken UTF-8.
  put(line.dump() + "\n", true);
}

void print(std::string_view event, const Json& members, std::string_view text) {
  as_json_lines ? print_event(event, members) : print(text);
}

int close_output() {
  const std::lock_guard lock(mutex);
  errno = 0;
  if (std::fclose(stdout) != 0) note_error();
  return first_error == EPIPE ? 0 : first_error;
}

}  // namespace terrawright::cli
