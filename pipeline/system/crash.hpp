// SPDX-License-Identifier: Apache-2.0
// Ends of the program that nobody asked for: signals of crashes, and calls of exit().
#pragma once
namespace terrawright::system {

// `tell` is called once, in a signal handler, on the thread that crashes; then the program ends by the signal. `what`:
// "it aborted (SIGABRT)". `exits` is called by exit() and quick_exit() before their handlers run, from whatever code.
void watch_crashes(void (*tell)(const char* what), void (*exits)());
// Room for the handler on a thread whose stack has overflowed: once for each thread. Throws std::bad_alloc.
void give_second_stack();
// A crash inside the call ends in `handler`, and not in what watch_crashes() was given.
void with_crash_handler(void (*handler)(), void (*call)());
}  // namespace terrawright::system
