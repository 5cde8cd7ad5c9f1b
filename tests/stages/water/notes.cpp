// SPDX-License-Identifier: Apache-2.0
// Notes and verdicts of tiles are small: worlds larger than memory are solved from them.
#include "support/catch.hpp"
#include "support/stage_runs.hpp"
#include "terrains.hpp"
#include "water/discharge.hpp"

const terrawright_stage* terrawright_stage_fill_of_water();
const terrawright_stage* terrawright_stage_flats_of_water();
const terrawright_stage* terrawright_stage_receivers_of_water();
const terrawright_stage* terrawright_stage_accumulation_of_water();
const terrawright_stage* terrawright_stage_lakes_of_water();
const terrawright_stage* terrawright_stage_rivers_of_water();
const terrawright_stage* terrawright_stage_wind_of_climate();
const terrawright_stage* terrawright_stage_rain_of_climate();

using namespace terrawright;
using testing::Result;
using testing::StageRun;

namespace {

// A stage whose notes, verdicts and carries are weighed on their way to the host. One at a time.
class Weighed {
 public:
  explicit Weighed(const terrawright_stage* stage) : plain_(*stage) {
    stage_ = stage;
    notes_.clear();
    told_.clear();
    everybody_ = 0;
    pretended_ = 0;
    plain_.survey = survey;
    plain_.resolve = resolve;
  }
  const terrawright_stage* stage() const { return &plain_; }
  // Largest bytes of all notes in one round, of all tiles' own verdicts, and of the verdict for every tile.
  static std::size_t notes() { return *std::max_element(notes_.begin(), notes_.end()); }
  static std::size_t told() { return *std::max_element(told_.begin(), told_.end()); }
  static std::size_t everybody() { return everybody_; }
  static std::size_t rounds() { return notes_.size(); }
  // Surveys are of a tile with sides of so many cells, none of which is there.
  static void pretend(std::int64_t side) { pretended_ = side; }

 private:
  static terrawright_job changed(const terrawright_job& job, terrawright_host& host) {
    host_ = job.host;
    host = *job.host;
    host.note = [](void* handle, const void* bytes, std::uint64_t size) {
      notes_.back() += size;
      host_->note(handle, bytes, size);
    };
    host.verdict = [](void* handle, std::uint64_t tile, const void* bytes, std::uint64_t size) {
      if (tile == TERRAWRIGHT_EVERY_TILE) {
        everybody_ = std::max<std::size_t>(everybody_, size);
      } else {
        told_.back() += size;
      }
      host_->verdict(handle, tile, bytes, size);
    };
    terrawright_job copy = job;
    copy.host = &host;
    return copy;
  }
  static std::int32_t survey(const void* self, const terrawright_job* job) {
    terrawright_host host;
    terrawright_job copy = changed(*job, host);
    if (pretended_ != 0) copy.tile = {0, 0, pretended_, pretended_};
    if (notes_.size() <= job->round) notes_.resize(static_cast<std::size_t>(job->round) + 1);
    return stage_->survey(self, &copy);
  }
  static std::int32_t resolve(const void* self, const terrawright_job* job) {
    terrawright_host host;
    const terrawright_job copy = changed(*job, host);
    told_.push_back(0);
    return stage_->resolve(self, &copy);
  }

  terrawright_stage plain_;
  static inline const terrawright_stage* stage_;
  static inline const terrawright_host* host_;
  static inline std::vector<std::size_t> notes_, told_;  // by round
  static inline std::size_t everybody_;
  static inline std::int64_t pretended_;
};

constexpr std::int64_t width = 1537, height = 1025, cells_in_all = width * height;

Result in_usual_tiles(const StageRun& run) { return test::painted(run, 512); }

// All tiles' notes of a round, their own verdicts, and the verdict for all.
void check_weight(const char* stage, double told = 0.03, std::size_t everybody = 64) {
  INFO(stage << ": " << Weighed::rounds() << " rounds, " << Weighed::notes() << " and " << Weighed::told()
             << " bytes, and " << Weighed::everybody() << " for every tile");
  CHECK(Weighed::notes() > 0);
  CHECK(static_cast<double>(Weighed::notes()) < 0.03 * static_cast<double>(cells_in_all));
  CHECK(static_cast<double>(Weighed::told()) < told * static_cast<double>(cells_in_all));
  CHECK(Weighed::everybody() <= everybody);
}

}  // namespace

