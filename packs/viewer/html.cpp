// SPDX-License-Identifier: Apache-2.0
// A page with the world in 3-D: viewer/bundle/viewer.html with a scene and the blocks of its layers in it.
#include <algorithm>
#include <cmath>
#include <map>

#include "border/kind.hpp"
#include "encode/base64.hpp"
#include "packs/viewer/round_step.hpp"
#include "packs/viewer/scene_layer.hpp"
#include "packs/viewer/scene_table.hpp"
#include "packs/viewer/view_writer.hpp"
#include "packs/viewer/viewer_page.hpp"
#include "report/xml_text.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

constexpr double usual_height_step = 0.1;  // metres

// Beside its bytes a block takes its element's name and the text that knows it.
std::uint64_t bytes_in_page(std::size_t bytes) { return (bytes + 2) / 3 * 4 + 60; }

// What is tried one after the other until the file is small enough: bits of layers, and how many steps heights are
// coarser than the first. After the last of them there are half as many cells a side, and it begins again.
struct Rung {
  int bits, coarser;
};
constexpr Rung ladder[] = {{16, 0}, {12, 0}, {10, 0}, {10, 1}, {10, 2}, {8, 2}, {8, 3}, {8, 4}, {8, 5}};
constexpr std::int64_t least_side = 64;  // of a grid that may be made coarser

// Where all would take long, whether it fits is seen in strips.
constexpr std::int64_t soon_done = std::int64_t{1100} * 1100;
constexpr Strips few{16, 128};

class SceneWriter {
 public:
  SceneWriter(const MadePicture& from, const Scene& scene) : from_(from), scene_(with_parts_once(scene)) {
    const auto add = [&](std::size_t part) {
      if (std::find(layers_.begin(), layers_.end(), part) == layers_.end()) layers_.push_back(part);
    };
    add(scene_.height);
    for (const std::size_t part : scene_.drape) add(part);
    if (scene_.temperature) add(*scene_.temperature);
    if (scene_.lake) add(*scene_.lake);
  }

  std::vector<Written> write() {
    const engine::LayerFacts& facts = height().facts();
    SceneGrid grid = scene_grid(facts.width, facts.height);
    // All of them together a quarter of what there is.
    const std::uint64_t most = scene_.budget / 4 / std::max<std::size_t>(scene_.lines.size() + scene_.points.size(), 1);
    for (const std::vector<std::size_t>* tables : {&scene_.lines, &scene_.points}) {
      for (const std::size_t part : *tables)
        tables_.emplace(part, coded_table(from_.made[part], grid.every, most / 4 * 3, from_.cancelled));
    }
    while (!make(grid) && std::max(grid.width, grid.height) > least_side)
      grid = scene_grid(facts.width, facts.height, 2 * grid.every);
    return written();
  }

 private:
  const engine::Layer& height() const { return *from_.made[scene_.height].layer; }
  const engine::Layer& layer(std::size_t part) const { return *from_.made[part].layer; }
  const Part& part(std::size_t i) const { return from_.picture.parts[i]; }
  const std::string& name(std::size_t i) const { return scene_.words[i].name; }

  // By the first rung of the ladder whose file is small enough; else by the last one, and false.
  bool make(const SceneGrid& grid) {
    grid_ = grid;
    coded_.clear();
    for (const std::size_t i : layers_) {
      const std::uint32_t kind = part(i).facts.kind;
      if (kind == TERRAWRIGHT_KIND_COLOUR) {
        coded_[i] = coded_picture(layer(i), grid, scene_.png, from_.cancelled);
      } else if (kind == TERRAWRIGHT_KIND_CLASS || kind == TERRAWRIGHT_KIND_MASK) {
        coded_[i] = coded_layer(layer(i), grid, {}, {}, from_.cancelled);
      }
    }
    measure_height();
    for (const Rung& rung : ladder) {
      rung_ = rung;
      const bool last = &rung == std::end(ladder) - 1;
      if (!last && grid.width * grid.height > soon_done && !fits(few)) continue;
      if (fits({})) return true;
    }
    return false;
  }

