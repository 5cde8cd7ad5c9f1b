// SPDX-License-Identifier: Apache-2.0
// The home of standard output: all that the program prints goes through here, and what does not arrive is known.
// With --format json each line is a JSON object with its `event`, and there is nothing else.
#pragma once
#include <string>
#include <string_view>

#include "report/json.hpp"

namespace terrawright::cli {

// JSON that people read too: keys in the order they were given, short lists and maps on one line.

using report::Json;

// Ends with a line break.
std::string readable_json(const Json& json);
// 2 and not 2.0; nothing else changes.
Json number_json(double number);

// For the whole program: texts become events.
void set_json_lines(bool json_lines);
bool json_lines();

// A text as it is; as JSON lines {"event": "text", "text": ...}.
void print(std::string_view text);
// {"event": ..., members...}, at once. Only where json_lines().
void print_event(std::string_view event, const Json& members);
// The event where json_lines(), else the text.
void print(std::string_view event, const Json& members, std::string_view text);

// Ends printing. The answer is 0 or the errno of what was lost. A reader who has seen enough and went (`| head`)
// is no loss: what else is printed is dropped, and the exit code tells of the work alone.
int close_output();

}  // namespace terrawright::cli
