// SPDX-License-Identifier: Apache-2.0
// Blocks of an EXR part that is compressed by zip, as OpenEXR makes them but by libdeflate, which is faster than zlib.
#pragma once
#include <cstddef>
#include <vector>

#include "encode/deflate.hpp"

namespace terrawright::encode {

class ExrBlocks {
 public:
  // A block as in the file, until the next call: compressed, or raw if that is not longer.
  Deflate::Compressed of(const unsigned char* bytes, std::size_t size);

 private:
  DeflateWhole deflate_{4};
  std::vector<unsigned char> split_, differences_, before_;
  Deflate::Compressed compressed_{};  // of `differences_`
};

}  // namespace terrawright::encode
