// SPDX-License-Identifier: Apache-2.0
#include "packs/atlas/printing.hpp"

#include <stdexcept>
#include <string>

#include "packs/atlas/sheet.hpp"

namespace terrawright::print {

void write_sheet(const Writing& writing, const DrawSheet& draw) {
  const std::string_view bytes = writing.bytes(0);
  const auto fail = [&](const std::exception& why, const char* remedy) {
    writing.fail("", std::string("cannot draw the sheet: ") + why.what(), remedy);
  };
  try {
    const DisplayListView list = images::list_of(bytes);
    Writing::File file = writing.open();
    draw(bytes, list, file);
    file.content(0, images::sha256_of(list));
  } catch (const WrongDisplayList& wrong) {
    fail(wrong, "the stage that makes it is to be mended");
  } catch (const std::runtime_error& failed) {
    fail(failed, "");
  }
}

}  // namespace terrawright::print
