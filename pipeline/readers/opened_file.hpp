// SPDX-License-Identifier: Apache-2.0
// A file that a stage reads, whatever is in it.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "files/open_file.hpp"
#include "graph/input_file.hpp"

namespace terrawright::readers {

constexpr std::int64_t longest_side = (std::int64_t{1} << 20) + 1;

class OpenedFile : public graph::InputFile {
 public:
  OpenedFile(std::string path, const terrawright_file_request& request);
  const terrawright_file_facts& facts() const override { return facts_; }
  std::string path() const override { return path_; }
  const std::string& digest() const override { return digest_; }

 protected:
  // The file that is read must be the one that was checked: that many cells will be filled, and the digest is in keys.
  // Throws std::runtime_error.
  void demand_unchanged() const;
  // After a library that opens files by itself has read this one: it hides what it could not read, if it has to.
  void demand_same_bytes() const;

  // The sample that the request says has no data.
  std::optional<double> asked_nodata() const;
  // After all cells are read: those without data become NaN, or are filled where the request asks for that.
  void finish(float* cells) const;

  std::string path_;
  files::Identity identity_;
  terrawright_file_request request_;
  std::string part_;
  std::string digest_;
  terrawright_file_facts facts_{};

 private:
  [[noreturn]] void was_changed() const;
};

// Images, headerless rasters and files as their bytes, for stages that read files.

// PNG of 8 or 16 bits, TIFF, EXR and what OpenImageIO reads, one channel of one part; and rows of u16 or f32 without a
// header, whose size must fit to the byte. Integers are handed over as they are, floats too, NaN included.
class FileOpener final : public graph::InputFileOpener {
 public:
  std::shared_ptr<const graph::InputFile> open(const std::string& path,
                                               const terrawright_file_request& request) const override;
  // Whether one of them was not opened because of ProcessFailed.
  bool decoder_failed() const { return decoder_failed_; }

 private:
  mutable std::atomic<bool> decoder_failed_{false};
};

// Its three ways, each in a file of its own. All throw std::runtime_error with a reason for a person.
std::shared_ptr<const graph::InputFile> open_image(const std::string& path, const terrawright_file_request& request);
std::shared_ptr<const graph::InputFile> open_headerless(const std::string& path,
                                                        const terrawright_file_request& request);
std::shared_ptr<const graph::InputFile> open_bytes(const std::string& path, const terrawright_file_request& request);

// The formats of images that the program reads without OpenImageIO.

enum class Format { exr, png, tif };

// By the extension, in any case; .tiff too.
std::optional<Format> format_of(const std::filesystem::path& file);

}  // namespace terrawright::readers
