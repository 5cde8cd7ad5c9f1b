// SPDX-License-Identifier: Apache-2.0
#include "drawing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "field.hpp"
#include "ground.hpp"
#include "map/labels/labels.hpp"
#include "map/margin/layout.hpp"
#include "map/margin/legend.hpp"
#include "map/style/style.hpp"
#include "plane.hpp"
#include "signs.hpp"

namespace terrawright::map {
namespace {

// The skin that antique maps are drawn on.

struct Octave {
  double length;  // 1/100 mm
  float weight;
};
constexpr Octave octaves[] = {{6000, 0.40f}, {1800, 0.26f}, {500, 0.18f}, {120, 0.10f}, {50, 0.06f}};
constexpr double burnt = 900;  // 1/100 mm of the edge

// -1 .. 1, by a mixing of bits.
float value_at(std::int64_t i, std::int64_t j, std::uint64_t octave) {
  std::uint64_t h = static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u ^
                    static_cast<std::uint64_t>(j) * 0xc2b2ae3d27d4eb4fu ^ (octave + 1) * 0x165667b19e3779f9u;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  h ^= h >> 31;
  return static_cast<float>(static_cast<std::int32_t>(h >> 40)) * (2.0f / 16777215.0f) - 1.0f;
}

// Lightness of the skin, 1 on average, over all of a paper; edges are burnt.
Field parchment_grain(std::int32_t width, std::int32_t height, const Parallel& parallel) {
  Field grain({0, 0, 40, width / 40 + 2, height / 40 + 2});
  in_stretches(parallel, grain.place.rows, 32, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t r = first; r < end; ++r) {
      float* row = grain.row(r);
      const double y = static_cast<double>(r) * grain.place.pitch;
      for (std::uint64_t o = 0; o < std::size(octaves); ++o) {
        const double v = y / octaves[o].length;
        const auto j = static_cast<std::int64_t>(v);
        auto t = static_cast<float>(v - static_cast<double>(j));
        t = t * t * (3.0f - 2.0f * t);
        std::int64_t last = -1;
        float a = 0, b = 0;
        for (std::int64_t c = 0; c < grain.place.columns; ++c) {
          const double u = static_cast<double>(c) * grain.place.pitch / octaves[o].length;
          const auto i = static_cast<std::int64_t>(u);
          if (i != last) {
            const auto down = [&](std::int64_t k) {
              const float above = value_at(k, j, o);
              return above + (value_at(k, j + 1, o) - above) * t;
            };
            a = down(i), b = down(i + 1);
            last = i;
          }
          auto s = static_cast<float>(u - static_cast<double>(i));
          s = s * s * (3.0f - 2.0f * s);
          row[c] += octaves[o].weight * (a + (b - a) * s);
        }
      }
      for (std::int64_t c = 0; c < grain.place.columns; ++c) {
        const double x = static_cast<double>(c) * grain.place.pitch;
        const double edge = std::min(std::min(x, width - x), std::min(y, height - y));
        const auto away = static_cast<float>(std::clamp(edge / burnt + 0.35 * static_cast<double>(row[c]), 0.0, 1.0));
        const float dark = (1.0f - away) * (1.0f - away);
        row[c] = (1.0f + 0.085f * row[c]) * (1.0f - 0.34f * dark);
      }
    }
  });
  return grain;
}

PaperImage parchment(const Field& grain, std::int32_t width, std::int32_t height, Colour colour, double pixel,
                     const Parallel& parallel) {
  PaperImage image{0, 0, width, height, std::max(rounded(width / pixel), 1), std::max(rounded(height / pixel), 1),
                   3, {}};
  image.bytes.resize(static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.rows) * 3);
  in_stretches(parallel, image.rows, 32, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t j = first; j < end; ++j) {
      std::uint8_t* to = image.bytes.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(image.columns) * 3;
      for (std::int32_t i = 0; i < image.columns; ++i, to += 3) {
        const float light =
            between(grain, (i + 0.5) * width / image.columns, (static_cast<double>(j) + 0.5) * height / image.rows);
        // Burnt parts are browner, not only darker.
        const float warm = std::min(light, 1.0f);
        to[0] = static_cast<std::uint8_t>(std::min(static_cast<float>(colour.red) * light, 255.0f));
        to[1] = static_cast<std::uint8_t>(
            std::min(static_cast<float>(colour.green) * light * (0.75f + 0.25f * warm), 255.0f));
        to[2] = static_cast<std::uint8_t>(
            std::min(static_cast<float>(colour.blue) * light * (0.45f + 0.55f * warm), 255.0f));
      }
    }
  });
  return image;
}

