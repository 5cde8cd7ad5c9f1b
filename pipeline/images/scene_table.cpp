// SPDX-License-Identifier: Apache-2.0
#include "images/scene_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/long_table.hpp"
#include "graph/sha256.hpp"
#include "images/deflate.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
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
  // Seven bits a byte, the lowest first.
  void add_varint(std::uint64_t number) {
    for (; number >= 128; number >>= 7) waiting_ += static_cast<char>((number & 127) | 128);
    waiting_ += static_cast<char>(number);
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
  void take(const Deflate::Compressed& some) { made_.append(reinterpret_cast<const char*>(some.bytes), some.size); }
  graph::Sha256& hash_;
  Deflate deflate_{Window::far};
  std::string waiting_, made_;
};

// A row, or of a line that a window cut one of its pieces.
struct Piece {
  std::uint64_t row, begin, end;
};

template <class Each>
void each_piece(const engine::StoredTable& table, const Each& each) {
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    if (table.places == engine::Places::points) {
      each(Piece{row, row, row + 1});
      continue;
    }
    std::uint64_t begin = row == 0 ? 0 : table.ends[row - 1];
    for (auto at = std::upper_bound(table.breaks.begin(), table.breaks.end(), begin);
         at != table.breaks.end() && *at < table.ends[row]; ++at) {
      each(Piece{row, begin, *at});
      begin = *at;
    }
    each(Piece{row, begin, table.ends[row]});
  }
}

void add_places(const engine::StoredTable& table, const Piece& piece, Stream& to) {
  to.add_varint(piece.end - piece.begin);
  std::int64_t x = 0, y = 0;
  for (std::uint64_t i = piece.begin; i < piece.end; ++i) {
    const auto next_x = static_cast<std::int64_t>(std::floor(table.points[i].x * in_a_cell + 0.5));
    const auto next_y = static_cast<std::int64_t>(std::floor(table.points[i].y * in_a_cell + 0.5));
    to.add_signed(next_x - x);
    to.add_signed(next_y - y);
    x = next_x;
    y = next_y;
  }
}

template <class Number>
std::string text_of(Number number) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, number).ptr);
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string value(const engine::StoredTable::Column& column, std::uint64_t row) {
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) return text_of((*integers)[row]);
  if (const auto* reals = std::get_if<std::vector<double>>(&column.values))
    return std::isfinite((*reals)[row]) ? text_of((*reals)[row]) : "null";
  return text_of(Json(std::get<std::vector<std::string>>(column.values)[row]));
}

}  // namespace

CodedTable coded_table(const engine::Product& table, const std::atomic<bool>& cancelled) {
  const engine::StoredTable head = engine::head_of(table);
  CodedTable made;
  graph::Sha256 hash;
  std::uint64_t rows = 0;
  Stream places(hash);
  engine::each_part(table, [&](const engine::StoredTable& part) {
    each_piece(part, [&](const Piece& piece) {
      if (cancelled) throw Stopped{};
      add_places(part, piece, places);
      ++rows;
    });
  });
  made.places = places.finish();
  Stream values(hash);
  values.add("{");
  Json columns = Json::array();
  for (std::size_t i = 0; i < head.columns.size(); ++i) {
    const engine::StoredTable::Column& column = head.columns[i];
    const bool text = std::holds_alternative<std::vector<std::string>>(column.values);
    columns.push_back(
        {{"name", column.name}, {"unit", column.unit == "1" ? "" : column.unit}, {"type", text ? "text" : "number"}});
    values.add((i == 0 ? "" : ",") + text_of(Json(column.name)) + ":[");
    bool first = true;
    engine::each_part(table, [&](const engine::StoredTable& part) {
      each_piece(part, [&](const Piece& piece) {
        if (cancelled) throw Stopped{};
        values.add((first ? "" : ",") + value(part.columns[i], piece.row));
        first = false;
      });
    });
    values.add("]");
  }
  values.add("}");
  made.values = values.finish();
  made.sha256 = hash.hex();
  made.description = {{"kind", head.places == engine::Places::points ? "points" : "lines"},
                      {"rows", rows},
                      {"columns", std::move(columns)}};
  return made;
}

}  // namespace terrawright::images
