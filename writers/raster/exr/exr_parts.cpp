// SPDX-License-Identifier: Apache-2.0
// Layers of all kinds in one EXR file, each in a part of its own.
#include "raster/exr/exr_parts.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "encode/coarse_rows.hpp"
#include "encode/exr_file.hpp"
#include "encode/seekable_file.hpp"

namespace terrawright::raster {
namespace {

// Before the bytes of a chunk: its position, and their number.
using ChunkHead = std::array<std::int64_t, 6>;

}  // namespace

void KeptChunks::add(const encode::ExrChunk& chunk, std::string_view bytes) {
  const ChunkHead head{chunk.x, chunk.y, chunk.level, chunk.width, chunk.rows, static_cast<std::int64_t>(bytes.size())};
  too_many_ = too_many_ || all_.size() + sizeof head + bytes.size() > most_;
  if (too_many_) return;
  all_.append(reinterpret_cast<const char*>(&head), sizeof head);
  all_ += bytes;
}

void KeptChunks::keep(const Writing& writing, std::uint64_t item) const {
  if (!too_many_) writing.keep(item, all_);
}

bool has_kept_chunks(const Writing& writing, std::uint64_t item) {
  return may_keep_chunks(writing.item(item).kind) && !writing.kept(item).empty();
}

bool put_kept_chunks(const Writing& writing, std::uint64_t item, encode::ExrFile& file, std::size_t part) {
  std::string_view all = writing.kept(item);
  if (all.empty()) return false;
  while (!all.empty()) {
    ChunkHead head;
    std::memcpy(&head, all.data(), sizeof head);
    const auto [x, y, level, width, rows, bytes] = head;
    writing.go_on();
    file.chunk(part, {x, y, static_cast<int>(level), width, rows}, all.data() + sizeof head,
               static_cast<std::size_t>(bytes));
    all.remove_prefix(sizeof head + static_cast<std::size_t>(bytes));
  }
  return true;
}

namespace {

using encode::Compression;
using encode::ExrChunk;
using encode::ExrPart;
using encode::Sample;

// Whether nearly all cells say what the one beside them says, as of lakes and rivers: nine in ten, in rows that are
// spread over the layer.
bool is_sparse(const Writing& writing, std::uint64_t item) {
  const std::int64_t width = writing.item(item).width, height = writing.item(item).height;
  const std::int64_t step = std::max<std::int64_t>(1, height / 64);
  std::vector<std::uint32_t> row(static_cast<std::size_t>(width));
  std::int64_t pairs = 0, equal = 0;
  for (std::int64_t y = 0; y < height; y += step) {
    writing.read(item, {0, y, width, 1}, row.data(), width);
    for (std::size_t i = 1; i < row.size(); ++i) equal += row[i] == row[i - 1] ? 1 : 0;
    pairs += width - 1;
  }
  return 10 * equal > 9 * pairs;
}

// Storage of a layer: channels of one type. Most floats stay as they are: to compress them takes longer than to write,
// hash and flush what zip would save. It leaves a hundredth of masks, classes and sparse floats; piz leaves a quarter
// of colours.
struct ExrStorage {
  Sample sample;
  std::vector<std::string> channels;
  Compression compression;
};

// Cached data are not examined.
ExrStorage storage_of(const Writing& writing, std::uint64_t item) {
  switch (writing.item(item).kind) {
    case TERRAWRIGHT_KIND_MASK:
    case TERRAWRIGHT_KIND_CLASS:
      return {Sample::uint32, {"Y"}, Compression::zip};
    case TERRAWRIGHT_KIND_COUNT:
      return {sample_of_counts(writing, item, true), {"Y"}, Compression::none};
    case TERRAWRIGHT_KIND_VECTOR:
      return {Sample::float32, {"x", "y"}, Compression::none};
    case TERRAWRIGHT_KIND_COLOUR:
      return {Sample::half, {"A", "B", "G", "R"}, Compression::piz};
    default: {
      const bool zip = has_kept_chunks(writing, item) || is_sparse(writing, item);
      return {Sample::float32, {"Y"}, zip ? Compression::zip : Compression::none};
    }
  }
}

ExrPart stored_part(const Writing& writing, std::uint64_t item, const ExrOptions& options) {
  ExrStorage storage = storage_of(writing, item);
  ExrPart part = exr_part(writing, item, options, storage.sample, std::move(storage.channels));
  part.compression = storage.compression;
  return part;
}

// A chunk that is compressed goes into the file, and is kept.
void put_compressed(const ExrWriting& to, const ExrChunk& chunk, const encode::Deflate::Compressed& block) {
  to.file.chunk(to.part, chunk, block.bytes, block.size);
  to.kept->add(chunk, {reinterpret_cast<const char*>(block.bytes), block.size});
}

std::size_t cells_of(const ExrChunk& chunk) { return static_cast<std::size_t>(chunk.width * chunk.rows); }

void write_floats(const ExrWriting& to) {
  encode::ExrBlocks blocks;
  to.each_chunk<float>([&](const ExrChunk& chunk, const float* cells) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(cells);
    const std::size_t size = cells_of(chunk) * sizeof(float);
    if (to.of.compression == Compression::zip) {
      put_compressed(to, chunk, blocks.of(bytes, size));
    } else {
      to.file.chunk(to.part, chunk, bytes, size);
    }
  });
}

template <class Stored>
void write_counts(const ExrWriting& to) {
  std::vector<Stored> stored;
  to.each_chunk<std::int64_t>([&](const ExrChunk& chunk, const std::int64_t* cells) {
    stored.resize(cells_of(chunk));
    std::transform(cells, cells + stored.size(), stored.begin(),
                   [](std::int64_t cell) { return static_cast<Stored>(cell); });
    to.file.chunk(to.part, chunk, stored.data(), stored.size() * sizeof(Stored));
  });
}

void write_vectors(const ExrWriting& to) {
  std::vector<float> stored;
  to.each_chunk<Vector2>([&](const ExrChunk& chunk, const Vector2* cells) {
    const auto width = static_cast<std::size_t>(chunk.width);
    stored.resize(2 * cells_of(chunk));
    for (float* row = stored.data(); row != stored.data() + stored.size(); row += 2 * width, cells += width) {
      for (std::size_t i = 0; i < width; ++i) {
        row[i] = cells[i].x;
        row[width + i] = cells[i].y;
      }
    }
    to.file.chunk(to.part, chunk, stored.data(), stored.size() * sizeof(float));
  });
}

// Masks and classes.
template <class Cell>
void write_codes(const ExrWriting& to) {
  encode::ExrBlocks blocks;
  std::vector<std::uint32_t> stored;
  to.each_chunk<Cell>([&](const ExrChunk& chunk, const Cell* cells) {
    stored.assign(cells, cells + cells_of(chunk));
    put_compressed(to, chunk, blocks.of(reinterpret_cast<const unsigned char*>(stored.data()), stored.size() * 4));
  });
}

void write_colours(const ExrWriting& to) {
  const auto& linear = encode::linear_light();
  std::vector<float> stored;
  to.each_chunk<Colour>([&](const ExrChunk& chunk, const Colour* cells) {
    stored.resize(4 * cells_of(chunk));
    for (std::size_t i = 0; i < cells_of(chunk); ++i) {
      const float alpha = static_cast<float>(cells[i].alpha) / 255.0f;
      stored[4 * i] = alpha;
      stored[4 * i + 1] = linear[cells[i].blue] * alpha;
      stored[4 * i + 2] = linear[cells[i].green] * alpha;
      stored[4 * i + 3] = linear[cells[i].red] * alpha;
    }
    to.file.encode(to.part, chunk, stored.data());
  });
}

void write_part(const ExrWriting& to) {
  switch (to.writing.item(to.item).kind) {
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

void write_exr_parts(const Writing& writing, const ExrOptions& options) {
  std::vector<std::uint64_t> order(writing.items());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  // Readers that know of one part only show the first.
  std::stable_partition(order.begin(), order.end(),
                        [&](std::uint64_t i) { return writing.item(i).kind == TERRAWRIGHT_KIND_HEIGHT; });
  std::vector<ExrPart> parts;
  for (const std::uint64_t i : order) parts.push_back(stored_part(writing, i, options));

  encode::WriterFile seekable(writing, writing.open());
  encode::ExrFile file(seekable, parts);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool keeps = parts[k].compression == Compression::zip && may_keep_chunks(writing.item(order[k]).kind);
    if (keeps && put_kept_chunks(writing, order[k], file, k)) continue;
    KeptChunks kept(parts[k].width * parts[k].height);
    write_part({writing, order[k], file, k, parts[k], &kept});
    if (keeps) kept.keep(writing, order[k]);
  }
  file.close();
}

}  // namespace terrawright::raster
