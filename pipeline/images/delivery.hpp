// SPDX-License-Identifier: Apache-2.0
// A picture whose file a writer of a plugin makes (terrawright/writer.h): what the writer was told before any cell
// exists, what it said, and how it is called.
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "border/writing.hpp"
#include "images/picture_writer.hpp"

namespace terrawright::images {

// TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0.
std::uint32_t places_flag(engine::Places places);

class Delivery final : public PictureWriter {
 public:
  // What there is to write, and with which parameters.
  struct Order {
    std::shared_ptr<const border::WriterDescription> writer;
    std::string name, plugin, build;            // the writer's, as raster.esri_ascii@1; its code's identity
    std::string says;                           // before what it says: its name, or nothing where nobody named it
    std::vector<std::uint32_t> ports;           // of the picture's parts
    std::shared_ptr<const void> values_owner;   // keeps
    const terrawright_value* values = nullptr;  // one per parameter
    terrawright_world_facts world{};
    Provenance provenance;
  };
  Delivery(Order order, const Picture& picture);

  // Why it cannot be written; where it can, what a user should know.
  const std::vector<border::WriterMessage>& failures() const { return failures_; }
  const std::vector<border::WriterMessage>& warnings() const { return warnings_; }

  std::vector<Refusal> refusals(const Picture& /*picture*/) const override { return {}; }  // told as failures()
  // The main file, then those beside it.
  std::vector<std::filesystem::path> files(const Picture& picture) const override;
  bool is_folder() const { return (order_.writer->writer().flags & TERRAWRIGHT_WRITER_FOLDER) != 0; }
  std::uint64_t memory(const Picture& /*picture*/) const override { return memory_; }
  std::optional<FileBytes> disk() const override { return disk_; }
  std::string text(const Picture& /*picture*/) const override { return text_; }
  void add_facts(const Picture& /*picture*/, report::Json& output) const override {
    for (const auto& [name, value] : facts_.items()) output[name] = value;
  }
  std::string clip_remedy() const override { return clip_remedy_; }
  std::shared_ptr<const PictureWriter> of_tile(const Picture& tile) const override;
  std::string build() const override { return order_.build; }
  void load(const Picture& picture) const override;
  std::vector<Written> write(const MadePicture& from) const override;

 private:
  class Creating;
  WriteFailed failed(const std::filesystem::path& file, const border::WriterMessage& why) const;

  Order order_;
  std::string file_, ending_;
  // What `delivery_` points to.
  std::vector<Part> parts_;
  std::vector<std::vector<terrawright_class>> legends_;
  std::vector<std::string> recipes_;
  std::vector<terrawright_item> items_;
  std::vector<const terrawright_item*> item_list_;
  terrawright_delivery delivery_{};
  std::vector<border::WriterMessage> failures_, warnings_;
  std::vector<std::string> beside_;
  std::uint64_t memory_ = 0;
  std::optional<FileBytes> disk_;
  std::string text_, clip_remedy_;
  report::Json facts_ = report::Json::object();
  std::unique_ptr<const border::WriterInstance> instance_;
};

}  // namespace terrawright::images