// The sheet's own grid: over all of the frame and a little more.
GridGeometry sheet_grid(const Box& frame) {
  GridGeometry place;
  place.pitch = 25;
  // Large sheets have no more samples than an A2.
  while ((frame.width() / place.pitch) * (frame.height() / place.pitch) > 5e6) place.pitch += 5;
  place.x = frame.left - 4 * place.pitch;
  place.y = frame.top - 4 * place.pitch;
  place.columns = static_cast<std::int64_t>(std::ceil(frame.width() / place.pitch)) + 9;
  place.rows = static_cast<std::int64_t>(std::ceil(frame.height() / place.pitch)) + 9;
  return place;
}

// Swatches are of what covers more than 150 mm2.
bool covers(const Field& share) {
  if (!share) return false;
  double sum = 0;
  for (const float v : share.values) sum += v > 0.5f ? 1 : 0;
  return sum * share.place.pitch * share.place.pitch > 150 * 10000;
}

Drawn drawn_of(const SheetContent& content, const Surface& surface, const Lines& lakes, const PointFeatures& peaks,
               const Style& style) {
  Drawn drawn;
  drawn.rivers = !content.tables.reaches.empty();
  drawn.lakes = !lakes.empty();
  drawn.summits = !peaks.empty() && style.name != StyleName::antique;
  for (const PointFeature& place : content.tables.places)
    drawn.towns[place.rank < 1 ? 1 : place.rank > 4 ? 4 : place.rank] = true;
  for (const LineFeature& road : content.tables.roads) (road.rank <= 1 ? drawn.main_roads : drawn.roads) = true;
  drawn.forest = style.name == StyleName::topographic && covers(surface.forest);
  drawn.desert = covers(surface.desert);
  drawn.ice = covers(surface.ice);
  drawn.open_land = drawn.forest;
  drawn.highest = surface.highest;
  for (const float d : surface.depth.values) drawn.deepest = d > drawn.deepest ? d : drawn.deepest;
  drawn.isobaths = style.contours && style.depths.size() > 1 && drawn.deepest > style.depths[1].from;
  return drawn;
}

// Boxes of names and towns.
std::vector<Box> kept_free(const LabelOutput& names, const PointFeatures& places, const Style& style) {
  std::vector<Box> boxes;
  for (const DrawnLabel& label : names.placed) {
    for (const LabelBox& box : label.boxes) boxes.push_back(labels::bounds(box));
  }
  for (const PointFeature& place : places) {
    const PaperPoint p = on_paper(place.at);
    const std::int32_t r = town_radius(static_cast<int>(place.rank), style) + 30;
    boxes.push_back({p.x - r, p.y - r, p.x + r, p.y + r});
  }
  return boxes;
}

void leave_out_hidden(std::vector<LineFigure>& figures, const LabelOutput& names) {
  const auto hidden = [&](const LineFigure& f) {
    const labels::Vector left{f.middle.x - f.along_x * f.half, f.middle.y - f.along_y * f.half};
    const LabelBox box = labels::box_on(left, {f.along_x, f.along_y}, 0, 2 * f.half, 65, 65);
    for (const DrawnLabel& label : names.placed) {
      for (const LabelBox& letters : label.boxes) {
        if (labels::overlap(box, letters)) return true;
      }
    }
    return false;
  };
  figures.erase(std::remove_if(figures.begin(), figures.end(), hidden), figures.end());
}

}  // namespace

