// SPDX-License-Identifier: Apache-2.0
#include <hb-ot.h>
#include <hb.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include "lettering/lettering.hpp"

namespace terrawright::lettering {
namespace {

template <auto destroy>
struct Destroyer {
  template <class Thing>
  void operator()(Thing* thing) const {
    destroy(thing);
  }
};
using HarfBuzzFont = std::unique_ptr<hb_font_t, Destroyer<hb_font_destroy>>;
using HarfBuzzBuffer = std::unique_ptr<hb_buffer_t, Destroyer<hb_buffer_destroy>>;

// HarfBuzz says of little that it had no memory for it.
void demand(bool good) {
  if (!good) throw std::bad_alloc();
}

HarfBuzzFont made(std::string_view bytes) {
  hb_blob_t* blob =
      hb_blob_create(bytes.data(), static_cast<unsigned>(bytes.size()), HB_MEMORY_MODE_READONLY, nullptr, nullptr);
  hb_face_t* face = hb_face_create(blob, 0);
  hb_blob_destroy(blob);
  HarfBuzzFont created(hb_font_create(face));
  const bool whole = face != hb_face_get_empty() && created.get() != hb_font_get_empty();
  const auto em = static_cast<int>(hb_face_get_upem(face));
  hb_face_destroy(face);
  demand(whole);
  hb_font_set_scale(created.get(), em, em);  // so that what it says is in font units
  hb_font_make_immutable(created.get());     // and threads may share it
  return created;
}

hb_feature_t feature(const char (&tag)[5], std::uint32_t value) {
  return {HB_TAG(tag[0], tag[1], tag[2], tag[3]), value, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END};
}

OutlinePoint point(float x, float y, OutlinePoint::Kind kind) {
  // Whole in the files; halves where a curve's point is implied between two others, which go up.
  const auto rounded = [](float value) {
    const float up = value + 0.5f;
    const auto whole = static_cast<std::int32_t>(up);
    return static_cast<float>(whole) > up ? whole - 1 : whole;
  };
  return {rounded(x), rounded(y), kind};
}

hb_draw_funcs_t* drawing() {
  using Functions = hb_draw_funcs_t;
  using State = hb_draw_state_t;
  const auto to = [](void* data) -> Outline& { return *static_cast<Outline*>(data); };
  static const auto add = to;
  static const std::unique_ptr<Functions, Destroyer<hb_draw_funcs_destroy>> made = [] {
    std::unique_ptr<Functions, Destroyer<hb_draw_funcs_destroy>> f(hb_draw_funcs_create());
    demand(hb_draw_funcs_is_immutable(f.get()) == 0);  // as the empty one is, which stands in where memory is short
    hb_draw_funcs_set_move_to_func(
        f.get(),
        [](Functions*, void* data, State*, float x, float y, void*) {
          add(data).points.push_back(point(x, y, OutlinePoint::on));
        },
        nullptr, nullptr);
    hb_draw_funcs_set_line_to_func(
        f.get(),
        [](Functions*, void* data, State*, float x, float y, void*) {
          add(data).points.push_back(point(x, y, OutlinePoint::on));
        },
        nullptr, nullptr);
    hb_draw_funcs_set_quadratic_to_func(
        f.get(),
        [](Functions*, void* data, State*, float cx, float cy, float x, float y, void*) {
          add(data).points.push_back(point(cx, cy, OutlinePoint::quadratic));
          add(data).points.push_back(point(x, y, OutlinePoint::on));
        },
        nullptr, nullptr);
    hb_draw_funcs_set_cubic_to_func(
        f.get(),
        [](Functions*, void* data, State*, float ax, float ay, float bx, float by, float x, float y, void*) {
          add(data).points.push_back(point(ax, ay, OutlinePoint::cubic));
          add(data).points.push_back(point(bx, by, OutlinePoint::cubic));
          add(data).points.push_back(point(x, y, OutlinePoint::on));
        },
        nullptr, nullptr);
    hb_draw_funcs_set_close_path_func(
        f.get(),
        [](Functions*, void* data, State*, void*) {
          Outline& o = add(data);
          if (o.points.size() > (o.ends.empty() ? 0 : o.ends.back()))
            o.ends.push_back(static_cast<std::uint32_t>(o.points.size()));
        },
        nullptr, nullptr);
    hb_draw_funcs_make_immutable(f.get());
    return f;
  }();
  return made.get();
}

std::vector<Glyph> shaped_by(hb_font_t* font, std::string_view text, bool small) {
  const HarfBuzzBuffer buffer(hb_buffer_create());
  const auto bytes = static_cast<int>(text.size());
  hb_buffer_set_replacement_codepoint(buffer.get(), 0xffff);  // bytes that are no UTF-8 are no letter of any font
  hb_buffer_add_utf8(buffer.get(), text.data(), bytes, 0, bytes);
  hb_buffer_set_cluster_level(buffer.get(), HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS);
  hb_buffer_set_direction(buffer.get(), HB_DIRECTION_LTR);
  // Said, as it would be the one of the user's environment.
  const hb_language_t english = hb_language_from_string("en", 2);
  demand(english != HB_LANGUAGE_INVALID);
  hb_buffer_set_language(buffer.get(), english);
  hb_buffer_guess_segment_properties(buffer.get());
  const std::array<hb_feature_t, 7> features = {feature("kern", 1),    feature("liga", 0), feature("clig", 0),
                                                feature("dlig", 0),    feature("hlig", 0), feature("calt", 0),
                                                feature("smcp", small)};
  demand(hb_shape_full(font, buffer.get(), features.data(), static_cast<unsigned>(features.size()), nullptr) != 0 &&
         hb_buffer_allocation_successful(buffer.get()) != 0);
  unsigned count = 0;
  const hb_glyph_info_t* glyphs = hb_buffer_get_glyph_infos(buffer.get(), &count);
  const hb_glyph_position_t* places = hb_buffer_get_glyph_positions(buffer.get(), nullptr);
  std::vector<Glyph> word;
  word.reserve(count);
  for (unsigned i = 0; i < count; ++i)
    word.push_back(
        {glyphs[i].codepoint, places[i].x_advance, glyphs[i].cluster, 0, places[i].x_offset, places[i].y_offset});
  // Several glyphs of one letter all stand for the whole of it.
  std::uint32_t end = static_cast<std::uint32_t>(text.size());
  for (std::size_t i = word.size(); i-- > 0;) {
    if (i + 1 < word.size() && word[i + 1].text_begin != word[i].text_begin) end = word[i + 1].text_begin;
    word[i].text_bytes = end - word[i].text_begin;
  }
  return word;
}

// Without memory it draws less: two equal drawings are complete.
Outline outline_by(hb_font_t* font, std::uint32_t glyph) {
  Outline drawn, again;
  for (Outline* one : {&drawn, &again}) hb_font_get_glyph_shape(font, glyph, drawing(), one);
  demand(drawn.points.size() == again.points.size());
  return drawn;
}

// Its tables are read with the first words, and count as empty for ever where that failed: two of them agree on a word
// that needs them all.
HarfBuzzFont opened(std::string_view file) {
  HarfBuzzFont first = made(file);
  const HarfBuzzFont second = made(file);
  const auto read = [](hb_font_t* one) {
    std::vector<std::int64_t> all;
    for (const Glyph& glyph : shaped_by(one, "AVfi To", true)) {
      for (const std::int64_t number : {std::int64_t{glyph.glyph}, std::int64_t{glyph.advance}}) all.push_back(number);
      for (const OutlinePoint& point : outline_by(one, glyph.glyph).points) all.push_back(point.x);
    }
    return all;
  };
  const auto read_of_first = read(first.get());
  demand(!read_of_first.empty() && read_of_first == read(second.get()));
  return first;
}

// Why the bytes are no font whose letters can be drawn; nullptr where they are one. Tables that end after the file
// would be letters that are silently empty.
const char* fault_of(std::string_view file) {
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::size_t value = 0;
    for (std::size_t n = 0; n < bytes; ++n) value = value << 8 | static_cast<unsigned char>(file[at + n]);
    return value;
  };
  constexpr const char *foreign = "it is no .ttf or .otf font", *cut = "it is cut off or damaged";
  if (file.size() < 16) return foreign;
  std::size_t at = file.substr(0, 4) == "ttcf" ? number(12, 4) : 0;  // of a collection the first font
  if (at > file.size() || file.size() - at < 12) return cut;
  const std::string_view kind = file.substr(at, 4);
  if (kind != std::string_view("\0\1\0\0", 4) && kind != "OTTO" && kind != "true") return foreign;
  const std::size_t tables = number(at + 4, 2);
  if ((file.size() - at - 12) / 16 < tables) return cut;
  bool outlines = false;
  for (std::size_t n = 0; n < tables; ++n) {
    const std::size_t entry = at + 12 + 16 * n, begin = number(entry + 8, 4), bytes = number(entry + 12, 4);
    if (begin > file.size() || bytes > file.size() - begin) return cut;
    const std::string_view table = file.substr(entry, 4);
    outlines = outlines || ((table == "glyf" || table == "CFF ") && bytes > 0);
  }
  return outlines ? nullptr : "it has no outlines of letters (tables glyf or CFF)";
}

std::string family_of(hb_font_t* font) {
  char text[256];
  unsigned size = sizeof text;
  hb_ot_name_get_utf8(hb_font_get_face(font), HB_OT_NAME_ID_FONT_FAMILY, HB_LANGUAGE_INVALID, &size, text);
  return size == 0 ? "a font without a name" : std::string(text, std::min<std::size_t>(size, sizeof text - 1));
}

}  // namespace