  bool is_numbers(std::size_t i) const {
    const std::uint32_t kind = part(i).facts.kind;
    return kind != TERRAWRIGHT_KIND_COLOUR && kind != TERRAWRIGHT_KIND_CLASS && kind != TERRAWRIGHT_KIND_MASK;
  }

  Fineness fineness(std::size_t i) const {
    if (i != scene_.height || !height_step_) return {rung_.bits, {}};
    RoundStep step = *height_step_;
    for (int k = 0; k < rung_.coarser; ++k) step = step.much_coarser();
    return {16, step};
  }

  // Whether the page is small enough at this rung; of all rows what was coded is kept. It ends as soon as it is not,
  // but for the last rung, which is taken as it is.
  bool fits(const Strips& strips) {
    const bool last = rung_.coarser == std::end(ladder)[-1].coarser && rung_.bits == std::end(ladder)[-1].bits;
    std::uint64_t bytes = fixed_bytes();
    const double scale = strips.rows == 0 ? 1 : static_cast<double>(strips.of) / static_cast<double>(strips.rows);
    for (const std::size_t i : layers_) {
      if (!is_numbers(i)) continue;
      CodedLayer made = coded_layer(layer(i), grid_, fineness(i), strips, from_.cancelled);
      for (const SceneBlock& block : made.blocks)
        bytes += bytes_in_page(static_cast<std::size_t>(static_cast<double>(block.bytes.size()) * scale));
      if (strips.rows == 0) coded_[i] = std::move(made);
      if (bytes > scene_.budget && !last) return false;
    }
    return bytes <= scene_.budget;
  }

  std::uint64_t fixed_bytes() const {
    std::uint64_t bytes = viewer_page().size() + 4096 + 1024 * from_.picture.parts.size();
    for (const auto& table : tables_)
      bytes += bytes_in_page(table.second.places.size()) + bytes_in_page(table.second.values.size());
    for (const std::size_t i : layers_) {
      if (is_numbers(i)) continue;
      for (const SceneBlock& block : coded_.at(i).blocks) bytes += bytes_in_page(block.bytes.size());
    }
    return bytes;
  }

  // Heights begin with a tenth of a metre, of small cells with what tells slopes of a 2500th.
  void measure_height() {
    const engine::LayerFacts& facts = height().facts();
    const double cell = from_.provenance.metres_per_cell * static_cast<double>(grid_.every);
    height_step_.reset();
    metres_ = 1;
    if (scene_.metres) {
      metres_ = *scene_.metres;
      height_step_ = RoundStep::at_most(std::min(usual_height_step, cell / 2500) / metres_);
      return;
    }
    const auto extent = extent_of(height(), grid_, from_.cancelled);
    if (!extent || !(extent->highest > extent->lowest)) return;
    const double side = from_.provenance.metres_per_cell * static_cast<double>(std::min(facts.width, facts.height));
    metres_ = RoundStep::at_most(side / 10 / (extent->highest - extent->lowest)).value();
  }

  Json describe_layer(std::size_t i, std::vector<const std::string*>& blocks) {
    const engine::LayerFacts& facts = part(i).facts;
    Json json = {{"name", name(i)},
                 {"title", scene_.words[i].title},
                 {"kind", border::kind_name(facts.kind)},
                 {"unit", unit_in_scene(facts.unit)},
                 {"documentation", scene_.words[i].documentation}};
    const CodedLayer& made = coded_.at(i);
    json.update(made.description);
    json["blocks"] = Json::array();
    for (const SceneBlock& block : made.blocks) {
      Json coding = {{"block", blocks.size()}};
      coding.update(block.coding);
      json["blocks"].push_back(std::move(coding));
      blocks.push_back(&block.bytes);
    }
    return json;
  }

