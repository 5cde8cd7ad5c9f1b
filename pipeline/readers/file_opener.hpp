// SPDX-License-Identifier: Apache-2.0
// Images, headerless rasters and files as their bytes, for stages that read files.
#pragma once
#include <atomic>

#include "graph/input_file.hpp"

namespace terrawright::readers {

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

}  // namespace terrawright::readers
