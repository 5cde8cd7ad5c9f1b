// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "check/trial_world.hpp"
#include "terrawright/abi.h"
#include "terrawright/cells.hpp"
#include "terrawright/random.h"
#include "terrawright/stage.hpp"

namespace terrawright::check {
namespace {

// Stages that feed tables to others while they are checked: rows with a name, numbers and a place.

constexpr std::size_t usual_rows = 24, corners = 9;

template <bool lines>
struct TableSource {
  Out<Table> made;
  std::string unit = "1";
  double times = 1.0;
  bool positive = false;
  std::string shape = "hills";
  std::size_t row_count = usual_rows;
  std::uint64_t stream = 0;
  double width = 1, height = 1;

  static void describe(Spec<TableSource>& s) {
    s.stage(lines ? "check/source.lines" : "check/source.points", "Made-up rows.").reads_random();
    auto&& port = s.port(&TableSource::made, "made", "The rows.");
    lines ? port.lines() : port.points();
    s.parameter(&TableSource::unit, "unit", "Nothing: columns have their own.");
    s.parameter(&TableSource::times, "times", "What numbers are multiplied with.");
    s.parameter(&TableSource::positive, "positive", "No number is below 0, and rows have names.");
    s.parameter(&TableSource::shape, "shape", "What cells would look like: of \"zero\" no row, of \"one\" one.");
  }
  void arrange(Arrangement& world) {
    stream = world.stream();
    row_count = shape == "zero" ? 0 : shape == "one" ? 1 : usual_rows;
    width = static_cast<double>(world.width()), height = static_cast<double>(world.height());
  }

  double share(std::size_t row, std::size_t which) const {
    const auto key = terrawright_key_of_row(stream, static_cast<std::int32_t>(row), 0, 0, 0);
    return static_cast<double>(terrawright_unit(terrawright_word(key, static_cast<std::int32_t>(which))));
  }
  Next<int> resolve(Resolving& resolving) const {
    Table table;
    std::vector<std::string> names;
    std::vector<std::int64_t> numbers, ranks, next;
    for (std::size_t row = 0; row < row_count; ++row) {
      names.push_back("Row " + std::to_string(row));
      numbers.push_back(static_cast<std::int64_t>(row) + 1);
      ranks.push_back(static_cast<std::int64_t>(row % 4) + 1);
      next.push_back(row % 3 == 0 ? 0 : static_cast<std::int64_t>(row));  // the row before it
    }
    if (positive) table.texts("name", std::move(names));  // some stages add one, some read it
    table.integers("rank", "1", std::move(ranks));
    for (const char* column : {"reach", "course"}) table.integers(column, "1", numbers);
    table.integers("next_reach", "1", std::move(next));
    std::size_t which = 2;
    for (const char* column : {"height", "prominence", "radius", "inner_radius", "area", "discharge"}) {
      std::vector<double> reals;
      for (std::size_t row = 0; row < row_count; ++row)
        reals.push_back((share(row, which) * (positive ? 1 : 2) - (positive ? 0 : 1)) * times);
      table.reals(column, "1", std::move(reals));
      ++which;
    }
    for (std::size_t row = 0; row < row_count; ++row) {
      const double x = share(row, 0) * (width - 1), y = share(row, 1) * (height - 1);
      if (!lines) {
        table.point(x, y);
        continue;
      }
      std::vector<terrawright_point> line;
      for (std::size_t n = 0; n < corners; ++n) {
        const double gone = static_cast<double>(n) / (corners - 1);
        line.push_back({x * (1 - gone) + width / 2 * gone, y + (height - 1 - y) * gone * gone});
      }
      table.line(line.begin(), line.end());
    }
    resolving.table(made, table);
    return done(0);
  }
  void paint(Tile&) const {}
};

const terrawright_stage* source_of_points() { return stage<TableSource<false>>(); }
const terrawright_stage* source_of_lines() { return stage<TableSource<true>>(); }

// Hills of three sizes between -1 and 1, with level ground among them and sea below 0.
class Hills {
 public:
  explicit Hills(std::uint64_t stream) : stream_(stream) {}

