// SPDX-License-Identifier: Apache-2.0
#include "images/write.hpp"

#include "images/csv.hpp"
#include "images/format.hpp"
#include "images/writers.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

Written::Written(std::unique_ptr<WholeFile> whole, std::uint64_t outside) : file(std::move(whole)), clipped(outside) {
  file->settle();
  bytes = file->size();
  path_ = file->path();
  sha256_ = file->sha256();
}

Written::Written(std::unique_ptr<WholeFolder> whole) : folder(std::move(whole)) {
  folder->settle();
  bytes = folder->bytes();
  path_ = folder->path();
  sha256_ = folder->sha256();
}

namespace {

// A settled file of text that comes piece by piece.
std::unique_ptr<WholeFile> in_pieces(const std::filesystem::path& path,
                                     const std::function<void(const TakeText&)>& give) {
  auto file = std::make_unique<WholeFile>(path);
  give([&](std::string_view text) {
    if (file->write(text.data(), text.size(), file->size()) != 0) file->settle();  // says why
  });
  file->settle();
  return file;
}

}  // namespace

std::vector<Written> write(const Picture& picture, const std::vector<engine::Product>& made,
                           const Provenance& provenance, const std::atomic<bool>& cancelled, const Beside& beside) {
  if (cancelled) throw Stopped{};
  const MadePicture from{picture, made, provenance, cancelled, beside};
  if (picture.tiles) return write_tiles(from);
  switch (format_of(picture.file).value()) {
    case Format::exr:
      return write_exr(from);
    case Format::png:
      return write_png(from);
    case Format::tif:
      return write_tif(from);
    case Format::zarr:
      return write_zarr(from);
    case Format::txt:
      return just(text_file(picture.file, *made.front().text));
    case Format::csv:
      return just(in_pieces(picture.file, [&](const TakeText& take) {
        csv_of(made.front(), [&](std::string_view text) {
          if (cancelled) throw Stopped{};
          take(text);
        });
      }));
    case Format::geojson:
      return just(in_pieces(picture.file, [&](const TakeText& take) { geojson_of(from, take); }));
  }
  return {};
}

}  // namespace terrawright::images
