// SPDX-License-Identifier: Apache-2.0
// Standard streams, and the keys and signals that stop a program.
#pragma once
#include <cstdio>
#include <string_view>

#include "system/files.hpp"

namespace terrawright::system {

constexpr int standard_input = 0, standard_output = 1, standard_error = 2;

bool is_terminal(int stream);
// Safe in a signal handler. Failures are ignored: nobody is there to be told.
void write_error(std::string_view text) noexcept;
// A stream that was closed is opened again, on nothing, so that no file gets its number.
void open_standard_streams();
bool replace_stream(int stream, int by);  // both are the same file then
// Where the stream leads; what is written to the stream itself is lost from then on. nullptr: it failed.
std::FILE* moved_stream(int stream);
int descriptor_of(std::FILE* file);
// `handler` is called for Ctrl-C, for the end of the terminal and for a request to end, unless the process was started
// with them ignored. Writing to a closed pipe, or beyond the limit of a file's size, becomes an error.
void on_stop(void (*handler)());

}  // namespace terrawright::system
