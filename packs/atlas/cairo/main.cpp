// SPDX-License-Identifier: Apache-2.0
// A display list drawn by cairo in a process of its own, which atlas/drawing_process.cpp starts. The list is the
// standard input, a file; it was looked at before.
//   pdf CREATOR                      a PDF
//   pixels DPI WIDTH HEIGHT AT_ONCE WIDEST
//                                    red, green and blue, row by row, in bands of about AT_ONCE, in blocks
//   libraries                        a line for each library that decides the bytes: its file's name and its build-id
// Exit code 0, or exit_of_machine with a reason on standard error.

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include "packs/atlas/cairo/painter.hpp"
#include "readers/library_process.hpp"
#include "report/program_file.hpp"
#include "system/memory.hpp"
#include "system/process.hpp"
#include "system/terminal.hpp"
#include "terrawright/display_list_view.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::images::cairo;

DisplayListView input() {
  const auto file = system::facts_of(system::standard_input);
  const void* const bytes = file ? system::map_file(system::standard_input, file->size) : nullptr;
  if (bytes == nullptr) throw std::runtime_error(std::strerror(errno));
  return {bytes, static_cast<std::size_t>(file->size)};
}

void demand_given(bool given) {
  if (!given) throw std::runtime_error("what is drawn cannot be handed over");
}

bool put(const void* bytes, std::size_t size) { return std::fwrite(bytes, 1, size, stdout) == size; }

void draw(const std::string_view what, char** arguments) {
  if (what == "pdf") {
    pdf_of(input(), arguments[0], put);
  } else if (what == "pixels") {
    rows_of(input(),
            {std::stoi(arguments[0]), std::stoll(arguments[1]), std::stoll(arguments[2]), std::stoll(arguments[3]),
             std::stoll(arguments[4])},
            [](const void* bytes, std::size_t size) { demand_given(put(bytes, size)); });
  } else {
    for (const auto& [name, id] :
         report::loaded_libraries({"libcairo.", "libpixman", "libfreetype", "libharfbuzz.", "libz."}))
      std::printf("%s %s\n", name.c_str(), id.c_str());
  }
  demand_given(std::fflush(stdout) == 0);
}

}  // namespace

int main(int argc, char** argv) {
  system::end_with_parent();
  system::dump_no_core();
  const std::string_view what = argc < 2 ? "" : argv[1];
  if ((what != "pdf" || argc != 3) && (what != "pixels" || argc != 7) && (what != "libraries" || argc != 2)) {
    std::fputs("terrawright starts this program for itself", stderr);
    return readers::exit_of_machine;
  }
  try {
    draw(what, argv + 2);
    return 0;
  } catch (const std::exception& error) {
    std::fputs(error.what(), stderr);
  }
  return readers::exit_of_machine;
}

// The first allocation that fails is the end of this program. cairo 1.16 crashes without memory, and leaves out of a
// PDF what zlib had no memory for, with no error.

#ifndef TERRAWRIGHT_SANITIZED  // which has these functions for itself
extern "C" {
// glibc's own, under the names that are for this.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
}

namespace {

void* demand(void* memory, bool wanted) {
  if (memory != nullptr || !wanted) return memory;
  constexpr char reason[] = "there is not enough memory";
  terrawright::system::write_error(reason);
  terrawright::system::end_now(terrawright::readers::exit_of_machine);
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) { return demand(__libc_malloc(size), true); }
void* calloc(std::size_t count, std::size_t size) { return demand(__libc_calloc(count, size), true); }
void* realloc(void* memory, std::size_t size) { return demand(__libc_realloc(memory, size), size != 0); }
}
#endif
