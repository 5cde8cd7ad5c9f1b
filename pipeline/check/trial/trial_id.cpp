// SPDX-License-Identifier: Apache-2.0
#include "check/trial/trial_id.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "border/host.hpp"
#include "check/trial/elsewhere.hpp"
#include "engine/layers/layer.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::check {
namespace {

// Sides of tiles for a world of this size.
struct TileSides {
  std::int64_t usual, other;
};
TileSides tiles_for(std::int64_t width, std::int64_t height) {
  const std::int64_t side = std::max(width, height);
  if (side <= 80) return {7, 13};
  if (side <= 300) return {32, 100};
  return {64, 300};
}

std::string tiles(std::int64_t side) {
  return side == schedule::whole_world ? "the whole world as one tile" : "tiles of " + std::to_string(side);
}

Way tiled(std::int64_t tile, int threads, const std::string& differs) {
  Way way;
  way.tile = tile;
  way.threads = threads;
  way.differs = differs;
  return way;
}

Way tiled_otherwise(std::int64_t usual, std::int64_t tile, int threads) {
  if (tile == usual) return tiled(tile, threads, "1 thread and 2 threads differ");
  return tiled(
      tile, threads,
      tiles(usual) + " and " + (tile == schedule::whole_world ? tiles(tile) : std::to_string(tile)) + " differ");
}

// The same world again and again, on one thread: what is not decided by its inputs shows.
std::vector<Way> ways_of_one_tiling(std::int64_t tile) {
  std::vector<Way> ways(6, tiled(tile, 1, "two runs differ"));
  ways[2].tile_order = 5;
  ways[2].differs = "another order of the tiles gives another result";
  ways[3].merge_order = 9;
  ways[3].levels = 3;
  ways[3].differs = "notes merged in another order give another result";
  ways[4].around = 0x3f;
  ways[4].differs = "it reads outside its window";
  ways[5].unwritten = 0x2b;
  ways[5].differs = "it reads memory that nobody has written";
  ways[5].judges_values = true;
  return ways;
}

// A run, and one in which all is otherwise at once.
std::vector<Way> two_ways(std::int64_t tile, std::int64_t other) {
  std::vector<Way> ways(2, tiled(tile, 1, ""));
  ways[1] = tiled(other, 2, "other tiles, threads, order and surroundings give another result");
  ways[1].around = 0x3f;
  ways[1].unwritten = 0x2b;
  ways[1].tile_order = 5;
  ways[1].merge_order = 9;
  ways[1].levels = 3;
  ways[1].judges_values = true;
  return ways;
}

std::vector<std::string> set_for(std::int64_t width, std::int64_t height, std::int64_t seed) {
  return {"world.size=[" + std::to_string(width) + ", " + std::to_string(height) + "]",
          "world.seed=" + std::to_string(seed)};
}

constexpr std::string_view kinds[] = {"runs",  "beside", "before", "alone", "whole", "threads",   "other", "usual",
                                      "after", "few",    "all",    "cells", "leaks", "elsewhere", "there", "cost"};

std::optional<std::uint32_t> phase_of_stop(std::string_view kind) {
  for (const std::uint32_t phase : {TERRAWRIGHT_PHASE_SURVEY, TERRAWRIGHT_PHASE_RESOLVE, TERRAWRIGHT_PHASE_PAINT}) {
    if (kind == stop_in(phase)) return phase;
  }
  return std::nullopt;
}

// "stages.it.with.power=8" for people.
std::string shown(const std::string& set) {
  const std::size_t equals = set.find('='), dot = set.rfind('.', equals);
  std::string text = set.substr(dot + 1, equals - dot - 1) + " = " + set.substr(equals + 1);
  while (text.back() == ' ') text.pop_back();
  return text;
}

bool number(std::string_view text, std::int64_t& to) {
  const auto end = std::from_chars(text.data(), text.data() + text.size(), to);
  return end.ec == std::errc() && end.ptr == text.data() + text.size() && to >= 0;
}

// Texts with ; between them; \ before what is part of one.
std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    if (&text != &texts.front()) all += ';';
    for (const char c : text) {
      if (c == ';' || c == '\\') all += '\\';
      all += c;
    }
  }
  return all;
}
std::vector<std::string> split(std::string_view all) {
  std::vector<std::string> texts(all.empty() ? 0 : 1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == ';') {
      texts.emplace_back();
    } else {
      if (all[i] == '\\' && i + 1 < all.size()) ++i;
      texts.back() += all[i];
    }
  }
  return texts;
}

// Below `end`, the same for the same text everywhere.
std::size_t any_number(const std::string& text, std::size_t end) {
  const engine::Digest digest = engine::digest_of(text);
  return (digest[0] * std::size_t{256} + digest[1]) % end;
}

bool is_of_another(const TrialId& id) { return id.kind == "beside" || id.kind == "before"; }

// Other inputs for each setting, and the same for all trials that are compared.
std::int64_t seed_of(const TrialId& id) {
  const bool is_plain = id.set.empty() || is_of_another(id);
  return id.width + (is_plain ? 0 : static_cast<std::int64_t>(any_number(joined(id.set), 1000)));
}

// Up to the next `mark`, which is taken too.
std::string_view next(std::string_view& text, char mark) {
  const std::size_t end = text.find(mark);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return part;
}

}  // namespace

