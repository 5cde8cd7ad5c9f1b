// SPDX-License-Identifier: Apache-2.0
#include "packs/viewer/writers/scene/html/scene_work.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <optional>
#include <set>
#include <utility>

#include "encode/deflate.hpp"
#include "encode/seekable_file.hpp"
#include "graph/sha256.hpp"
#include "report/amount.hpp"
#include "terrawright/table_view.hpp"

namespace terrawright::scene {

// A line of JSON, then the bytes of the blocks.
LayerWork::LayerWork(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos) return;
  try {
    LayerWork work;
    const Json json = Json::parse(bytes.substr(0, end));
    for (const auto& [asked, numbers] : json.at("surveys").items())
      work.surveys_.emplace(asked, Survey(numbers.get<std::vector<double>>()));
    for (const auto& [asked, of] : json.at("estimates").items())
      work.estimates_[asked] = {of.at(0).get<std::size_t>(), static_cast<encode::Predictor>(of.at(1).get<int>())};
    for (const auto& [asked, size] : json.at("sizes").items()) work.sizes_[asked] = size.get<std::uint64_t>();
    const Json& coded = json.at("coded");
    work.coded_as_ = coded.at("as").get<std::string>();
    work.coded_.description = coded.at("description");
    work.coded_.sha256 = coded.at("sha256").get<std::string>();
    std::size_t at = end + 1;
    for (const Json& block : coded.at("blocks")) {
      const auto size = block.at(0).get<std::size_t>();
      if (size > bytes.size() - at) return;
      work.coded_.blocks.push_back({block.at(1), std::string(bytes.substr(at, size))});
      at += size;
    }
    *this = std::move(work);
  } catch (const std::exception&) {  // it is computed again
  }
}

std::string LayerWork::bytes() const {
  Json surveys = Json::object(), estimates = Json::object(), blocks = Json::array();
  for (const auto& [asked, survey] : surveys_) surveys[asked] = survey.numbers();
  for (const auto& [asked, of] : estimates_) estimates[asked] = Json::array({of.bytes, static_cast<int>(of.predictor)});
  for (const SceneBlock& block : coded_.blocks) blocks.push_back(Json::array({block.bytes.size(), block.coding}));
  const Json coded = {
      {"as", coded_as_}, {"description", coded_.description}, {"sha256", coded_.sha256}, {"blocks", blocks}};
  const Json json = {{"surveys", surveys}, {"estimates", estimates}, {"sizes", sizes_}, {"coded", coded}};
  std::string bytes = report::json_line(json);
  bytes += '\n';
  for (const SceneBlock& block : coded_.blocks) bytes += block.bytes;
  return bytes;
}

std::uint64_t LayerWork::size_of(const CodedLayer& layer) {
  std::uint64_t bytes = 0;
  for (const SceneBlock& block : layer.blocks) bytes += bytes_in_page(block.bytes.size());
  return bytes;
}

namespace {

constexpr double in_a_cell = 16;

// Bytes that are deflated and hashed as they come.
class Stream {
 public:
  explicit Stream(graph::Sha256& hash) : hash_(hash) {}
  void add(std::string_view text) {
    waiting_ += text;
    if (waiting_.size() >= at_once) flush();
  }
  void add_varint(std::uint64_t number) {
    encode::add_varint(waiting_, number);
    if (waiting_.size() >= at_once) flush();
  }
  void add_signed(std::int64_t number) {
    add_varint(static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63));
  }
  std::string finish() {
    flush();
    take(deflate_.finish());
    return std::move(made_);
  }

 private:
  static constexpr std::size_t at_once = 1 << 16;
  void flush() {
    hash_.add(waiting_.data(), waiting_.size());
    take(deflate_.add(reinterpret_cast<const unsigned char*>(waiting_.data()), waiting_.size()));
    waiting_.clear();
  }
  void take(const encode::Deflate::Compressed& some) {
    made_.append(reinterpret_cast<const char*>(some.bytes), some.size);
  }
  graph::Sha256& hash_;
  encode::Deflate deflate_{encode::Window::far};
  std::string waiting_, made_;
};

// A row, or of a line that a window cut one of its pieces.
struct Piece {
  std::uint64_t row, begin, end;
};

template <class Each>
void each_piece(const SceneBatch& batch, const Each& each) {
  const terrawright_table& table = batch.rows;
  const std::uint64_t* const breaks_end = batch.breaks.points + batch.breaks.count;
  for (std::uint64_t row = 0; row < table.n_rows; ++row) {
    if (table.ends == nullptr) {
      each(Piece{row, row, row + 1});
      continue;
    }
    std::uint64_t begin = row == 0 ? 0 : table.ends[row - 1];
    for (const std::uint64_t* at = std::upper_bound(batch.breaks.points, breaks_end, begin);
         at != breaks_end && *at < table.ends[row]; ++at) {
      each(Piece{row, begin, *at});
      begin = *at;
    }
    each(Piece{row, begin, table.ends[row]});
  }
}

// In 16ths of a cell.
struct GridPoint {
  std::int64_t x, y;
};
std::int64_t distance(const GridPoint& a, const GridPoint& b) {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
}

