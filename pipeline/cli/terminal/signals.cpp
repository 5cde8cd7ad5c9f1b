// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/signals.hpp"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "border/current_stage.hpp"
#include "cli/arguments.hpp"
#include "system/process.hpp"
#include "system/terminal.hpp"

namespace terrawright::cli {
namespace {

std::atomic<bool> asked{false}, stoppable{false}, late{false};
std::atomic<bool> comes_again{false};
std::atomic<std::int64_t> first{0};  // milliseconds
std::atomic<bool> terminal{false};   // standard error is one, where a progress bar may stand

std::int64_t now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

void on_stop() {
  if (!stoppable && !late) system::end_now(interrupted);
  const std::int64_t time = now();
  std::int64_t earlier = 0;
  if (!first.compare_exchange_strong(earlier, time)) {
    if (time - earlier < (comes_again ? 1000 : 250)) return;
    system::end_now(interrupted);
  }
  asked = true;
  if (late) return;
  const int before = errno;
  if (terminal) system::write_error("\r\033[K");
  system::write_error("stopping; a second Ctrl-C stops at once\n");
  errno = before;
}

}  // namespace

void listen_for_signals() {
  system::on_stop(on_stop);
  terminal = system::is_terminal(system::standard_error);
}

Stoppable::Stoppable() { stoppable = true; }
Stoppable::~Stoppable() { stoppable = comes_again = false; }
Stoppable Stoppable::by_several() {
  comes_again = true;
  return Stoppable();
}

const std::atomic<bool>& stop_asked() { return asked; }
void nothing_is_left_to_stop(bool is_so) { late = is_so; }

namespace {

// The last sentence of a program that is out of threads or memory where nobody can catch it: in the task library, or in
// a library that starts threads while it is loaded. A run's own threads are counted in engine/threads/threads.hpp.

std::terminate_handler before = nullptr;

constexpr std::string_view no_threads =
    "error: the machine gives no more threads: Resource temporarily unavailable\n"
    "      = end other programs, or raise the limit (ulimit -u); a few are needed even with --threads 1\n";
constexpr std::string_view no_memory =
    "error: there is not enough memory to go on\n"
    "      = end other programs, or give the build less with --memory\n";

// Empty: somebody's mistake.
std::string_view what_is_short() {
  try {
    if (const auto error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return no_memory;
  } catch (const std::system_error& error) {
    if (error.code().value() == EAGAIN) return no_threads;
    if (error.code().value() == ENOMEM) return no_memory;
  } catch (const std::exception& error) {  // the task library's
    if (std::strstr(error.what(), "pthread_create") != nullptr) return no_threads;
  } catch (...) {
  }
  return {};
}

[[noreturn]] void end_with(std::string_view text) {
  system::write_error(text);
  system::end_now(failed);
}

void on_terminate() {
  if (const std::string_view text = what_is_short(); !text.empty()) end_with(text);
  before();
}

// Handler of an operator new without memory. Much may be too much, which somebody catches who knows for what it was.
// If even a little does not fit, the program ends here: libraries crash while they unwind from it (nlohmann::json
// 3.11.2).
void on_no_memory() {
  constexpr std::size_t little = std::size_t{64} << 10;
  thread_local bool again = false;
  void* volatile room = std::malloc(little);
  if (room == nullptr) {
    border::describe_current_stage("there is not enough memory");
    end_with(no_memory);
  }
  std::free(room);
  again = !again;
  if (!again) throw std::bad_alloc();
}

// Before anything of the program is made.
[[gnu::constructor(101)]] void begin() {
  before = std::set_terminate(on_terminate);
  std::set_new_handler(on_no_memory);
}

}  // namespace
}  // namespace terrawright::cli
