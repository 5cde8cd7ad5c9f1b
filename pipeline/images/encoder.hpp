// SPDX-License-Identifier: Apache-2.0
// An image file being encoded by OpenImageIO into a WholeFile.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "images/image_library.hpp"
#include "images/metadata.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

// EXR and TIFF would get the time of writing.
constexpr const char* no_date = "1970:01:01 00:00:00";

class Encoder {
 public:
  // Several parts: EXR only.
  Encoder(const std::filesystem::path& path, const std::vector<EncodedPart>& parts);
  // From now on rows belong to the next part.
  void next_part() { demand(encoder_->next_part()); }
  // Rows of uint32 or float32, all channels, without gaps.
  void rows(std::int64_t y, std::int64_t count, Sample type, const void* pixels) {
    demand(encoder_->rows(y, count, type, pixels));
  }
  // Ends the encoding. Throws WriteFailed. The file is not settled yet.
  std::unique_ptr<WholeFile> close();

 private:
  void demand(bool done);

  std::unique_ptr<WholeFile> file_;
  bool several_;                           // parts: the encoder opens the file by itself
  std::unique_ptr<ImageEncoder> encoder_;  // ends before the file does
};

// Loads what writing the file needs, so that what is missing is said before a build and not at its end. Throws
// WriteFailed.
void load_encoder_of(const std::filesystem::path& path);

}  // namespace terrawright::images
