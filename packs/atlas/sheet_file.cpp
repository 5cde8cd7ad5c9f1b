// SPDX-License-Identifier: Apache-2.0
// Sheets as files: .svg by ourselves, .pdf and .png by cairo.
#include <algorithm>
#include <stdexcept>

#include "border/kind.hpp"
#include "images/png_file.hpp"
#include "packs/atlas/drawing_process.hpp"
#include "packs/atlas/sheet_writer.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

std::string ending_of(const std::filesystem::path& file) { return report::ascii_lower(file.extension().string()); }

// PNG's texts are of Latin-1.
std::string ascii_of(std::string_view text) {
  std::string ascii;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0) == 0x80) continue;
    ascii += static_cast<unsigned char>(c) < 0x80 ? c : '?';
  }
  return ascii;
}

// What every file says of where it comes from.
Attributes attributes_of(const MadePicture& from, const DisplayListView& list) {
  Attributes attributes{{"Software", from.provenance.generator}, {"Title", ""}};
  attributes.back().second = ascii_of(list.title());
  const auto add = [&](const char* name, const std::string& value) {
    attributes.emplace_back(std::string("terrawright:") + name, value);
  };
  add("sheet", from.name());
  add("seed", from.provenance.seed);
  add("world", from.provenance.world);
  add("recipe", from.provenance.recipe_of(from.name()));
  return attributes;
}

std::unique_ptr<WholeFile> png_of(const MadePicture& from, const DisplayListView& list, std::int32_t dpi) {
  const auto pixels = [dpi](std::int64_t length) { return std::max<std::int64_t>((length * dpi + 1270) / 2540, 1); };
  encode::PngFacts facts;
  facts.width = pixels(list.width());
  facts.height = pixels(list.height());
  facts.channels = 3;
  facts.filter = encode::PngFilter::paeth;
  facts.pixels_a_metre = static_cast<std::uint32_t>((dpi * 10000 + 127) / 254);
  PngFile file(from.picture.file, facts, attributes_of(from, list));
  pixels_of(
      from.made.front(), {dpi, facts.width, facts.height}, [&] { return file.next_row(); },
      [&] { return !from.cancelled; });
  return file.close();
}

bool is_png(const Picture& picture) { return ending_of(picture.file) == ".png"; }

}  // namespace

std::vector<Refusal> SheetWriter::refusals(const Picture& picture) const {
  std::vector<Refusal> all;
  const auto format = ending_of(picture.file);
  if (format != ".svg" && format != ".pdf" && format != ".png") {
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

void SheetWriter::load(const Picture& picture) const try {
  if (ending_of(picture.file) != ".svg") demand_drawing();
} catch (const std::runtime_error& missing) {
  throw WriteFailed(picture.file, missing.what(), "install the program with all its parts");
}

std::string SheetWriter::text(const Picture& picture) const {
  return is_png(picture) ? "a sheet at " + std::to_string(sheet_.dpi) + " dpi" : "a sheet";
}

void SheetWriter::add_facts(const Picture& picture, report::Json& output) const {
  output["sheet"] = is_png(picture) ? report::Json{{"dpi", sheet_.dpi}} : report::Json::object();
}

std::vector<Written> SheetWriter::write(const MadePicture& from) const {
  try {
    const DisplayListView list = list_of(from.made.front());
    std::vector<Written> written;
    const auto format = ending_of(from.picture.file);
    if (format == ".png") {
      written = just(png_of(from, list, sheet_.dpi));
    } else {
      auto file = std::make_unique<WholeFile>(from.picture.file);
      const auto put = [&](const void* bytes, std::size_t size) {
        if (from.cancelled) throw Stopped{};
        if (file->write(bytes, size, file->size()) != 0) file->settle();  // says why
      };
      if (format == ".svg") {
        svg_of(list, sheet_.letters, from.provenance.generator,
               [&](std::string_view text) { put(text.data(), text.size()); });
      } else {
        pdf_of(from.made.front(), from.provenance.generator, put, [&] { return !from.cancelled; });
      }
      written = just(std::move(file));
    }
    written.front().contents[from.name()] = sha256_of(list);
    return written;
  } catch (const WrongDisplayList& wrong) {
    throw WriteFailed(from.picture.file, std::string("cannot draw the sheet: ") + wrong.what(),
                      "the stage that makes it is to be mended");
  } catch (const WriteFailed&) {
    throw;
  } catch (const std::runtime_error& failed) {
    throw WriteFailed(from.picture.file, std::string("cannot draw the sheet: ") + failed.what(), "");
  }
}

}  // namespace terrawright::images
