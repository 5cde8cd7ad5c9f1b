// SPDX-License-Identifier: Apache-2.0
#include "packs/atlas/drawing_process.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <sstream>
#include <vector>

#include "readers/library_process.hpp"
#include "report/program_file.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

using readers::LibraryProcess, readers::ProcessFailed;

constexpr readers::LibraryProgram cairo{
    "cairo", "terrawright_cairo",
    "which draws printed maps as .pdf and .png files: install the program with all its parts", "libcairo2", ""};

// The list in memory that the process reads.
class Input {
 public:
  explicit Input(std::string_view list) : file_(memfd_create("list", MFD_CLOEXEC)) {
    const char* from = list.data();
    for (std::size_t left = list.size(); left > 0;) {
      const ssize_t size = *file_ < 0 ? -1 : ::write(*file_, from, left);
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) throw ProcessFailed("cairo cannot be given the list: " + std::string(std::strerror(errno)));
      from += size;
      left -= static_cast<std::size_t>(size);
    }
  }
  int operator*() const { return *file_; }

 private:
  readers::Descriptor file_;
};

std::mutex libraries_mutex;
std::map<std::string, std::string> libraries;  // of the process; empty: it was not asked

}  // namespace

void pdf_of(std::string_view list, const std::string& creator,
            const std::function<void(const void* bytes, std::size_t size)>& take,
            const std::function<bool()>& goes_on) {
  const Input input(list);
  LibraryProcess process(cairo, report::module_file(cairo.program), {"pdf", creator}, {{}, *input, goes_on});
  std::vector<char> piece(std::size_t{256} << 10);
  for (std::size_t size = piece.size(); size == piece.size();) {
    size = process.read(piece.data(), piece.size());
    take(piece.data(), size);
  }
  process.demand_done();
}

void pixels_of(std::string_view list, const SheetPixels& pixels, const std::function<std::uint8_t*()>& next_row,
               const std::function<bool()>& goes_on) {
  const Input input(list);
  LibraryProcess process(cairo, report::module_file(cairo.program),
                         {"pixels", std::to_string(pixels.dpi), std::to_string(pixels.width),
                          std::to_string(pixels.height), std::to_string(pixels.at_once), std::to_string(pixels.widest)},
                         {{}, *input, goes_on});
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
