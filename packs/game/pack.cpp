// SPDX-License-Identifier: Apache-2.0
// Writes a pack: all of it row by row, so that no copy of a layer is made, of whatever size.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "border/kind.hpp"
#include "engine/long_table.hpp"
#include "images/table_text.hpp"
#include "packs/game/pack_files.hpp"
#include "packs/game/pack_rasters.hpp"
#include "packs/game/pack_rows.hpp"
#include "packs/game/pack_weights.hpp"
#include "packs/game/pack_writer.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

// The nearest step: at most half a step beside the height.
class Steps {
 public:
  explicit Steps(const Range& range) : range_(range) {}

  std::uint16_t operator()(float height) {
    const double step = (static_cast<double>(height) - range_.minimum) / (range_.maximum - range_.minimum) * most_grey;
    if (!(step >= -0.5 && step <= most_grey + 0.5)) ++clipped;  // NaN too
    return static_cast<std::uint16_t>(step > 0 ? std::min(std::floor(step + 0.5), most_grey) : 0);
  }
  std::uint64_t clipped = 0;

 private:
  const Range range_;
};

Range range_of(const MadePicture& from) {
  if (from.picture.range) return *from.picture.range;
  const Statistics& heights = from.layer().statistics();
  Range range{heights.minimum, heights.maximum};
  if (!(range.minimum <= range.maximum)) range = {0, 1};  // nothing but NaN
  if (range.minimum == range.maximum) range.maximum += 1;
  return range;
}

class PackMaker {
 public:
  PackMaker(const MadePicture& from, const Pack& pack)
      : from_(from),
        pack_(pack),
        facts_{from.picture, from.provenance, range_of(from), from.layer().facts().width, from.layer().facts().height,
               pack},
        attributes_{{"Software", from.provenance.generator}},
        folder_(std::make_unique<WholeFolder>(from.picture.file)) {
    // Without a range in the config only now known.
    const double most = limits_of(pack_.program).most_height;
    if (in_16_bits(pack_.program) && height_in_program(facts_.range) > most) {
      throw std::runtime_error(spoken_name(pack_.program) + " takes heights over at most " +
                               std::to_string(std::llround(most / 1000)) + " km, and these go from " +
                               std::to_string(std::llround(facts_.range.minimum)) + " to " +
                               std::to_string(std::llround(facts_.range.maximum)) + " m; write a range for the pack");
    }
  }

  std::vector<Written> write() {
    std::uint64_t clipped = 0;
    for (const Tile& tile : tiles_of(pack_)) {
      clipped += heights(tile);
      if (!pack_.weights.empty()) weights(tile);
    }
    for (std::size_t i = pack_.tables; i < from_.picture.parts.size(); ++i) table(i);
    folder_->write("sheet.json", sheet_json(facts_));
    folder_->write("sheet.md", sheet_markdown(facts_));
    for (const PackScript& script : scripts_of(pack_.program)) folder_->write(script.file, script.text);
    std::vector<Written> written;
    written.emplace_back(std::move(folder_));
    written.back().clipped = clipped;
    return written;
  }

 private:
  std::filesystem::path path(const std::string& name) const { return folder_->temporary() / name; }
  void add(std::unique_ptr<WholeFile> file) {
    file->settle();
    folder_->add(*file);
  }
  void look_whether_to_stop() const {
    if (from_.cancelled) throw Stopped{};
  }

  PackAxis across(const Tile& tile, double offset = 0) const {
    return {tile.cells.x, tile.width, offset, facts_.world_width, pack_.width};
  }
  PackAxis down(const Tile& tile, double offset = 0) const {
    return {tile.cells.y, tile.height, offset, facts_.world_height, pack_.height};
  }