  struct Row {
    struct Level {
      std::int64_t spacing;
      float share, fraction;
      terrawright_row_key above, below;
    };
    std::array<Level, 3> levels;
    float operator()(std::int64_t x) const {
      float sum = 0.0f;
      for (const Level& level : levels) {
        const auto column = static_cast<std::int32_t>(x / level.spacing);
        const float t = static_cast<float>(x % level.spacing) / static_cast<float>(level.spacing);
        const auto along = [&](terrawright_row_key key) {
          const float left = terrawright_signed_unit(terrawright_word(key, column));
          const float right = terrawright_signed_unit(terrawright_word(key, column + 1));
          return left + (right - left) * t;
        };
        const float above = along(level.above), below = along(level.below);
        sum += level.share * (above + (below - above) * level.fraction);
      }
      return sum > 0.1f && sum < 0.2f ? 0.15f : sum;
    }
  };
  Row row(std::int64_t y) const {
    Row row{};
    constexpr std::int64_t spacings[] = {48, 12, 3};
    constexpr float shares[] = {0.6f, 0.3f, 0.1f};
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto at = static_cast<std::int32_t>(y / spacings[i]);
      row.levels[i] = {spacings[i], shares[i], static_cast<float>(y % spacings[i]) / static_cast<float>(spacings[i]),
                       terrawright_key_of_row(stream_, at, 32, i, 0),
                       terrawright_key_of_row(stream_, at + 1, 32, i, 0)};
    }
    return row;
  }

 private:
  std::uint64_t stream_;
};

// `shape`: how hills become those of an edge: "hills", "zero" and "level" of one value, "low" and "high" below and
// above 0, "one" below 0 in all cells but the middle one, "great" higher than any mountain, and counts beyond 32 bits.
float shaped(float hills, const std::string& shape, bool in_the_middle) {
  if (shape == "zero") return 0.0f;
  if (shape == "level") return 0.25f;
  if (shape == "low") return hills * 0.4f - 0.6f;
  if (shape == "high") return hills * 0.4f + 0.6f;
  if (shape == "great") return hills * 9.0f;
  if (shape == "one") return in_the_middle ? 0.9f : -0.5f;
  return hills;
}

constexpr std::uint16_t codes[] = {0, 1, 4, 300};

template <class Kind>
typename Kind::Cell cell(float hills, double times);
template <>
float cell<Height>(float hills, double times) {
  return hills * static_cast<float>(times);
}
template <>
float cell<Scalar>(float hills, double times) {
  return hills * static_cast<float>(times);
}
template <>
float cell<Weight>(float hills, double) {
  return std::clamp(hills * 0.5f + 0.5f, 0.0f, 1.0f);
}
template <>
std::uint8_t cell<Mask>(float hills, double) {
  return hills > 0.0f ? 1 : 0;
}
template <>
std::uint16_t cell<Class>(float hills, double) {
  return codes[hills < -0.3f ? 0 : hills < 0.0f ? 1 : hills < 0.3f ? 2 : 3];
}
template <>
std::int64_t cell<Count>(float hills, double times) {
  const std::int64_t large = hills > 2.0f ? std::int64_t{1} << 32 : 1;
  return static_cast<std::int64_t>(std::fabs(hills + 1.0f) * static_cast<float>(times)) * large;
}
template <>
Vector2 cell<Vector>(float hills, double times) {
  return {hills * static_cast<float>(times), (hills - 0.5f) * hills * static_cast<float>(times)};
}
template <>
Colour cell<Picture>(float hills, double) {
  const auto light = static_cast<std::uint8_t>((std::clamp(hills, -1.0f, 1.0f) + 1.0f) * 127.0f);
  return {light, static_cast<std::uint8_t>(255 - light), 90, 255};
}

template <class Kind>
struct MadeUpStage {
  Out<Kind> made;
  std::string unit = "1";
  double times = 1.0;
  bool positive = false;
  std::string shape = "hills";
  Hills hills{0};
  std::int64_t middle_x = 0, middle_y = 0;

  static const char* id();
  static void describe(Spec<MadeUpStage>& s) {
    s.stage(id(), "Made-up cells.").reads_random();
    s.port(&MadeUpStage::made, "made", "The cells.");
    s.parameter(&MadeUpStage::unit, "unit", "Their unit.");
    s.parameter(&MadeUpStage::times, "times", "What they are multiplied with.");
    s.parameter(&MadeUpStage::positive, "positive", "None is below 0.");
    s.parameter(&MadeUpStage::shape, "shape", "What they look like.");
  }
  void arrange(Arrangement& world) {
    hills = Hills(world.stream());
    middle_x = world.width() / 2, middle_y = world.height() / 2;
    if constexpr (std::is_same_v<Kind, Class>) {
      world.set_legend(made, {{codes[0], "sea", {30, 60, 120, 255}, "~"},
                              {codes[1], "shore", {200, 190, 120, 255}, "."},
                              {codes[2], "plain", {90, 140, 60, 255}, "p"},
                              {codes[3], "hill", {130, 120, 110, 255}, "h"}});
    } else {
      world.set_unit(made, unit);
    }
  }
  void paint(Tile& tile) const {
    const auto to = tile[made];
    tile.each_row([&](std::int64_t y) {
      const Hills::Row row = hills.row(y);
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        const float here = shaped(row(x), shape, x == middle_x && y == middle_y);
        to(x, y) = cell<Kind>(positive ? std::fabs(here) : here, times);
      }
    });
  }
};
template <>
const char* MadeUpStage<Height>::id() {
  return "check/source.height";
}
template <>
const char* MadeUpStage<Scalar>::id() {
  return "check/source.scalar";
}
template <>
const char* MadeUpStage<Weight>::id() {
  return "check/source.weight";
}
template <>
const char* MadeUpStage<Mask>::id() {
  return "check/source.mask";
}
template <>
const char* MadeUpStage<Class>::id() {
  return "check/source.class";
}
template <>
const char* MadeUpStage<Count>::id() {
  return "check/source.count";
}
template <>
const char* MadeUpStage<Vector>::id() {
  return "check/source.vector";
}
template <>
const char* MadeUpStage<Picture>::id() {
  return "check/source.colour";
}

