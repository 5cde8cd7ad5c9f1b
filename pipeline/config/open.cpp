// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <optional>

#include "files/reader.hpp"
#include "reader.hpp"

namespace terrawright::config {
namespace {

constexpr int longest_wait = 5;  // seconds

// Reads a pipe, as a shell's `<(...)` or a named one; nothing if it has no writer, for which a plain open would wait
// for ever. A writer may take its time.
std::optional<std::string> read_pipe(const std::string& path) {
  const int pipe = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (pipe < 0) return std::nullopt;
  std::string text(largest_config + 1, '\0');
  std::size_t size = 0;
  const auto begin = std::chrono::steady_clock::now();
  while (size < text.size()) {
    const ssize_t count = ::read(pipe, text.data() + size, text.size() - size);
    if (count > 0) {
      size += static_cast<std::size_t>(count);
    } else if (count == 0) {
      // The end, or no writer yet.
      if (size > 0 || std::chrono::steady_clock::now() - begin > std::chrono::seconds(longest_wait)) break;
      ::usleep(10'000);
    } else if (errno == EAGAIN) {
      pollfd written{pipe, POLLIN, 0};
      ::poll(&written, 1, -1);
    } else if (errno != EINTR) {
      break;
    }
  }
  ::close(pipe);
  if (size == 0) return std::nullopt;
  text.resize(size);
  return text;
}

}  // namespace

std::shared_ptr<const report::Source> open(const std::string& path, const report::Position& asked_at,
                                           report::Diagnostics& diagnostics) {
  diagnostics.looks_for(path);
  std::error_code failed;
  const auto type = std::filesystem::status(path, failed).type();
  if (type == std::filesystem::file_type::not_found) {
    diagnostics.error(asked_at, "there is no file " + report::quote(path),
                      asked_at ? "correct the path: it begins in the folder of the file that names it" : "");
    return nullptr;
  }
  if (type == std::filesystem::file_type::directory) {
    diagnostics.error(asked_at, report::quote(path) + " is a folder, not a config", "name a file in it");
    return nullptr;
  }
  // A file that a config names must not block: reading a pipe or a device could last for ever.
  if (asked_at && !failed && type != std::filesystem::file_type::regular) {
    diagnostics.error(asked_at, report::quote(path) + " is not a file but a pipe, a socket or a device",
                      "name a file; its text can be copied into one");
    return nullptr;
  }
  if (type == std::filesystem::file_type::fifo) {
    if (auto text = read_pipe(path)) return std::make_shared<report::Source>(report::Source{path, *std::move(text)});
    diagnostics.error({}, "nobody writes to the pipe " + report::quote(path), "name a file, or start the writer first");
    return nullptr;
  }
  try {
    // One byte more than allowed, so that an endless file ends and is refused.
    return std::make_shared<report::Source>(report::Source{path, files::text_of(path, largest_config + 1)});
  } catch (const files::ReadFailed& error) {
    if (error.is_fault_of_machine()) throw;
    diagnostics.error(asked_at, "cannot read " + report::quote(path) + ": " + error.reason(),
                      "is it a file, and may you read it?");
    return nullptr;
  }
}

}  // namespace terrawright::config
