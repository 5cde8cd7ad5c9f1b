// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "reader.hpp"

namespace terrawright::config {
namespace {

constexpr int longest_wait = 5000;  // milliseconds

// A shell's `<(...)` is a pipe with a writer; a named one may have none, and opening it would wait for ever. A writer
// that itself waits for a reader goes on as soon as one is there.
bool somebody_writes(const std::string& path) {
  const int pipe = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (pipe < 0) return true;  // said where it is read
  pollfd waited{pipe, POLLIN, 0};
  const bool written = ::poll(&waited, 1, longest_wait) > 0;
  ::close(pipe);
  return written;
}

}  // namespace

std::shared_ptr<const report::Source> open(const std::string& path, const report::Position& asked_at,
                                           report::Diagnostics& diagnostics) {
  std::error_code failed;
  const auto type = std::filesystem::status(path, failed).type();
  if (type == std::filesystem::file_type::not_found) {
    diagnostics.error(asked_at, "there is no file " + report::quote(path),
                      asked_at ? "a path begins in the folder of the file that names it" : "");
    return nullptr;
  }
  if (type == std::filesystem::file_type::directory) {
    diagnostics.error(asked_at, report::quote(path) + " is a folder, not a config", "name a file in it");
    return nullptr;
  }
  // What a config names waits for nobody: reading a pipe or a device could last for ever.
  if (asked_at && !failed && type != std::filesystem::file_type::regular) {
    diagnostics.error(asked_at, report::quote(path) + " is no file but a pipe, a socket or a device",
                      "name a file; its text can be copied into one");
    return nullptr;
  }
  if (!asked_at && type == std::filesystem::file_type::fifo && !somebody_writes(path)) {
    diagnostics.error({}, "nobody writes to the pipe " + report::quote(path), "name a file, or start its writer first");
    return nullptr;
  }
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (file) {
    // One byte more than allowed, so that an endless file ends and is refused.
    text.resize(largest_config + 1);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad() || (text.empty() && !file.eof())) {
    diagnostics.error(asked_at, "cannot read " + report::quote(path), "is it a file, and may you read it?");
    return nullptr;
  }
  return std::make_shared<report::Source>(report::Source{path, std::move(text)});
}

}  // namespace terrawright::config
