// SPDX-License-Identifier: Apache-2.0
#include "build/manifest/manifest.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "border/description.hpp"
#include "build/outputs/outputs.hpp"
#include "build/window.hpp"
#include "encode/legend.hpp"
#include "files/open_file.hpp"
#include "graph/sha256.hpp"
#include "report/json.hpp"

namespace terrawright::build {
namespace {

using report::Json;

Json nodes(const graph::Graph& graph) {
  Json json = Json::object();
  for (const graph::Node& node : graph.nodes) {
    Json entry = {{"stage", graph::Catalogue::name(node.stage())},
                  {"revision", node.stage().revision},
                  {"plugin", node.offer->plugin},
                  {"plugin_version", node.offer->version}};
    for (const auto& file : node.files) {
      if (const std::string remark = file->remark(); !remark.empty())
        entry["read"][std::filesystem::path(file->path()).filename().string()] = remark;
    }
    if (!node.offer->file.empty()) entry["plugin_sha256"] = node.offer->build;
    for (std::size_t i = 0; i < node.recipes.size(); ++i) {
      const std::string& recipe = node.recipes[i];
      if (node.flows[i].kind != 0 && !recipe.empty()) entry["recipes"][node.stage().ports[i]->name] = recipe;
    }
    json.append(node.name, std::move(entry));
  }
  return json;
}

// Type of a cell of this kind.
const char* cell_type(std::uint32_t kind) {
  constexpr const char* types[] = {"", "f32", "f32", "f32", "u8", "u16", "i64", "2xf32", "4xu8"};
  return kind < std::size(types) ? types[kind] : "f32";
}

// For a folder, the name of its list: the hash is that of the list, which has those of all of its files.
Json entry_of(const images::Written& file, const std::filesystem::path& folder) {
  Json json = {{"path", file.path().lexically_relative(folder).generic_string()},
               {"bytes", file.bytes},
               {"sha256", file.sha256()}};
  if (file.is_folder()) json["list"] = images::list_name;
  if (!file.contents.empty()) json["sha256_decoded"] = file.contents;
  return json;
}

Json layer(const graph::Flow& flow, const Rect& area, const engine::PortRecord& record) {
  Json json = {{"kind", border::kind_name(flow.kind)},
               {"cell_type", cell_type(flow.kind)},
               {"unit", flow.unit},
               {"shape", {area.height, area.width}}};
  if (flow.kind != TERRAWRIGHT_KIND_COLOUR) {
    json["minimum"] = record.statistics.minimum;
    json["maximum"] = record.statistics.maximum;
    json["nans"] = record.statistics.nans;
  }
  if (!flow.legend.empty()) {
    Json& legend = json["legend"] = Json::array();
    for (const encode::ClassShare& of : encode::class_shares(flow.legend, record.classes)) {
      Json entry = {{"code", of.code}};
      if (of.entry) {
        const Colour& colour = of.entry->colour;
        entry["name"] = of.entry->name;
        entry["colour"] = {colour.red, colour.green, colour.blue};
      }
      entry["cells"] = of.cells;
      entry["share"] = of.share;
      legend.push_back(std::move(entry));
    }
  }
  json["xxh3_128"] = engine::hex(record.digest);
  return json;
}

// An expectation of the world, and its result.
Json expectation(const Judged& judged) {
  const config::Expectation& written = *judged.written;
  Json json = {{"name", written.name}, {"that", written.that}};
  if (!written.reason.empty()) json["reason"] = written.reason;
  if (written.warn) json["warn"] = true;
  json["holds"] = judged.holds ? Json(*judged.holds) : Json();
  if (!judged.message.empty()) json["message"] = judged.message;
  Json& measured = json["measured"] = Json::object();
  for (const Judged::Number& number : judged.numbers)
    measured[number.of] = {{"value", number.value ? Json(*number.value) : Json()}, {"unit", number.unit}};
  return json;
}

// True for kinds of which a window has a part. Texts it has none.
bool is_of_cells(std::uint32_t kind) {
  return border::is_layer(kind) || kind == TERRAWRIGHT_KIND_TABLE || kind == TERRAWRIGHT_KIND_TEXT;
}

}  // namespace

std::filesystem::path manifest_path(const Plan& plan) {
  const config::World& world = *plan.graph.world;
  std::string name = world.name + "-" + config::seed_in_files(world);
  if (plan.window) name += "-" + name_of(*plan.window);
  return std::filesystem::path(plan.folder) / (name + ".manifest.json");
}

std::string manifest(const Plan& plan, const Built& built) {
  const graph::Graph& graph = plan.graph;
  const Rect area = plan.window.value_or(Rect{0, 0, graph.world->width, graph.world->height});
  Json json;
  json["generator"] = "terrawright " TERRAWRIGHT_VERSION;
  if (plan.window) json["window"] = {{"x", area.x}, {"y", area.y}, {"width", area.width}, {"height", area.height}};
  Json config = resolved(graph);
  json["config_hash"] = graph::sha256(config.dump());
  json["config"] = std::move(config);
  Json& list = json["files"] = Json::array();
  for (const images::Written& file : built.files) list.push_back(entry_of(file, plan.folder));
  json["nodes"] = nodes(graph);
  for (const graph::Output& output : graph.outputs) {
    const WriterUse use = writer_use(graph, output);
    if (!use.is_named) continue;
    Json& entry = json["writers"][use.name];
    entry = {{"revision", use.offer->writer().revision},
             {"plugin", use.offer->plugin},
             {"plugin_version", use.offer->version}};
    if (!use.offer->file.empty()) entry["plugin_sha256"] = use.offer->build;
  }
  Json layers = Json::object(), numbers = Json::object(), grids = Json::object(), texts = Json::object(),
       tables = Json::object();
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
      const graph::Flow& flow = node.flows[i];
      if (node.stage().ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT) continue;
      const std::string name = graph.name({n, i});
      engine::PortRecord record = built.outcome.records[n][i];
      if (plan.window && is_of_cells(flow.kind)) {
        const auto crop = built.crops.find(name);
        if (crop == built.crops.end()) continue;
        record = crop->second;
      }
      if (flow.kind == TERRAWRIGHT_KIND_NUMBER) {
        numbers.append(name, {{"value", record.number}, {"unit", flow.unit}, {"xxh3_128", engine::hex(record.digest)}});
      } else if (flow.kind == TERRAWRIGHT_KIND_GRID || flow.kind == TERRAWRIGHT_KIND_TEXT) {
        Json entry = {{"xxh3_128", engine::hex(record.digest)}};
        // For a sheet, the hash of its list as text.
        if (const auto found = built.sha256.find(name);
            found != built.sha256.end() && flow.kind == TERRAWRIGHT_KIND_GRID)
          entry["sha256"] = found->second;
        (flow.kind == TERRAWRIGHT_KIND_GRID ? grids : texts).append(name, std::move(entry));
      } else if (flow.kind == TERRAWRIGHT_KIND_TABLE) {
        tables.append(name, {{"rows", record.rows}, {"xxh3_128", engine::hex(record.digest)}});
      } else if (border::is_layer(flow.kind)) {
        Json entry = layer(flow, area, record);
        if (const auto found = built.sha256.find(name); found != built.sha256.end()) entry["sha256"] = found->second;
        layers.append(name, std::move(entry));
      }
    }
  }
  json["layers"] = std::move(layers);
  json["numbers"] = std::move(numbers);
  if (!grids.empty()) json["grids"] = std::move(grids);
  if (!texts.empty()) json["texts"] = std::move(texts);
  if (!tables.empty()) json["tables"] = std::move(tables);
  for (const Judged& judged : built.expectations) json["expectations"].push_back(expectation(judged));
  return json.dump(2) + "\n";
}