TEST_CASE("tiles of 512 cells tell and are told less than 0.03 bytes a cell",
          "[water.fill][water.flats][water.rivers][climate.rain]") {
  const test::Land land = test::fractal_land(width, height, 5, 0);
  const std::vector<float>& z = land.z;
  std::vector<std::uint8_t> ocean(land.ocean.begin(), land.ocean.end());

  const Weighed fill(terrawright_stage_fill_of_water());
  StageRun fills(fill.stage(), width, height);
  fills.input("height", z).input("ocean", ocean);
  const Result filled = in_usual_tiles(fills);
  check_weight("fill");

  const Weighed flat(terrawright_stage_flats_of_water());
  StageRun flats(flat.stage(), width, height);
  flats.input("filled", filled, "filled").input("ocean", ocean);
  const Result distance = in_usual_tiles(flats);
  CHECK(Weighed::rounds() > 1);
  check_weight("flats");

  StageRun drains(terrawright_stage_receivers_of_water(), width, height);
  drains.input("filled", filled, "filled").input("distance", distance, "distance").input("ocean", ocean);
  const Result receivers = in_usual_tiles(drains);
  StageRun sums(terrawright_stage_accumulation_of_water(), width, height);
  sums.input("receivers", receivers, "receivers").input("ocean", ocean).unit("runoff", water::runoff_unit);
  sums.input("runoff", std::vector<std::int64_t>(z.size(), 300 * 1024));
  const Result accumulation = in_usual_tiles(sums);
  StageRun floods(terrawright_stage_lakes_of_water(), width, height);
  floods.input("height", z).input("filled", filled, "filled").input("ocean", ocean).set("min_depth", 5.0);
  const Result lakes = in_usual_tiles(floods);

  const Weighed river(terrawright_stage_rivers_of_water());
  StageRun rivers(river.stage(), width, height);
  rivers.input("receivers", receivers, "receivers").input("accumulation", accumulation, "accumulation");
  rivers.input("lake", lakes, "lake").input("ocean", ocean);
  const Result found = in_usual_tiles(rivers);
  CHECK(Weighed::rounds() == 1);
  CHECK(found.number("rivers") > 10);
  CHECK(found.table("table").rows() > 100);
  check_weight("rivers");

  // Blocks of 16 cells, as a world of 8193 cells has them.
  StageRun blows(terrawright_stage_wind_of_climate(), width, height);
  const Result wind = in_usual_tiles(blows.set("resolution", 97));
  const Weighed rain(terrawright_stage_rain_of_climate());
  StageRun rains(rain.stage(), width, height);
  rains.input("height", z).input("flow", wind, "flow");
  in_usual_tiles(rains);
  // Each tile magnifies the whole map of rain, which is of one size however large the world.
  check_weight("rain", 0.03, std::size_t{97} * 65 * 4 + 1024);
}

TEST_CASE("a tile of more cells than can be counted is refused before any is read", "[water.fill][water.flats]") {
  for (const auto* stage : {terrawright_stage_fill_of_water(), terrawright_stage_flats_of_water()}) {
    const Weighed weighed(stage);
    StageRun run(weighed.stage(), 64, 48);
    run.input(stage == terrawright_stage_fill_of_water() ? "height" : "filled", 1.0f);
    CHECK_FALSE(run.paint().failure());
    Weighed::pretend(32769);
    CHECK(run.paint().failure().value_or(testing::Message{}).text ==
          "a tile of 32769 x 32769 cells is more than it can count (2^30): take smaller tiles, as 512 cells a side");
  }
}
