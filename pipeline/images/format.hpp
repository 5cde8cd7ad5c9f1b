// SPDX-License-Identifier: Apache-2.0
// Which layers, texts and tables fit into which files, decided from facts before any cell exists.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "images/picture.hpp"

namespace terrawright::images {

enum class Format { exr, png, tif, txt, csv, geojson };

// By the extension, in any case: .exr, .png, .tif, .tiff, .txt, .csv, .geojson.
std::optional<Format> format_of(const std::filesystem::path& file);

// An image, beside which nothing can be printed.
bool holds_layers(const std::filesystem::path& file);

struct PlannedPart {
  std::string name;
  engine::LayerFacts facts;
  engine::Places places = engine::Places::none;  // of a table
};

// A Picture without cells.
struct Plan {
  std::filesystem::path file;  // empty: only printed, which a text or a table can be
  std::vector<PlannedPart> parts;
  std::optional<Range> range;
  std::optional<engine::LayerFacts> legend = {};
  double metres_per_cell = 0, latitude = 0;  // of the world, as in Provenance
};

// Why a plan cannot be carried out.
struct Refusal {
  enum class Where { file, range, part, legend };
  Where where;
  std::size_t part;  // index into the plan's parts, where it is a part
  std::string text;  // one sentence without a full stop
  std::string remedy;
};

// All reasons; none if the plan can be carried out.
std::vector<Refusal> refusals(const Plan& plan);

// The files that carrying it out writes: the picture and, of a class PNG, its legend.
std::vector<std::filesystem::path> files_of(const Plan& plan);

}  // namespace terrawright::images
