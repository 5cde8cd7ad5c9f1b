// SPDX-License-Identifier: Apache-2.0
// A page with the world in 3-D: viewer/bundle/viewer.html with a scene and the blocks of its layers in it.
#include <algorithm>
#include <map>

#include "encode/delivered.hpp"
#include "encode/seekable_file.hpp"
#include "packs/viewer/writers/scene/html/scene.hpp"
#include "packs/viewer/writers/scene/html/scene_work.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"
#include "terrawright/cells.hpp"

namespace terrawright::scene {
namespace {

constexpr double usual_height_step = 0.1;  // metres

// Settings to try one after the other until the file is small enough: bits of layers, and the factor by which heights
// are coarser than the first. After the last of them there are half as many cells a side, and it begins again.
struct Rung {
  int bits, coarser;
};
constexpr Rung ladder[] = {{16, 0}, {12, 0}, {10, 0}, {10, 1}, {10, 2}, {8, 2}, {8, 3}, {8, 4}, {8, 5}};
constexpr std::int64_t least_side = 64;  // of a grid that may be made coarser

// If all would take long, strips show whether it fits.
constexpr std::int64_t soon_done = std::int64_t{1100} * 1100;
constexpr Strips few{8, 128};

class ScenePage {
 public:
  ScenePage(const Writing& writing, Scene scene) : writing_(writing), scene_(std::move(scene)) {
    const auto add = [&](std::size_t item) {
      if (std::find(layers_.begin(), layers_.end(), item) == layers_.end()) layers_.push_back(item);
    };
    add(scene_.height);
    for (const std::size_t item : scene_.drape) add(item);
    if (scene_.temperature) add(*scene_.temperature);
    if (scene_.lake) add(*scene_.lake);
  }

  void write() {
    for (const std::size_t i : layers_) work_.emplace(i, LayerWork(writing_.kept(i)));
    const terrawright_item& facts = item(scene_.height);
    SceneGrid grid = scene_grid(facts.width, facts.height);
    // All of them together a quarter of what there is.
    const std::uint64_t most = scene_.budget / 4 / std::max<std::size_t>(scene_.lines.size() + scene_.points.size(), 1);
    for (const std::vector<std::size_t>* tables : {&scene_.lines, &scene_.points}) {
      for (const std::size_t i : *tables)
        tables_.emplace(i, coded_table(table_of({writing_, i}), grid.every, most / 4 * 3));
    }
    while (!make(grid) && std::max(grid.width, grid.height) > least_side)
      grid = scene_grid(facts.width, facts.height, 2 * grid.every);
    put_page();
    for (const std::size_t i : layers_)
      if (work_[i].has_more()) writing_.keep(i, work_[i].bytes());
  }

 private:
  const terrawright_item& item(std::size_t i) const { return writing_.item(i); }
  SceneItem layer(std::size_t i) const { return {writing_, i}; }
  const std::string& name(std::size_t i) const { return scene_.words[i].name; }

  // By the first rung of the ladder whose file is small enough; else by the last one, and false.
  bool make(const SceneGrid& grid) {
    grid_ = grid;
    predictors_.clear();
    measure_height();
    for (const Rung& rung : ladder) {
      rung_ = rung;
      const bool last = &rung == std::end(ladder) - 1;
      if (!last && grid.width * grid.height > soon_done && !may_fit()) continue;
      if (fits()) return true;
    }
    return false;
  }

  bool is_numbers(std::size_t i) const {
    const std::uint32_t kind = item(i).kind;
    return kind != TERRAWRIGHT_KIND_COLOUR && kind != TERRAWRIGHT_KIND_CLASS && kind != TERRAWRIGHT_KIND_MASK;
  }

  Fineness fineness(std::size_t i) const {
    if (i != scene_.height || !height_step_) return {rung_.bits, {}};
    RoundStep step = *height_step_;
    for (int k = 0; k < rung_.coarser; ++k) step = step.much_coarser();
    return {16, step};
  }

