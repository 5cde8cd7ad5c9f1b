// SPDX-License-Identifier: Apache-2.0
// A picture whose file a plugin's writer makes (terrawright/writer.h): the writer's arguments before any cell exists,
// its answers, and its name.
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "border/writing.hpp"
#include "images/write.hpp"
#include "report/json.hpp"

namespace terrawright::images {

// TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0.
std::uint32_t places_flag(engine::Places places);

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
  WriteFailed failed(const std::filesystem::path& file, const border::WriterMessage& why) const;

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

}  // namespace terrawright::images
