// SPDX-License-Identifier: Apache-2.0
// terrawright/display_list_view.hpp: a display list (display_list.hpp) that somebody else made, read in place.
//
//   const DisplayListView list(bytes, size);  // throws where anything of it is not as it has to be
//   list.each(Painter{});                     // calls fill, line, text, image, clip, unclip, group in their order
//
// All is checked before the first operation is passed on, so that painters need no checks: counts, separate bytes,
// letters in UTF-8, places that a sheet may have.
#pragma once
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "display_list.hpp"

namespace terrawright {
inline namespace v1 {

// Limits of a sheet: 10 m a side, and all drawings lie within 40 m of its corner.
constexpr std::int32_t longest_paper = 1000000, farthest_on_paper = 4000000;
constexpr std::int32_t widest_image = 65535, deepest_clip = 100;

class WrongDisplayList : public std::runtime_error {
 public:
  explicit WrongDisplayList(const std::string& why) : std::runtime_error("the display list is wrong: " + why) {}
};

struct PathView {
  Items<PaperPoint> points;
  Items<Path::Contour> contours;  // ends ascend, and the last is the number of points; none is empty
};

// As PaperImage, with bytes that are not its own.
struct PaperImageView {
  std::int32_t x, y, width, height, columns, rows, channels;
  const std::uint8_t* bytes;
};

struct IdlePainter {  // the base of painters to whom only some operations matter
  void fill(const PathView&, Colour) {}
  void line(const PathView&, const Pen&) {}
  void text(const Word&) {}
  void image(const PaperImageView&) {}
  void clip(const PathView&) {}
  void unclip() {}
  void group(std::string_view) {}
};

class DisplayListView {
 public:
  DisplayListView(const void* bytes, std::uint64_t size) {
    sections(static_cast<const unsigned char*>(bytes), size);
    if (header_.size() != 4) wrong("its header has not four numbers");
    if (header_[0] != display_list_version) wrong("its version is " + std::to_string(header_[0]));
    for (const std::int32_t side : {width(), height()})
      if (side < 1 || side > longest_paper) wrong("a side of its paper is " + std::to_string(side) + " / 100 mm");
    words_of("the title", title());
    each(IdlePainter{});
  }

  std::int32_t width() const { return header_[1]; }
  std::int32_t height() const { return header_[2]; }
  std::string_view title() const { return {title_.data(), title_.size()}; }
  // The file of the font `own_font`; "" where there is none.
  std::string_view font() const { return {font_.data(), font_.size()}; }

  // fill(PathView, Colour), line(PathView, Pen), text(Word), image(PaperImageView), clip(PathView), unclip(),
  // group(string_view).
  template <class Painter>
  void each(Painter&& painter) const {
    std::int32_t clips = 0;
    std::size_t number = 0;
    for (std::size_t at = 0; at < words_.size(); ++number) {
      Reader of(*this, number);
      if (words_.size() - at < 2) of.wrong("has no length");
      const std::int32_t operation = words_[at], length = words_[at + 1];
      if (length < 0 || static_cast<std::size_t>(length) > words_.size() - at - 2) of.wrong("is longer than the list");
      of.begin = words_.data() + at + 2;
      of.end = of.begin + length;
      at += 2 + static_cast<std::size_t>(length);
      switch (static_cast<DrawingOperation>(operation)) {
        case DrawingOperation::fill: {
          const Colour colour = of.colour();
          painter.fill(of.path(), colour);
          break;
        }
        case DrawingOperation::line: {
          const Pen pen = of.pen();
          painter.line(of.path(), pen);
          break;
        }
        case DrawingOperation::text:
          painter.text(of.text());
          break;
        case DrawingOperation::image:
          painter.image(of.image());
          break;
        case DrawingOperation::clip:
          if (++clips > deepest_clip) of.wrong("is the clip of more than " + std::to_string(deepest_clip));
          painter.clip(of.path());
          break;
        case DrawingOperation::unclip:
          if (--clips < 0) of.wrong("undoes a clip that there is not");
          painter.unclip();
          break;
        case DrawingOperation::group: {
          const std::string_view name = of.bytes();
          words_of("the name of a group", name);
          if (name.empty()) of.wrong("is a group without a name");
          painter.group(name);
          break;
        }
        default:
          of.wrong("is of the unknown kind " + std::to_string(operation));
      }
      if (of.begin != of.end) of.wrong("is longer than what it says");
    }
  }

 private:
  [[noreturn]] static void wrong(const std::string& why) { throw WrongDisplayList(why); }

  // Reads one operation.
  struct Reader {
    Reader(const DisplayListView& list, std::size_t which) : of(list), number(which) {}
    [[noreturn]] void wrong(const std::string& why) const {
      throw WrongDisplayList("operation " + std::to_string(number) + " " + why);
    }
    const std::int32_t* take(std::int64_t count) {
      if (count < 0 || count > end - begin) wrong("ends before all of it was said");
      const std::int32_t* const first = begin;
      begin += count;
      return first;
    }
    std::int32_t one() { return *take(1); }
    std::int32_t place() {
      const std::int32_t value = one();
      if (value < -farthest_on_paper || value > farthest_on_paper) wrong("lies far off the paper");
      return value;
    }
    std::int32_t length(const char* of_what, std::int32_t least) {
      const std::int32_t value = one();
      if (value < least || value > longest_paper)
        wrong(std::string("has ") + of_what + " of " + std::to_string(value) + " / 100 mm");
      return value;
    }
    Colour colour() {
      const auto bits = static_cast<std::uint32_t>(one());
      return {static_cast<std::uint8_t>(bits >> 24), static_cast<std::uint8_t>(bits >> 16 & 255),
              static_cast<std::uint8_t>(bits >> 8 & 255), static_cast<std::uint8_t>(bits & 255)};
    }
    std::string_view bytes() {
      const std::int32_t *said = take(3), most = 1 << 24;
      if (said[0] < 0 || said[1] < 0 || said[1] >= most || said[2] < 0) wrong("has bytes that are nowhere");
      const std::uint64_t first = static_cast<std::uint64_t>(said[0]) << 24 | static_cast<std::uint64_t>(said[1]);
      const auto count = static_cast<std::uint64_t>(said[2]);
      if (first > of.bytes_.size() || count > of.bytes_.size() - first) wrong("has bytes that are nowhere");
      return {reinterpret_cast<const char*>(of.bytes_.data()) + first, static_cast<std::size_t>(count)};
    }
    PathView path() {
      const std::int32_t contours = one();
      const std::int32_t* ends = take(std::int64_t{2} * contours);
      std::int64_t before = 0;
      for (std::int32_t i = 0; i < contours; ++i) {
        const std::int64_t last = ends[2 * i];
        if (last <= before) wrong("has a contour without points");
        if (ends[2 * i + 1] != 0 && ends[2 * i + 1] != 1) wrong("has a contour that is neither open nor closed");
        before = last;
      }
      const std::int32_t* points = take(2 * before);
      for (std::int64_t i = 0; i < 2 * before; ++i)
        if (points[i] < -farthest_on_paper || points[i] > farthest_on_paper) wrong("lies far off the paper");
      // As they were written: two words each.
      return {{reinterpret_cast<const PaperPoint*>(points), static_cast<std::size_t>(before)},
              {reinterpret_cast<const Path::Contour*>(ends), static_cast<std::size_t>(contours)}};
    }
    Pen pen() {
      Pen pen{};
      pen.width = length("a width", 0);
      pen.colour = colour();
      const std::int32_t cap = one();
      if (cap != 0 && cap != 1) wrong("has an unknown cap");
      pen.cap = static_cast<Cap>(cap);
      const std::int32_t dashes = one();
      const std::int32_t* first = take(dashes);
      std::int64_t sum = 0;
      for (std::int32_t i = 0; i < dashes; ++i) {
        if (first[i] < 0 || first[i] > longest_paper) wrong("has a dash that is no length");
        sum += first[i];
      }
      if (dashes > 0 && sum < 10) wrong("has dashes of less than 0.1 mm in all");
      pen.dashes.assign(first, first + dashes);
      return pen;
    }
    Word text() {
      Word word{};
      word.font = one();
      word.size = length("letters", 1);
      word.colour = colour();
      word.halo = colour();
      word.halo_width = length("a halo", 0);
      word.text = std::string(bytes());
      words_of("a text", word.text);
      const std::int32_t count = one();
      const std::int32_t* glyphs = take(std::int64_t{7} * count);
      word.glyphs.reserve(static_cast<std::size_t>(count));
      for (std::int32_t i = 0; i < count; ++i, glyphs += 7) {
        const PlacedGlyph g = {static_cast<std::uint32_t>(glyphs[0]),
                               glyphs[1],
                               glyphs[2],
                               glyphs[3],
                               glyphs[4],
                               static_cast<std::uint32_t>(glyphs[5]),
                               static_cast<std::uint32_t>(glyphs[6])};
        for (const std::int32_t place : {g.x, g.y})
          if (place < -farthest_on_paper || place > farthest_on_paper) wrong("lies far off the paper");
        const std::int64_t squared = std::int64_t{g.along_x} * g.along_x + std::int64_t{g.along_y} * g.along_y,
                           one = std::int64_t{1} << 28;
        if (squared < one - one / 64 || squared > one + one / 64) wrong("has a direction that is no unit vector");
        if (g.glyph > 65535) wrong("has a glyph that no font has");
        if (std::uint64_t{g.text_begin} + g.text_bytes > word.text.size()) wrong("has a glyph of no part of its text");
        word.glyphs.push_back(g);
      }
      return word;
    }
    PaperImageView image() {
      PaperImageView image{};
      image.x = place(), image.y = place();
      image.width = length("an image", 1), image.height = length("an image", 1);
      image.columns = one(), image.rows = one(), image.channels = one();
      for (const std::int32_t side : {image.columns, image.rows})
        if (side < 1 || side > widest_image) wrong("has an image of " + std::to_string(side) + " pixels a side");
      if (image.channels != 3 && image.channels != 4) wrong("has an image of neither three nor four channels");
      const std::string_view all = bytes();
      if (static_cast<std::int64_t>(all.size()) != std::int64_t{image.columns} * image.rows * image.channels)
        wrong("has an image with other bytes than it has pixels");
      image.bytes = reinterpret_cast<const std::uint8_t*>(all.data());
      return image;
    }

    const DisplayListView& of;
    std::size_t number;
    const std::int32_t *begin = nullptr, *end = nullptr;
  };

  // UTF-8 on one line.
  static void words_of(const char* what, std::string_view text) {
    const auto refuse = [&] { wrong(std::string(what) + " is not one line of UTF-8"); };
    for (std::size_t i = 0; i < text.size();) {
      const auto first = static_cast<unsigned char>(text[i]);
      const std::size_t more = first < 0x80                    ? 0
                               : first >= 0xc2 && first < 0xe0 ? 1
                               : first >= 0xe0 && first < 0xf0 ? 2
                                                               : 3;
      if ((more == 3 && (first < 0xf0 || first > 0xf4)) || more >= text.size() - i) refuse();
      std::uint32_t letter = more == 0 ? first : first & (0x3fu >> more);
      for (std::size_t k = 1; k <= more; ++k) {
        const auto next = static_cast<unsigned char>(text[i + k]);
        if ((next & 0xc0) != 0x80) refuse();
        letter = letter << 6 | (next & 0x3fu);
      }
      const bool control = letter < 0x20 || (letter >= 0x7f && letter < 0xa0) || (letter & 0xfffe) == 0xfffe;
      const bool is_short = (more == 2 && letter < 0x800) || (more == 3 && letter < 0x10000);
      if (control || is_short || letter > 0x10ffff || (letter >= 0xd800 && letter < 0xe000)) refuse();
      i += more + 1;
    }
  }

  void sections(const unsigned char* bytes, std::uint64_t size) {
    std::uint64_t count = 0;
    if (bytes == nullptr || size < 8 + 4 * 16) wrong("it is not there");
    std::memcpy(&count, bytes, sizeof count);
    if (count < 4 || count > 64) wrong("it has not four sections");
    const auto section = [&](std::size_t i, std::uint64_t item, auto& items) {
      std::uint64_t entry[2];
      std::memcpy(entry, bytes + 8 + 16 * i, sizeof entry);
      if (entry[0] > size || entry[1] > size - entry[0] || entry[0] % 64 != 0 || entry[1] % item != 0)
        wrong("its section " + std::to_string(i) + " is not in it");
      using Item = std::remove_reference_t<decltype(items[0])>;
      items = {reinterpret_cast<const Item*>(bytes + entry[0]), static_cast<std::size_t>(entry[1] / item)};
    };
    section(0, 4, header_);
    section(1, 1, title_);
    section(2, 4, words_);
    section(3, 1, bytes_);
    if (count > 4) section(4, 1, font_);
  }

  Items<std::int32_t> header_;
  Items<char> title_, font_;
  Items<std::int32_t> words_;
  Items<std::uint8_t> bytes_;
};

}  // namespace v1
}  // namespace terrawright