  // The one that was best in strips.
  std::optional<encode::Predictor> predictor(std::size_t i) const {
    const auto known = predictors_.find(i);
    return known == predictors_.end() ? std::nullopt : std::optional(known->second);
  }

  // Whether the page would be small enough at this rung, as a few strips say.
  bool may_fit() {
    std::uint64_t bytes = fixed_bytes();
    for (const std::size_t i : layers_) {
      if (!is_numbers(i)) continue;
      const Estimate& all = work_[i].estimate(
          asked(i), [&] { return estimated(layer(i), grid_, fineness(i), survey(i), few, predictor(i)); });
      predictors_.emplace(i, all.predictor);
      bytes += bytes_in_page(all.bytes);
      if (bytes > scene_.budget) return false;
    }
    return true;
  }

  // Whether it is, all rows coded. It ends as soon as it is not, but for the last rung, which is taken as it is.
  bool fits() {
    const bool last = rung_.coarser == std::end(ladder)[-1].coarser && rung_.bits == std::end(ladder)[-1].bits;
    std::uint64_t bytes = fixed_bytes();
    for (const std::size_t i : layers_) {
      if (!is_numbers(i)) continue;
      bytes += size(i);
      if (bytes > scene_.budget && !last) return false;
    }
    return bytes <= scene_.budget;
  }

  // Survey of this grid.
  const Survey& survey(std::size_t i) {
    return work_[i].survey(std::to_string(grid_.every), [&] { return survey_of(layer(i), grid_); });
  }

  // All inputs of layer i's coding, beside those of will_keep().
  std::string asked(std::size_t i) const {
    std::string text = std::to_string(grid_.every);
    if (!is_numbers(i)) return text;
    const Fineness fine = fineness(i);
    text += " " + std::to_string(fine.bits) + " " + (fine.step ? report::shortest(fine.step->value()) : "");
    if (const auto known = predictor(i)) text += std::string(" ") + encode::name_of(*known);
    return text;
  }
  CodedLayer code(std::size_t i) {
    if (item(i).kind == TERRAWRIGHT_KIND_COLOUR) return coded_picture(layer(i), grid_, scene_.png);
    if (!is_numbers(i)) return coded_layer(layer(i), grid_, {}, survey(i), std::nullopt, samples_);
    CodedLayer made = coded_layer(layer(i), grid_, fineness(i), survey(i), predictor(i), samples_);
    if (i == scene_.height && !scene_.pictured)
      made.blocks.push_back(flat_picture(layer(i), made, samples_.front(), scene_.png, scene_.metres.has_value()));
    return made;
  }
  const CodedLayer& coded(std::size_t i) {
    return work_[i].coded(asked(i), [&] { return code(i); });
  }
  std::uint64_t size(std::size_t i) {
    return work_[i].size(asked(i), [&] { return code(i); });
  }

  std::uint64_t fixed_bytes() {
    std::uint64_t bytes = viewer_page().size() + 4096 + 2048 * writing_.items();
    for (const auto& table : tables_)
      bytes += bytes_in_page(table.second.places.size()) + bytes_in_page(table.second.values.size());
    for (const std::size_t i : layers_) {
      if (!is_numbers(i)) bytes += size(i);
    }
    return bytes;
  }

  // Heights begin with a tenth of a metre, of small cells with what tells slopes of a 2500th.
  void measure_height() {
    const double of_world = writing_.plain().world->cell;
    const double cell = of_world * static_cast<double>(grid_.every);
    height_step_.reset();
    metres_ = 1;
    if (scene_.metres) {
      metres_ = *scene_.metres;
      height_step_ = RoundStep::at_most(std::min(usual_height_step, cell / 2500) / metres_);
      return;
    }
    const terrawright_item& height = item(scene_.height);
    const Survey& extent = survey(scene_.height);
    if (extent.empty() || !(extent.highest() > extent.lowest())) return;
    const double side = of_world * static_cast<double>(std::min(height.width, height.height));
    metres_ = RoundStep::at_most(side / 10 / (extent.highest() - extent.lowest())).value();
  }

