// SPDX-License-Identifier: Apache-2.0
#include "readers/opened_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "graph/sha256.hpp"
#include "readers/library_process.hpp"
#include "report/utf8.hpp"

namespace terrawright::readers {
namespace {

// Samples without data, which are NaN.

// Each becomes that of the nearest one with data, in steps along rows and columns; of those equally near the one that
// its west, north, east or south neighbour took, in this order. Throws std::runtime_error where none has data.
void fill_missing(float* cells, std::int64_t width, std::int64_t height) {
  const auto neighbour = [&](std::int64_t c, int way) -> std::int64_t {
    const std::int64_t x = c % width;
    if (way == 0) return x > 0 ? c - 1 : -1;
    if (way == 1) return c >= width ? c - width : -1;
    if (way == 2) return x + 1 < width ? c + 1 : -1;
    return c + width < width * height ? c + width : -1;
  };
  // Wave after wave, from the shore of what is missing: a wave sees only the waves before it.
  std::vector<std::int64_t> wave, next;
  std::vector<bool> found(static_cast<std::size_t>(width * height));
  std::int64_t missing = 0;
  const auto beside_data = [&](std::int64_t c) {
    for (int way = 0; way < 4; ++way) {
      const std::int64_t n = neighbour(c, way);
      if (n >= 0 && !std::isnan(cells[n])) return true;
    }
    return false;
  };
  for (std::int64_t c = 0; c < width * height; ++c) {
    if (!std::isnan(cells[c])) continue;
    ++missing;
    if (!beside_data(c)) continue;
    wave.push_back(c);
    found[static_cast<std::size_t>(c)] = true;
  }
  if (missing > 0 && wave.empty()) throw std::runtime_error("none of its samples has data");
  std::vector<float> values;
  while (!wave.empty()) {
    values.clear();
    for (const std::int64_t c : wave) {
      for (int way = 0; way < 4; ++way) {
        const std::int64_t n = neighbour(c, way);
        if (n < 0 || std::isnan(cells[n])) continue;
        values.push_back(cells[n]);
        break;
      }
    }
    for (std::size_t i = 0; i < wave.size(); ++i) cells[wave[i]] = values[i];
    next.clear();
    for (const std::int64_t c : wave) {
      for (int way = 0; way < 4; ++way) {
        const std::int64_t n = neighbour(c, way);
        if (n < 0 || !std::isnan(cells[n]) || found[static_cast<std::size_t>(n)]) continue;
        next.push_back(n);
        found[static_cast<std::size_t>(n)] = true;
      }
    }
    wave.swap(next);
  }
}

}  // namespace

OpenedFile::OpenedFile(std::string path, const terrawright_file_request& request)
    : path_(std::move(path)), request_(request), part_(request.part ? request.part : "") {
  const files::OpenFile file(path_);
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

std::shared_ptr<const graph::InputFile> FileOpener::open(const std::string& path,
                                                         const terrawright_file_request& request) const try {
  if (request.encoding == TERRAWRIGHT_ENCODING_BYTES) return open_bytes(path, request);
  return request.encoding == TERRAWRIGHT_ENCODING_IMAGE ? open_image(path, request) : open_headerless(path, request);
} catch (const ProcessFailed&) {
  decoder_failed_ = true;
  throw;
}

std::optional<Format> format_of(const std::filesystem::path& file) {
  const std::string extension = report::ascii_lower(file.extension().string());
  if (extension == ".exr") return Format::exr;
  if (extension == ".png") return Format::png;
  if (extension == ".tif" || extension == ".tiff") return Format::tif;
  return std::nullopt;
}

}  // namespace terrawright::readers
