// SPDX-License-Identifier: Apache-2.0
// Worlds for tests: YAML text through the real config, graph and engine, without files.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace terrawright::test {

// Cells that a test makes up. In YAML: `z: {use: test.given@1, with: {name: z}}`, output `layer`; a height.
// Other kinds: test.given_scalar, test.given_weight, test.given_mask, test.given_count.
struct Given {
  std::string unit;
  std::int64_t width = 0, height = 0;
  std::vector<float> cells;  // row by row
};

struct Options {
  std::int64_t tile = 512;  // 0: whole
  int threads = 2;
  std::map<std::string, Given> given = {};
  std::vector<const terrawright_stage*> stages = {};  // beside the program's own
  const graph::InputFileOpener* opener = nullptr;     // for stages that read files
  std::string path = "test.yaml";                     // of the world; files lie beside it
  std::vector<std::string> set = {};                  // overrides, as --set
  int levels = 0;                                     // as engine::Options has it
  std::filesystem::path folder = {};                  // where rows of tables wait; empty: in memory
  std::uint64_t rows_in_memory = engine::usual_rows_in_memory;
  bool whole_tables = true;                       // long ones are read into memory
  std::shared_ptr<store::Store> store = nullptr;  // what earlier builds kept
  std::optional<Rect> window = std::nullopt;      // outputs read these cells alone
};

// The diagnostics of a config that is refused or of a stage that fails.
struct BuildFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Everything that the world's outputs name, kept.
class Built {
 public:
  template <class Cell>
  std::vector<Cell> cells(const std::string& reference) const {
    std::vector<Cell> cells(static_cast<std::size_t>(layer(reference).facts().width * layer(reference).facts().height));
    read(reference, cells.data(), sizeof(Cell));
    return cells;
  }
  // Hash of the raw little-endian cells, row by row; of a text; of a table's digest.
  std::string sha256(const std::string& reference) const;
  std::string digest(const std::string& reference) const;
  double number(const std::string& reference) const;
  const std::string& text(const std::string& reference) const;
  const engine::StoredTable& table(const std::string& reference) const;
  const Statistics& statistics(const std::string& reference) const { return layer(reference).statistics(); }
  const engine::Layer& layer(const std::string& reference) const;
  bool is_layer(const std::string& reference) const;
  // Names of all layers, texts, tables and drawings, each as "node" or "node.port" by what is shorter.
  std::vector<std::string> layers() const;
  // Tables whose rows did not stay in memory.
  int long_tables() const { return long_tables_; }
  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }

 private:
  friend Built build(const std::string& yaml, const Options& options);
  void read(const std::string& reference, void* cells, std::size_t cell_bytes) const;
  std::vector<std::string> names_;
  std::map<std::string, engine::Product> made_;  // "node" (only output) and "node.port"
  std::int64_t width_ = 0, height_ = 0;
  int long_tables_ = 0;
};

// Outputs need no `file`. All ports of all nodes that run can be asked for if an output or node reads them.
Built build(const std::string& yaml, const Options& options = {});

// The stages that tests build with: the program's own and test.given.
const graph::Catalogue& catalogue();

}  // namespace terrawright::test
