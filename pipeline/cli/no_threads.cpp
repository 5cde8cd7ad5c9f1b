// SPDX-License-Identifier: Apache-2.0
#include "cli/no_threads.hpp"

#include <unistd.h>

#include <cerrno>
#include <exception>
#include <string_view>
#include <system_error>

#include "cli/arguments.hpp"

namespace terrawright::cli {
namespace {

std::terminate_handler before = nullptr;

bool is_lack_of_threads() {
  try {
    if (const auto error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::system_error& error) {
    return error.code().value() == EAGAIN;
  } catch (...) {
  }
  return false;
}

void on_terminate() {
  if (is_lack_of_threads()) {
    constexpr std::string_view text =
        "error: the machine gives no more threads: Resource temporarily unavailable\n"
        "      = end other programs, or raise the limit (ulimit -u); a few are needed even with --threads 1\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    _exit(failed);
  }
  before();
}

}  // namespace

void tell_of_lacking_threads() { before = std::set_terminate(on_terminate); }

}  // namespace terrawright::cli
