// SPDX-License-Identifier: Apache-2.0
// A page with the world in 3-D: one file that opens in a browser from the disk, with the values of its layers in it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encode/deflate.hpp"
#include "report/json.hpp"
#include "terrawright/writer.h"
#include "terrawright/writer.hpp"

namespace terrawright::scene {

// Ports of the writer, in the order of its description.
enum class ScenePort : std::uint32_t { height, drape, lines, points, temperature, lake };

struct Scene {
  // Items of the delivery. For a layer with several entries the first.
  std::size_t height = 0;
  std::vector<std::size_t> drape, lines, points;
  std::optional<std::size_t> temperature, lake;

  struct Words {
    std::string name, title;  // name: what the page calls it
  };
  std::vector<Words> words;  // one per item

  // Metres that one of the height's unit is; nothing: it is no length, and shown as high as looks well.
  std::optional<double> metres = 1.0;
  std::string wrap = "none";  // axes of which the end joins the begin: none, x, y or both
  std::uint64_t budget = 0;   // bytes of the file
  bool png = false;           // of colours; else WebP
  bool pictured = false;      // whether a layer is of colours
};

// For items that fit their ports. `budget`: in MB; nothing: as the size says.
Scene scene_of(const terrawright_delivery& delivery, const std::optional<double>& budget, bool png);

// Cells of a layer that a view shows: every n-th one, from the first.
struct SceneGrid {
  std::int64_t width = 0, height = 0, every = 1;
};
constexpr std::int64_t longest_scene_side = 4097;
// The first one of a layer of so many cells; the budget may make it coarser.
SceneGrid scene_grid(std::int64_t width, std::int64_t height, std::int64_t every = 1);

// Bytes of memory that writing a view of layers of this size takes: what was coded, the numbers of one layer with what
// becomes of them, the colours of a picture.
std::uint64_t bytes_of_scene(const Scene& scene, std::int64_t width, std::int64_t height);

// Default size of a file of a view.
std::uint64_t usual_budget(const SceneGrid& grid);

// A layer as a page of the world holds it: whole numbers in round steps, or a picture.

// Values as whole numbers: low + step * sample, or the same of log(1 + value) where few values are much larger than all
// others, as those of rivers are.

// Steps that a person can read: 1, 2, 2.5 and 5 times powers of ten.
class RoundStep {
 public:
  // The smallest that is not below `least`, which is above 0; the greatest that is not above `most`.
  static RoundStep at_least(double least);
  static RoundStep at_most(double most);

  double value() const { return times(1); }
  // So many of it, as the double that is nearest to the decimal; `count` is a whole number.
  double times(double count) const;
  RoundStep coarser() const { return RoundStep(index_ + 1); }
  // The next of 1, 2.5, 5, 10, 25 ... that is at least twice as much.
  RoundStep much_coarser() const;
  bool operator<(const RoundStep& other) const { return index_ < other.index_; }

 private:
  explicit RoundStep(int index) : index_(index) {}
  int index_;  // four of a power of ten
};

// Precision of numbers: steps of this size, or so many bits at most.
struct Fineness {
  int bits = 16;
  std::optional<RoundStep> step = {};
};

// Range of the cells.
class Survey {
 public:
  Survey() = default;
  // For cells with known extremes that are numbers. Whether they are skewed is not.
  Survey(double lowest, double highest, std::uint64_t gaps) : lowest_(lowest), highest_(highest), gaps_(gaps) {}
  // The result of numbers().
  explicit Survey(const std::vector<double>& numbers);
  std::vector<double> numbers() const;
  void add(const double* values, std::size_t count);
  // Adds later cells.
  void add(const Survey& other);
  bool empty() const { return !(lowest_ <= highest_); }  // no cell is a number
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  bool has_gaps() const { return gaps_ != 0; }
  bool may_be_skewed() const { return lowest_ >= 0 && highest_ >= 10; }
  bool is_skewed() const;

 private:
  double lowest_ = std::numeric_limits<double>::infinity(), highest_ = -lowest_;
  double sum_ = 0;
  std::uint64_t others_than_0_ = 0, gaps_ = 0;
};

class Scale {
 public:
  // `whole`: of numbers that have no fractions.
  Scale(const Survey& survey, const Fineness& fineness, bool whole);

  // Codes a row; values that are no number become missing().
  void samples(const double* values, std::size_t count, std::uint16_t* to) const;
  double value(std::uint32_t sample) const;

  bool is_logarithmic() const { return logarithmic_; }
  double low() const { return low_; }
  double step() const { return step_; }
  std::optional<std::uint16_t> missing() const { return missing_; }
  int bytes() const { return most_ + (missing_ ? 1u : 0u) > 255 ? 2 : 1; }

