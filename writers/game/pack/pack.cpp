// SPDX-License-Identifier: Apache-2.0
// Writes a pack: all of it row by row, so that no copy of a layer is made, of whatever size.
#include "game/pack/pack.hpp"

#include <algorithm>
#include <cmath>

#include "encode/csv.hpp"
#include "game/pack/rasters.hpp"
#include "terrawright/cells.hpp"
#include "terrawright/numbers.hpp"

namespace terrawright::game {
namespace {

// The nearest step: at most half a step beside the height.
class PackSteps {
 public:
  explicit PackSteps(const Range& range) : range_(range) {}

  std::uint16_t operator()(float height) {
    const double step =
        (static_cast<double>(height) - range_.minimum) / (range_.maximum - range_.minimum) * encode::most_grey;
    if (!(step >= -0.5 && step <= encode::most_grey + 0.5)) ++clipped;  // NaN too
    return static_cast<std::uint16_t>(step > 0 ? std::min(std::floor(step + 0.5), encode::most_grey) : 0);
  }
  std::uint64_t clipped = 0;

 private:
  const Range range_;
};

Range range_of(const Writing& writing, const Pack& pack) {
  if (pack.range) return *pack.range;
  const terrawright_statistics heights = writing.extremes(pack.heights);
  Range range{heights.minimum, heights.maximum};
  if (!(range.minimum <= range.maximum)) range = {0, 1};  // nothing but NaN
  if (range.minimum == range.maximum) range.maximum += 1;
  return range;
}

class PackMaker {
 public:
  PackMaker(const Writing& writing, const Pack& pack)
      : writing_(writing),
        pack_(pack),
        facts_{writing.plain(), range_of(writing, pack), writing.item(pack.heights).width,
               writing.item(pack.heights).height, pack},
        texts_{{"Software", writing.plain().generator}} {
    // Without a range in the config only now known.
    const double most = limits_of(pack_.program).most_height;
    if (in_16_bits(pack_.program) && height_in_program(facts_.range) > most) {
      writing_.fail("",
                    spoken_name(pack_.program) + " takes heights over at most " +
                        std::to_string(std::llround(most / 1000)) + " km, and these go from " +
                        std::to_string(std::llround(facts_.range.minimum)) + " to " +
                        std::to_string(std::llround(facts_.range.maximum)) + " m",
                    "write a range for the pack");
    }
  }

  void write() {
    for (const Tile& tile : tiles_of(pack_)) {
      heights(tile);
      if (!pack_.weights.empty()) weights(tile);
    }
    for (const std::size_t i : pack_.tables) table(i);
    writing_.add_file("sheet.json", sheet_json(facts_));
    writing_.add_file("sheet.md", sheet_markdown(facts_));
    for (const PackScript& script : scripts_of(pack_.program)) writing_.add_file(script.file, script.text);
  }

 private:
  PackAxis across(const Tile& tile, double offset = 0) const {
    return {tile.cells.x, tile.width, offset, facts_.world_width, pack_.width};
  }
  PackAxis down(const Tile& tile, double offset = 0) const {
    return {tile.cells.y, tile.height, offset, facts_.world_height, pack_.height};
  }

  void heights(const Tile& tile) {
    PackRows rows(writing_, pack_.heights, across(tile), down(tile), PackRows::Of::heights);
    std::vector<std::unique_ptr<HeightFile>> files;
    std::vector<Writing::File> opened;
    for (const HeightsAs as : heights_as(pack_.program)) {
      opened.push_back(writing_.open(heights_file(pack_, as, tile)));
      files.push_back(height_file(as, opened.back(), tile));
    }
    std::vector<float> heights(static_cast<std::size_t>(tile.width));
    std::vector<std::uint16_t> grey(heights.size());
    PackSteps steps(facts_.range);
    for (std::int64_t y = 0; y < tile.height; ++y) {
      writing_.go_on();
      rows.read(y, heights.data());
      if (in_16_bits(pack_.program)) {
        for (std::size_t i = 0; i < heights.size(); ++i) grey[i] = steps(heights[i]);
      }
      for (auto& file : files) file->row(heights.data(), grey.data());
    }
    opened.front().clipped(steps.clipped);
    for (auto& file : files) file->close();
  }

  std::unique_ptr<HeightFile> height_file(HeightsAs as, const Writing::File& file, const Tile& tile) const {
    if (as == HeightsAs::png) return std::make_unique<PngHeights>(file, tile, texts_);
    if (as == HeightsAs::raw) return std::make_unique<RawHeights>(file, tile, pack_.program == Program::unity);
    // Terrain3D takes no grey.
    const bool three = pack_.program == Program::godot;
    const std::vector<std::string> channels =
        three ? std::vector<std::string>{"B", "G", "R"} : std::vector<std::string>{"Y"};
    return std::make_unique<ExrHeights>(writing_, file, tile, "heights", channels, texts_);
  }

