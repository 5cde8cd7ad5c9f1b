// SPDX-License-Identifier: Apache-2.0
#include "graph/input_file.hpp"

#include <filesystem>
#include <stdexcept>

#include "config/file_names.hpp"
#include "files/open_file.hpp"

namespace terrawright::graph {

namespace fs = std::filesystem;

namespace {

// The config's own, whatever its parts come from: its name may stand in another file or in --set, or nowhere.
fs::path file_of(const config::World& world) { return world.document.position.source->name; }

// The file in which the name stands.
fs::path namer_of(const config::World& world, const report::Position& position) {
  const bool in_file = position && position.source->name != "--set";
  return in_file ? fs::path(position.source->name) : file_of(world);
}

}  // namespace

void InputFile::bytes(std::uint64_t, std::uint64_t, char*) const {
  throw std::runtime_error("its code is wrong: it reads the bytes of a file that it opened for its samples");
}

std::string path_of(const config::World& world, const std::string& written, const report::Position& position) {
  return (namer_of(world, position).parent_path() / written).string();
}

std::string confined(const config::World& world, const std::string& written, const report::Position& position) {
  if (written.empty()) throw std::runtime_error("no file is named");
  const fs::path named(written);
  if (named.is_absolute()) throw std::runtime_error("the path is absolute; name a file beside the config");
  const fs::path found = config::Folder::real(path_of(world, written, position));
  if (!config::Folder(file_of(world)).holds(found, namer_of(world, position))) {
    throw std::runtime_error("it lies outside the folder of the config; copy it beside the config");
  }
  std::error_code error;
  const fs::file_status status = fs::status(found, error);
  if (status.type() == fs::file_type::not_found)
    throw files::ReadFailed(found, "there is no such file beside the config; correct the name, or copy the file there",
                            ENOENT);
  if (status.type() == fs::file_type::none) throw files::ReadFailed(found, error.value());
  if (status.type() != fs::file_type::regular) throw std::runtime_error("it is not a regular file");
  return found.string();
}

std::string InputFileOpener::path(const config::World& world, const std::string& written,
                                  const report::Position& position) const {
  return confined(world, written, position);
}

}  // namespace terrawright::graph
