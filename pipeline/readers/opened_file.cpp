// SPDX-License-Identifier: Apache-2.0
#include "readers/opened_file.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "graph/sha256.hpp"
#include "readers/missing.hpp"

namespace terrawright::readers {
OpenedFile::OpenedFile(std::string path, const terrawright_file_request& request)
    : path_(std::move(path)), request_(request), part_(request.part ? request.part : "") {
  const files::Reader file(path_);
  identity_ = file.identity();
  digest_ = graph::sha256_of(file);
  facts_.size = sizeof facts_;
  facts_.latitude = std::numeric_limits<double>::quiet_NaN();
}

void OpenedFile::demand_unchanged() const {
  if (!(files::identity_of(path_) == identity_)) was_changed();
}

void OpenedFile::demand_same_bytes() const {
  demand_unchanged();
  if (graph::sha256_of_file(path_) != digest_) was_changed();
}

void OpenedFile::was_changed() const {
  throw std::runtime_error("'" + path_ + "' was changed while the world was built");
}

std::optional<double> OpenedFile::asked_nodata() const {
  if ((request_.flags & TERRAWRIGHT_REQUEST_NODATA) == 0) return std::nullopt;
  return request_.nodata;
}

void OpenedFile::finish(float* cells) const {
  const auto count = static_cast<std::size_t>(facts_.width * facts_.height);
  // Without a scale, a sample is its value.
  if (const auto nodata = asked_nodata(); nodata && (facts_.flags & TERRAWRIGHT_FACTS_SCALED) == 0)
    std::replace(cells, cells + count, static_cast<float>(*nodata), std::numeric_limits<float>::quiet_NaN());
  if ((request_.flags & TERRAWRIGHT_REQUEST_FILL) != 0) fill_missing(cells, facts_.width, facts_.height);
}

}  // namespace terrawright::readers
