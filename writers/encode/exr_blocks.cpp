// SPDX-License-Identifier: Apache-2.0
#include "encode/exr_blocks.hpp"

namespace terrawright::encode {

// Even bytes, then odd ones; then each as what it is more than the one before, plus 128. Blocks of nothing but sea are
// the same one after the other.
Deflate::Compressed ExrBlocks::of(const unsigned char* bytes, std::size_t size) {
  split_.resize(size);
  before_.swap(differences_);
  differences_.resize(size);
  unsigned char* const even = split_.data();
  unsigned char* const odd = split_.data() + (size + 1) / 2;
  for (std::size_t i = 0; i < size / 2; ++i) {
    even[i] = bytes[2 * i];
    odd[i] = bytes[2 * i + 1];
  }
  if (size % 2 != 0) even[size / 2] = bytes[size - 1];
  unsigned char* const to = differences_.data();
  const unsigned char* const from = split_.data();
  if (size > 0) to[0] = from[0];
  for (std::size_t i = 1; i < size; ++i) to[i] = static_cast<unsigned char>(from[i] - from[i - 1] + 128);
  if (differences_ != before_ || size == 0) compressed_ = deflate_.of(to, size);
  if (compressed_.size < size) return compressed_;
  return {bytes, size};
}

}  // namespace terrawright::encode
