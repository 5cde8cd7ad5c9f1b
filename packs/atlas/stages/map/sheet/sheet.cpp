// SPDX-License-Identifier: Apache-2.0
// map.sheet: a printed map of the world.
#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "drawing.hpp"
#include "field.hpp"
#include "map/margin/layout.hpp"
#include "map/margin/legend.hpp"
#include "map/style/style.hpp"
#include "terrawright/arrangement.hpp"
#include "terrawright/stage.hpp"
#include "terrawright/tile.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::map;

// What goes into a sheet and comes out.
template <class Stage>
void describe_ports(Spec<Stage>& s) {
  const auto layer = [&s](auto member, const char* name, const char* doc) {
    return s.port(member, name, doc).only_in(TERRAWRIGHT_PHASE_SURVEY);
  };
  layer(&Stage::height, "height", "Heights above the sea.").unit("m");
  layer(&Stage::land, "land", "Mask of the land; all else is sea.");
  layer(&Stage::biome, "biome", "Classes, of which those named forest, desert, ice and tundra are shown.").optional();
  layer(&Stage::lake_depth, "lake_depth", "Depth of lakes, from water.lakes.").unit("m").optional();
  layer(&Stage::lake_level, "lake_level", "Height of lakes' surfaces, from water.lakes.").unit("m").optional();
  const auto points = [&s](auto member, const char* name, const char* doc) {
    s.port(member, name, doc).points().optional();
  };
  const auto lines = [&s](auto member, const char* name, const char* doc) {
    s.port(member, name, doc).lines().optional();
  };
  points(&Stage::peaks, "peaks",
         "Peaks, from feature.peaks; like all features with a column `name` from feature.names.");
  lines(&Stage::ranges, "ranges", "Ranges of mountains, from feature.ranges.");
  lines(&Stage::forests, "forests", "Forests, from feature.areas.");
  lines(&Stage::deserts, "deserts", "Deserts, from feature.areas.");
  lines(&Stage::plains, "plains", "Plains, from feature.areas.");
  lines(&Stage::lakes, "lakes", "Lakes, from feature.areas.");
  lines(&Stage::courses, "courses", "Rivers by their names, from feature.courses.");
  lines(&Stage::reaches, "reaches", "Rivers that are drawn: reaches, from water.rivers or feature.courses.");
  points(&Stage::capes, "capes", "Capes, from feature.coast.");
  points(&Stage::bays, "bays", "Bays, from feature.coast.");
  points(&Stage::islands, "islands", "Islands, from feature.coast.");
  points(&Stage::mainland, "mainland", "The land, from feature.coast, whose name is the title.");
  points(&Stage::seas, "seas", "Seas, from feature.coast.");
  points(&Stage::places, "places", "Towns and villages, from feature.places.");
  lines(&Stage::roads, "roads", "Roads, from feature.roads.");
  s.port(&Stage::sheet, "sheet", "The drawing, for an output .svg, .pdf or .png.").unit(display_list_unit);
  s.port(&Stage::labels, "labels", "How many names want a place.").unit("1").by_name();
  s.port(&Stage::placed, "placed", "How many names have one.").unit("1").by_name();
  s.port(&Stage::denominator, "denominator", "The scale: so many metres of the world are one on the paper.")
      .unit("1")
      .by_name();
  s.port(&Stage::labels_by_kind, "labels_by_kind", "One row for each kind of name: how many want a place and have one.")
      .by_name();
}

// The style of a sheet: one of the program's, or that of the user's file; and the user's font.

inline Style wanted_style(const Arrangement& a, File& file, StyleName name) {
  if (file.path.empty()) return style_of(name);
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;
  std::vector<std::string> problems;
  Style style = changed_style(name, a.bytes(file, "style_file", most_bytes), problems);
  for (const std::string& problem : problems) a.fail("style_file", "'" + file.path + "': " + problem);
  if (!problems.empty()) throw AlreadySaid{};
  return style;
}

