// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "images/picture_writer.hpp"
#include "packs/atlas/sheet.hpp"

namespace terrawright::images {

// A drawing on paper, .svg by sheet_svg.cpp, .pdf and .png by cairo. The picture's part is its display list.
class SheetWriter final : public PictureWriter {
 public:
  explicit SheetWriter(PaperSheet sheet) : sheet_(sheet) {}

  std::vector<Refusal> refusals(const Picture& picture) const override;
  std::uint64_t memory(const Picture& /*picture*/) const override { return bytes_of_sheet; }
  std::optional<FileBytes> disk() const override { return FileBytes{}; }
  std::string text(const Picture& picture) const override;
  void add_facts(const Picture& picture, report::Json& output) const override;
  void load(const Picture& picture) const override;
  std::vector<Written> write(const MadePicture& from) const override;

 private:
  PaperSheet sheet_;
};

}  // namespace terrawright::images
