// SPDX-License-Identifier: Apache-2.0
// A layer back from an array of a .zarr folder, chunk by chunk.
#include <stdexcept>
#include <vector>

#include "files/reader.hpp"
#include "images/layer_file.hpp"
#include "store/compression.hpp"
#include "store/shape.hpp"

namespace terrawright::images {
std::shared_ptr<const engine::Layer> read_zarr(const std::filesystem::path& folder, const std::string& part,
                                               const engine::LayerFacts& facts) {
  const store::Shape shape{facts.kind, facts.unit, facts.width, facts.height};
  const std::filesystem::path array = folder / part;
  const std::string description = files::text_of(array / ".zarray");
  if (description != store::zarr_array(shape, store::Fill::nan) &&
      description != store::zarr_array(shape, store::Fill::nothing))
    throw std::runtime_error((array / ".zarray").string() + " is of another array than the manifest's");
  auto layer = std::make_shared<engine::Layer>(facts, std::make_shared<engine::Memory>());
  std::vector<char> cells(store::chunk_bytes(shape));
  for (std::size_t i = 0; i < layer->chunks(); ++i) {
    const std::filesystem::path file = array / store::chunk_file(shape, i);
    if (!store::expand(files::text_of(file), cells.data(), cells.size()))
      throw std::runtime_error(file.string() + " cannot be read: it is no chunk, or not whole");
    layer->write(layer->chunk_area(i), cells.data(), store::chunk_side);
  }
  layer->finish();
  return layer;
}

}  // namespace terrawright::images
