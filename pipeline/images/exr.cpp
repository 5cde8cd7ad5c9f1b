// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <numeric>

#include "encode/exr_blocks.hpp"
#include "encode/linear_light.hpp"
#include "images/bands.hpp"
#include "images/exr_counts.hpp"
#include "images/exr_squares.hpp"
#include "images/metadata.hpp"
#include "images/writers.hpp"

namespace terrawright::images {
namespace {

// Whether nearly all cells say what the one beside them says, as of lakes and rivers: nine in ten, in rows that are
// spread over the layer.
bool is_sparse(const engine::Layer& layer) {
  const std::int64_t width = layer.facts().width, height = layer.facts().height;
  const std::int64_t step = std::max<std::int64_t>(1, height / 64);
  std::vector<std::uint32_t> row(static_cast<std::size_t>(width));
  std::int64_t pairs = 0, equal = 0;
  engine::LayerRows from(layer);
  for (std::int64_t y = 0; y < height; y += step) {
    from.read(y, 1, row.data());
    for (std::size_t i = 1; i < row.size(); ++i) equal += row[i] == row[i - 1] ? 1 : 0;
    pairs += width - 1;
  }
  return 10 * equal > 9 * pairs;
}

// How a layer is stored: channels of one type. Most floats stay as they are: to compress them takes longer than to
// write, hash and flush what zip would save. Of masks, classes and sparse floats it leaves a hundredth; of colours piz
// leaves a quarter.
struct Storage {
  Sample type;
  std::vector<std::string> channels;
  Compression compression;
};

Storage storage_of(const engine::Layer& layer, const std::filesystem::path& file, const Range& extent) {
  switch (layer.facts().kind) {
    case TERRAWRIGHT_KIND_MASK:
    case TERRAWRIGHT_KIND_CLASS:
      return {Sample::uint32, {"Y"}, Compression::zip};
    case TERRAWRIGHT_KIND_COUNT:
      return {sample_of_counts(file, extent), {"Y"}, Compression::none};
    case TERRAWRIGHT_KIND_VECTOR:
      return {Sample::float32, {"x", "y"}, Compression::none};
    case TERRAWRIGHT_KIND_COLOUR:
      return {Sample::half, {"A", "B", "G", "R"}, Compression::piz};
    default:
      return {Sample::float32, {"Y"}, is_sparse(layer) ? Compression::zip : Compression::none};
  }
}

ExrPart part_of(const MadePicture& from, std::size_t i) {
  const engine::Layer& layer = *from.made[i].layer;
  const engine::LayerFacts& facts = layer.facts();
  Storage storage = storage_of(layer, from.picture.file, from.extent(i));
  ExrPart part{from.picture.parts[i].name,  facts.width,        facts.height, storage.type,
               std::move(storage.channels), storage.compression};
  part.attributes.emplace_back("capDate", no_date);
  for (auto& attribute : attributes_of(part.name, layer, from.provenance))
    part.attributes.push_back(std::move(attribute));
  part.levels = levels_of(from.picture, facts);
  return part;
}

// A layer on its way into a part of the file.
struct Writing {
  ExrFile& file;
  std::size_t part;
  const ExrPart& of;
  const engine::Layer& layer;
  const std::atomic<bool>& cancelled;

