// SPDX-License-Identifier: Apache-2.0
#include "images/opened_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "graph/sha256.hpp"
#include "images/missing.hpp"

namespace terrawright::images {
namespace {

std::string digest_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("it cannot be opened");
  graph::Sha256 hash;
  std::array<char, 65536> buffer;
  while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0) {
    hash.add(buffer.data(), static_cast<std::size_t>(stream.gcount()));
  }
  return hash.hex();
}

std::array<std::int64_t, 5> identity_of(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return {};
  return {static_cast<std::int64_t>(facts.st_dev), static_cast<std::int64_t>(facts.st_ino), facts.st_size,
          facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
}

}  // namespace

OpenedFile::OpenedFile(std::string path, const terrawright_file_request& request)
    : path_(std::move(path)),
      identity_(identity_of(path_)),
      request_(request),
      part_(request.part ? request.part : ""),
      digest_(digest_of(path_)) {
  facts_.size = sizeof facts_;
  facts_.latitude = std::numeric_limits<double>::quiet_NaN();
}

void OpenedFile::demand_unchanged() const {
  if (identity_of(path_) != identity_)
    throw std::runtime_error("'" + path_ + "' was changed while the world was built");
}

std::optional<double> OpenedFile::asked_nodata() const {
  if ((request_.flags & TERRAWRIGHT_FILE_NODATA) == 0) return std::nullopt;
  return request_.nodata;
}

void OpenedFile::finish(float* cells) const {
  const auto count = static_cast<std::size_t>(facts_.width * facts_.height);
  // Where there is no scale, a sample is its value.
  if (const auto nodata = asked_nodata(); nodata && (facts_.flags & TERRAWRIGHT_FILE_SCALED) == 0)
    std::replace(cells, cells + count, static_cast<float>(*nodata), std::numeric_limits<float>::quiet_NaN());
  if ((request_.flags & TERRAWRIGHT_FILE_FILL) != 0) fill_missing(cells, facts_.width, facts_.height);
}

}  // namespace terrawright::images