  Json describe(std::vector<const std::string*>& blocks) {
    const Provenance& world = from_.provenance;
    const Rect area = world.window.value_or(Rect{0, 0, world.width, world.height});
    Json json = {{"format", "terrawright scene"}, {"version", 1}};
    json["name"] = world.world;
    json["seed"] = world.seed;
    json["generator"] = world.generator;
    json["recipes"] = Json::object();
    for (const std::size_t i : layers_) json["recipes"][name(i)] = world.recipe_of(part(i).name);
    for (const auto& table : tables_) json["recipes"][name(table.first)] = world.recipe_of(part(table.first).name);
    json["world"] = {{"size", {world.width, world.height}},
                     {"cell_metres", world.metres_per_cell},
                     {"latitude", world.latitude},
                     {"longitude", world.longitude},
                     {"wrap", scene_.wrap}};
    json["grid"] = {{"size", {grid_.width, grid_.height}}, {"every", grid_.every}, {"at", {area.x, area.y}}};
    json["budget"] = scene_.budget;
    json["height"] = {{"metres", metres_}, {"sea", scene_.metres.has_value()}};
    json["roles"]["height"] = name(scene_.height);
    if (scene_.temperature) json["roles"]["temperature"] = name(*scene_.temperature);
    if (scene_.lake) json["roles"]["lake"] = name(*scene_.lake);
    json["drape"] = Json::array();
    for (const std::size_t i : scene_.drape) json["drape"].push_back(name(i));
    json["layers"] = Json::array();
    for (const std::size_t i : layers_) json["layers"].push_back(describe_layer(i, blocks));
    for (const auto& [key, tables] : {std::pair("lines", &scene_.lines), std::pair("points", &scene_.points)}) {
      Json& list = json[key] = Json::array();
      for (const std::size_t i : *tables) {
        const CodedTable& made = tables_.at(i);
        Json table = {{"name", name(i)}, {"title", scene_.words[i].title}};
        table.update(made.description);
        table["places"] = blocks.size();
        table["values"] = blocks.size() + 1;
        blocks.push_back(&made.places);
        blocks.push_back(&made.values);
        list.push_back(std::move(table));
      }
    }
    return json;
  }

  std::vector<Written> written() {
    std::vector<const std::string*> blocks;
    const Json json = describe(blocks);
    const PageParts page = parts_of(viewer_page());
    auto file = std::make_unique<WholeFile>(from_.picture.file);
    const auto put = [&](std::string_view text) {
      if (from_.cancelled) throw Stopped{};
      if (file->write(text.data(), text.size(), file->size()) != 0) file->settle();  // says why
    };
    put(page.begin);
    put("<title>" + report::xml_text(from_.provenance.world + " \u00B7 seed " + from_.provenance.seed) + "</title>");
    put(page.middle);
    put("<script type=\"application/json\" id=\"scene\">" + script_text(report::json_line(json)) + "</script>\n");
    constexpr std::size_t at_once = 3 << 18;  // a multiple of 3
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      put("<script type=\"text/plain\" id=\"b-" + std::to_string(i) + "\">");
      for (std::size_t begin = 0; begin < blocks[i]->size(); begin += at_once) {
        std::string text;
        encode::add_base64(std::string_view(*blocks[i]).substr(begin, at_once), text);
        put(text);
      }
      put("</script>\n");
    }
    put(page.end);
    std::vector<Written> files;
    files.emplace_back(std::move(file));
    for (const std::size_t i : layers_) files.front().contents[name(i)] = coded_.at(i).sha256;
    for (const auto& [i, table] : tables_) files.front().contents[name(i)] = table.sha256;
    return files;
  }

  const MadePicture& from_;
  const Scene scene_;
  std::vector<std::size_t> layers_;  // each once, heights first
  SceneGrid grid_;
  Rung rung_ = ladder[0];
  std::optional<RoundStep> height_step_;  // the first one
  double metres_ = 1;                     // of one of the height's unit
  std::map<std::size_t, CodedLayer> coded_;
  std::map<std::size_t, CodedTable> tables_;
};

}  // namespace

std::vector<Written> ViewWriter::write(const MadePicture& from) const { return SceneWriter(from, scene_).write(); }

}  // namespace terrawright::images
