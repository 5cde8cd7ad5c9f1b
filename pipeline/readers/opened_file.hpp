// SPDX-License-Identifier: Apache-2.0
// A file that a stage reads, whatever is in it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "files/reader.hpp"
#include "graph/input_file.hpp"

namespace terrawright::readers {

constexpr std::int64_t longest_side = (std::int64_t{1} << 20) + 1;

class OpenedFile : public graph::InputFile {
 public:
  OpenedFile(std::string path, const terrawright_file_request& request);
  const terrawright_file_facts& facts() const override { return facts_; }
  std::string path() const override { return path_; }
  const std::string& digest() const override { return digest_; }

 protected:
  // The file that is read must be the one that was checked: that many cells will be filled, and the digest is in keys.
  // Throws std::runtime_error.
  void demand_unchanged() const;
  // After a library that opens files by itself has read this one: it hides what it could not read, if it has to.
  void demand_same_bytes() const;

  // The sample that the request says has no data.
  std::optional<double> asked_nodata() const;
  // After all cells are read: those without data become NaN, or are filled where the request asks for that.
  void finish(float* cells) const;

  std::string path_;
  files::Identity identity_;
  terrawright_file_request request_;
  std::string part_;
  std::string digest_;
  terrawright_file_facts facts_{};

 private:
  [[noreturn]] void was_changed() const;
};

}  // namespace terrawright::readers
