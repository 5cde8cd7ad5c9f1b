// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>
#include <stdexcept>

#include "border/description.hpp"
#include "cli/diff/diff_report.hpp"
#include "cli/diff/difference.hpp"
#include "config/quantity.hpp"
#include "files/open_file.hpp"
#include "images/table_text.hpp"
#include "packs/atlas/sheet.hpp"
#include "readers/opened_file.hpp"
#include "report/json.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

using report::Json;  // nodes and layers in running order
namespace fs = std::filesystem;

std::uint32_t kind_of(const std::string& name) {
  for (std::uint32_t kind = 1; kind < 64; ++kind) {
    const char* const known = border::kind_name(kind);
    if (known != nullptr && name == known) return kind;
  }
  throw std::runtime_error("there is no kind " + report::quote(name));
}

engine::LayerFacts facts_of(const Json& layer) {
  engine::LayerFacts facts;
  facts.kind = kind_of(layer.at("kind"));
  facts.unit = layer.at("unit");
  facts.height = layer.at("shape").at(0);
  facts.width = layer.at("shape").at(1);
  if (!layer.contains("legend")) return facts;
  for (const Json& entry : layer["legend"]) {
    if (!entry.contains("name")) continue;
    LegendEntry one{};
    one.code = entry.at("code");
    one.name = entry.at("name");
    one.colour = {entry.at("colour").at(0), entry.at("colour").at(1), entry.at("colour").at(2), 255};
    facts.legend.push_back(std::move(one));
  }
  return facts;
}

// Files that hold every cell as it is.
bool is_plain(const Json& output) {
  for (const char* key : {"coarsen", "pyramid", "pack"})
    if (output.contains(key)) return false;
  return (output.contains("file") || output.contains("tiles")) && output.contains("layers");
}

bool is_zarr(const fs::path& file) { return report::ascii_lower(file.extension().string()) == ".zarr"; }

// Rank of a file that has layers of this kind: .exr and .zarr, then .tif, then .png; 0 for others.
int goodness(const fs::path& file, std::uint32_t kind) {
  if (is_zarr(file)) return 3;
  if (!can_read_layer(file, kind)) return 0;
  return readers::format_of(file) == readers::Format::exr   ? 3
         : readers::format_of(file) == readers::Format::tif ? 2
                                                            : 1;
}

images::Range range_of(const Json& output, const std::string& unit) {
  const auto end = [&](std::size_t i) {
    return config::read_real(output["range"][i].get<std::string>(), unit).value.value_or(0.0);
  };
  return {end(0), end(1)};
}

using Cells = decltype(SideLayer::cells);

Cells reader_of(const Json& output, const fs::path& file, const std::string& part, const engine::LayerFacts& facts,
                const images::Range& range) {
  if (is_zarr(file)) return [=] { return read_zarr(file, part, facts); };
  if (!output.contains("tiles")) return [=] { return read_layer(file, part, facts, range); };
  const Json& cut = output["tiles"];
  images::Tiling tiles;
  tiles.side = cut.at("side");
  tiles.overlap = cut.at("overlap");
  tiles.repeats = cut.at("edge") == "repeat";
  tiles.width = facts.width;
  tiles.height = facts.height;
  if (tiles.side < 1 || tiles.overlap < 0 || tiles.overlap > tiles.side)
    throw std::runtime_error("tiles of " + std::to_string(tiles.side) + " cells with " + std::to_string(tiles.overlap) +
                             " more");
  return [=] { return read_tiles(file, tiles, part, facts, range); };
}

class ManifestReader {
 public:
  explicit ManifestReader(const fs::path& path) : folder_(path.parent_path()) {
    json_ = Json::parse(files::text_of(path));
  }

  Side read() {
    Side side;
    for (const auto& [name, layer] : json_.at("layers").items())
      side.digests.emplace_back(name, layer.at("xxh3_128").get<std::string>());
    for (const auto& [name, number] : json_.at("numbers").items()) {
      const Json& value = number.at("value");
      side.numbers.push_back({name, number.at("unit"), value.is_number() ? value.get<double>() : std::nan("")});
    }
    for (const Json& output : json_.at("config").at("outputs")) {
      if (output.contains("sheet")) add(output["sheet"].get<std::string>(), side);
      if (!output.contains("layers")) continue;
      for (const auto& [part, of] : output["layers"].items()) {
        (void)part;
        add(of.get<std::string>(), side);
      }
    }
    return side;
  }

 private:
  // File of an output that holds exact cells or rows, and that exists; for tiles their pattern.
  std::optional<fs::path> file_of(const Json& output) const {
    if (!is_plain(output)) return std::nullopt;
    const bool tiles = output.contains("tiles");
    const fs::path file = folder_ / (tiles ? output["tiles"].at("file") : output["file"]).get<std::string>();
    std::error_code unknown;
    if (!fs::exists(tiles ? images::tile_path(file, 0, 0) : file, unknown)) return std::nullopt;
    return file;
  }

  void add(const std::string& name, Side& side) {
    if (seen_.count(name) != 0) return;
    seen_[name] = true;
    if (json_["layers"].contains(name)) side.layers.push_back(layer(name));
    if (json_.contains("tables") && json_["tables"].contains(name)) side.tables.push_back(table(name));
    if (json_.contains("grids") && json_["grids"].contains(name))  // a sheet, of which files hold no list
      side.tables.push_back({name, json_["grids"][name].at("xxh3_128"), 0, {}});
  }

