// SPDX-License-Identifier: Apache-2.0
#include "terrawright/writer.hpp"

namespace terrawright::text {
namespace {

struct Txt {
  static void describe(WriterSpec<Txt>& s) {
    s.writer("text.txt", "One text as it is, in UTF-8.");
    s.ending(".txt");
    s.port("text", Text::kinds, "A text, as view.ascii makes it.");
  }

  void write(Writing& writing) const { writing.open().add(writing.bytes(0)); }
};

}  // namespace
}  // namespace terrawright::text

TERRAWRIGHT_WRITER(text, txt, terrawright::text::Txt)
