// SPDX-License-Identifier: Apache-2.0
// The last sentence of a program that is out of threads or memory where nobody can catch it: in the task library, or in
// a library that starts threads while it is loaded. A run's own threads are counted in engine/threads.hpp.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "border/current_stage.hpp"
#include "cli/arguments.hpp"

namespace terrawright::cli {
namespace {

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
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  _exit(failed);
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
    border::describe_current_stage(STDERR_FILENO, "there is not enough memory");
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
