// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include "reader.hpp"

namespace terrawright::config {

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
