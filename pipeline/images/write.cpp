// SPDX-License-Identifier: Apache-2.0
#include "images/write.hpp"

#include "files/format.hpp"
#include "images/picture_writer.hpp"
#include "images/sidecar.hpp"
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
  is_folder_ = true;
  bytes = folder->bytes();
  path_ = folder->path();
  sha256_ = folder->sha256();
}

namespace {

// Colours are stored in one way; so are masks and classes but for importers that read no whole numbers.
bool is_alone(const MadePicture& from) {
  const std::uint32_t kind = from.layer().facts().kind;
  if (from.picture.importer == Importer::any || kind == TERRAWRIGHT_KIND_COLOUR) return false;
  const bool codes = kind == TERRAWRIGHT_KIND_MASK || kind == TERRAWRIGHT_KIND_CLASS;
  return !codes || from.picture.importer != Importer::alone;
}

std::vector<Written> write_as(const MadePicture& from) {
  switch (files::format_of(from.picture.file).value()) {
    case files::Format::exr:
      return is_alone(from) ? write_exr_alone(from) : write_exr(from);
    case files::Format::png:
      return write_png(from);
    case files::Format::tif:
      return write_tif(from);
    case files::Format::zarr:
      return write_zarr(from);
    case files::Format::pmtiles:  // of pyramids, sheets and views
    case files::Format::svg:
    case files::Format::pdf:
    case files::Format::html:
      return {};
  }
  return {};
}

}  // namespace

std::vector<Written> write(const Picture& picture, const std::vector<engine::Product>& made,
                           const Provenance& provenance, const std::atomic<bool>& cancelled, const Beside& beside) {
  if (cancelled) throw Stopped{};
  const MadePicture from{picture, made, provenance, cancelled, beside};
  if (picture.tiles) return write_tiles(from);
  if (picture.writer) return picture.writer->write(from);
  if (picture.pyramid) return write_pyramid(from);
  std::vector<Written> written = write_as(from);
  if (has_sidecar(picture)) written.emplace_back(text_file(sidecar_path(picture.file), sidecar_of(from)));
  return written;
}

}  // namespace terrawright::images