struct Face::Opened {
  std::string bytes, name;  // bytes: of a user's
  std::string_view file;
  std::shared_ptr<hb_font_t> font;
  bool small_capitals = false;
};

Face::Face(Font font) {
  auto opened_face = std::make_shared<Opened>();
  opened_face->name = lettering::name(font);
  opened_face->file = lettering::file(font);
  opened_face->font = opened(opened_face->file);
  opened_face->small_capitals = font == Font::garamond_small_capitals;
  opened_ = std::move(opened_face);
}

Face::Face(std::string file) {
  auto opened_face = std::make_shared<Opened>();
  opened_face->bytes = std::move(file);
  opened_face->file = opened_face->bytes;
  if (const char* const fault = fault_of(opened_face->file)) throw std::runtime_error(fault);
  opened_face->font = opened(opened_face->file);
  opened_face->name = family_of(opened_face->font.get());
  opened_ = std::move(opened_face);
}

const Face& face(Font font) {
  switch (font) {
#define TERRAWRIGHT_OPENED(which)        \
  case Font::which: {                    \
    static const Face once(Font::which); \
    return once;                         \
  }
    TERRAWRIGHT_OPENED(garamond)
    TERRAWRIGHT_OPENED(garamond_italic)
    TERRAWRIGHT_OPENED(garamond_small_capitals)
    TERRAWRIGHT_OPENED(lato)
    TERRAWRIGHT_OPENED(lato_medium)
    TERRAWRIGHT_OPENED(lato_bold)
    TERRAWRIGHT_OPENED(lato_italic)
    TERRAWRIGHT_OPENED(lato_light)
#undef TERRAWRIGHT_OPENED
    case Font::own:
      break;
  }
  throw std::out_of_range("there is no font of the number " + std::to_string(static_cast<std::int32_t>(font)));
}

