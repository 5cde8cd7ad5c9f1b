// SPDX-License-Identifier: Apache-2.0
#include "map/labels/label_solver.hpp"

#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "map/labels/candidates_of.hpp"
#include "map/labels/label_choice.hpp"
#include "map/labels/label_kinds.hpp"

namespace terrawright::map {
namespace {

using labels::Candidate;

constexpr std::int32_t most_of_a_kind = 1000;

// Identity of a feature, independent of the order: the more important first.
auto key_of(const LabelFeature& f) {
  const PaperPoint end = f.line.empty() ? f.point : f.line.back();
  return std::make_tuple(-labels::worth_of(f), static_cast<std::int32_t>(f.kind), -f.size, -std::int64_t{f.radius},
                         f.point.y, f.point.x, end.y, end.x, f.line.size(), std::string_view(f.text), f.towards_x,
                         f.towards_y);
}

std::vector<std::size_t> in_order(const LabelInput& input) {
  std::vector<std::size_t> order(input.features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto ka = key_of(input.features[a]), kb = key_of(input.features[b]);
    return ka != kb ? ka < kb : a < b;
  });
  return order;
}

bool any_inside(const LabelFeature& f, const labels::Ground& ground) {
  const auto inside = [&](PaperPoint p) { return ground.inside_frame(p); };
  return inside(f.point) ? f.kind != LabelKind::river || std::any_of(f.line.begin(), f.line.end(), inside)
                         : std::any_of(f.line.begin(), f.line.end(), inside);
}

class Labelling {
 public:
  Labelling(const LabelInput& input, const Letters& letters, const InAnyOrder& parallel)
      : input_(input), letters_(letters), parallel_(parallel), ground_(input) {}

  LabelOutput solved() {
    collect();
    labels::LabelChoice choice(labels_, input_.frame);
    choice.greedy();
    output_.greedy_energy = choice.energy() / 2;
    choice.eject();
    output_.energy = choice.energy() / 2;
    write(choice.choice());
    return std::move(output_);
  }

 private:
  LabelCount& count_of(const LabelFeature& f) { return output_.counts[static_cast<std::size_t>(f.kind)]; }

  // A name, or why there is none.
  struct Wanted {
    std::size_t feature;
    std::optional<WhyNot> why;
    labels::LabelText text;
    std::vector<Candidate> candidates;
  };

  void collect() {
    std::set<std::pair<LabelKind, std::string_view>> names;
    std::int32_t of_kind[label_kinds] = {};
    std::vector<Wanted> all;
    for (const std::size_t k : in_order(input_)) {
      const LabelFeature& f = input_.features[k];
      const LabelStyle& style = input_.styles[static_cast<std::size_t>(f.style)];
      const auto leave_out = [&](WhyNot why) { all.push_back({k, why, {}, {}}); };
      if (f.text.find_first_not_of(' ') == std::string::npos) {
        leave_out(WhyNot::no_name);
      } else if (!any_inside(f, ground_)) {
        leave_out(WhyNot::outside);
      } else if (f.kind != LabelKind::height && !names.insert({f.kind, f.text}).second) {
        leave_out(WhyNot::repeated);
      } else if (++of_kind[static_cast<std::size_t>(f.kind)] > most_of_a_kind) {
        leave_out(WhyNot::too_many);
      } else {
        ++count_of(f).wanted;
        all.push_back({k, {}, labels::text_of(f, style, letters_), {}});
      }
    }
    parallel_(all.size(), [&](std::uint64_t n) {
      Wanted& one = all[static_cast<std::size_t>(n)];
      const LabelFeature& f = input_.features[one.feature];
      if (!one.why)
        one.candidates =
            labels::candidates_of({f, input_.styles[static_cast<std::size_t>(f.style)], one.text, ground_});
    });
    for (Wanted& one : all) {
      if (!one.why && one.candidates.empty()) one.why = WhyNot::no_place;
      if (one.why) {
        output_.unplaced.push_back({one.feature, *one.why});
      } else {
        labels_.push_back({labels::worth_of(input_.features[one.feature]), std::move(one.candidates)});
        features_.push_back(one.feature);
      }
    }
  }

  // The most important are drawn last.
  void write(const std::vector<std::int32_t>& choice) {
    for (std::size_t l = labels_.size(); l-- > 0;) {
      const LabelFeature& f = input_.features[features_[l]];
      if (choice[l] < 0) {
        output_.unplaced.push_back({features_[l], WhyNot::others});
        continue;
      }
      ++count_of(f).placed;
      const LabelStyle& style = input_.styles[static_cast<std::size_t>(f.style)];
      const Candidate& c = labels_[l].candidates[static_cast<std::size_t>(choice[l])];
      output_.placed.push_back({features_[l],
                                {f.text, static_cast<std::int32_t>(style.font), f.size, style.colour, style.halo,
                                 style.halo_width, c.glyphs},
                                c.boxes});
    }
  }

  const LabelInput& input_;
  const Letters& letters_;
  const InAnyOrder& parallel_;
  const labels::Ground ground_;
  std::vector<labels::Label> labels_;  // the most important first
  std::vector<std::size_t> features_;
  LabelOutput output_;
};

}  // namespace

LabelOutput placed_labels(const LabelInput& input, const Letters& letters, const InAnyOrder& parallel) {
  return Labelling(input, letters, parallel).solved();
}
LabelOutput placed_labels(const LabelInput& input, const Letters& letters) {
  return placed_labels(input, letters, [](std::uint64_t n, const std::function<void(std::uint64_t)>& body) {
    for (std::uint64_t i = 0; i < n; ++i) body(i);
  });
}

}  // namespace terrawright::map