DrawnSheet drawn_sheet(const SheetContent& content, const SheetWishes& wishes, const Parallel& parallel) {
  const Style& style = *wishes.style;
  const Layout& layout = content.layout;
  const Box& frame = layout.frame;
  const SheetText& text = wishes.text;
  DrawnSheet made{DisplayList(layout.width, layout.height, text.title), 0, 0, {}, {}, {}};
  DisplayList& list = made.list;
  if (const lettering::Face* const own = style.fonts.own()) list.font(own->file());

  // The content, and its places.
  const Lines coast = coast_of(content.ground, parallel);
  const Lines lakes = lake_shores(content.ground, parallel);
  const Surface surface = surface_of(content.ground, sheet_grid(frame), content.classes, style, parallel);
  const std::vector<River> rivers = rivers_of(content.tables.reaches, lakes, 2 * content.ground.height.place.pitch);
  const PointFeatures peaks = shown_peaks(content.tables.peaks, style, frame);
  Drawn drawn = drawn_of(content, surface, lakes, peaks, style);
  std::vector<std::pair<bool, Line>> roads;
  for (const LineFeature& road : content.tables.roads)
    roads.emplace_back(road.rank <= 1, rounded_off(simplified({road.line, false}, 30), 2));

  // Contours and isobaths, whose figures keep off other lines.
  Contours contours, isobaths;
  Occupied occupied(frame);
  for (const auto& road : roads) occupied.add(road.second);
  for (const River& river : rivers) occupied.add(river.line);
  for (const Line& lake : lakes) occupied.add(lake);
  for (const Line& shore : coast) occupied.add(shore);
  const FigureRow& row = style.types.contour_figure;
  if (style.contours) {
    const Lettering figures{row.font, points(row.pt), style.contour_figure};
    contours = contours_of(surface, interval_of(surface, parallel), frame, figures, occupied, parallel);
    if (!contours.thin.empty() || !contours.index.empty()) drawn.interval = contours.interval;
    drawn.half_contours = !contours.half.empty();
  }
  if (style.isobaths()) {
    std::vector<double> depths;
    for (const TintStep& step : style.depths) {
      if (step.from > 0) depths.push_back(static_cast<double>(step.from));
    }
    std::optional<Lettering> figures;
    if (style.contours) figures = Lettering{Font::lato_italic, points(row.pt), style.isobath};
    isobaths = isobaths_of(surface, depths, frame, figures, occupied, parallel);
  }

  const SeaFurniture furniture = placed_furniture(layout, drawn, text, style, coast, parallel);

  // The signs of an antique map, which names go between.
  const bool old = style.name == StyleName::antique;
  Skin skin;
  if (old) skin.inland = inland(coast, frame, parallel), skin.offshore = offshore(coast, frame, parallel);
  const SignGround signs{&surface, &skin.inland, &coast, &lakes, &rivers, &roads, frame};
  SheetTables tables = content.tables;
  if (old) tables.places = on_dry_ground(tables.places, signs, style);
  std::vector<Spot> summits;
  for (const PointFeature& peak : peaks) summits.push_back(peak.at);
  const std::vector<MountainSite> tops = old ? mountain_sites(signs, summits, parallel) : std::vector<MountainSite>();
  Mountains mountains = old ? mountains_of(signs, tops, {}) : Mountains();

  // Names.
  UnderNames under{&coast, &lakes, &rivers, {}, {}, {}, {}, furniture.boxes(old ? 300 : 0)};
  for (const auto& road : roads) under.roads.push_back(road.second);
  for (const Contours* lines : {&contours, &isobaths}) {
    for (const LineFigure& figure : lines->figures) {
      const PaperPoint m = on_paper(figure.middle);
      under.figures.push_back({m.x - 130, m.y - 80, m.x + 130, m.y + 80});
    }
  }
  for (const Mountain& mountain : mountains)
    (mountain.named ? under.summits : under.signs).push_back(mountain.named ? mountain.inner_box() : mountain.box());
  const double per_metre = layout.k / content.world.cell;
  const LabelInput wanted = label_input(tables, peaks, under, style, frame, per_metre, parallel);
  const LabelOutput names = placed_labels(wanted, letters_of(style.fonts), parallel);
  for (std::int32_t kind = 0; kind < label_kinds; ++kind) {
    const LabelCount& count = names.counts[kind];
    made.kinds.emplace_back(name_of(static_cast<LabelKind>(kind)));
    made.wanted_by_kind.push_back(count.wanted);
    made.placed_by_kind.push_back(count.placed);
    made.wanted += count.wanted;
    made.placed += count.placed;
  }

  // A figure that a name hides is none.
  for (Contours* lines : {&contours, &isobaths}) {
    leave_out_hidden(lines->figures, names);
    cut_out(lines->thin, lines->figures);
    cut_out(lines->index, lines->figures);
  }

  // All of it, from the ground up.
  list.group("paper");
  list.fill(path_of({0, 0, layout.width, layout.height}), style.paper);
  list.group("ground");
  if (old) {
    skin.grain = parchment_grain(layout.width, layout.height, parallel);
    list.image(parchment(skin.grain, layout.width, layout.height, style.paper, wishes.ground_pixel * 4, parallel));
  }
  list.image(ground_image(surface, coast, frame, wishes.ground_pixel, style, skin, parallel));

  list.clip(path_of(frame));
  const Path shore = path_of(coast);
  Path sea = shore;
  sea.rectangle(frame.left - 500, frame.top - 500, frame.width() + 1000, frame.height() + 1000);
  if (style.name == StyleName::antique) {
    list.group("sea");
    list.clip(sea);
    if (furniture.rose) draw_rhumbs(*furniture.rose, frame, style, list);
    if (!coast.empty()) draw_water_lines(skin.offshore, style, parallel, list);
    list.unclip();  // signs keep off the land by themselves, and cairo writes the clip for each
    std::vector<Box> taken = kept_free(names, tables.places, style);
    for (const Box& box : furniture.boxes(0)) taken.push_back(box);
    draw_sea_signs(sea_signs_of(coast, layout, taken, parallel), list);
  } else {
    list.group("isobaths");
    if (const Path lines = path_of(isobaths.thin); !lines.empty()) {  // on steep coasts they would go ashore
      list.clip(sea);
      list.line(lines, {style.isobath_width, style.isobath});
      list.unclip();
    }
    for (const LineFigure& figure : isobaths.figures) list.text(figure.word);
  }
  if (style.contours) {
    list.group("contours");
    if (const Path thin = path_of(contours.thin); !thin.empty()) list.line(thin, {style.contour_width, style.contour});
    if (const Path half = path_of(contours.half); !half.empty()) list.line(half, half_contour(style));
    if (const Path index = path_of(contours.index); !index.empty())
      list.line(index, {style.index_width, style.index_contour});
    for (const LineFigure& figure : contours.figures) list.text(figure.word);
  }

  list.group("rivers");
  if (!shore.empty()) list.clip(shore);
  draw(rivers, style.river, list);
  if (!shore.empty()) list.unclip();
  list.group("lakes");
  if (const Path shores = path_of(lakes); !shores.empty()) {
    list.fill(shores, style.lake);
    if (old) draw_lake_edges(shores, style, list);
    list.line(shores, {style.lake_width, style.lake_edge});
  }
  list.group("coast");
  if (!shore.empty()) list.line(shore, {style.coast_width, style.coast});
  const Graticule graticule = graticule_of(layout, content.world);
  if (style.name != StyleName::antique) {
    list.group("graticule");
    draw_graticule(layout, graticule, style, list);
  }
  list.group("roads");
  for (const bool main : {false, true}) {
    Path path;
    for (const auto& road : roads) {
      if (road.first == main) add(path, road.second);
    }
    draw_road(path, main, style, list);
  }
  if (old) {
    list.group("signs");
    const std::vector<Box> kept = kept_free(names, tables.places, style);
    mountains = mountains_of(signs, tops, kept);
    draw_trees(trees_of(signs, mountains, kept), list);
    draw_mountains(mountains, surface, style, list);
  }
  list.group("marks");
  if (style.name != StyleName::antique) {
    for (const PointFeature& peak : peaks) draw_summit(peak.at, style, list);
  }
  if (old) {
    draw_towns(tables.places, list);
  } else {
    for (const PointFeature& place : tables.places) draw_town(place.at, static_cast<int>(place.rank), style, list);
  }
  list.unclip();
  list.group("names");
  for (const DrawnLabel& label : names.placed) list.text(label.word);
  list.group("border");
  draw_border(layout, graticule, style, list);
  list.group("furniture");
  if (style.band()) {
    draw_band(layout, drawn, text, style, list);
  } else {
    draw_furniture(furniture, layout, content.world, drawn, text, style, list);
  }
  return made;
}

}  // namespace terrawright::map
