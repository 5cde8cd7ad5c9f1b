// SPDX-License-Identifier: Apache-2.0
// A bay's name stands in its water in one line or two or turned with it; else before its mouth; and where an inlet is
// too narrow for any, beside it on land, whole.
#include "map/labels/around.hpp"
#include "map/labels/candidates_of.hpp"

namespace terrawright::map::labels {
namespace {

constexpr int bay_steps = 7;
constexpr std::int32_t most_on_land = 300, land_price = 4000;
constexpr std::int32_t bay_two_lines_cost = 60, turned_cost = 160, steep_cost = 400;
constexpr std::int32_t mouth_cost = 350, ashore_cost = 1050, least_ashore = 985;
constexpr double steepest = 0.94;

struct Aside {
  Vector turned;
  std::int32_t cost;
};
constexpr Aside asides[] = {{{1, 0}, 0},
                            {{0.906308, 0.422618}, 40},
                            {{0.906308, -0.422618}, 40},
                            {{0.642788, 0.766044}, 110},
                            {{0.642788, -0.766044}, 110},
                            {{0.173648, 0.984808}, 240},
                            {{0.173648, -0.984808}, 240}};

class Bay {
 public:
  explicit Bay(const Site& site)
      : site_(site),
        outwards_(unit({static_cast<double>(site.feature.towards_x), static_cast<double>(site.feature.towards_y)})) {}

  std::vector<Candidate> candidates() {
    // Farthest distance at which a name still belongs to the bay.
    const double reach = 1.5 * site_.feature.radius + 3 * site_.em();
    for (const bool two : {false, true}) {
      if (two && !site_.can_be_cut()) continue;
      const Block block = {&site_.text, site_.tracking(), two};
      const std::int32_t cost = two ? bay_two_lines_cost : 0;
      for (int k = 0; k < bay_steps; ++k) {
        const double out = reach * k / (bay_steps - 1);
        const std::int32_t far = cost + 350 * k / (bay_steps - 1);
        in_water(block, site_.point() + outwards_ * out, {1, 0}, far, k);
        turned_in_water(block, out, far + turned_cost, k);
      }
      before_mouth(block, cost);
    }
    ashore();
    return best_of(std::move(found_), 24);
  }

 private:
  void in_water(const Block& block, Vector middle, Vector along, std::int32_t cost, std::int32_t place) {
    Candidate c;
    block.set(c, middle, along);
    if (!site_.ground.allows(c.boxes)) return;
    const Covered covered = site_.ground.under(c.boxes);
    if (covered.on_lake() || covered.land > most_on_land) return;
    c.cost = cost + price(covered.ink, ink_price) + price(covered.land, land_price);
    c.place = place;
    found_.push_back(std::move(c));
  }

  void turned_in_water(const Block& block, double out, std::int32_t cost, std::int32_t place) {
    const Vector along = outwards_.x < 0 ? outwards_ * -1.0 : outwards_;
    if (std::fabs(along.y) < 0.17 || std::fabs(along.y) > steepest) return;
    const double steep = std::max(std::fabs(along.y) - 0.5, 0.0);
    in_water(block, site_.point() + outwards_ * out, along, cost + to_paper(steep_cost * steep), place + 20);
  }

  void before_mouth(const Block& block, std::int32_t cost) {
    std::int32_t place = 40;
    for (const Aside& aside : asides) {
      const Vector towards = {outwards_.x * aside.turned.x - outwards_.y * aside.turned.y,
                              outwards_.x * aside.turned.y + outwards_.y * aside.turned.x};
      ++place;
      for (const double out : {0.35, 0.8, 1.25}) {
        const double away = out * site_.feature.radius + 0.25 * site_.em();
        in_water(block, middle_towards(site_.point(), towards, away, block), {1, 0},
                 cost + mouth_cost + aside.cost + to_paper(130 * out), place);
      }
    }
  }

  void ashore() {
    const Block block = {&site_.text, site_.tracking(), false};
    const auto on_land = [](const Covered& covered) { return covered.land >= least_ashore && !covered.on_lake(); };
    LabelFeature point = site_.feature;
    point.radius = 60;
    for (const Around& around : places_around({point, site_.style, site_.text, site_.ground}, block, on_land)) {
      Candidate c = around.candidate;
      c.cost = ashore_cost + around.cost + price(around.covered.ink, ink_price);
      c.place = 60 + around.position;
      found_.push_back(std::move(c));
    }
  }

  const Site& site_;
  Vector outwards_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<Candidate> candidates_in_bay(const Site& site) { return Bay(site).candidates(); }

}  // namespace terrawright::map::labels
