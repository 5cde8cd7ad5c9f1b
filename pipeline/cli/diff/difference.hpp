// SPDX-License-Identifier: Apache-2.0
// Two builds side by side: what is known of each, with its cells when they are asked for; layers cell by cell, numbers,
// and tables row by row.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "build/load.hpp"
#include "engine/engine.hpp"
#include "engine/layers/layer.hpp"

namespace terrawright::cli {

struct SideLayer {
  std::string name;  // "node" or "node.port"
  engine::LayerFacts facts;
  std::string digest;  // of its cells
  // Null where nothing holds them. Throws std::runtime_error.
  std::function<std::shared_ptr<const engine::Layer>()> cells = {};
  double step = 0;   // what cells were rounded to in the file; 0: they are exact
  std::string from;  // the file; empty: they were made
};

struct SideNumber {
  std::string name, unit;
  double value = 0;
};

struct SideTable {
  std::string name, digest;
  std::uint64_t rows = 0;
  std::function<std::string()> csv = {};  // as csv.hpp says; null where nothing holds it. Throws std::runtime_error.
};

// One of the two.
struct Side {
  std::string title;                                         // as it was asked for
  std::vector<SideLayer> layers;                             // that are written, in the order of the outputs
  std::vector<SideNumber> numbers;                           // of all nodes
  std::vector<SideTable> tables;                             // that are written
  std::vector<std::pair<std::string, std::string>> digests;  // of all layers, in running order, by name
};

// A build that lies in a folder, by its manifest. Errors in `diagnostics`; nothing then. Layers are read from the file
// that holds them best: .exr, .tif, then .png.
std::optional<Side> side_of_manifest(const std::filesystem::path& manifest, report::Diagnostics& diagnostics);

// A world that is made for this, with what the cache has; its layers stay in memory, or wait in `folder` where memory
// is short. The graph's catalogue must outlive it. Nothing where it failed or was stopped.
std::optional<Side> side_of_world(const build::Plan& plan, const std::filesystem::path& folder,
                                  const std::atomic<bool>& stop, engine::Observer& observer,
                                  report::Diagnostics& diagnostics);

// With the names and the meaning that idiff gives them; in the unit of each layer. A changed cell of a class or a mask
// is over `fail` and `warn`.
struct Thresholds {
  double fail = 0, failpercent = 0, hardfail = std::numeric_limits<double>::infinity();
  double warn = std::numeric_limits<double>::infinity(), warnpercent = 0;
};

enum class Verdict : std::uint8_t { same, within, warns, fails };  // within: not the same, and over no threshold

struct LayerDifference {
  std::string name, kind, unit;
  std::int64_t width = 0, height = 0;
  std::string problem;  // why cells were not compared, as "only in B"; then nothing of the below
  std::string note;     // what else there is to know, as that a file has rounded the cells
  Verdict verdict = Verdict::same;

  // Largest, mean and root of the mean square, of all samples (a vector and a colour have several a cell), where both
  // are numbers; of a colour 1 is the most. A class and a mask have none.
  bool has_values = true;
  double largest = 0, mean = 0, rms = 0;
  std::int64_t x = 0, y = 0;  // of the largest
  std::uint64_t cells = 0, changed = 0, over_fail = 0, over_warn = 0;
  std::uint64_t nans = 0;  // cells that are a number on one side only

  // For classes and masks: cells by class on either side, equal or not, and the names of the classes.
  std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint64_t> confusion;
  std::map<std::uint16_t, std::string> classes;

  // Map of the changes: the largest change of each square of cells, 0 to 1 of `largest`; empty without changes.
  std::int64_t picture_width = 0, picture_height = 0;
  std::vector<float> picture;
};

struct NumberDifference {
  std::string name, unit;
  std::optional<double> a, b;  // nothing: only the other one has it
  Verdict verdict = Verdict::same;
};

struct TableDifference {
  std::string name, problem;
  Verdict verdict = Verdict::same;
  std::string key;  // the column that tells rows apart; empty: whole rows do
  std::vector<std::string> columns;
  std::uint64_t rows_a = 0, rows_b = 0, added = 0, gone = 0, changed = 0;
  struct Row {
    char what;                                     // + - ~
    std::string key;                               // or the whole row
    std::vector<std::array<std::string, 3>> of{};  // column, before, after
    const char* word() const { return what == '+' ? "added" : what == '-' ? "gone" : "changed"; }
  };
  std::vector<Row> rows;  // the first of them
};

struct Difference {
  std::string a, b;                     // titles
  std::vector<LayerDifference> layers;  // in the order of A, then those of B alone
  std::vector<NumberDifference> numbers;
  std::vector<TableDifference> tables;
  std::vector<std::string>
      moved;  // layers of other cells, written or not, in running order: the first is where it began
  Verdict verdict = Verdict::same;
};

// Throws std::runtime_error where cells cannot be read, or Stopped.
Difference difference_of(const Side& a, const Side& b, const Thresholds& thresholds, const std::atomic<bool>& stop);

TableDifference difference_of_tables(const std::string& name, const std::string& csv_a, const std::string& csv_b);

// The picture of where as a PNG: black to yellow.
std::string png_of(const LayerDifference& layer);

}  // namespace terrawright::cli
