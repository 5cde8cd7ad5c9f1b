// SPDX-License-Identifier: Apache-2.0
#include "images/file_opener.hpp"

#include "images/bytes_file.hpp"
#include "images/headerless_file.hpp"
#include "images/image_decoder.hpp"
#include "images/image_file.hpp"
#include "images/library_process.hpp"

namespace terrawright::images {

std::shared_ptr<const graph::InputFile> FileOpener::open(const std::string& path,
                                                         const terrawright_file_request& request) const try {
  if (request.encoding == TERRAWRIGHT_ENCODING_BYTES) return open_bytes(path, request);
  return request.encoding == TERRAWRIGHT_ENCODING_IMAGE ? open_image(path, request) : open_headerless(path, request);
} catch (const ProcessFailed&) {
  decoder_failed_ = true;
  throw;
}

}  // namespace terrawright::images