  std::uint64_t heights(const Tile& tile) {
    PackRows rows(from_.layer(), across(tile), down(tile), PackRows::Of::heights);
    std::vector<std::unique_ptr<HeightFile>> files;
    for (const HeightsAs as : heights_as(pack_.program)) files.push_back(height_file(as, tile));
    std::vector<float> heights(static_cast<std::size_t>(tile.width));
    std::vector<std::uint16_t> grey(heights.size());
    Steps steps(facts_.range);
    for (std::int64_t y = 0; y < tile.height; ++y) {
      look_whether_to_stop();
      rows.read(y, heights.data());
      if (in_16_bits(pack_.program)) {
        for (std::size_t i = 0; i < heights.size(); ++i) grey[i] = steps(heights[i]);
      }
      for (auto& file : files) file->row(heights.data(), grey.data());
    }
    for (auto& file : files) add(file->close());
    return steps.clipped;
  }

  std::unique_ptr<HeightFile> height_file(HeightsAs as, const Tile& tile) const {
    const auto file = path(heights_file(pack_, as, tile));
    if (as == HeightsAs::png) return std::make_unique<PngHeights>(file, tile, attributes_);
    if (as == HeightsAs::raw) return std::make_unique<RawHeights>(file, tile, pack_.program == Program::unity);
    // Terrain3D takes no grey.
    const bool three = pack_.program == Program::godot;
    const std::vector<std::string> channels =
        three ? std::vector<std::string>{"B", "G", "R"} : std::vector<std::string>{"Y"};
    return std::make_unique<ExrHeights>(file, tile, from_.name(), channels, attributes_);
  }

  // Of Unity between the heights, one for each square of four of them.
  void weights(const Tile& of_heights) {
    Tile tile = of_heights;
    const double offset = pack_.program == Program::unity ? 0.5 : 0;
    if (pack_.program == Program::unity) --tile.width, --tile.height;
    std::vector<std::filesystem::path> names;
    for (const std::string& name : weights_files(pack_, of_heights)) names.push_back(path(name));
    WeightFiles files(pack_, names, tile, attributes_);
    const std::size_t count = pack_.weights.size(), width = static_cast<std::size_t>(tile.width);
    std::vector<std::unique_ptr<PackRows>> layers(count);
    std::optional<std::size_t> rest;
    for (std::size_t i = 0; i < count; ++i) {
      const Pack::Weight& weight = pack_.weights[i];
      if (weight.part == Pack::Weight::rest) {
        rest = i;
        continue;
      }
      layers[i] = std::make_unique<PackRows>(*from_.made[weight.part].layer, across(tile, offset), down(tile, offset),
                                             PackRows::Of::weights, weight.classes);
    }
    PackWeights shares(count, rest);
    std::vector<std::vector<float>> rows(count, std::vector<float>(width));
    std::vector<double> cell(count);
    std::vector<std::uint8_t> bytes(count * width);
    for (std::int64_t y = 0; y < tile.height; ++y) {
      look_whether_to_stop();
      for (std::size_t i = 0; i < count; ++i) {
        if (layers[i]) layers[i]->read(y, rows[i].data());
      }
      for (std::size_t x = 0; x < width; ++x) {
        for (std::size_t i = 0; i < count; ++i) cell[i] = rows[i][x];
        shares.share(cell, &bytes[x * count]);
      }
      files.row(bytes.data());
    }
    for (auto& file : files.close()) add(std::move(file));
  }

  // Its rows, and where they are: in cells of the pack, and in the program.
  void table(std::size_t part) {
    const std::string name = "tables/" + from_.picture.parts[part].name;
    const engine::Product& made = from_.made[part];
    text_file_of(name + ".csv", [&](const TakeText& take) { text_of_table(made, take); });
    if (from_.picture.parts[part].places == engine::Places::none) return;
    text_file_of(name + ".points.csv", [&](const TakeText& take) { points_of(made, take); });
  }
  void text_file_of(const std::string& name, const std::function<void(const TakeText&)>& give) {
    auto file = std::make_unique<WholeFile>(path(name));
    give([&](std::string_view text) {
      look_whether_to_stop();
      if (file->write(text.data(), text.size(), file->size()) != 0) file->settle();  // says why
    });
    add(std::move(file));
  }

