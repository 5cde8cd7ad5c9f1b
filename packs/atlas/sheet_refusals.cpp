// SPDX-License-Identifier: Apache-2.0
#include "border/kind.hpp"
#include "files/format.hpp"
#include "packs/atlas/sheet_writer.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::images {

std::vector<Refusal> SheetWriter::refusals(const Picture& picture) const {
  std::vector<Refusal> all;
  const auto format = files::format_of(picture.file);
  if (format != files::Format::svg && format != files::Format::pdf && format != files::Format::png) {
    const std::string extension = picture.file.extension().string();
    all.push_back({Refusal::Where::file, 0,
                   extension.empty() ? "the file name has no extension"
                                     : "a sheet does not go to a file " + report::quote(extension),
                   "its extension is .svg, .pdf or .png"});
  }
  if (!picture.parts.empty() && !is_display_list(picture.parts[0])) {
    const Part& part = picture.parts[0];
    all.push_back({Refusal::Where::part, 0,
                   "a sheet is a drawing on paper, and " + report::quote(part.name) + " is a " +
                       border::kind_name(part.facts.kind),
                   "name the sheet of a node, as map.sheet makes them; layers go to files with layers:"});
  }
  return all;
}

}  // namespace terrawright::images
