// SPDX-License-Identifier: Apache-2.0
#include "readers/file_opener.hpp"

#include "readers/library_process.hpp"

namespace terrawright::readers {

std::shared_ptr<const graph::InputFile> FileOpener::open(const std::string& path,
                                                         const terrawright_file_request& request) const try {
  if (request.encoding == TERRAWRIGHT_ENCODING_BYTES) return open_bytes(path, request);
  return request.encoding == TERRAWRIGHT_ENCODING_IMAGE ? open_image(path, request) : open_headerless(path, request);
} catch (const ProcessFailed&) {
  decoder_failed_ = true;
  throw;
}

}  // namespace terrawright::readers
