// SPDX-License-Identifier: Apache-2.0
#include <hb.h>

#include <array>
#include <memory>
#include <new>
#include <stdexcept>

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

HarfBuzzFont made(Font font) {
  const std::string_view bytes = file(font);
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
HarfBuzzFont opened(Font font) {
  HarfBuzzFont first = made(font);
  const HarfBuzzFont second = made(font);
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

// Opened with the first word that needs it.
hb_font_t* harfbuzz(Font font) {
  switch (font) {
#define TERRAWRIGHT_OPENED(which)                         \
  case Font::which: {                                     \
    static const HarfBuzzFont once = opened(Font::which); \
    return once.get();                                    \
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
  }
  throw std::out_of_range("there is no font of the number " + std::to_string(static_cast<std::int32_t>(font)));
}

}  // namespace

std::int32_t units_per_em(Font font) {
  return static_cast<std::int32_t>(hb_face_get_upem(hb_font_get_face(harfbuzz(font))));
}

std::uint32_t glyph_count(Font font) {
  const std::uint32_t count = hb_face_get_glyph_count(hb_font_get_face(harfbuzz(font)));
  demand(count != 0);
  return count;
}

std::vector<Glyph> shaped(Font font, std::string_view text) {
  return shaped_by(harfbuzz(font), text, font == Font::garamond_small_capitals);
}

std::string missing_letter(Font font, std::string_view text) {
  // Some fonts have empty glyphs for the ends of lines.
  const auto is_control = [&](const Glyph& glyph) {
    const auto first = static_cast<unsigned char>(text[glyph.text_begin]);
    return first < 0x20 || first == 0x7f;
  };
  for (const Glyph& glyph : shaped(font, text)) {
    if (glyph.glyph == 0 || is_control(glyph)) return std::string(text.substr(glyph.text_begin, glyph.text_bytes));
  }
  return "";
}

Outline outline(Font font, std::uint32_t glyph) { return outline_by(harfbuzz(font), glyph); }

}  // namespace terrawright::lettering