  // Weights of Unity lie between the heights, one for each square of four of them.
  void weights(const Tile& of_heights) {
    Tile tile = of_heights;
    const double offset = pack_.program == Program::unity ? 0.5 : 0;
    if (pack_.program == Program::unity) --tile.width, --tile.height;
    WeightFiles files(writing_, pack_, weights_files(pack_, of_heights), tile, texts_);
    const std::size_t count = pack_.weights.size(), width = static_cast<std::size_t>(tile.width);
    std::vector<std::unique_ptr<PackRows>> layers(count);
    std::optional<std::size_t> rest;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t item = pack_.weights[i].item;
      if (item == Pack::Weight::rest) {
        rest = i;
        continue;
      }
      layers[i] =
          std::make_unique<PackRows>(writing_, item, across(tile, offset), down(tile, offset), PackRows::Of::weights);
    }
    PackWeights shares(count, rest);
    std::vector<std::vector<float>> rows(count, std::vector<float>(width));
    std::vector<double> cell(count);
    std::vector<std::uint8_t> bytes(count * width);
    for (std::int64_t y = 0; y < tile.height; ++y) {
      writing_.go_on();
      for (std::size_t i = 0; i < count; ++i) {
        if (layers[i]) layers[i]->read(y, rows[i].data());
      }
      for (std::size_t x = 0; x < width; ++x) {
        for (std::size_t i = 0; i < count; ++i) cell[i] = rows[i][x];
        shares.share(cell, &bytes[x * count]);
      }
      files.row(bytes.data());
    }
    files.close();
  }

  // Its rows, and where they are: in cells of the pack, and in the program.
  void table(std::size_t item) const {
    constexpr std::uint64_t rows_at_once = 4096;
    const terrawright_item& of = writing_.item(item);
    const std::string name = "tables/" + name_of(of);
    Writing::File records = writing_.open(name + ".csv");
    std::optional<Writing::File> points;
    if (of.places != 0) points = writing_.open(name + ".points.csv");
    const PackTransform transform = transform_in_program(facts_);
    if (points)
      points->add(std::string("row,piece,x (cells),y (cells),") + transform.x_name + "," + transform.y_name + "\r\n");
    std::uint64_t first = 0;
    while (const terrawright_table* rows = writing_.rows(item, rows_at_once)) {
      writing_.go_on();
      std::string csv;
      if (records.size() == 0) encode::add_csv_header(csv, *rows, of.places == TERRAWRIGHT_PORT_POINTS);
      encode::add_csv_records(csv, *rows);
      records.add(csv);
      if (points) points->add(points_of(*rows, writing_.breaks(item), first, transform));
      first += rows->n_rows;
    }
    records.close();
    if (points) points->close();
  }

  std::string points_of(const terrawright_table& rows, const Writing::Breaks& breaks, std::uint64_t first,
                        const PackTransform& transform) const {
    const terrawright_rect& window = writing_.plain().window;
    const auto of_pack = [](double cell, std::int64_t from, std::int64_t to) {
      return from == to || from < 2 ? cell : cell * static_cast<double>(to - 1) / static_cast<double>(from - 1);
    };
    std::string csv;
    for (std::uint64_t row = 0; row < rows.n_rows; ++row) {
      const bool lines = rows.ends != nullptr;
      const std::uint64_t begin = lines ? (row == 0 ? 0 : rows.ends[row - 1]) : row;
      const std::uint64_t end = lines ? rows.ends[row] : row + 1;
      std::uint64_t piece = 0;
      for (std::uint64_t i = begin; i < end; ++i) {
        if (i > begin && std::binary_search(breaks.points, breaks.points + breaks.count, i)) ++piece;
        const double x = of_pack(rows.points[i].x - static_cast<double>(window.x), facts_.world_width, pack_.width);
        const double y = of_pack(rows.points[i].y - static_cast<double>(window.y), facts_.world_height, pack_.height);
        csv += std::to_string(first + row) + "," + std::to_string(piece);
        for (const double number : {x, y, transform.x + x * transform.across, transform.y + y * transform.down})
          csv.append(1, ',').append(number_text(number));
        csv += "\r\n";
      }
    }
    return csv;
  }

  const Writing& writing_;
  const Pack& pack_;
  const PackFacts facts_;
  const Texts texts_;
};

}  // namespace