  void points_of(const engine::Product& made, const TakeText& take) const {
    const PackPlace place = place_in_program(facts_);
    std::string csv = std::string("row,piece,x (cells),y (cells),") + place.x_name + "," + place.y_name + "\r\n";
    const Rect window = from_.provenance.window.value_or(Rect{0, 0, 0, 0});
    const auto of_pack = [](double cell, std::int64_t from, std::int64_t to) {
      return from == to || from < 2 ? cell : cell * static_cast<double>(to - 1) / static_cast<double>(from - 1);
    };
    std::uint64_t first = 0;
    engine::each_part(made, [&](const engine::StoredTable& part) {
      for (std::uint64_t row = 0; row < part.rows; ++row) {
        const bool lines = part.places == engine::Places::lines;
        const std::uint64_t begin = lines ? (row == 0 ? 0 : part.ends[row - 1]) : row;
        const std::uint64_t end = lines ? part.ends[row] : row + 1;
        std::uint64_t piece = 0;
        for (std::uint64_t i = begin; i < end; ++i) {
          if (i > begin && std::binary_search(part.breaks.begin(), part.breaks.end(), i)) ++piece;
          const double x = of_pack(part.points[i].x - static_cast<double>(window.x), facts_.world_width, pack_.width);
          const double y = of_pack(part.points[i].y - static_cast<double>(window.y), facts_.world_height, pack_.height);
          csv += std::to_string(first + row) + "," + std::to_string(piece);
          for (const double number : {x, y, place.x + x * place.across, place.y + y * place.down}) {
            char text[32];
            csv.append(1, ',').append(text, std::to_chars(text, text + sizeof text, number).ptr);
          }
          csv += "\r\n";
        }
        if (csv.size() < (1 << 20)) continue;
        take(csv);
        csv.clear();
      }
      first += part.rows;
    });
    take(csv);
  }

  const MadePicture& from_;
  const Pack& pack_;
  const PackFacts facts_;
  const Attributes attributes_;
  std::unique_ptr<WholeFolder> folder_;
};

}  // namespace

std::uint64_t PackWriter::memory(const Picture& picture) const {
  // Rows of all its layers, blocks of an .exr file, and what each file of weights waits with.
  std::uint64_t bytes = 0;
  for (const Part& part : picture.parts) {
    if (border::is_layer(part.facts.kind)) bytes += bytes_of_pack_rows(part.facts);
  }
  return bytes + static_cast<std::uint64_t>(pack_.width) * 16 * 3 * 2 * sizeof(float) +
         pack_.weights.size() * (std::uint64_t{1} << 20);
}

std::optional<FileBytes> PackWriter::disk() const {
  // Heights in each form that the program takes, and weights.
  const double cells = static_cast<double>(pack_.width) * static_cast<double>(pack_.height);
  FileBytes bytes;
  for (const HeightsAs as : heights_as(pack_.program)) {
    const double all = cells * (as == HeightsAs::exr ? 4 : 2);
    (as == HeightsAs::raw ? bytes.fixed : bytes.compressible) += all;
  }
  bytes.compressible += cells * static_cast<double>(pack_.weights.size());
  return bytes;
}

std::string PackWriter::text(const Picture& /*picture*/) const {
  return "for " + spoken_name(pack_.program) + ": " + std::to_string(pack_.width) + " x " +
         std::to_string(pack_.height) + " cells" + (pack_.tiles ? ", " + tiles_text(*pack_.tiles) : "");
}

void PackWriter::add_facts(const Picture& /*picture*/, report::Json& output) const {
  output["pack"] = {{"program", name_of(pack_.program)}, {"width", pack_.width}, {"height", pack_.height}};
  if (pack_.tiles) output["tiles"] = tiles_json(*pack_.tiles);
}

std::vector<Written> PackWriter::write(const MadePicture& from) const { return PackMaker(from, pack_).write(); }

}  // namespace terrawright::images
