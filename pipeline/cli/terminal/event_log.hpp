// SPDX-License-Identifier: Apache-2.0
// --log: what a call does while it does it, a line of JSON each, in a file that others can follow.
#pragma once
#include <string>

#include "build/build.hpp"
#include "cli/terminal/standard_output.hpp"

namespace terrawright::cli {

// False where the file cannot be opened, which is shown.
bool open_event_log(const std::string& file);
bool has_event_log();
// {"event": ..., "time": seconds since the call began, "peak_memory": bytes of the process at the highest}, then
// `members`. Nothing where no file is open. Any thread.
void log_event(const char* event, const Json& members);
// For each node its work, and the content of its ports: kind, unit, bytes and hash.
void log_nodes(const graph::Graph& graph, const engine::Outcome& outcome);
// Whether all could be written.
bool close_event_log();

}  // namespace terrawright::cli