void PackOptions::describe(WriterSpec<PackOptions>& s) {
  s.writer("game.pack",
           "A folder as a game engine imports it: heights, how much of each texture lies where, tables, a "
           "script, and a sheet with the numbers to type.");
  s.source("The sizes and formats of each program's documentation, which docs/outputs.md lists.");
  s.example(R"(terrawright: 1
name: pack
world: {size: [65, 65], cell: 250 m, seed: 42}
stages:
  terrain: {use: heights.midpoint_displacement@1}
  sea: {use: sea.level@1, in: {height: terrain}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
outputs:
  - {write: game.pack@1, file: "{name}-unity", in: {heights: metres, weights: {land: sea.land}},
     with: {program: unity, textures: [land, water]}}
)");
  s.folder();
  s.port("heights", Height::kinds, "Heights in metres; shape.metres makes metres of others.").unit("m");
  s.port("weights", Weight::kinds | Scalar::kinds | Mask::kinds | Class::kinds,
         "How much of each texture lies where: masks, weights of 0 to 1, or classes. In each cell they are 255 "
         "together.")
      .optional()
      .titles()
      .classes();
  s.port("tables", Table::kinds, "Tables, as those of rivers and lakes, with places in the program.")
      .optional()
      .titles();
  s.parameter(&PackOptions::program, "program", "The program that imports the folder.")
      .choices({"unreal", "unity", "godot", "generic"})
      .choice_docs({"Unreal Engine: heights of 16 bits, a weight map of each layer, a script.",
                    "Unity: .raw heights, four weights in a picture, a script that makes the terrains.",
                    "Terrain3D of Godot: heights in metres, its control map, a script.",
                    "Any program: heights as .exr, .png and .r16, a picture of each weight."});
  s.parameter(&PackOptions::range, "range",
              "Lowest and highest height of the 16 bits of a sample; without it those of the world.")
      .unit("unit of heights");
  s.parameter(&PackOptions::fit, "fit", "What becomes of a world of a size that the program does not take.")
      .choices({"exact", "resample"})
      .choice_docs({"It is refused.", "It is made again with the nearest number of cells that the program takes."});
  s.parameter(&PackOptions::side, "side",
              "Cells from one tile to the next, in several files named as the program wants them: 1008 for landscapes "
              "of 1009, 1024 for terrains of 1025.")
      .unit("cells")
      .range(1, std::int64_t{1} << 20)
      .word("none");
  s.parameter(&PackOptions::overlap, "overlap",
              "Cells that neighbours share, only of generic packs: others have what the program wants.")
      .unit("cells")
      .range(0, std::int64_t{1} << 20)
      .word("as_program");
  s.parameter(&PackOptions::textures, "textures",
              "Names of the textures in their order, where one of them, which is none of the weights, gets what they "
              "leave. Without it the weights in their order.");
}

void PackOptions::arrange(Delivery& delivery) const {
  const Pack pack = pack_of(delivery.plain(), *this);
  refuse_pack(delivery, *this, pack);
  // Rows of all its layers, blocks of an .exr file, and what each file of weights waits with.
  std::uint64_t memory = static_cast<std::uint64_t>(pack.width) * 16 * 3 * 2 * sizeof(float) +
                         pack.weights.size() * (std::uint64_t{1} << 20);
  for (std::uint64_t i = 0; i < delivery.items(); ++i)
    if (cell_bytes(delivery.item(i).kind) != 0) memory += bytes_of_pack_rows(delivery.item(i));
  delivery.needs_memory(memory);
  // Heights in each form that the program takes, and weights.
  const auto cells = static_cast<std::uint64_t>(pack.width) * static_cast<std::uint64_t>(pack.height);
  std::uint64_t sure = 0, compressed = cells * pack.weights.size();
  for (const HeightsAs as : heights_as(pack.program))
    (as == HeightsAs::raw ? sure : compressed) += cells * (as == HeightsAs::exr ? 4 : 2);
  delivery.needs_disk(sure, compressed);
  delivery.when_clipped("widen `range`");
  report::Json facts;
  facts["pack"] = {{"program", name_of(pack.program)}, {"width", pack.width}, {"height", pack.height}};
  if (pack.tiles) facts["tiles"] = encode::tiles_json(*pack.tiles);
  delivery.tells("for " + spoken_name(pack.program) + ": " + std::to_string(pack.width) + " x " +
                     std::to_string(pack.height) + " cells" +
                     (pack.tiles ? ", " + encode::tiles_text(*pack.tiles) : ""),
                 report::json_line(facts));
}

void PackOptions::write(const Writing& writing) const { PackMaker(writing, pack_of(writing.plain(), *this)).write(); }
}  // namespace terrawright::game

TERRAWRIGHT_WRITER(game, pack, terrawright::game::PackOptions)
