// SPDX-License-Identifier: Apache-2.0
// Files that stages read: found beside the config, identified by their content, decoded when the node runs.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "config/world.hpp"
#include "terrawright/abi.h"

namespace terrawright::graph {

// A file that was opened: its facts are known, its cells wait.
class InputFile {
 public:
  virtual ~InputFile() = default;
  // Bits and shape; no cells.
  virtual const terrawright_file_facts& facts() const = 0;
  // As it was opened; empty: it is no file.
  virtual std::string path() const { return {}; }
  // SHA-256 of the file.
  virtual const std::string& digest() const = 0;
  // Changes to its cells, as "feet became metres"; empty: none.
  virtual std::string remark() const { return {}; }
  // Bytes that read() takes at most, beside its cells.
  virtual std::uint64_t memory() const { return 0; }
  // width x height cells, row by row. Throws std::runtime_error with a reason for a person.
  virtual void read(float* cells) const = 0;
  // Bytes `begin` to `begin` + `size` of a file that was asked for as bytes. Throws std::runtime_error.
  virtual void bytes(std::uint64_t begin, std::uint64_t size, char* to) const;
};

// Interface to the decoder of files; the image room implements it.
class InputFileOpener {
 public:
  virtual ~InputFileOpener() = default;
  // Argument of open() for a file that is `written` at `position`. Throws as confined() does.
  virtual std::string path(const config::World& world, const std::string& written,
                           const report::Position& position) const;
  // Throws std::runtime_error with a reason for a person.
  virtual std::shared_ptr<const InputFile> open(const std::string& path,
                                                const terrawright_file_request& request) const = 0;
};

// Path that `written`, at `position`, refers to: relative to its file (for an override: to the world's).
std::string path_of(const config::World& world, const std::string& written, const report::Position& position);
// The file that it names, inside the folder of the world's file, links followed. Throws std::runtime_error with a
// reason, files::ReadFailed where no file is there.
std::string confined(const config::World& world, const std::string& written, const report::Position& position);

}  // namespace terrawright::graph
