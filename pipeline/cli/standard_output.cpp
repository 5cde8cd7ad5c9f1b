// SPDX-License-Identifier: Apache-2.0
#include "cli/standard_output.hpp"

#include <cerrno>
#include <cstdio>
#include <mutex>

namespace terrawright::cli {
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

int close_output() {
  const std::lock_guard lock(mutex);
  errno = 0;
  if (std::fclose(stdout) != 0) note_error();
  return first_error == EPIPE ? 0 : first_error;
}

}  // namespace terrawright::cli
