// SPDX-License-Identifier: Apache-2.0
// Services for a writer while it writes: finished products, and files, or a folder.
#pragma once
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "border/writing.hpp"
#include "engine/layer_rows.hpp"
#include "engine/row_batches.hpp"
#include "images/picture.hpp"
#include "images/write.hpp"

namespace terrawright::images {

// Valid name of a file, or of a folder on the way to it.
bool is_plain_name(const std::string& name);

class FilesOfWriter final : public border::WriterSide {
 public:
  // `beside`: names of files beside the main one. `memory`: bytes of scratch that it may take. Throws WriteFailed.
  FilesOfWriter(const MadePicture& from, const std::vector<std::string>& beside, std::uint64_t memory, bool is_folder);

  // Written files, complete and on the disk. Throws WriteFailed, or Stopped.
  std::vector<Written> settled();
  // A file's own failure, if there was one: with its path, its reason and its remedy.
  std::exception_ptr failed_file() const { return failed_file_; }

  // It asked for cells that were not made for it.
  bool needs_what_was_left_out() const { return needs_what_was_left_out_; }

  bool cancelled() override { return from_.cancelled; }
  void read(std::uint64_t item, const terrawright_rect& cells, void* to, std::int64_t stride) override;
  terrawright_statistics extremes(std::uint64_t item) override;
  const terrawright_table* rows(std::uint64_t item, std::uint64_t most) override;
  Breaks breaks(std::uint64_t item) override;
  terrawright_blob bytes(std::uint64_t item) override;
  const std::vector<const char*>* attributes(std::uint64_t item) override;
  terrawright_blob kept(std::uint64_t item) override;
  void keep(std::uint64_t item, std::string_view bytes) override;
  void* scratch(std::uint64_t bytes) override;
  std::int32_t parallel(std::uint64_t n, std::int32_t (*body)(void*, std::uint64_t), void* context) override;

  std::int64_t open(const std::string& name) override;
  std::int64_t open_temporary() override;
  void put(std::int64_t file, std::uint64_t offset, const void* bytes, std::uint64_t size) override;
  void get(std::int64_t file, std::uint64_t offset, void* bytes, std::uint64_t size) override;
  void reserve(std::int64_t file, std::uint64_t bytes) override;
  void clipped(std::int64_t file, std::uint64_t cells) override;
  void content(std::int64_t file, std::uint64_t item, const std::string& sha256) override;
  void close(std::int64_t file) override;
  void content_as(std::int64_t file, const std::string& name, const std::string& sha256) override;
  void add_file(const std::string& name, std::string_view bytes) override;
  void add_chunk(std::uint64_t item, std::int64_t column, std::int64_t row, const std::string& name) override;

 private:
  struct File {
    std::string name;
    std::unique_ptr<WholeFile> whole;
    bool is_open, is_temporary;
    std::uint64_t reserved = 0;  // bytes that it has at least
    std::uint64_t clipped = 0;
    std::map<std::string, std::string> contents = {};  // as Written has them
  };
  // The squares of a layer, and where a store has them.
  struct Chunks {
    const engine::Layer& layer;
    store::Shape shape;
    std::shared_ptr<const store::StoredLayer> kept;
    std::string zeros;  // all squares of zeros have the same bytes
  };

  bool is_item(std::uint64_t item) const { return item < from_.made.size(); }
  const engine::Layer* layer_of(std::uint64_t item, const char* fault = "it reads cells of what is no layer");
  // The same of one whose cells are there. Throws where they are not.
  const engine::Layer* cells_of(std::uint64_t item, const char* fault = "it reads cells of what is no layer");
  KeptOfParts* kept_of(std::uint64_t item);
  File* file_of(std::int64_t file, std::uint64_t offset, std::uint64_t size);
  // A file inside the folder is whole.
  void add_to_folder(File& file);
  static void fill(File& file);
  std::int64_t open_inside(const std::string& name);
  // Whether a folder can have a file of this name, which it then has.
  bool takes_name(const std::string& name);
  Chunks& chunks_of(std::uint64_t item, const engine::Layer& layer);
  void add_chunk_of(Chunks& from, std::size_t chunk, const std::string& name);
  void fail_as(WholeFile& file);
  template <class Body>
  void remembering_failure(const Body& body);

  const MadePicture& from_;
  const std::uint64_t memory_;
  std::uint64_t taken_ = 0;
  std::unique_ptr<WholeFolder> folder_;
  std::set<std::string> inside_;  // names of its files
  std::vector<File> files_;       // the main one first, or the folder itself
  std::size_t closed_ = 0;        // of those inside the folder
  std::exception_ptr failed_file_;
  std::map<std::uint64_t, std::pair<Attributes, std::vector<const char*>>> attributes_;
  std::map<std::uint64_t, engine::RowBatches> rows_;
  std::map<std::uint64_t, Chunks> chunks_;
  std::string kept_;  // that was asked for last
  bool needs_what_was_left_out_ = false;
  std::vector<char> cells_;               // of a square
  std::optional<std::uint64_t> rows_of_;  // the item whose rows were read last
  std::optional<engine::LayerRows> whole_rows_;
  std::vector<std::unique_ptr<void, void (*)(void*)>> scratch_;
};

}  // namespace terrawright::images
