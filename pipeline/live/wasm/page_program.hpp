// SPDX-License-Identifier: Apache-2.0
// Functions of terrawright.wasm for a page without a server. Texts are UTF-8 and end with 0.
#pragma once
#include <cstdint>

extern "C" {
// ---- The page's thread: the session. A text that is returned is valid until the next one. ----

// The config: the name that problems show, beside which includes are looked for, and its text.
void terrawright_page_text(const char* file, const char* text);
// A request of the page, as `do/` of the server takes it: {}, {problem: sentence}, or {text: the config} after a write.
const char* terrawright_page_ask(const char* what, const char* body);
// A report of the worker.
void terrawright_page_hear(const char* head);
// The worker ended by itself.
void terrawright_page_lost(const char* how);
// {orders: [{run: job} or {end: true}], idle, state}: what the worker is to do, and the state if it has changed.
const char* terrawright_page_step(double milliseconds);

// ---- A worker's thread: jobs ----

// Reads the descriptions of all stages, which the first job would else do. A module with threads uses so many. Problems
// have remedies for a page from now on.
void terrawright_page_prepare(int threads);
// Runs a job to its end, or begins it in a module with threads. Its reports go to terrawright_page_reports.
void terrawright_page_run(const char* job);

// In WebAssembly the function of reports.js, which calls Module.report(head, bytes); in a test any function.
#ifdef __EMSCRIPTEN__
void terrawright_page_reports(const char* head, const char* bytes, std::uint32_t size);
#else
extern void (*terrawright_page_reports)(const char* head, const char* bytes, std::uint32_t size);
#endif
}
