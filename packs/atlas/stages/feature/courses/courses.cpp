// SPDX-License-Identifier: Apache-2.0
// feature.courses: whole rivers, each from its source to its mouth.
#include "courses.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "tables/rows.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::feature;

struct Courses {
  In<Table> rivers;
  In<Mask> lake;
  Out<Table> courses, reaches;
  double cell = 1;

  static void describe(Spec<Courses>& s) {
    s.stage("feature.courses", "Courses: rivers from source to mouth, through confluences and lakes, one line each.");
    s.source("At a confluence the branch of the larger discharge goes on");
    s.reads_cell();
    s.port(&Courses::rivers, "rivers", "Reaches, from water.rivers (`rivers.table`).").lines();
    s.port(&Courses::lake, "lake", "Mask of the lakes, which rivers run through; without it they end there.")
        .only_in(TERRAWRIGHT_PHASE_SURVEY)
        .optional();
    s.port(&Courses::courses, "courses",
           "One row for each river, that with most water at its mouth first: its discharge there, its length, how many "
           "lakes it runs through, and the row of the river that it joins, -1 where it joins none.")
        .lines();
    s.port(&Courses::reaches, "reaches", "The rows of `rivers` and, as `course`, the row of the river they belong to.")
        .lines()
        .by_name();
  }

  void arrange(Arrangement& world) {
    refuse_wrapped(world.world(), "rivers");
    cell = world.cell();
    // Runs of lakes, and what is known of reaches; neither has nearly as many as there are cells.
    world.needs_memory(static_cast<std::uint64_t>(world.width() * world.height()) * 2 + (std::uint64_t{1} << 20));
  }

  Blob survey(const Tile& tile) const {
    std::vector<LakeRun> runs;
    if (const auto mask = tile[lake]) {
      tile.each_row([&](std::int64_t y) {
        const std::uint8_t* const row = mask.row(y, tile.left());
        for (std::int64_t x = 0; x < tile.width(); ++x) {
          if (row[x] == 0) continue;
          const std::int64_t begin = x;
          while (x < tile.width() && row[x] != 0) ++x;
          runs.push_back({y, tile.left() + begin, tile.left() + x});
        }
      });
    }
    Blob note;
    note.add(runs);
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    std::vector<LakeRun> runs;
    for (std::size_t n = 0; n < notes.size(); ++n) {
      for (const LakeRun& run : notes[n].items<LakeRun>(0)) runs.push_back(run);
    }
    const TableView table = resolving[rivers];
    const std::vector<Reach> known = reaches_of(table);
    resolving.poll();
    const LakeRuns lakes(std::move(runs));
    std::vector<std::size_t> below = reaches_below(known, lakes, [&] { resolving.poll(); });
    const std::vector<Course> found = courses_of(known, std::move(below));
    resolving.table(courses, course_table(table, known, found, [&] { resolving.poll(); }));
    std::vector<std::int64_t> of(known.size(), -1);
    for (std::size_t c = 0; c < found.size(); ++c) {
      for (const std::size_t r : found[c].reaches) of[r] = static_cast<std::int64_t>(c);
    }
    Table with_course = table.copy();
    with_course.integers("course", "1", std::move(of));
    resolving.table(reaches, with_course);
    return done(Nothing{});
  }
  void paint(Tile&) const {}

  static std::vector<Reach> reaches_of(const TableView& table) {
    const auto* const number = table.integers("reach");
    const auto* const next = table.integers("next_reach");
    const auto* const from_x = table.integers("from_x");
    const auto* const from_y = table.integers("from_y");
    const auto* const to_x = table.integers("to_x");
    const auto* const to_y = table.integers("to_y");
    const double* const discharge = table.reals("discharge", "m3/s");
    const char* const* const ends_in = table.texts("ends_in");
    table.reals("length", "km");
    std::vector<Reach> reaches;
    for (std::size_t r = 0; r < table.rows(); ++r) {
      reaches.push_back({number[r], next[r], from_x[r], from_y[r], to_x[r], to_y[r], discharge[r],
                         std::string("lake") == ends_in[r]});
    }
    return reaches;
  }

  template <class Poll>
  Table course_table(const TableView& table, const std::vector<Reach>& known, const std::vector<Course>& found,
                     Poll poll) const {
    const double* const length_of = table.reals("length", "km");
    tables::Rows<double, double, std::int64_t, std::int64_t> rows(
        {{"discharge", "m3/s"}, {"length", "km"}, {"lakes", "1"}, {"into", "1"}});
    for (const Course& course : found) {
      poll();
      std::vector<terrawright_point> line;
      double kilometres = 0;
      std::int64_t passed = 0;
      for (const std::size_t r : course.reaches) {
        const TableView::Line part = table.line(r);
        if (part.size() == 0) continue;
        if (!line.empty()) {
          // The line before ends where this one begins, or at the other end of a lake.
          const double dx = part[0].x - line.back().x, dy = part[0].y - line.back().y;
          if (dx == 0 && dy == 0) {
            line.pop_back();
          } else {
            kilometres += std::sqrt(dx * dx + dy * dy) * cell / 1000.0;
            ++passed;
          }
        }
        line.insert(line.end(), part.begin(), part.end());
        kilometres += length_of[r];
      }
      rows.places.line(line.begin(), line.end());
      rows.add(known[course.reaches.back()].discharge, kilometres, passed,
               course.into == no_reach ? -1 : static_cast<std::int64_t>(course.into));
    }
    return rows.table();
  }
};

}  // namespace

TERRAWRIGHT_STAGE(feature, courses, Courses)
