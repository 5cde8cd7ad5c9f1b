// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "encode/delivered.hpp"
#include "mesh/terrain/terrain_mesh.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::encode {

void MeshFile::arrange(Delivery& delivery, const Levels& levels) const {
  const terrawright_delivery& plain = delivery.plain();
  const terrawright_item& height = delivery.item(item_of(plain, MeshPort::height));
  if (height.width < 2 || height.height < 2) {
    delivery.refuse("",
                    "a mesh is of 2 x 2 cells at least, and this one would be of " + std::to_string(height.width) +
                        " x " + std::to_string(height.height),
                    "make the world larger");
  }
  if (error.empty()) {
    delivery.refuse("error", "the distance of the mesh from the heights is not given",
                    "write error: 5 m; a larger one needs fewer triangles");
  }
  if (error.size() > levels.most)
    delivery.refuse("error", std::string(levels.holds) + ", and these are " + std::to_string(error.size()),
                    levels.remedy);
  for (std::size_t i = 1; i < error.size(); ++i) {
    if (error[i] > error[i - 1]) continue;
    delivery.refuse("error[" + std::to_string(i) + "]", "this error is not greater than the one before it",
                    "write the finest first, as error: [2 m, 10 m, 50 m]");
  }
  if (const std::uint64_t i = item_of(plain, MeshPort::texture); i != no_item) {
    const terrawright_item& texture = delivery.item(i);
    if (texture.kind == TERRAWRIGHT_KIND_CLASS && texture.n_legend == 0)
      delivery.refuse(texture.name, "these classes have no legend, so they have no colours",
                      "name a layer of colours, as view.relief makes them, or of classes with a legend");
  }
  delivery.needs_memory(TerrainMesh::bytes(height.width, height.height));
}

MeshFrame::MeshFrame(const terrawright_delivery& delivery) {
  const terrawright_item& height = *delivery.items[item_of(delivery, MeshPort::height)];
  const auto n = static_cast<double>(delivery.coarsen);
  const double of_world = delivery.world->cell;
  columns_ = height.width;
  rows_ = height.height;
  cell_ = of_world * n;
  middle_column_ = (static_cast<double>(columns_) - 1) / 2;
  middle_row_ = (static_cast<double>(rows_) - 1) / 2;
  const auto beside = [&](std::int64_t first, std::int64_t cells, std::int64_t world) {
    return (static_cast<double>(first) + (static_cast<double>(cells) * n - 1) / 2 -
            static_cast<double>(world - 1) / 2) *
           of_world;
  };
  middle_east_ = beside(delivery.window.x, columns_, delivery.world->width);
  middle_south_ = beside(delivery.window.y, rows_, delivery.world->height);
}

TerrainMesh mesh_of(const Writing& writing) {
  const std::uint64_t item = item_of(writing.plain(), MeshPort::height);
  const terrawright_statistics known = writing.extremes(item);
  if (known.nans != 0 || !std::isfinite(known.minimum) || !std::isfinite(known.maximum)) {
    writing.fail("",
                 "a mesh is of heights in all cells, and " +
                     (known.nans != 0 ? std::to_string(known.nans) + " cells have none" : "some are infinite"),
                 "fill what is missing, as `nodata` of source.image does" +
                     report::remedy(", or write a --window without it", ""));
  }
  const std::int64_t width = writing.item(item).width, height = writing.item(item).height;
  std::vector<float> all(static_cast<std::size_t>(width * height));
  const std::int64_t at_once = band_rows(width * std::int64_t{sizeof(float)});
  for (std::int64_t y = 0; y < height; y += at_once)
    read_rows(writing, item, y, std::min(at_once, height - y), &all[static_cast<std::size_t>(y * width)]);
  return TerrainMesh(width, height, std::move(all), [&writing] { writing.go_on(); });
}

void refuse_size(const Writing& writing, const std::string& reason) {
  writing.fail("", reason,
               report::remedy("allow a greater `error`, or write `coarsen: 2` or a --window",
                              "make the world smaller: world.size"));
}

MeshCounts counts_of(const Writing& writing, const TerrainMesh& mesh, double error) {
  const MeshCounts counts = mesh.counts(error);
  if (counts.vertices >= 0xffffff00) refuse_size(writing, "the mesh would have more vertices than 32 bits can count");
  return counts;
}

void ByteStream::append(const void* bytes, std::size_t size) {
  constexpr std::size_t at_once = std::size_t{1} << 18;
  const auto* begin = static_cast<const char*>(bytes);
  bytes_.insert(bytes_.end(), begin, begin + size);
  if (bytes_.size() >= at_once) flush();
}

void ByteStream::flush() {
  file_.put(offset_, bytes_.data(), bytes_.size());
  offset_ += bytes_.size();
  bytes_.clear();
}

}  // namespace terrawright::encode