  SideLayer layer(const std::string& name) const {
    const Json& about = json_["layers"][name];
    SideLayer layer{name, facts_of(about), about.at("xxh3_128"), {}, 0, ""};
    int best = 0;
    for (const Json& output : json_["config"]["outputs"]) {
      const auto file = file_of(output);
      if (!file) continue;
      const int good = goodness(*file, layer.facts.kind) * 2 - (output.contains("tiles") ? 1 : 0);
      const bool png = readers::format_of(*file) == readers::Format::png,
                 rounds = png && images::is_field(layer.facts.kind);
      for (const auto& [part, of] : output["layers"].items()) {
        const bool with_legend = output.value("legend", Json()).is_object() || output["layers"].contains("legend");
        if (of != name || good <= best || (png && (with_legend || output.contains("write")))) continue;
        if (rounds && !output.contains("range")) continue;
        const images::Range range = rounds ? range_of(output, layer.facts.unit) : images::Range{};
        best = good;
        layer.step = rounds ? (range.maximum - range.minimum) / images::most_grey : 0;
        layer.from = file->string();
        layer.cells = reader_of(output, *file, part, layer.facts, range);
      }
    }
    return layer;
  }

  SideTable table(const std::string& name) const {
    const Json& about = json_["tables"][name];
    SideTable table{name, about.at("xxh3_128"), about.at("rows"), {}};
    for (const Json& output : json_["config"]["outputs"]) {
      const auto file = file_of(output);
      if (!file || !images::can_read_table(*file)) continue;
      for (const auto& [part, of] : output["layers"].items()) {
        (void)part;
        // A .geojson of a table without rows has no columns.
        if (of == name && (!table.csv || file->extension() == ".csv"))
          table.csv = [file = *file] { return images::read_table(file); };
      }
    }
    return table;
  }

  fs::path folder_;
  Json json_;
  std::map<std::string, bool> seen_;
};

std::string csv_text(const engine::Product& table) {
  std::string text;
  images::text_of_table(table, [&](std::string_view part) { text += part; });
  return text;
}

}  // namespace

std::optional<Side> side_of_manifest(const fs::path& manifest, report::Diagnostics& diagnostics) {
  try {
    return ManifestReader(manifest).read();
  } catch (const std::runtime_error& error) {
    diagnostics.error({}, manifest.string() + " is no manifest of a build: " + report::quote(error.what()),
                      "name a folder with a manifest, or a config");
  } catch (const std::exception&) {  // of what is no JSON, or other JSON
    diagnostics.error({}, manifest.string() + " is damaged, or no manifest of a build",
                      "build the world again, or name a folder with a manifest, or a config");
  }
  return std::nullopt;
}

std::optional<Side> side_of_world(const build::Plan& plan, const std::filesystem::path& folder,
                                  const std::atomic<bool>& stop, engine::Observer& observer,
                                  report::Diagnostics& diagnostics) {
  const graph::Graph& graph = plan.graph;
  std::map<std::string, graph::Link> written;
  std::vector<std::string> names;
  std::vector<graph::Link> links;
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) {
      const std::string name = graph.name(layer.from);
      if (!written.emplace(name, layer.from).second) continue;
      names.push_back(name);
      links.push_back(layer.from);
    }
  }
  build::Run run = run_of(plan, store_of(plan, diagnostics), stop);
  if (diagnostics.has_errors()) return std::nullopt;
  run.options.folder = folder;
  const build::Kept kept = keep(run, links, observer, diagnostics);
  if (!kept.outcome.done || diagnostics.has_errors()) return std::nullopt;
  if (run.options.store) run.options.store->age();

  Side side;
  for (const graph::Link& link : build::outputs_made(graph)) {
    const graph::Flow& flow = graph.flow(link);
    const std::string name = graph.name(link);
    const engine::PortRecord& record = kept.outcome.records[link.node][link.port];
    if (flow.kind == TERRAWRIGHT_KIND_NUMBER) side.numbers.push_back({name, flow.unit, record.number});
    if (border::is_layer(flow.kind)) side.digests.emplace_back(name, engine::hex(record.digest));
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const graph::Flow& flow = graph.flow(links[k]);
    const engine::Product& made = kept.made.at(k);
    const std::string digest = engine::hex(engine::digest_of(made));
    if (made.layer) {
      std::shared_ptr<const engine::Layer> layer = made.layer;
      side.layers.push_back({names[k], layer->facts(), digest, [layer] { return layer; }, 0, ""});
    } else if (flow.kind == TERRAWRIGHT_KIND_TABLE) {
      const std::uint64_t rows = kept.outcome.records[links[k].node][links[k].port].rows;
      side.tables.push_back({names[k], digest, rows, [made] { return csv_text(made); }});
    } else if (made.grid) {  // a sheet, group by group
      side.tables.push_back(
          {names[k], digest, 0, [made] { return images::groups_of(images::list_of(engine::bytes_of_grid(made))); }});
    }
  }
  return side;
}

}  // namespace terrawright::cli