inline lettering::Fonts wanted_fonts(const Arrangement& a, File& file) {
  if (file.path.empty()) return {};
  constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
  try {
    return lettering::Fonts(a.bytes(file, "font", most_bytes));
  } catch (const std::runtime_error& why) {
    throw Failure("font", "'" + file.path + "' cannot be used: " + why.what() + "; name a whole .ttf or .otf file");
  }
}

// What a sheet sees of the world's cells.

inline constexpr float most_height = 1e9f;  // m: sums over many cells are exact integers

// The cells of a tile, as surveyed() wants them.
struct SheetCells {
  View<const float> z, depth, surface;
  View<const std::uint8_t> dry;
  View<const std::uint16_t> code;
  bool has_lakes() const { return static_cast<bool>(depth); }
  bool has_biomes() const { return static_cast<bool>(code); }
  float height(std::int64_t x, std::int64_t y) const { return z(x, y); }
  bool land(std::int64_t x, std::int64_t y) const { return dry(x, y) != 0; }
  bool lake(std::int64_t x, std::int64_t y) const {
    const float d = depth(x, y);
    if (std::isnan(d)) throw Failure("lake_depth", "the depth of a lake is NaN", x, y);
    return d > 0.0f;
  }
  float level(std::int64_t x, std::int64_t y) const {
    if (!surface) return z(x, y);
    const float l = surface(x, y);
    if (!(std::fabs(l) <= most_height)) throw Failure("lake_level", "a lake has no level that is a height", x, y);
    return l;
  }
  std::uint16_t biome(std::int64_t x, std::int64_t y) const { return code(x, y); }
  void require_heights(const Rect& area) const {
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      for (std::int64_t x = area.x; x < area.x + area.width; ++x) {
        if (!(std::fabs(z(x, y)) <= most_height))
          throw Failure("height", "a height is more than a million kilometres", x, y);
      }
    }
  }
};

// What the names of a legend say of the ground.
inline ClassWords class_words(const std::vector<LegendEntry>& legend) {
  ClassWords words;
  for (const LegendEntry& entry : legend) {
    const auto says = [&](const char* word) { return entry.name.find(word) != std::string::npos; };
    if (says("forest") || says("taiga")) words.forest.push_back(entry.code);
    if (says("desert") && !says("polar") && !says("semi")) words.desert.push_back(entry.code);
    if (says("tundra") || says("alpine")) words.tundra.push_back(entry.code);
    if (says("glacier") || says("polar") || entry.name == "ice" || says(" ice") || says("ice ") || says("snow"))
      words.ice.push_back(entry.code);
  }
  return words;
}

constexpr std::uint64_t most_pixels = 500000000;  // of the picture under the lines: its bytes are counted in 32 bits

struct Sheet {
  In<Height> height;
  In<Mask> land;
  In<Class> biome;
  In<Scalar> lake_depth, lake_level;
  In<Table> peaks, ranges, forests, deserts, plains, lakes, courses, reaches, capes, bays, islands, mainland, seas,
      places, roads;
  Out<Grid> sheet;
  Out<Number> labels, placed, denominator;
  Out<Table> labels_by_kind;
  StyleName style = StyleName::topographic;
  PaperName paper = PaperName::a3;
  std::vector<double> size;
  Orientation orientation = Orientation::automatic;
  std::optional<double> scale;
  std::string title = "auto", imprint = "Terrawright, {scale}, cells of {cell}";
  std::vector<SaidWord> words = english();
  File style_file, font;
  double ground = 0.1;

  std::shared_ptr<const Style> look;
  WorldFacts world;
  PaperFacts facts;
  ClassWords classes;
  SheetText text;
  bool has_lakes = false, has_biome = false;

