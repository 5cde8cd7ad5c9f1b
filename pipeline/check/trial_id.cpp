// SPDX-License-Identifier: Apache-2.0
#include "check/trial_id.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "border/host.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::check {
namespace {

// Sides of tiles for a world of this size.
struct Tiles {
  std::int64_t usual, other;
};
Tiles tiles_for(std::int64_t width, std::int64_t height) {
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

// What shows most in four runs.
std::vector<Way> few_ways(std::int64_t tile, std::int64_t other) {
  std::vector<Way> ways(4, tiled(tile, 1, "two runs differ"));
  ways[1].around = 0x3f;
  ways[1].unwritten = 0x2b;
  ways[1].differs = "it reads outside its window, or what nobody has written";
  ways[1].judges_values = true;
  ways[2].tile_order = 5;
  ways[2].merge_order = 9;
  ways[2].differs = "another order of tiles and notes gives another result";
  ways[3] = tiled_otherwise(tile, other, 2);
  return ways;
}

std::vector<std::string> set_for(std::int64_t width, std::int64_t height) {
  return {"world.size=[" + std::to_string(width) + ", " + std::to_string(height) + "]",
          "world.seed=" + std::to_string(width)};
}

constexpr std::string_view kinds[] = {"runs",  "beside", "before", "alone", "whole", "threads",   "other", "usual",
                                      "after", "few",    "all",    "cells", "leaks", "elsewhere", "cost"};

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
  std::string text = std::to_string(feed) + "/" + std::to_string(width) + "x" + std::to_string(height) + "/" + kind;
  for (std::size_t i = 0; i < set.size(); ++i) text += (i == 0 ? "/" : ";") + set[i];
  return text;
}

std::optional<TrialId> trial_id_of(const std::string& text) {
  std::string_view rest = text;
  std::int64_t feed = 0;
  TrialId id;
  if (!number(next(rest, '/'), feed) || !number(next(rest, 'x'), id.width) || !number(next(rest, '/'), id.height))
    return std::nullopt;
  id.feed = static_cast<std::size_t>(feed);
  id.kind = next(rest, '/');
  while (!rest.empty()) id.set.emplace_back(next(rest, ';'));
  const bool is_known = std::find(std::begin(kinds), std::end(kinds), id.kind) != std::end(kinds);
  if (id.width == 0 || id.height == 0 || (!is_known && !phase_of_stop(id.kind))) return std::nullopt;
  return id;
}

std::string TrialId::world(const Feed& from) const {
  std::string text = from.name + ", " + std::to_string(width) + " x " + std::to_string(height) + " cells, seed " +
                     std::to_string(width);
  for (const std::string& one : set)
    text += (kind == "beside" || kind == "before" ? ", the other's " : ", ") + shown(one);
  const Tiles sides = tiles_for(width, height);
  if (kind == "runs" || kind == "threads" || kind == "leaks") text += ", " + tiles(sides.usual);
  if (kind == "whole") text += ", " + tiles(schedule::whole_world);
  if (kind == "other") text += ", " + tiles(sides.other);
  if (kind == "usual") text += ", " + tiles(schedule::chunk_side);
  if (kind == "cells") text += ", " + tiles(1);
  if (const auto phase = phase_of_stop(kind)) text += std::string(", stopped in ") + border::phase_name(*phase);
  return text;
}

Trial trial_of(const TrialId& id, const Feed& feed) {
  const Tiles sides = tiles_for(id.width, id.height);
  const std::int64_t side = sides.usual, other = sides.other;
  constexpr std::int64_t whole = schedule::whole_world;
  Trial trial;
  trial.feed = &feed;
  trial.set = set_for(id.width, id.height);
  const bool is_of_another = id.kind == "beside" || id.kind == "before";
  if (!is_of_another) trial.set.insert(trial.set.end(), id.set.begin(), id.set.end());
  const auto two = [&](std::int64_t tile, int threads) {
    trial.first = tiled(side, 1, "");
    trial.ways.assign(2, tiled_otherwise(side, tile, threads));
  };
  if (id.kind == "whole") two(whole, 1);
  if (id.kind == "threads") two(side, 2);
  if (id.kind == "other") two(other, 2);
  if (id.kind == "cells") two(1, 1);
  if (id.kind == "usual") {
    two(schedule::chunk_side, 2);
    for (Way& way : trial.ways) way.watched = false;  // as `build` runs it
  }
  if (id.kind == "after") {
    trial.first = tiled(side, 1, "");
    trial.before = set_for(41, 29);
    trial.ways = {tiled(side, 1, "a world that was run before changes what it makes")};
  }
  if (is_of_another) {  // of the same size, and else unlike
    trial.first = tiled(side, 1, "");
    std::vector<std::string> another = {trial.set.front(), "world.seed=7"};
    another.insert(another.end(), id.set.begin(), id.set.end());
    const bool before = id.kind == "before";
    (before ? trial.before : trial.beside) = std::move(another);
    trial.ways = {tiled(side, 1,
                        before ? "a world that was run before changes what it makes"
                               : "another node of the same stage changes what it makes")};
  }
  if (id.kind == "alone") trial.ways = {tiled(whole, 1, "")};
  if (id.kind == "few") trial.ways = few_ways(side, other);
  if (id.kind == "runs" || id.kind == "all") trial.ways = ways_of_one_tiling(side);
  if (id.kind == "all") {
    trial.ways.push_back(tiled_otherwise(side, whole, 1));
    trial.ways.push_back(tiled_otherwise(side, other, 2));
  }
  trial.is_elsewhere = id.kind == "elsewhere";
  if (trial.is_elsewhere) {
    trial.first = tiled(side, 1, "");
    trial.ways = {tiled(side, 1, "another environment changes what it makes")};
  }
  trial.leaks = id.kind == "leaks";
  trial.measures = id.kind == "cost";
  trial.stops_in = phase_of_stop(id.kind);
  if (trial.stops_in) trial.ways = {tiled(whole, 1, "")};
  return trial;
}

}  // namespace terrawright::check