  Json describe_layer(std::size_t i, std::vector<const std::string*>& blocks) {
    Json json = {{"name", name(i)},
                 {"title", scene_.words[i].title},
                 {"kind", kind_name(item(i).kind)},
                 {"unit", unit_in_scene(item(i).unit)},
                 {"documentation", item(i).doc}};
    const CodedLayer& made = coded(i);
    json.update(made.description);
    json["blocks"] = Json::array();
    for (const SceneBlock& block : made.blocks) {
      if (is_flat_picture(block)) {
        if (flat_ == nullptr) flat_ = &block;
        continue;
      }
      Json coding = {{"block", blocks.size()}};
      coding.update(block.coding);
      json["blocks"].push_back(std::move(coding));
      blocks.push_back(&block.bytes);
    }
    return json;
  }

  Json describe(std::vector<const std::string*>& blocks) {
    const terrawright_delivery& of = writing_.plain();
    const terrawright_world_facts& world = *of.world;
    Json json = {{"format", "terrawright scene"}, {"version", 1}};
    json["name"] = of.world_name;
    json["seed"] = of.seed;
    json["generator"] = of.generator;
    json["recipes"] = Json::object();
    for (const std::size_t i : layers_) json["recipes"][name(i)] = item(i).recipe;
    for (const auto& table : tables_) json["recipes"][name(table.first)] = item(table.first).recipe;
    json["world"] = {{"size", {world.width, world.height}},
                     {"cell_metres", world.cell},
                     {"latitude", world.latitude},
                     {"longitude", world.longitude},
                     {"wrap", scene_.wrap}};
    json["grid"] = {{"size", {grid_.width, grid_.height}}, {"every", grid_.every}, {"at", {of.window.x, of.window.y}}};
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

  void put_page() {
    std::vector<const std::string*> blocks;
    const Json json = describe(blocks);
    const PageParts page = parts_of(viewer_page());
    Writing::File file = writing_.open();
    const auto put = [&](std::string_view text) {
      writing_.go_on();
      file.add(text);
    };
    put(page.begin);
    put("<title>" +
        report::xml_text(std::string(writing_.plain().world_name) + " \u00B7 seed " + writing_.plain().seed) +
        "</title>");
    put(page.middle);
    if (flat_ != nullptr) {
      std::string picture;
      encode::add_base64(flat_->bytes, picture);
      put("<img id=\"flat\" alt=\"" + report::xml_text(writing_.plain().world_name) +
          " from above\" src=\"data:image/" + flat_->coding.at("coding").get<std::string>() + ";base64," + picture +
          "\">\n");
    }
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
    for (const std::size_t i : layers_) file.content(name(i), coded(i).sha256);
    for (const auto& [i, table] : tables_) file.content(name(i), table.sha256);
  }

  const Writing& writing_;
  const Scene scene_;
  std::vector<std::size_t> layers_;  // each once, heights first
  SceneGrid grid_;
  Rung rung_ = ladder[0];
  std::optional<RoundStep> height_step_;  // the first one
  double metres_ = 1;                     // of one of the height's unit
  std::map<std::size_t, LayerWork> work_;
  std::map<std::size_t, encode::Predictor> predictors_;
  LayerSamples samples_;
  const SceneBlock* flat_ = nullptr;  // of the first layer that has one
  std::map<std::size_t, CodedTable> tables_;
};

struct Html {
  std::optional<double> budget;
  enum class Coding { webp, png };
  Coding picture = Coding::webp;

