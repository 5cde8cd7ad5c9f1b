// SPDX-License-Identifier: Apache-2.0
// The functions of atlas/ that the program calls, where that pack is left out: a sheet is of no font that is known.
#include "packs/atlas/drawing_process.hpp"
#include "packs/atlas/sheet.hpp"
#include "report/program_file.hpp"

namespace terrawright::images {

DisplayListView list_of(std::string_view) {
  throw WrongDisplayList("sheets are of the pack 'atlas', which this program lacks");
}
std::string sha256_of(const DisplayListView& list) { return std::string(list_of(list.title()).title()); }
std::string groups_of(const DisplayListView& list) { return std::string(list_of(list.title()).title()); }

std::map<std::string, std::string> libraries_of_files() { return report::loaded_libraries(compressing_libraries); }

}  // namespace terrawright::images