 private:
  void fit(double lowest, double highest, RoundStep step, double most);
  void make_logarithms(double highest, double most);
  void logarithms(const double* values, std::size_t count, std::uint16_t* to) const;

  bool logarithmic_ = false;
  double low_ = 0, step_ = 1;
  std::optional<std::pair<RoundStep, double>> low_in_steps_ = {};  // nothing: there is one value
  std::uint32_t most_ = 0;                                         // the largest sample of a value
  std::optional<std::uint16_t> missing_ = {};
  // For logarithms: the least value that has the sample, and a sample below those of the values that share their
  // highest bits, from the first such bits on.
  std::vector<double> begins_;
  std::uint64_t first_bits_ = 0;
  std::vector<std::uint16_t> by_bits_;
};

using report::Json;

// A layer or a table while the page is written.
struct SceneItem {
  const Writing& writing;
  std::uint64_t item;
  const terrawright_item& facts() const { return writing.item(item); }
};

// The cells of a layer that a view shows, some rows at a time.
template <class Cell>
class SceneRows {
 public:
  SceneRows(const SceneItem& of, const SceneGrid& grid) : of_(of), grid_(grid) {}

  // So many rows of the grid from row j on, one after the other, until the next call. Throws Stopped.
  const Cell* rows(std::int64_t j, std::int64_t count) {
    of_.writing.go_on();
    const std::int64_t width = of_.facts().width;
    cells_.resize(static_cast<std::size_t>(count * grid_.width));
    if (grid_.every == 1) {
      of_.writing.read(of_.item, {0, j, width, count}, cells_.data(), width);
      return cells_.data();
    }
    row_.resize(static_cast<std::size_t>(width));
    Cell* to = cells_.data();
    for (std::int64_t k = 0; k < count; ++k) {
      of_.writing.read(of_.item, {0, (j + k) * grid_.every, width, 1}, row_.data(), width);
      for (std::int64_t i = 0; i < grid_.width; ++i) *to++ = row_[static_cast<std::size_t>(i * grid_.every)];
    }
    return cells_.data();
  }

  // Best number of rows to read at once.
  std::int64_t usual() const {
    constexpr std::int64_t bytes = 1 << 21;
    return std::max<std::int64_t>(1, bytes / (grid_.width * static_cast<std::int64_t>(sizeof(Cell))));
  }

 private:
  const SceneItem of_;
  const SceneGrid grid_;
  std::vector<Cell> cells_, row_;
};

// Data that a page decodes, and its coding: `coding` has all but the block's number.
struct SceneBlock {
  Json coding;
  std::string bytes;
};

// A block that stands as a picture before all others, so that the page shows it while the rest is unpacked.
inline bool is_flat_picture(const SceneBlock& block) { return block.coding.contains("flat"); }

struct CodedLayer {  // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
  Json description;  // minimum, maximum, legend
  std::vector<SceneBlock> blocks;
  std::string sha256;  // of the samples as they were before they were coded, 16 bits each, or of colours
};

// Strips of rows all over the grid, which predict the length of all of it.
struct Strips {
  std::int64_t rows = 0, of = 0;  // the first of so many; 0: all rows
};

// Unit of the coded values.
std::string unit_in_scene(const std::string& unit);

// Survey of the grid's cells. If all cells are in it and the engine has their extremes, no cell is read. Whether they
// are skewed is known where they may be. Throws Stopped, as all that follows.
Survey survey_of(const SceneItem& layer, const SceneGrid& grid);

// Samples by part. Memory that was had for a layer serves for the next one.
using LayerSamples = std::vector<encode::Samples>;
// By a predictor, or by the one that is best.
CodedLayer coded_layer(const SceneItem& layer, const SceneGrid& grid, const Fineness& fineness, const Survey& survey,
                       std::optional<encode::Predictor> predictor, LayerSamples& samples);
// Predicted bytes of its blocks, from these strips, by a predictor, or by the best one there.
struct Estimate {
  std::size_t bytes = 0;
  encode::Predictor predictor = encode::Predictor::median;
};
Estimate estimated(const SceneItem& layer, const SceneGrid& grid, const Fineness& fineness, const Survey& survey,
                   const Strips& strips, std::optional<encode::Predictor> predictor);
// Colours; and the flat picture of them.
CodedLayer coded_picture(const SceneItem& layer, const SceneGrid& grid, bool png);
// For a world without colours: its heights as they were coded. With `sea` what is below 0 is water.
SceneBlock flat_picture(const SceneItem& layer, const CodedLayer& coded, const encode::Samples& heights, bool png,
                        bool sea);

}  // namespace terrawright::scene