std::string stop_in(std::uint32_t phase) { return std::string("stop-in-") + border::phase_name(phase); }

std::string TrialId::text() const {
  return std::to_string(trial_world) + "/" + std::to_string(width) + "x" + std::to_string(height) + "/" + kind +
         (set.empty() ? "" : "/" + joined(set));
}

std::optional<TrialId> trial_id_of(const std::string& text) {
  std::string_view rest = text;
  std::int64_t trial_world = 0;
  TrialId id;
  if (!number(next(rest, '/'), trial_world) || !number(next(rest, 'x'), id.width) ||
      !number(next(rest, '/'), id.height))
    return std::nullopt;
  id.trial_world = static_cast<std::size_t>(trial_world);
  id.kind = next(rest, '/');
  id.set = split(rest);
  const bool is_known = std::find(std::begin(kinds), std::end(kinds), id.kind) != std::end(kinds);
  if (id.width == 0 || id.height == 0 || (!is_known && !phase_of_stop(id.kind))) return std::nullopt;
  return id;
}

std::string TrialId::world(const TrialWorld& from) const {
  std::string text = from.name + ", " + std::to_string(width) + " x " + std::to_string(height) + " cells, seed " +
                     std::to_string(seed_of(*this));
  for (const std::string& one : set) text += (is_of_another(*this) ? ", the other's " : ", ") + shown(one);
  const TileSides sides = tiles_for(width, height);
  if (kind == "runs" || kind == "threads" || kind == "leaks") text += ", " + tiles(sides.usual);
  if (kind == "whole") text += ", " + tiles(schedule::whole_world);
  if (kind == "other") text += ", " + tiles(sides.other);
  if (kind == "usual") text += ", " + tiles(schedule::chunk_side);
  if (kind == "cells") text += ", " + tiles(1);
  if (const auto phase = phase_of_stop(kind)) text += std::string(", stopped in ") + border::phase_name(*phase);
  return text;
}

Trial trial_of(const TrialId& id, const TrialWorld& trial_world) {
  const TileSides sides = tiles_for(id.width, id.height);
  const std::int64_t side = sides.usual, other = sides.other;
  constexpr std::int64_t whole = schedule::whole_world;
  Trial trial;
  trial.trial_world = &trial_world;
  trial.set = set_for(id.width, id.height, seed_of(id));
  if (!is_of_another(id)) trial.set.insert(trial.set.end(), id.set.begin(), id.set.end());
  if (id.kind != "runs" && id.kind != "elsewhere" && id.kind != "leaks" && id.kind != "cost")
    trial.environment = 1 + any_number(id.text(), environments);
  const auto compared = [&](const Way& way, std::size_t times = 1) {
    trial.first = tiled(side, 1, "");
    trial.ways.insert(trial.ways.end(), times, way);
  };
  if (id.kind == "whole") compared(tiled_otherwise(side, whole, 1));
  if (id.kind == "cells") compared(tiled_otherwise(side, 1, 1));
  if (id.kind == "other") compared(tiled_otherwise(side, other, 2), 2);
  if (id.kind == "threads") {
    // The process's first run, as what is kept in statics is of the tile that came first.
    compared(tiled(side, 1, "another order of the tiles gives another result"));
    trial.ways.front().tile_order = 5;
    compared(tiled_otherwise(side, side, 2));
  }
  if (id.kind == "usual") {
    compared(tiled_otherwise(side, schedule::chunk_side, 2));
    trial.ways.front().watched = false;  // as `build` runs it
  }
  if (id.kind == "after") {
    compared(tiled(side, 1, "a world that was run before changes what it makes"));
    trial.before = set_for(41, 29, 41);
  }
  if (is_of_another(id)) {  // of the same size, and else unlike
    std::vector<std::string> another = {trial.set.front(), "world.seed=7"};
    another.insert(another.end(), id.set.begin(), id.set.end());
    const bool before = id.kind == "before";
    (before ? trial.before : trial.beside) = std::move(another);
    compared(tiled(side, 1,
                   before ? "a world that was run before changes what it makes"
                          : "another node of the same stage changes what it makes"));
  }
  if (id.kind == "alone") trial.ways = {tiled(whole, 1, "")};
  if (id.kind == "few") {
    trial.ways = two_ways(side, other);
    trial.apart = ways_of_one_tiling(side);
    trial.apart.push_back(tiled_otherwise(side, other, 2));
  }
  if (id.kind == "runs" || id.kind == "all") trial.ways = ways_of_one_tiling(side);
  if (id.kind == "all") {
    trial.ways.push_back(tiled_otherwise(side, whole, 1));
    trial.ways.push_back(tiled_otherwise(side, other, 2));
    trial.ways.back().judges_values = true;  // the one that is always gone
  }
  if (id.kind == "elsewhere") compared(tiled(side, 1, "another environment changes what it makes"));
  if (id.kind == "there") trial.ways = {tiled(side, 1, "")};
  trial.is_elsewhere = id.kind == "elsewhere";
  trial.tells_what_it_made = trial.is_elsewhere || id.kind == "there";
  trial.leaks = id.kind == "leaks";
  trial.measures = id.kind == "cost";
  trial.stops_in = phase_of_stop(id.kind);
  if (trial.stops_in) trial.ways = {tiled(whole, 1, "")};
  return trial;
}

}  // namespace terrawright::check
