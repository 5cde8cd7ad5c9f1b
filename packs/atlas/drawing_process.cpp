// SPDX-License-Identifier: Apache-2.0
#include "packs/atlas/drawing_process.hpp"

#include <cerrno>
#include <cstring>
#include <mutex>
#include <sstream>
#include <vector>

#include "readers/library_process.hpp"
#include "report/program_file.hpp"
#include "system/files.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

using readers::LibraryProcess, readers::ProcessFailed;

constexpr readers::LibraryProgram cairo{
    "cairo", "terrawright_cairo",
    "which draws printed maps as .pdf and .png files: install the program with all its parts", "libcairo2", ""};

// The list in memory that the process reads.
system::Descriptor input_of(std::string_view list) {
  system::Descriptor file = system::open_in_memory("list");
  if (!file || !system::write_at(file.number(), list.data(), list.size(), 0))
    throw ProcessFailed("cairo cannot be given the list: " + std::string(std::strerror(errno)));
  return file;
}

std::mutex libraries_mutex;
std::map<std::string, std::string> libraries;  // of the process; empty: it was not asked

}  // namespace

void pdf_of(std::string_view list, const std::string& creator,
            const std::function<void(const void* bytes, std::size_t size)>& take,
            const std::function<bool()>& goes_on) {
  const system::Descriptor input = input_of(list);
  LibraryProcess process(cairo, report::module_file(cairo.program), {"pdf", creator}, {{}, input.number(), goes_on});
  std::vector<char> piece(std::size_t{256} << 10);
  for (std::size_t size = piece.size(); size == piece.size();) {
    size = process.read(piece.data(), piece.size());
    take(piece.data(), size);
  }
  process.demand_done();
}

void pixels_of(std::string_view list, const SheetPixels& pixels, const std::function<std::uint8_t*()>& next_row,
               const std::function<bool()>& goes_on) {
  const system::Descriptor input = input_of(list);
  LibraryProcess process(cairo, report::module_file(cairo.program),
                         {"pixels", std::to_string(pixels.dpi), std::to_string(pixels.width),
                          std::to_string(pixels.height), std::to_string(pixels.at_once), std::to_string(pixels.widest)},
                         {{}, input.number(), goes_on});
  const auto bytes = static_cast<std::size_t>(pixels.width * 3);
  for (std::int64_t row = 0; row < pixels.height; ++row) {
    if (process.read(next_row(), bytes) == bytes) continue;
    process.demand_done();
    throw ProcessFailed("cairo gave fewer pixels than the sheet has");
  }
  process.demand_done();
}

void demand_drawing() {
  const std::scoped_lock lock(libraries_mutex);
  if (!libraries.empty()) return;
  LibraryProcess process(cairo, report::module_file(cairo.program), {"libraries"}, {std::chrono::minutes(1)});
  std::string text(65536, 0);
  text.resize(process.read(text.data(), text.size()));
  process.demand_done();
  std::istringstream lines(text);
  std::map<std::string, std::string> said;
  for (std::string name, id; lines >> name >> id;) said[name] = id;
  if (said.empty())
    throw ProcessFailed(report::module_file(cairo.program).string() +
                        ": it is of another version of the program; install the program with all its parts");
  libraries = std::move(said);
}

std::map<std::string, std::string> libraries_of_files() {
  auto all = report::loaded_libraries(compressing_libraries);
  const std::scoped_lock lock(libraries_mutex);
  all.insert(libraries.begin(), libraries.end());
  return all;
}

}  // namespace terrawright::images