class Chosen {
 public:
  explicit Chosen(std::int64_t apart) : apart_(apart) {}

  // The coded places of a piece; nothing: the piece is omitted. Asked in the order of the table, once.
  std::optional<std::vector<GridPoint>> places(const terrawright_table& table, const Piece& piece) {
    std::vector<GridPoint> all;
    for (std::uint64_t i = piece.begin; i < piece.end; ++i) {
      const auto told = [](double cells) { return static_cast<std::int64_t>(std::floor(cells * in_a_cell + 0.5)); };
      all.push_back({told(table.points[i].x), told(table.points[i].y)});
    }
    if (apart_ == 1 || all.empty()) return all;
    const std::int64_t apart = apart_ * static_cast<std::int64_t>(in_a_cell);
    if (table.ends == nullptr)
      return taken_.emplace(all[0].x / apart, all[0].y / apart).second ? std::optional(all) : std::nullopt;
    std::vector<GridPoint> few{all.front()};
    std::int64_t reach = 0;
    for (const GridPoint& place : all) {
      reach = std::max(reach, distance(place, all.front()));
      if (distance(place, few.back()) >= apart) few.push_back(place);
    }
    if (distance(all.back(), few.back()) > 0) few.push_back(all.back());
    return reach >= apart ? std::optional(few) : std::nullopt;
  }

 private:
  std::int64_t apart_;
  std::set<std::pair<std::int64_t, std::int64_t>> taken_;  // squares that have a point
};

void add_places(const std::vector<GridPoint>& places, Stream& to) {
  to.add_varint(places.size());
  GridPoint before{0, 0};
  for (const GridPoint& place : places) {
    to.add_signed(place.x - before.x);
    to.add_signed(place.y - before.y);
    before = place;
  }
}

std::string value_text(const terrawright_column& column, std::uint64_t row) {
  if (column.kind == TERRAWRIGHT_COLUMN_INTEGERS) return std::to_string(column.integers[row]);
  if (column.kind == TERRAWRIGHT_COLUMN_REALS)
    return std::isfinite(column.reals[row]) ? report::shortest(column.reals[row]) : "null";
  return report::json_line(Json(column.texts[row] == nullptr ? "" : column.texts[row]));
}

// Facts of a column beside its values.
struct ColumnFacts {
  std::string name, unit;
  bool is_text;
};

}  // namespace

SceneTable table_of(const SceneItem& item) {
  const auto each = [item](const std::function<void(const SceneBatch&)>& take) {
    constexpr std::uint64_t at_once = 1 << 14;
    while (const terrawright_table* rows = item.writing.rows(item.item, at_once)) {
      item.writing.go_on();
      take({*rows, item.writing.breaks(item.item)});
    }
  };
  return {item.facts().places == TERRAWRIGHT_PORT_LINES, each};
}

CodedTable coded_table(const SceneTable& table, std::int64_t apart) {
  CodedTable made;
  graph::Sha256 hash;
  std::uint64_t rows = 0;
  std::vector<bool> told;  // by piece
  std::vector<ColumnFacts> facts;
  Chosen chosen(apart);
  Stream places(hash);
  table.each([&](const SceneBatch& batch) {
    for (std::uint64_t i = facts.size(); i < batch.rows.n_columns; ++i) {
      const terrawright_column& column = *batch.rows.columns[i];
      facts.push_back({column.name, column.unit, column.kind == TERRAWRIGHT_COLUMN_TEXTS});
    }
    each_piece(batch, [&](const Piece& piece) {
      const auto some = chosen.places(batch.rows, piece);
      told.push_back(some.has_value());
      if (!some) return;
      add_places(*some, places);
      ++rows;
    });
  });
  made.places = places.finish();
  Stream values(hash);
  values.add("{");
  Json columns = Json::array();
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const auto& [name, unit, is_text] = facts[i];
    columns.push_back({{"name", name}, {"unit", unit == "1" ? "" : unit}, {"type", is_text ? "text" : "number"}});
    values.add((i == 0 ? "" : ",") + report::json_line(Json(name)) + ":[");
    bool first = true;
    std::size_t next = 0;
    table.each([&](const SceneBatch& batch) {
      each_piece(batch, [&](const Piece& piece) {
        if (!told[next++]) return;
        values.add((first ? "" : ",") + value_text(*batch.rows.columns[i], piece.row));
        first = false;
      });
    });
    values.add("]");
  }
  values.add("}");
  made.values = values.finish();
  made.sha256 = hash.hex();
  made.description = {{"kind", table.is_lines ? "lines" : "points"},
                      {"rows", rows},
                      {"of", told.size()},
                      {"apart", apart},
                      {"columns", std::move(columns)}};
  return made;
}

CodedTable coded_table(const SceneTable& table, std::int64_t apart, std::uint64_t most) {
  CodedTable made = coded_table(table, apart);
  // Then there is one place of the world.
  while (made.places.size() + made.values.size() > most && apart < std::int64_t{1} << 20)
    made = coded_table(table, apart *= 2);
  return made;
}

}  // namespace terrawright::scene
