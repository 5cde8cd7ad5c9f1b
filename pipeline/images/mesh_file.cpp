// SPDX-License-Identifier: Apache-2.0
#include "images/mesh_file.hpp"

#include <cmath>

#include "engine/layer_rows.hpp"
#include "images/bands.hpp"

namespace terrawright::images {

std::uint64_t bytes_of_mesh(const Picture& picture) {
  if (picture.errors.empty() || picture.parts.empty()) return 0;
  const engine::LayerFacts& facts = picture.parts.front().facts;
  return encode::TerrainMesh::bytes(facts.width, facts.height);
}

std::filesystem::path texture_path(std::filesystem::path mesh) { return mesh.replace_extension(".texture.png"); }

std::filesystem::path material_path(std::filesystem::path mesh) { return mesh.replace_extension(".mtl"); }

MeshFrame::MeshFrame(const MadePicture& from) {
  const Provenance& world = from.provenance;
  const Rect area = world.window.value_or(Rect{0, 0, world.width, world.height});
  const auto n = static_cast<double>(world.coarsen);
  columns_ = static_cast<double>(from.layer().facts().width);
  rows_ = static_cast<double>(from.layer().facts().height);
  cell_ = world.metres_per_cell * n;
  middle_column_ = (columns_ - 1) / 2;
  middle_row_ = (rows_ - 1) / 2;
  const auto beside = [&](std::int64_t first, double cells, std::int64_t of_world) {
    return (static_cast<double>(first) + (cells * n - 1) / 2 - static_cast<double>(of_world - 1) / 2) *
           world.metres_per_cell;
  };
  middle_east_ = beside(area.x, columns_, world.width);
  middle_south_ = beside(area.y, rows_, world.height);
}

encode::TerrainMesh mesh_of(const MadePicture& from) {
  const engine::Layer& layer = from.layer();
  const Statistics& known = layer.statistics();
  if (known.nans != 0 || !std::isfinite(known.minimum) || !std::isfinite(known.maximum)) {
    throw WriteFailed(from.picture.file,
                      "a mesh is of heights in all cells, and " +
                          (known.nans != 0 ? std::to_string(known.nans) + " cells have none" : "some are infinite"),
                      "fill what is missing, as `nodata` of source.image does, or write a --window without it");
  }
  const std::int64_t width = layer.facts().width, height = layer.facts().height;
  std::vector<float> cells(static_cast<std::size_t>(width * height));
  engine::LayerRows rows(layer);
  const std::int64_t at_once = band_rows(layer);
  for (std::int64_t y = 0; y < height; y += at_once) {
    if (from.cancelled) throw Stopped{};
    rows.read(y, std::min(at_once, height - y), &cells[static_cast<std::size_t>(y * width)]);
  }
  return encode::TerrainMesh(width, height, std::move(cells), from.cancelled);
}

void refuse_size(const MadePicture& from, const std::string& reason) {
  throw WriteFailed(from.picture.file, reason, "allow a greater `error`, or write `coarsen: 2` or a --window");
}

encode::MeshCounts counts_of(const MadePicture& from, const encode::TerrainMesh& mesh, double error) {
  const encode::MeshCounts counts = mesh.counts(error);
  if (counts.vertices >= 0xffffff00) refuse_size(from, "the mesh would have more vertices than 32 bits can count");
  return counts;
}

Written texture_of(const MadePicture& from) {
  Picture picture;
  picture.file = texture_path(from.picture.file);
  picture.parts.push_back({"texture", *from.picture.texture, engine::Places::none, {}});
  std::vector<Written> written =
      write_png(MadePicture{picture, {from.made.back()}, from.provenance, from.cancelled, from.beside});
  return std::move(written.front());
}

void ByteStream::append(const void* bytes, std::size_t size) {
  constexpr std::size_t at_once = std::size_t{1} << 18;
  const auto* begin = static_cast<const char*>(bytes);
  bytes_.insert(bytes_.end(), begin, begin + size);
  if (bytes_.size() >= at_once) flush();
}

void ByteStream::flush() {
  file_.write(bytes_.data(), bytes_.size(), offset_);
  if (file_.first_error() != 0) file_.settle();  // which says why
  offset_ += bytes_.size();
  bytes_.clear();
}

}  // namespace terrawright::images
