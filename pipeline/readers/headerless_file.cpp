// SPDX-License-Identifier: Apache-2.0
// Rows of u16 or f32 without a header.
#include <cstring>
#include <stdexcept>
#include <vector>

#include "readers/opened_file.hpp"

namespace terrawright::readers {
namespace {

class HeaderlessFile final : public OpenedFile {
 public:
  HeaderlessFile(const std::string& path, const terrawright_file_request& request) : OpenedFile(path, request) {
    facts_.width = request.width;
    facts_.height = request.height;
    facts_.bits = request.encoding == TERRAWRIGHT_ENCODING_U16 ? 16 : 0;
    if (facts_.width < 1 || facts_.height < 1 || facts_.width > longest_side || facts_.height > longest_side) {
      throw std::runtime_error("a file without a header needs its size: give the columns and rows it has");
    }
    const std::uint64_t there = identity_.size;
    const std::size_t wanted = static_cast<std::size_t>(facts_.width * facts_.height) * sample_bytes();
    if (there != wanted) {
      throw std::runtime_error("it has " + std::to_string(there) + " bytes, but " + std::to_string(facts_.width) +
                               " x " + std::to_string(facts_.height) + " samples of " + std::to_string(sample_bytes()) +
                               " bytes are " + std::to_string(wanted));
    }
  }

  void read(float* cells) const override {
    demand_unchanged();
    const files::OpenFile file(path_);
    std::vector<unsigned char> row(static_cast<std::size_t>(facts_.width) * sample_bytes());
    for (std::int64_t y = 0; y < facts_.height; ++y) {
      file.read(row.data(), row.size(), static_cast<std::uint64_t>(y) * row.size());
      for (std::size_t x = 0; x < static_cast<std::size_t>(facts_.width); ++x)
        cells[static_cast<std::size_t>(y * facts_.width) + x] = sample(&row[x * sample_bytes()]);
    }
    finish(cells);
  }

 private:
  std::size_t sample_bytes() const { return facts_.bits == 16 ? 2 : 4; }
  float sample(const unsigned char* bytes) const {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < sample_bytes(); ++i) {
      const std::size_t significance = request_.big_endian ? sample_bytes() - 1 - i : i;
      word |= std::uint32_t{bytes[i]} << (8 * significance);
    }
    if (facts_.bits == 16) return static_cast<float>(word);
    float value;
    std::memcpy(&value, &word, sizeof value);
    return value;
  }
};

}  // namespace

std::shared_ptr<const graph::InputFile> open_headerless(const std::string& path,
                                                        const terrawright_file_request& request) {
  return std::make_shared<HeaderlessFile>(path, request);
}

namespace {

// A file that a stage decodes itself.

class BytesFile final : public OpenedFile {
 public:
  BytesFile(const std::string& path, const terrawright_file_request& request) : OpenedFile(path, request) {
    facts_.bytes = identity_.size;
  }

  void read(float*) const override {
    throw std::runtime_error("its code is wrong: it reads samples of a file that it opened for its bytes");
  }
  void bytes(std::uint64_t begin, std::uint64_t size, char* to) const override {
    if (begin > facts_.bytes || size > facts_.bytes - begin)
      throw std::runtime_error("its code is wrong: it reads bytes outside its file");
    files::OpenFile(path_).read(to, static_cast<std::size_t>(size), begin);
    demand_unchanged();
  }
};

}  // namespace

std::shared_ptr<const graph::InputFile> open_bytes(const std::string& path, const terrawright_file_request& request) {
  return std::make_shared<BytesFile>(path, request);
}

}  // namespace terrawright::readers
