// SPDX-License-Identifier: Apache-2.0
// feature.names: what features are called.
#include "names.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "feature/feature_grid.hpp"
#include "sites.hpp"
#include "terrawright/stage.hpp"
#include "terrawright/table_view.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::feature;

// Places of the features of a table, for their names, and their order.

// `cell`: metres. A river is where its mouth is, an area and a summit at the middle of all of it: the pole of a long
// lake goes from one end to the other when a bay fills up, and the highest cell of a ridge to the next.
inline std::vector<Anchor> anchors_of(const terrawright::TableView& table, double cell) {
  std::vector<Anchor> anchors;
  const double *x = nullptr, *y = nullptr;
  for (const auto& [name_x, name_y] : {std::pair("middle_x", "middle_y"), std::pair("pole_x", "pole_y")}) {
    if (x != nullptr || table.find(name_x) == nullptr || table.find(name_y) == nullptr) continue;
    x = table.reals(name_x, "m");
    y = table.reals(name_y, "m");
  }
  for (std::size_t r = 0; r < table.rows(); ++r) {
    terrawright_point at{0, 0};
    if (table.has_points()) at = table.point(r);
    if (table.has_lines() && table.line(r).size() != 0) at = *(table.line(r).end() - 1);
    anchors.push_back(x != nullptr ? Anchor::of_metres(x[r], y[r]) : Anchor::of_metres(at.x * cell, at.y * cell));
  }
  return anchors;
}

// Rows, the most important first: as they stand, but rivers by their water times their length. Short ones of much
// water, as where a great river leaves a lake for another, are here today and gone at the next resolution.
inline std::vector<std::size_t> order_of(const terrawright::TableView& table, Kind kind) {
  std::vector<std::size_t> order(table.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (kind != Kind::river || table.find("discharge") == nullptr || table.find("length") == nullptr) return order;
  const double* const discharge = table.reals("discharge", "m3/s");
  const double* const length = table.reals("length", "km");
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return discharge[a] * length[a] > discharge[b] * length[b]; });
  return order;
}

constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20;

struct Names {
  In<Table> features;
  Out<Table> named;
  Kind kind = Kind::river;
  std::vector<std::string> tongues;
  File tables, refused;
  enum class Generics { tongue, english } generics = Generics::tongue;

  std::shared_ptr<const Speech> speech;
  std::uint64_t stream = 0;
  double cell = 1;

  static void describe(Spec<Names>& s) {
    s.stage("feature.names", "Names: what rivers, mountains, towns and other features are called.");
    s.source(
        "names are whole numbers of seed, kind and place: a honeycomb of sites, roots drawn from weighted parts, words "
        "for things");
    s.port(
        &Names::features, "features",
        "Features of one kind, the most important first, such as feature.peaks or feature.courses give them. Each is "
        "called by its place in metres: that of its mouth, of its middle (`middle_x`, `middle_y`), or of its point.");
    s.port(&Names::named, "named", "The same features with one column more, `name`.").like("features");
    s.parameter(&Names::kind, "kind", "Kind of the features.")
        .choices({"river", "peak", "lake", "town", "island", "cape", "bay", "forest", "desert", "plain", "range", "sea",
                  "land"})
        .choice_docs({"Rivers and streams.", "Summits.", "Lakes.", "Towns and villages.", "Islands.", "Capes.",
                      "Bays and fjords.", "Forests.", "Deserts.", "Plains.", "Ranges of mountains.", "Seas.",
                      "Lands: an island's or a continent's countries."});
    s.parameter(&Names::tongues, "tongues",
                "The tongues of the world, up to four, each spoken in lands of about 110 km: norric, velan, brethic, "
                "turanic, or those of `tables`. Empty: all of `tables`, or three of ours by the seed.");
    s.parameter(&Names::tables, "tables",
                "Path of a JSON file with your own tongues, relative to the config and inside its folder: parts of "
                "roots and words for things, as in stages/feature/names/tables/norric.json.");
    s.parameter(&Names::refused, "refused",
                "Path of a text of words that no name may contain, beside those that are always refused: `word` "
                "anywhere, `word-` at the start of a word, `-word` at its end, `-word-` alone.");
    s.parameter(&Names::generics, "generics", "Source of words for things: the tongue itself, or English.")
        .choices({"tongue", "english"})
        .choice_docs({"Monte Varina, Thelfjord, Llyn Rhaen.", "Mount Varina, Thel Bay, Lake Rhaen."});
    s.reads_cell().reads_random();
  }

  void arrange(Arrangement& world) {
    refuse_wrapped(world.world(), "features");
    cell = world.cell();
    stream = world.stream();
    auto made = std::make_shared<Speech>();
    made->refused.add(built_in_table("refused.txt"));
    std::vector<std::string> of_tables, of_refused, of_tongues;
    std::vector<Tongue> own;
    if (!tables.path.empty()) {
      ReadingTongues reading;
      own = reading.read(world.bytes(tables, "tables", most_bytes));
      for (const std::string& problem : reading.problems) world.fail("tables", "'" + tables.path + "': " + problem);
      if (!reading.problems.empty()) throw AlreadySaid{};
    }
    if (!refused.path.empty()) {
      for (const std::string& problem : made->refused.add(world.bytes(refused, "refused", most_bytes)))
        of_refused.push_back("'" + refused.path + "': " + problem);
    }
    if (generics == Generics::english) made->general = built_in_tongue("english");
    made->tongues = Speech::chosen(tongues, own, stream, of_tongues);
    if (made->tongues.size() > 4) of_tongues.emplace_back("a world has at most four tongues");
    for (const Tongue& tongue : made->tongues) {
      const std::string problem = made->mute(tongue);
      if (!problem.empty()) of_refused.push_back(problem);
    }
    for (const std::string& problem : of_tongues) world.fail("tongues", problem);
    for (const std::string& problem : of_refused) world.fail("refused", problem);
    if (!of_tongues.empty() || !of_refused.empty()) throw AlreadySaid{};
    speech = std::move(made);
  }

  Next<Nothing> resolve(Resolving& resolving) const {
    const TableView table = resolving[features];
    if (table.find("name") != nullptr)
      throw Failure("features", "these features have names already: a column `name` is in their table");
    const std::vector<Anchor> anchors = anchors_of(table, cell);
    std::vector<Taken> sites;
    if (kind == Kind::sea && table.find("octant") != nullptr) {
      const std::int64_t* const octant = table.integers("octant");
      sites = numbered_sites({octant, octant + table.rows()}, anchors);
    } else if (kind == Kind::land) {
      sites = numbered_sites(std::vector<std::int64_t>(table.rows(), 0), anchors);
    } else {
      sites = taken_sites(stream, kind, anchors, order_of(table, kind));
    }
    std::vector<std::string> words = speech->names(stream, kind, sites);
    for (std::size_t r = 0; r < words.size(); ++r) {
      if (words[r].empty())
        throw Failure("refused", "all names of the " + std::string(kind_words[static_cast<std::size_t>(kind)]) + " " +
                                     std::to_string(r) + " have refused words in them");
    }
    Table with_names = table.copy();
    with_names.texts("name", std::move(words));
    resolving.table(named, with_names);
    return done(Nothing{});
  }
  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_STAGE(feature, names, Names)
