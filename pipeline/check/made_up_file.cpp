// SPDX-License-Identifier: Apache-2.0
#include "check/made_up_file.hpp"

#include <stdexcept>

#include "terrawright/random.h"

namespace terrawright::check {
namespace {

class MadeUpFile final : public graph::InputFile {
 public:
  explicit MadeUpFile(const terrawright_file_request& request) {
    const bool has_size = request.encoding != TERRAWRIGHT_ENCODING_IMAGE && request.width > 0 && request.height > 0;
    constexpr std::int64_t most = std::int64_t{1} << 20;
    if (has_size && (request.width > most / request.height))
      throw std::runtime_error("the made-up file is not so large");
    facts_.size = sizeof facts_;
    facts_.bits = request.encoding == TERRAWRIGHT_ENCODING_F32 ? 0 : 16;
    facts_.width = has_size ? request.width : 97;
    facts_.height = has_size ? request.height : 61;
  }
  const terrawright_file_facts& facts() const override { return facts_; }
  const std::string& digest() const override { return digest_; }
  void read(float* cells) const override {
    for (std::int64_t y = 0; y < facts_.height; ++y) {
      const terrawright_row_key key = terrawright_key_of_row(7, static_cast<std::int32_t>(y / 6), 33, 0, 0);
      for (std::int64_t x = 0; x < facts_.width; ++x) {
        const std::uint32_t word = terrawright_word(key, static_cast<std::int32_t>(x / 6)) >> 16;
        *cells++ = facts_.bits == 0 ? static_cast<float>(word) / 65536.0f : static_cast<float>(word);
      }
    }
  }

 private:
  terrawright_file_facts facts_{};
  std::string digest_ = "made up";
};

}  // namespace

std::shared_ptr<const graph::InputFile> MadeUpFiles::open(const std::string&,
                                                          const terrawright_file_request& request) const {
  return std::make_shared<MadeUpFile>(request);
}

}  // namespace terrawright::check
