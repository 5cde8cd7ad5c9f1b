// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "images/picture_writer.hpp"
#include "packs/atlas/sheet.hpp"

namespace terrawright::images {

// A drawing on paper, .svg by sheet_svg.cpp, .pdf and .png by cairo. The picture's part is its display list.
class SheetWriter final : public PictureWriter {
 public:
  explicit SheetWriter(PaperSheet sheet) : sheet_(sheet) {}
  const PaperSheet& sheet() const { return sheet_; }

  std::vector<Refusal> refusals(const Picture& picture) const override;
  std::uint64_t memory(const Picture& /*picture*/) const override { return bytes_of_sheet; }
  void load(const Picture& picture) const override;
  std::vector<Written> write(const MadePicture& from) const override;

 private:
  PaperSheet sheet_;
};

// How the picture is drawn; null: it is no sheet.
const PaperSheet* sheet_in(const Picture& picture);

}  // namespace terrawright::images