std::string_view Face::file() const { return opened_->file; }
const std::string& Face::name() const { return opened_->name; }

std::int32_t Face::units_per_em() const {
  return static_cast<std::int32_t>(hb_face_get_upem(hb_font_get_face(opened_->font.get())));
}

std::uint32_t Face::glyph_count() const {
  const std::uint32_t count = hb_face_get_glyph_count(hb_font_get_face(opened_->font.get()));
  demand(count != 0);
  return count;
}

std::vector<Glyph> Face::shaped(std::string_view text) const {
  return shaped_by(opened_->font.get(), text, opened_->small_capitals);
}

std::string Face::missing_letter(std::string_view text) const {
  // Some fonts have empty glyphs for the ends of lines.
  const auto is_control = [&](const Glyph& glyph) {
    const auto first = static_cast<unsigned char>(text[glyph.text_begin]);
    return first < 0x20 || first == 0x7f;
  };
  for (const Glyph& glyph : shaped(text)) {
    const std::string_view letter = text.substr(glyph.text_begin, glyph.text_bytes);
    if (glyph.glyph == 0 || is_control(glyph) || from_right_to_left(letter)) return std::string(letter);
  }
  return "";
}

Outline Face::outline(std::uint32_t glyph) const { return outline_by(opened_->font.get(), glyph); }

bool from_right_to_left(std::string_view letter) {
  const HarfBuzzBuffer buffer(hb_buffer_create());
  hb_buffer_add_utf8(buffer.get(), letter.data(), static_cast<int>(letter.size()), 0, static_cast<int>(letter.size()));
  hb_buffer_guess_segment_properties(buffer.get());
  return hb_buffer_get_direction(buffer.get()) == HB_DIRECTION_RTL;
}

}  // namespace terrawright::lettering