  template <class Cell, class Each>
  void each_chunk(Each each) const {
    images::each_chunk<Cell>(file, part, of, layer, cancelled, each);
  }
};

std::size_t cells_of(const ExrPlace& place) { return static_cast<std::size_t>(place.width * place.rows); }

void write_floats(const Writing& to) {
  encode::ExrBlocks blocks;
  to.each_chunk<float>([&](const ExrPlace& place, const float* cells) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(cells);
    const std::size_t size = cells_of(place) * sizeof(float);
    const bool compressed = to.of.compression == Compression::zip;
    const encode::Deflate::Compressed block =
        compressed ? blocks.of(bytes, size) : encode::Deflate::Compressed{bytes, size};
    to.file.chunk(to.part, place, block.bytes, block.size);
  });
}

template <class Stored>
void write_counts(const Writing& to) {
  std::vector<Stored> stored;
  to.each_chunk<std::int64_t>([&](const ExrPlace& place, const std::int64_t* cells) {
    stored.resize(cells_of(place));
    std::transform(cells, cells + stored.size(), stored.begin(),
                   [](std::int64_t cell) { return static_cast<Stored>(cell); });
    to.file.chunk(to.part, place, stored.data(), stored.size() * sizeof(Stored));
  });
}

void write_vectors(const Writing& to) {
  std::vector<float> stored;
  to.each_chunk<Vector2>([&](const ExrPlace& place, const Vector2* cells) {
    stored.clear();
    for (std::int64_t row = 0; row < place.rows; ++row, cells += place.width) {
      std::transform(cells, cells + place.width, std::back_inserter(stored),
                     [](const Vector2& cell) { return cell.x; });
      std::transform(cells, cells + place.width, std::back_inserter(stored),
                     [](const Vector2& cell) { return cell.y; });
    }
    to.file.chunk(to.part, place, stored.data(), stored.size() * sizeof(float));
  });
}

// Masks and classes.
template <class Cell>
void write_codes(const Writing& to) {
  encode::ExrBlocks blocks;
  std::vector<std::uint32_t> stored;
  to.each_chunk<Cell>([&](const ExrPlace& place, const Cell* cells) {
    stored.assign(cells, cells + cells_of(place));
    const auto block = blocks.of(reinterpret_cast<const unsigned char*>(stored.data()), stored.size() * 4);
    to.file.chunk(to.part, place, block.bytes, block.size);
  });
}

void write_colours(const Writing& to) {
  static const std::array<float, 256> linear = encode::linear_light();
  std::vector<float> stored;
  to.each_chunk<Colour>([&](const ExrPlace& place, const Colour* cells) {
    stored.resize(4 * cells_of(place));
    for (std::size_t i = 0; i < cells_of(place); ++i) {
      const float alpha = static_cast<float>(cells[i].alpha) / 255.0f;
      stored[4 * i] = alpha;
      stored[4 * i + 1] = linear[cells[i].blue] * alpha;
      stored[4 * i + 2] = linear[cells[i].green] * alpha;
      stored[4 * i + 3] = linear[cells[i].red] * alpha;
    }
    to.file.encode(to.part, place, stored.data());
  });
}

void write_part(const Writing& to) {
  switch (to.layer.facts().kind) {
    case TERRAWRIGHT_KIND_MASK:
      return write_codes<std::uint8_t>(to);
    case TERRAWRIGHT_KIND_CLASS:
      return write_codes<std::uint16_t>(to);
    case TERRAWRIGHT_KIND_COUNT:
      return to.of.sample == Sample::uint32 ? write_counts<std::uint32_t>(to) : write_counts<float>(to);
    case TERRAWRIGHT_KIND_VECTOR:
      return write_vectors(to);
    case TERRAWRIGHT_KIND_COLOUR:
      return write_colours(to);
    default:
      return write_floats(to);
  }
}

}  // namespace

std::vector<Written> write_exr(const MadePicture& from) {
  std::vector<std::size_t> order(from.picture.parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Readers that know of one part only show the first.
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t i) { return from.picture.parts[i].facts.kind == TERRAWRIGHT_KIND_HEIGHT; });
  std::vector<ExrPart> parts;
  for (const std::size_t i : order) parts.push_back(part_of(from, i));

  WholePlace place(from.picture.file);
  ExrFile file(place, parts);
  for (std::size_t k = 0; k < order.size(); ++k)
    write_part({file, k, parts[k], *from.made[order[k]].layer, from.cancelled});
  file.close();
  return just(place.take());
}

}  // namespace terrawright::images