  static void describe(Spec<Sheet>& s) {
    s.stage("map.sheet",
            "A printed map: relief, contours, rivers, names, frame, scale and legend on a sheet of paper.");
    s.source("Visvalingam and Whyatt 1993, lines; Imhof 1975, names; Machado et al. 2009, colours");
    s.reads_cell().reads_latitude().reads_longitude();
    describe_ports(s);
    s.parameter(&Sheet::style, "style", "Style of the drawing.")
        .choices({"topographic", "atlas", "antique"})
        .choice_docs({"Relief, contours and a legend beside the map.", "Steps of colour by height and depth.",
                      "Ink on parchment, with mountains and trees as signs."});
    s.parameter(&Sheet::style_file, "style_file",
                "Path of a JSON file with a style of your own, relative to the config and inside its folder: which of "
                "the styles it is like, and the colours, widths and letters that are others, as in "
                "packs/atlas/stages/map/sheet/tables/atlas.json.");
    s.parameter(&Sheet::font, "font",
                "Path of a .ttf or .otf file, relative to the config and inside its folder: the font that a name or "
                "text is set in which has letters that the sheet's own fonts lack.");
    s.parameter(&Sheet::paper, "paper", "The sheet of paper.")
        .choices({"A0", "A1", "A2", "A3", "A4", "A5", "letter", "legal", "tabloid"})
        .choice_docs({"841 x 1189 mm.", "594 x 841 mm.", "420 x 594 mm.", "297 x 420 mm.", "210 x 297 mm.",
                      "148 x 210 mm.", "8.5 x 11 inches.", "8.5 x 14 inches.", "11 x 17 inches."});
    s.parameter(&Sheet::size, "size",
                "Width and height of the paper, two numbers, in place of `paper`; [] for `paper`.")
        .unit("mm");
    s.parameter(&Sheet::orientation, "orientation", "Orientation of the paper.")
        .choices({"auto", "portrait", "landscape"})
        .choice_docs({"The way that gives the larger scale.", "Higher than wide.", "Wider than high."});
    s.parameter(
         &Sheet::scale, "scale",
         "The denominator of the scale: 500000 draws 1 : 500 000. auto: the least round one at which all land fits.")
        .word("auto")
        .range(1, 1e12);
    s.parameter(&Sheet::title, "title", "The title; auto: the name of the land, if `mainland` has one.");
    s.parameter(&Sheet::imprint, "imprint",
                "The line in small print at the sheet's foot; {scale} and {cell} in it are the map's scale and the "
                "side of the world's cells.");
    s.parameter(&Sheet::words, "words",
                "Words of the legend, the scale and the cartouche, for a sheet in another language. Default: English. "
                "{interval}, {heavy}, {half} and {scale} are figures.");
    s.parameter(&Sheet::ground, "ground", "Side of a pixel of the picture under the lines.").unit("mm").range(0.02, 5);
  }

  void arrange(Arrangement& a) {
    if (a.world().wraps_x() || a.world().wraps_y())
      throw Failure("height", "the world wraps, and a sheet has edges; set wrap: none, or leave this stage out");
    world = {a.width(), a.height(), a.cell(), a.latitude(), a.longitude()};
    Style wanted = wanted_style(a, style_file, style);
    wanted.fonts = wanted_fonts(a, font);
    const std::uint64_t bytes_of_font = wanted.fonts.own() ? wanted.fonts.own()->file().size() : 0;
    look = std::make_shared<const Style>(std::move(wanted));
    facts = paper_facts(paper, size, orientation, scale, *look);
    has_lakes = a.connected(lake_depth);
    has_biome = a.connected(biome);
    if (has_biome) classes = class_words(a.legend(biome));
    require_room(facts, size.empty() ? "paper" : "size");
    if (title != "auto") require_title(*look, title, "title", "title");
    require_imprint(*look, imprint);
    say(words, *look, text);
    const double pixels = static_cast<double>(facts.shorter) * facts.longer;
    if (pixels / (ground * ground * 10000) > static_cast<double>(most_pixels))
      throw Failure("ground",
                    "on this paper pixels of this side are more than 500 million; larger ones, or a smaller "
                    "paper, make a picture that can be written");
    a.needs_memory(static_cast<std::uint64_t>(pixels / 625 * 88 + pixels / (ground * ground * 10000) * 12) +
                   2 * bytes_of_font + (48u << 20));
  }