  static void describe(WriterSpec<Html>& s) {
    constexpr std::uint32_t any =
        Field::kinds | Mask::kinds | Class::kinds | Count::kinds | Vector::kinds | Picture::kinds;
    s.writer("scene.html",
             "A page with the world in 3-D, which a browser opens from the disk; layers are in it with "
             "their values.");
    s.source("packs/viewer/page/src/world.js reads what a page holds.");
    s.example(R"(terrawright: 1
name: view
world: {size: [65, 65], cell: 250 m, seed: 42}
stages:
  height: {use: heights.midpoint_displacement@1}
  relief: {use: view.relief@1, in: {height: height}}
outputs:
  - {file: "{name}.html", layers: {height: height, drape: [relief]}}
)");
    s.ending(".html");
    s.port("height", Field::kinds, "The land: heights in metres, or any other field of one number.");
    s.port("drape", any, "Layers to be seen on it, in the order of the page's list.").optional().titles();
    s.port("lines", Table::kinds, "Tables of lines, as rivers.table.").lines().optional().titles();
    s.port("points", Table::kinds, "Tables of points, as lakes.table.").points().optional().titles();
    s.port("temperature", Field::kinds, "Where it is cold enough there is snow, as climate.temperature makes it.")
        .unit("C")
        .optional();
    s.port("lake", Field::kinds, "The depth of lakes, which are drawn as water, as water.lakes makes it.")
        .unit("m")
        .optional();
    s.parameter(&Html::budget, "budget",
                "What the file may take; values are told in coarser steps until it does. `usual` is 10 MB up to 1025 x "
                "1025 cells, else 40 MB.")
        .unit("MB")
        .range(1, 1000)
        .word("usual");
    s.parameter(&Html::picture, "picture", "How colours are stored.")
        .choices({"webp", "png"})
        .choice_docs({"Far smaller; its bytes are those of a version of libwebp.",
                      "Without loss, and the same bytes with every version."});
  }

  void arrange(Delivery& delivery) const {
    const terrawright_delivery& plain = delivery.plain();
    const std::string ending = plain.ending;
    if (ending != ".html" && ending != ".htm")
      delivery.refuse("", "a view is an .html file", "write a name that ends in .html");
    if (plain.coarsen > 1)
      delivery.refuse("", "a view shows a large world at every second, fourth ... cell by itself", "remove `coarsen`");
    for (std::uint64_t i = 0; i < delivery.items(); ++i) encode::refuse_without_legend(delivery, delivery.item(i));
    const Scene scene = scene_of(plain, budget, picture == Coding::png);
    std::map<std::string, std::uint64_t> named;
    for (std::uint64_t i = 0; i < delivery.items(); ++i) {
      const std::uint64_t of = delivery.item(i).same_as;
      const std::string& name = scene.words[i].name;
      if (named.emplace(name, of).first->second != of)
        delivery.refuse(delivery.item(i).name, "two layers of the view have the name " + report::quote(name),
                        "give one of them another name, or a title");
    }
    const terrawright_item& height = delivery.item(scene.height);
    const SceneGrid grid = scene_grid(height.width, height.height);
    for (std::uint64_t i = 0; i < delivery.items(); ++i) {
      if (delivery.item(i).width > 0) delivery.will_keep(i, under(scene, delivery.item(i).same_as));
    }
    delivery.needs_memory(bytes_of_scene(scene, height.width, height.height));
    delivery.needs_disk(0, 0);  // it is made small enough, so its size is known before
    const Json facts = {
        {"width", grid.width}, {"height", grid.height}, {"every", grid.every}, {"budget", scene.budget}};
    delivery.tells(
        "a view of " + std::to_string(grid.width) + " x " + std::to_string(grid.height) + " cells" +
            (grid.every > 1 ? ", one of " + std::to_string(grid.every) + " x " + std::to_string(grid.every) : "") +
            ", at most " + report::bytes_text(scene.budget),
        report::json_line(Json{{"scene", facts}}));
  }

  // Inputs of a layer's coding that are known before its cells.
  std::string under(const Scene& scene, std::size_t item) const {
    const bool is_height = item == scene.height;
    return std::to_string(scene.budget) + (scene.png ? " png" : " webp") +
           (is_height ? scene.pictured ? " height" : " flat height" : "");
  }

  void write(const Writing& writing) const {
    ScenePage(writing, scene_of(writing.plain(), budget, picture == Coding::png)).write();
  }
};

}  // namespace
}  // namespace terrawright::scene

TERRAWRIGHT_WRITER(scene, html, terrawright::scene::Html)
