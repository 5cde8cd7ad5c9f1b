// SPDX-License-Identifier: Apache-2.0
// What makes the files of a picture: a writer (delivery.hpp) or a pack.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "images/writers.hpp"
#include "report/json.hpp"

namespace terrawright::images {

// Of files that are not there yet.
struct FileBytes {
  double fixed = 0, compressible = 0;
};

class PictureWriter {
 public:
  PictureWriter() = default;
  PictureWriter(const PictureWriter&) = delete;
  PictureWriter& operator=(const PictureWriter&) = delete;
  virtual ~PictureWriter() = default;

  // As images::refusals() has them.
  virtual std::vector<Refusal> refusals(const Picture& picture) const = 0;
  // The files that it makes, in the order in which write() gives them.
  virtual std::vector<std::filesystem::path> files(const Picture& picture) const { return {picture.file}; }
  // Bytes of memory that writing takes beside layers and a band of rows.
  virtual std::uint64_t memory(const Picture& picture) const = 0;
  // What its files take; nothing: as much as layers do.
  virtual std::optional<FileBytes> disk() const { return std::nullopt; }
  // What plan says of it: a line, empty where the names of files say all, and members of its output.
  virtual std::string text(const Picture& /*picture*/) const { return {}; }
  virtual void add_facts(const Picture& /*picture*/, report::Json& /*output*/) const {}
  // What helps where cells are clipped.
  virtual std::string clip_remedy() const { return "widen `range`"; }
  // The same for one of the tiles that the picture is written in.
  virtual std::shared_ptr<const PictureWriter> of_tile(const Picture& /*tile*/) const { return nullptr; }
  // Whose code it is, where that is a plugin's.
  virtual std::string build() const { return {}; }
  // Loads what it needs, so that what is missing is said before a build and not at its end. Throws WriteFailed.
  virtual void load(const Picture& /*picture*/) const {}
  // Throws WriteFailed, or Stopped.
  virtual std::vector<Written> write(const MadePicture& from) const = 0;
};

}  // namespace terrawright::images
