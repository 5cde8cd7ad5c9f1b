// SPDX-License-Identifier: Apache-2.0
// A picture whose file a plugin's writer makes (terrawright/writer.h): the writer's arguments before any cell exists,
// its answers, and its name.
#pragma once
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "border/writing.hpp"
#include "engine/layers/memory.hpp"
#include "engine/tables/row_readers.hpp"
#include "images/picture.hpp"
#include "images/write.hpp"
#include "report/json.hpp"

namespace terrawright::images {

// TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0.
std::uint32_t geometry_flag(engine::RowGeometry places);

// For files that do not exist yet.
struct FileBytes {
  double fixed = 0, compressible = 0;
};

class Delivery {
 public:
  // Parts to write, and the parameters.
  struct Order {
    std::shared_ptr<const border::WriterDescription> writer;
    std::string name, plugin, build;   // the writer's, as raster.esri_ascii@1; its code's identity
    std::string says;                  // before what it says: its name, or nothing where nobody named it
    std::vector<std::uint32_t> ports;  // of the picture's parts
    // For the parts: codes of classes that count, if the config names some.
    std::vector<std::vector<std::uint16_t>> classes = {};
    std::shared_ptr<const void> values_owner;   // keeps
    const terrawright_value* values = nullptr;  // one per parameter
    terrawright_world_facts world{};
    Provenance provenance;
  };
  Delivery(Order order, const Picture& picture);

  // Why it cannot be written; where it can, what a user should know.
  const std::vector<border::WriterMessage>& failures() const { return failures_; }
  const std::vector<border::WriterMessage>& warnings() const { return warnings_; }

  // The main file, then those beside it, as write() gives them.
  std::vector<std::filesystem::path> files(const Picture& picture) const;
  bool is_folder() const { return (order_.writer->writer().flags & TERRAWRIGHT_WRITER_FOLDER) != 0; }
  // Bytes of memory that writing takes beside layers and a band of rows.
  std::uint64_t memory() const { return memory_; }
  // Disk use of its files; nothing: as much as layers.
  const std::optional<FileBytes>& disk() const { return disk_; }
  // Information for plan: a line, empty if the names of files are enough, and members of its output.
  const std::string& text() const { return text_; }
  const report::Json& facts() const { return facts_; }
  // Remedy for clipped cells.
  const std::string& clip_remedy() const { return clip_remedy_; }
  // For each part the key of its writer's cached encoding; nothing: none.
  const std::vector<std::optional<std::string>>& kept_under() const { return kept_under_; }
  // The writer as what it makes is known by.
  std::string identity() const;
  // The same for one of the tiles that the picture is written in.
  std::shared_ptr<const Delivery> of_tile(const Picture& tile) const;
  // Identity of the code, if that is a plugin's.
  const std::string& build() const { return order_.build; }
  // Loads what it needs, so that what is missing is said before a build and not at its end. Throws WriteFailed.
  void load(const Picture& picture) const;
  // Throws WriteFailed, or Stopped.
  std::vector<Written> write(const MadePicture& from) const;

 private:
  class Creating;
  files::WriteFailed failed(const std::filesystem::path& file, const border::WriterMessage& why) const;

  Order order_;
  std::string file_, ending_;
  // Targets of `delivery_`.
  std::vector<Part> parts_;
  std::vector<std::vector<terrawright_class>> legends_;
  std::vector<terrawright_item> items_;
  std::vector<const terrawright_item*> item_list_;
  terrawright_delivery delivery_{};
  std::vector<border::WriterMessage> failures_, warnings_;
  std::vector<std::string> beside_;
  std::uint64_t memory_ = 0;
  std::optional<FileBytes> disk_;
  std::vector<std::optional<std::string>> kept_under_;  // by part
  std::string text_, clip_remedy_;
  report::Json facts_ = report::Json::object();
  std::unique_ptr<const border::WriterInstance> instance_;
};

// Services for a writer while it writes: finished products, and files, or a folder.

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
  std::vector<engine::Buffer> scratch_;
};

}  // namespace terrawright::images
