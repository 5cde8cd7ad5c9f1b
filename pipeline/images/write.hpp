// SPDX-License-Identifier: Apache-2.0
// Layers, texts and tables into files.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/product.hpp"
#include "images/picture.hpp"
#include "images/whole_file.hpp"
#include "images/whole_folder.hpp"
#include "store/layers/stored_layer.hpp"

namespace terrawright::images {

// A file that is whole and on the disk, and waits for its name: commit.hpp. Or one that stands already as it would be
// written.
struct Written {
  explicit Written(std::unique_ptr<WholeFile> whole, std::uint64_t outside = 0);  // settles it
  explicit Written(std::unique_ptr<WholeFolder> whole);                           // settles it
  Written(std::filesystem::path standing, std::uint64_t size, std::string hash, std::uint64_t outside, bool is_folder)
      : bytes(size), clipped(outside), path_(std::move(standing)), sha256_(std::move(hash)), is_folder_(is_folder) {}
  const std::filesystem::path& path() const { return path_; }
  const std::string& sha256() const { return sha256_; }

  bool stands() const { return !file && !folder; }
  bool is_folder() const { return is_folder_; }

  std::unique_ptr<WholeFile> file;
  std::unique_ptr<WholeFolder> folder;  // its SHA-256 is that of its list
  std::uint64_t bytes = 0;
  std::map<std::string, std::string> contents = {};  // of a view: the SHA-256 of each layer and table as it is decoded;
                                                     // of a sheet: that of its list as text
  std::uint64_t clipped = 0;                         // cells outside the range of a grey picture, NaN included

 private:
  std::filesystem::path path_;
  std::string sha256_;
  bool is_folder_ = false;
};

// Cached encodings of the layers of a picture.
class KeptOfParts {
 public:
  virtual ~KeptOfParts() = default;
  virtual std::optional<std::string> find(std::size_t part) = 0;
  virtual void keep(std::size_t part, std::string_view bytes) = 0;
  // Whether a part was not made, as its writer will find all that it needs.
  virtual bool is_left_out(std::size_t part) const = 0;
};

// Context of the picture.
struct Beside {
  std::shared_ptr<engine::Memory> memory = nullptr;  // of tiles' cells; null: their own
  // The layer of part i in a store; null: not there.
  std::function<std::shared_ptr<const store::StoredLayer>(std::size_t i)> kept = {};
  KeptOfParts* of_parts = nullptr;  // none: nothing is found or kept
};

// Writes the picture and what belongs beside it; it must have no refusals(). `made`: its parts in their order.
//
// A picture is made by its writer (picture_writer.hpp): those of writers/ and of plugins, packs and views.
//
// In a window files hold its cells, and the rows of a table that lie there; their x, y and degrees stay the world's. A
// line that leaves the window and comes back has several pieces.
//
// In a picture in tiles each file is that of a window of the tile's cells; beyond the world its last cells are
// repeated. Properties that decide the storage of cells are those of all tiles.
//
// Equal pictures give equal bytes. Different files may be written at once on different threads.
// Throws WriteFailed, Stopped once `cancelled` is set, or engine::Lost where the writer needs a part that was left out;
// then nothing is left of the picture.
std::vector<Written> write(const Picture& picture, const std::vector<engine::Product>& made,
                           const Provenance& provenance, const std::atomic<bool>& cancelled, const Beside& beside = {});

// A picture whose parts are made.
struct MadePicture {
  const Picture& picture;
  const std::vector<engine::Product>& made;  // its parts
  const Provenance& provenance;
  const std::atomic<bool>& cancelled;
  const Beside& beside;
};

std::vector<Written> write_tiles(const MadePicture& from);

// A layer's least and largest value and how many are NaN; of colours their alpha's. Throws Stopped.
Statistics extremes_of(const engine::Layer& layer, const std::atomic<bool>& cancelled);

}  // namespace terrawright::images
