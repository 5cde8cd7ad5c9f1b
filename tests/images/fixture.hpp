// SPDX-License-Identifier: Apache-2.0
// Layers and folders for the tests of images.
#pragma once
#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/layers/layer.hpp"
#include "images/commit.hpp"
#include "images/delivery.hpp"
#include "images/write.hpp"
#include "plugins/plugins.hpp"
#include "report/utf8.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/noise.hpp"

namespace terrawright::test {

template <class Cell>
std::shared_ptr<engine::Layer> layer(std::uint32_t kind, std::string unit, std::int64_t width, std::int64_t height,
                                     const std::vector<Cell>& cells, std::vector<LegendEntry> legend = {}) {
  auto made = std::make_shared<engine::Layer>(
      engine::LayerFacts{kind, std::move(unit), std::move(legend), width, height}, std::make_shared<engine::Memory>());
  made->write(made->area(), cells.data(), width);
  made->finish();
  return made;
}

// -1000 .. 1000
inline std::vector<float> heights(std::int64_t width, std::int64_t height) {
  std::vector<float> cells(static_cast<std::size_t>(width * height));
  for (std::size_t i = 0; i < cells.size(); ++i)
    cells[i] = static_cast<float>(noise(i)) / 8388608.0f * 1000.0f - 1000.0f;
  return cells;
}

inline std::vector<LegendEntry> three_classes() {
  return {{1, "sea", {10, 20, 200, 255}, "~"},
          {2, "grass", {30, 180, 40, 255}, "\""},
          {700, "rock", {90, 80, 70, 255}, "^"}};
}

inline std::vector<std::uint16_t> classes(std::int64_t width, std::int64_t height) {
  const std::uint16_t codes[] = {1, 2, 700};
  std::vector<std::uint16_t> cells(static_cast<std::size_t>(width * height));
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = codes[noise(i) % 3];
  return cells;
}

inline images::Provenance provenance() { return {"isle", "terrawright 1.2.3", "42", 30.5, 40.0, 301, 290}; }

// Values of a writer's parameters by name, as numbers: a switch is 0 or 1, a choice its place among the words.
using WriterValues = std::map<std::string, std::vector<double>>;

// A part as a node has made it, and a picture of such parts.
struct Part {
  std::string name;
  std::shared_ptr<engine::Layer> layer;
  std::shared_ptr<const std::string> text = nullptr;
  std::shared_ptr<const engine::StoredTable> table = nullptr;
};
// Reader of an EXR. alone: anyone, of a file by {layer}.
enum class Importer { any, alone, godot, blender, tinyexr };
struct Picture {
  std::filesystem::path file;
  std::vector<Part> parts;
  std::optional<images::Range> range;
  std::shared_ptr<engine::Layer> legend = nullptr;
  bool legend_beside = true;
  bool sidecar = false;  // has tests of its own
  Importer importer = Importer::any;
  WriterValues with = {};  // other parameters of its writer
};

struct PlainValues {
  std::vector<terrawright_value> all;
  std::deque<std::vector<terrawright_value>> items;
};
// Those that are not given are as declared.
inline std::shared_ptr<const PlainValues> plain_values(const terrawright_writer& writer, const WriterValues& given) {
  const auto plain = std::make_shared<PlainValues>();
  for (std::uint64_t i = 0; i < writer.n_parameters; ++i) {
    const terrawright_parameter& declared = *writer.parameters[i];
    terrawright_value& value = plain->all.emplace_back(declared.fallback);
    const auto found = given.find(declared.name);
    if (found == given.end()) continue;
    std::vector<terrawright_value>& items = plain->items.emplace_back();
    for (const double number : found->second)
      items.push_back({0, 0, number, std::abs(number) < 9e18 ? std::int64_t(number) : 0, nullptr, nullptr, 0});
    value = declared.kind == TERRAWRIGHT_PARAMETER_LIST
                ? terrawright_value{0, 0, 0, 0, nullptr, items.data(), items.size()}
                : items.at(0);
  }
  return plain;
}

// To the writer of the program that has the file's ending, where there is one: the first part to its first port, the
// second to its second, all that are left to the first port for many. For tiles that of the first.
inline std::shared_ptr<const images::Delivery> delivery_of(const images::Picture& plan, const images::Provenance& from,
                                                           const WriterValues& given = {}) {
  const std::string ending = report::ascii_lower(plan.file.extension().string());
  const terrawright_writers& all = plugins::built_in_writers();
  for (std::uint64_t i = 0; i < all.n_writers; ++i) {
    images::Delivery::Order order;
    order.writer = std::make_shared<border::WriterDescription>(all.writers[i]);
    const terrawright_writer& writer = order.writer->writer();
    const auto is_it = [&](const char* one) { return ending == one; };
    const bool takes = (writer.ports[0]->kinds & 1u << plan.parts.at(0).facts.kind) != 0;
    if (!takes || std::none_of(writer.endings, writer.endings + writer.n_endings, is_it)) continue;
    order.name = writer.id;
    std::uint32_t port = 0;
    for (std::size_t k = 0; k < plan.parts.size(); ++k) {
      order.ports.push_back(port);
      if ((writer.ports[port]->flags & TERRAWRIGHT_PORT_MANY) == 0 && port + 1 < writer.n_ports) ++port;
    }
    const auto values = plain_values(writer, given);
    order.values_owner = values;
    order.values = values->all.data();
    order.world = {sizeof order.world, 0, from.width, from.height, from.metres_per_cell, from.latitude, from.longitude};
    order.provenance = from;
    if (!plan.tiles) return std::make_shared<const images::Delivery>(std::move(order), plan);
    const images::Picture first = images::tile_picture(plan, plan.tiles->tile(0));
    order.provenance.window = first.window->cells;
    return std::make_shared<const images::Delivery>(std::move(order), first);
  }
  return nullptr;
}

// Why that writer does not take it; empty: it does.
inline std::string refusal(const images::Picture& plan, const images::Provenance& from,
                           const WriterValues& given = {}) {
  const auto delivery = delivery_of(plan, from, given);
  if (delivery->failures().empty()) return "";
  CHECK_FALSE(delivery->failures().front().remedy.empty());
  return delivery->failures().front().text;
}

inline WriterValues values_of(const Picture& picture) {
  WriterValues given = picture.with;
  if (picture.range) given["range"] = {picture.range->minimum, picture.range->maximum};
  given["beside"] = {picture.legend && picture.legend_beside ? 1.0 : 0.0};
  given["sidecar"] = {picture.sidecar ? 1.0 : 0.0};
  if (picture.importer > Importer::alone) given["for"] = {static_cast<double>(picture.importer) - 1};
  return given;
}

// As it was known before anything was made.
inline images::Picture planned(const Picture& picture, const images::Provenance& from = provenance(),
                               const std::optional<images::Tiling>& tiles = {}) {
  images::Picture plan{picture.file, {}, from.metres_per_cell};
  for (const Part& part : picture.parts) {
    images::Part of{part.name, {}};
    of.facts.kind = part.table ? TERRAWRIGHT_KIND_TABLE : TERRAWRIGHT_KIND_TEXT;
    of.facts.width = from.width;
    of.facts.height = from.height;
    if (part.layer) of.facts = part.layer->facts();
    if (part.table) of.places = part.table->places;
    of.metres = of.facts.unit == "m" ? 1 : 0;
    for (const char* layer : {"height", "metres", "lakes", "mask", "biome", "cells", "wind", "picture"})
      if (part.name == layer) of.recipe = "c0ffee";
    of.same_as = plan.parts.size();
    plan.parts.push_back(std::move(of));
  }
  plan.by_layer = picture.importer == Importer::alone;
  plan.tiles = tiles;
  if (from.window) plan.window = images::Picture::Window{*from.window, from.width, from.height};
  if (picture.legend) plan.parts.push_back({"legend", picture.legend->facts()});
  plan.writer = delivery_of(plan, from, values_of(picture));
  return plan;
}

inline std::vector<images::Written> write(const Picture& picture, const images::Provenance& from,
                                          const std::atomic<bool>& cancelled,
                                          const std::optional<images::Tiling>& tiles = {}) {
  std::vector<engine::Product> made;
  for (const Part& part : picture.parts) made.push_back({part.layer, {}, nullptr, part.text, part.table});
  if (picture.legend) made.push_back({picture.legend, {}, nullptr, nullptr, nullptr});
  return images::write(planned(picture, from, tiles), made, from, cancelled);
}

// Written and named.
inline std::vector<images::Written> write(const Picture& picture, const images::Provenance& from = provenance(),
                                          const std::optional<images::Tiling>& tiles = {}) {
  const std::atomic<bool> cancelled{false};
  std::vector<images::Written> written = write(picture, from, cancelled, tiles);
  for (const images::Written& file : written) images::commit({}, {file.file.get()});
  return written;
}
inline std::uint64_t write_text(const std::filesystem::path& path, const std::string& text) {
  const auto file = images::text_file(path, text);
  images::commit({}, {file.get()});
  return file->size();
}

}  // namespace terrawright::test