struct NumberSource {
  Out<Number> made;
  std::string unit = "1";
  double times = 1.0;
  bool positive = false;
  std::string shape = "hills";

  static void describe(Spec<NumberSource>& s) {
    s.stage("check/source.number", "A made-up number.");
    s.port(&NumberSource::made, "made", "The number.");
    s.parameter(&NumberSource::unit, "unit", "Its unit.");
    s.parameter(&NumberSource::times, "times", "What it is multiplied with.");
    s.parameter(&NumberSource::positive, "positive", "Nothing: it is above 0.");
    s.parameter(&NumberSource::shape, "shape", "What cells would look like.");
  }
  void arrange(Arrangement& world) { world.set_unit(made, unit); }
  Next<int> resolve(Resolving& resolving) const {
    resolving.number(made, static_cast<double>(shaped(0.0625f, shape, false)) * times);
    return done(0);
  }
  void paint(Tile&) const {}
};

template <class Kind>
struct ReadingStage {
  In<Kind> read;
  Out<Scalar> made;

  static const char* id();
  static void describe(Spec<ReadingStage>& s) {
    s.stage(id(), "Reads it.");
    s.port(&ReadingStage::read, "read", "What is read.");
    s.port(&ReadingStage::made, "made", "Zero.").unit("1");
  }
  void paint(Tile& tile) const {
    const auto to = tile[made];
    tile.each_cell([&](auto x, auto y) { to(x, y) = 0.0f; });
  }
};
template <>
const char* ReadingStage<Number>::id() {
  return "check/reader.number";
}
template <>
const char* ReadingStage<Grid>::id() {
  return "check/reader.grid";
}

const terrawright_stage* const stages[] = {stage<MadeUpStage<Height>>(),
                                           stage<MadeUpStage<Scalar>>(),
                                           stage<MadeUpStage<Weight>>(),
                                           stage<MadeUpStage<Mask>>(),
                                           stage<MadeUpStage<Class>>(),
                                           stage<MadeUpStage<Count>>(),
                                           stage<MadeUpStage<Vector>>(),
                                           stage<MadeUpStage<Picture>>(),
                                           stage<NumberSource>(),
                                           stage<ReadingStage<Number>>(),
                                           stage<ReadingStage<Grid>>(),
                                           source_of_points(),
                                           source_of_lines()};

}  // namespace

const terrawright_plugin* source_plugin() {
  static const terrawright_plugin plugin = {sizeof(terrawright_plugin),
                                            TERRAWRIGHT_ABI_MAJOR,
                                            TERRAWRIGHT_ABI_MINOR,
                                            0,
                                            "terrawright.check",
                                            "1",
                                            "",
                                            stages,
                                            sizeof stages / sizeof stages[0],
                                            nullptr,
                                            nullptr,
                                            nullptr};
  return &plugin;
}

std::string source_of(std::uint32_t kind, std::uint32_t flags) {
  if (kind == TERRAWRIGHT_KIND_TABLE)
    return (flags & TERRAWRIGHT_PORT_LINES) != 0 ? "check/source.lines@1" : "check/source.points@1";
  const bool has_one = cell_bytes(kind) != 0 || kind == TERRAWRIGHT_KIND_NUMBER;
  return has_one ? std::string("check/source.") + kind_name(kind) + "@1" : "";
}

std::string reader_of(std::uint32_t kind) {
  return kind == TERRAWRIGHT_KIND_NUMBER ? "check/reader.number@1"
         : kind == TERRAWRIGHT_KIND_GRID ? "check/reader.grid@1"
                                         : "";
}

}  // namespace terrawright::check