  // First where land is, then what the sheet shows of the world.
  Blob survey(const Tile& tile, const BlobView& known) const {
    const SheetCells cells{tile[height], tile[lake_depth], tile[lake_level], tile[land], tile[biome]};
    if (known) return surveyed(known.one<BlockGrid>(0), tile.area(), cells);
    tile.require_finite(height, "height", "a height");
    cells.require_heights(tile.area());
    Blob note;
    note.add_one(land_box(tile.area(), cells));
    return note;
  }

  Next<Blob> resolve(Resolving& resolving, const Notes<Blob>& notes, const BlobView& known) const {
    if (!known) {
      Rect all{0, 0, 0, 0};
      for (std::size_t i = 0; i < notes.size(); ++i) all = joined(all, notes[i].one<Rect>(0));
      const BlockGrid grid = blocks_of(laid_out(world, all, facts), world, 25);
      Blob verdict;
      verdict.add_one(grid), verdict.add_one(all);
      return again(std::move(verdict));
    }
    const auto& grid = known.one<BlockGrid>(0);
    SheetContent content;
    content.world = world;
    content.classes = classes;
    content.layout = laid_out(world, known.one<Rect>(1), facts);
    BlockSums sums;
    sums.resize(static_cast<std::size_t>(grid.columns * grid.rows), has_lakes, has_biome);
    for (std::size_t i = 0; i < notes.size(); ++i) add_note(grid, notes[i], sums);
    content.ground = ground_of(sums, grid.place(content.layout));
    read_tables(resolving, content);
    const Parallel parallel = [&](std::uint64_t n, const std::function<void(std::uint64_t)>& body) {
      resolving.parallel(n, [&](std::uint64_t i) {
        resolving.poll();
        body(i);
      });
    };
    const DrawnSheet drawn = drawn_sheet(content, wishes(content), parallel);
    resolving.grid(sheet, drawn.list.blob());
    resolving.number(labels, static_cast<double>(drawn.wanted));
    resolving.number(placed, static_cast<double>(drawn.placed));
    resolving.number(denominator, content.layout.denominator);
    Table by_kind;
    by_kind.texts("kind", drawn.kinds);
    by_kind.integers("wanted", "1", drawn.wanted_by_kind);
    by_kind.integers("placed", "1", drawn.placed_by_kind);
    resolving.table(labels_by_kind, by_kind);
    Blob none;
    none.add_one(grid);
    return done(std::move(none));
  }

  void paint(Tile&) const {}

  void read_tables(const Resolving& resolving, SheetContent& content) const {
    SheetTables& t = content.tables;
    const auto points = [&](In<Table> port) { return point_features(resolving[port], content.layout, world.cell); };
    const auto lines = [&](In<Table> port) { return line_features(resolving[port], content.layout, world.cell); };
    t.peaks = points(peaks), t.capes = points(capes), t.bays = points(bays), t.islands = points(islands);
    t.mainland = points(mainland), t.seas = points(seas), t.places = points(places);
    t.ranges = lines(ranges), t.forests = lines(forests), t.deserts = lines(deserts), t.plains = lines(plains);
    t.lakes = lines(lakes), t.courses = lines(courses), t.roads = lines(roads);
    t.reaches = reaches_of(resolving[reaches], content.layout);
  }
  SheetWishes wishes(const SheetContent& content) const {
    SheetWishes w{look.get(), ground * 100, text};
    w.text.title = title;
    w.text.imprint = filled_in(imprint, {{"{scale}", scale_text(content.layout.denominator)},
                                         {"{cell}", world.cell >= 1000 ? figure_text(world.cell / 1000) + " km"
                                                                       : figure_text(world.cell) + " m"}});
    if (title == "auto") {
      w.text.title = content.tables.mainland.empty() ? "" : content.tables.mainland[0].name;
      require_title(*look, w.text.title, "mainland", "land");
    }
    return w;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(map, sheet, Sheet)
