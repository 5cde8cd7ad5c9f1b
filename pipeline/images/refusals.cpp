// SPDX-License-Identifier: Apache-2.0
// Of pictures without a writer: what can be printed, and files that nothing writes.
#include "border/kind.hpp"
#include "images/picture_writer.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::images {
namespace {

using Where = Refusal::Where;

// Texts and tables that have no file.
std::vector<Refusal> refusals_of_printed(const Picture& picture) {
  if (picture.parts.empty()) return {{Where::file, 0, "the file has no layer", "name at least one under 'layers'"}};
  std::vector<Refusal> all;
  for (std::size_t i = 0; i < picture.parts.size(); ++i) {
    const std::uint32_t kind = picture.parts[i].facts.kind;
    if (kind == TERRAWRIGHT_KIND_TABLE || kind == TERRAWRIGHT_KIND_TEXT) continue;
    all.push_back(
        {Where::part, i,
         "the layer " + report::quote(picture.parts[i].name) + " is a " + border::kind_name(kind) + ", not a text",
         border::is_layer(kind) ? "view.ascii makes a text of it; other layers go to .exr, .zarr, .png or .tif files"
                                : "the manifest holds such values"});
  }
  if (all.empty() && picture.coarsen > 1)
    all.push_back({Where::file, 0, "`coarsen` makes coarser layers, and this is none", "remove it"});
  return all;
}

}  // namespace

std::vector<Refusal> refusals(const Picture& picture) {
  if (picture.writer) return picture.writer->refusals(picture);
  if (picture.file.empty()) return refusals_of_printed(picture);
  const std::string extension = picture.file.extension().string();
  return {
      {Where::file, 0,
       extension.empty() ? "the file name has no extension" : "no format has the extension " + report::quote(extension),
       ""}};
}

}  // namespace terrawright::images