std::vector<std::filesystem::path> untrue_manifests(const std::filesystem::path& folder,
                                                    const std::vector<images::Written>& files,
                                                    const std::filesystem::path& own) {
  std::map<std::string, Json> entries;
  for (const images::Written& file : files) {
    Json entry = entry_of(file, folder);
    entries[entry["path"].dump()] = entry;
  }
  const auto replaced = [&](const Json& listed) {
    const auto found = entries.find(listed.is_object() ? listed.value("path", Json()).dump() : "");
    return found != entries.end() && found->second != listed;
  };
  std::vector<std::filesystem::path> untrue;
  std::error_code failed;
  for (std::filesystem::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    const std::string name = it->path().filename().string(), ending = ".manifest.json";
    if (name.size() < ending.size() || name.compare(name.size() - ending.size(), ending.size(), ending) != 0) continue;
    std::error_code unknown;
    if (it->path() == own || !it->is_regular_file(unknown)) continue;
    const Json json = report::json_or_none(files::text_of(it->path()));
    if (!json.is_object() || !json.contains("files") || !json["files"].is_array()) continue;
    const Json& listed = json["files"];
    if (std::any_of(listed.begin(), listed.end(), replaced)) untrue.push_back(it->path());
  }
  return untrue;
}

namespace {

namespace fs = std::filesystem;

// For names that sha256sum would not read back unchanged, it needs a backslash before the line.
std::string line_of(const std::string& sha256, const std::string& path) {
  std::string name;
  for (const char c : path) name += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
  return (name == path ? "" : "\\") + sha256 + "  " + name + "\n";
}

}  // namespace

std::map<std::string, std::string> sha256_of_files(const std::vector<images::Written>& files, const fs::path& list) {
  const fs::path from = fs::absolute(list).lexically_normal().parent_path();
  std::map<std::string, std::string> sha256;  // by path
  for (const images::Written& file : files) {
    const fs::path path = fs::absolute(file.path()).lexically_normal().lexically_relative(from);
    if (!file.is_folder()) {
      sha256[path.generic_string()] = file.sha256();
      continue;
    }
    sha256[(path / images::list_name).generic_string()] = file.sha256();
    std::istringstream inside(files::text_of(file.path() / images::list_name));
    for (std::string line; std::getline(inside, line);)
      if (const auto gap = line.find("  "); gap != std::string::npos)
        sha256[(path / line.substr(gap + 2)).generic_string()] = line.substr(0, gap);
  }
  return sha256;
}

std::string sums_of(const std::vector<images::Written>& files, const fs::path& list) {
  std::string all;
  for (const auto& [name, value] : sha256_of_files(files, list)) all += line_of(value, name);
  return all;
}

}  // namespace terrawright::build
