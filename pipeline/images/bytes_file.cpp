// SPDX-License-Identifier: Apache-2.0
#include "images/bytes_file.hpp"

#include <fstream>
#include <stdexcept>

#include "images/opened_file.hpp"

namespace terrawright::images {
namespace {

class BytesFile final : public OpenedFile {
 public:
  BytesFile(const std::string& path, const terrawright_file_request& request) : OpenedFile(path, request) {
    facts_.bytes = static_cast<std::uint64_t>(identity_[2]);
  }

  void read(float*) const override {
    throw std::runtime_error("its code is wrong: it reads samples of a file that it opened for its bytes");
  }
  void bytes(std::uint64_t begin, std::uint64_t size, char* to) const override {
    if (begin > facts_.bytes || size > facts_.bytes - begin)
      throw std::runtime_error("its code is wrong: it reads bytes outside its file");
    std::ifstream stream(path_, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(begin));
    if (size != 0 && !stream.read(to, static_cast<std::streamsize>(size)))
      throw std::runtime_error("'" + path_ + "' is cut short");
    demand_unchanged();
  }
};

}  // namespace

std::shared_ptr<const graph::InputFile> open_bytes(const std::string& path, const terrawright_file_request& request) {
  return std::make_shared<BytesFile>(path, request);
}

}  // namespace terrawright::images
