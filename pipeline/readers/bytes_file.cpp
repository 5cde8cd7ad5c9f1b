// SPDX-License-Identifier: Apache-2.0
// A file that a stage decodes itself.
#include <stdexcept>

#include "readers/file_opener.hpp"
#include "readers/opened_file.hpp"

namespace terrawright::readers {
namespace {

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
    files::Reader(path_).read(to, static_cast<std::size_t>(size), begin);
    demand_unchanged();
  }
};

}  // namespace

std::shared_ptr<const graph::InputFile> open_bytes(const std::string& path, const terrawright_file_request& request) {
  return std::make_shared<BytesFile>(path, request);
}

}  // namespace terrawright::readers
