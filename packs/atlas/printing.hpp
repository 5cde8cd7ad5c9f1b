// SPDX-License-Identifier: Apache-2.0
// Code that the writers of sheets share: a drawing on paper as one file.
#pragma once
#include <functional>
#include <string_view>

#include "terrawright/display_list_view.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::print {

struct SheetFile {
  template <class Writer>
  static void describe_sheet(WriterSpec<Writer>& s) {
    s.port("sheet", Grid::kinds, "A drawing on paper, as map.sheet makes it.").unit(display_list_unit);
  }

  void arrange(Delivery& delivery) const {
    // Beside the list itself: a band of pixels, the pixels of an image.
    delivery.needs_memory(std::uint64_t{128} << 20);
    delivery.needs_disk(0, 0);
  }
};

// The list, as it is and looked at, into the main file.
using DrawSheet = std::function<void(std::string_view bytes, const DisplayListView& list, Writing::File& file)>;

// As a process asks for it: throws Stopped.
inline std::function<bool()> goes_on(const Writing& writing) {
  return [&writing] {
    writing.go_on();
    return true;
  };
}

// Says with what the sheet was drawn, and why it could not be.
void write_sheet(const Writing& writing, const DrawSheet& draw);

}  // namespace terrawright::print
