// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "candidate.hpp"
#include "labels.hpp"

namespace terrawright::map::labels {

// Chooses a candidate for each label, so that none overlap: greedy, then ejection. Obstacles of a candidate are looked
// up among the placed labels, which are few everywhere, so that no graph of conflicts grows.

struct Label {
  std::int64_t worth;
  std::vector<Candidate> candidates;  // by cost
};

// Energy of a label, times 2000: its worth if it has no place, else at most nine tenths of it.
inline std::int64_t energy_of(const Label& label, std::int32_t choice) {
  if (choice < 0) return label.worth * 2000;
  return label.worth * std::min<std::int64_t>(1800, label.candidates[static_cast<std::size_t>(choice)].cost);
}

class LabelChoice {
 public:
  LabelChoice(const std::vector<Label>& labels, const Box& frame)
      : labels_(labels), choice_(labels.size(), -1), fixed_(labels.size(), 0), grid_(frame) {}

  void greedy();
  // Never more energy than before.
  void eject();

  const std::vector<std::int32_t>& choice() const { return choice_; }
  std::int64_t energy() const;

 private:
  struct Move {
    std::int32_t label, before;
  };

  struct Ousted {
    std::int32_t label;
    std::int64_t most;  // energy
  };

  void choose(std::int32_t label, std::int32_t candidate);
  void undo(std::size_t moves);
  // The labels in the way of a candidate, or nothing if they are more than `most`.
  std::optional<std::vector<std::int32_t>> in_the_way(std::int32_t label, std::int32_t candidate, std::size_t most);
  // Gives a label a place where it adds at most `limit` to the energy, moving others `depth` deep: what it and they
  // add.
  std::optional<std::int64_t> settle(std::int32_t label, int depth, std::int64_t limit);
  std::optional<std::int64_t> make_way(const std::vector<Ousted>& ousted, int depth, std::int64_t limit);
  bool improve(std::int32_t label);

  const std::vector<Label>& labels_;
  std::vector<std::int32_t> choice_;
  std::vector<std::uint8_t> fixed_;  // those that are being given a place
  std::vector<Move> moves_;
  BoxGrid grid_;
  std::int64_t looks_ = 0;  // left of what may be tried, so that a crowded sheet ends
};

namespace {

constexpr int passes = 4, deepest = 2;
constexpr std::size_t most_in_the_way = 2;
// Largest extra cost of a label's place to make way for one of less worth.
constexpr std::int64_t most_for_lesser = 250;
constexpr std::int64_t looks_a_label = 4000, most_looks = 3000000;

}  // namespace

void LabelChoice::choose(std::int32_t label, std::int32_t candidate) {
  const auto l = static_cast<std::size_t>(label);
  const std::vector<Candidate>& candidates = labels_[l].candidates;
  moves_.push_back({label, choice_[l]});
  if (choice_[l] >= 0) {
    for (const LabelBox& box : candidates[static_cast<std::size_t>(choice_[l])].boxes) grid_.remove(label, box);
  }
  choice_[l] = candidate;
  if (candidate < 0) return;
  for (const LabelBox& box : candidates[static_cast<std::size_t>(candidate)].boxes) grid_.add(label, box);
}

void LabelChoice::undo(std::size_t moves) {
  while (moves_.size() > moves) {
    const Move last = moves_.back();
    choose(last.label, last.before);
    moves_.resize(moves_.size() - 2);
  }
}

std::optional<std::vector<std::int32_t>> LabelChoice::in_the_way(std::int32_t label, std::int32_t candidate,
                                                                 std::size_t most) {
  --looks_;
  std::vector<std::int32_t> others;
  const auto found = [&](std::int32_t other) {
    if (other == label || std::find(others.begin(), others.end(), other) != others.end()) return true;
    others.push_back(other);
    return others.size() <= most;
  };
  const Label& l = labels_[static_cast<std::size_t>(label)];
  for (const LabelBox& box : l.candidates[static_cast<std::size_t>(candidate)].boxes) {
    if (!grid_.each_overlap(box, found)) return std::nullopt;
  }
  std::sort(others.begin(), others.end());
  return others;
}

std::int64_t LabelChoice::energy() const {
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < labels_.size(); ++k) sum += energy_of(labels_[k], choice_[k]);
  return sum;
}

void LabelChoice::greedy() {
  std::vector<std::int32_t> order(labels_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    const Label &la = labels_[static_cast<std::size_t>(a)], &lb = labels_[static_cast<std::size_t>(b)];
    if (la.worth != lb.worth) return la.worth > lb.worth;
    return la.candidates.size() < lb.candidates.size();
  });
  for (const std::int32_t label : order) improve(label);
}

// The cheapest free candidate, if it is better than what the label has.
bool LabelChoice::improve(std::int32_t label) {
  const auto l = static_cast<std::size_t>(label);
  const std::int32_t end = choice_[l] < 0 ? static_cast<std::int32_t>(labels_[l].candidates.size()) : choice_[l];
  for (std::int32_t c = 0; c < end; ++c) {
    if (!in_the_way(label, c, 0)) continue;
    choose(label, c);
    return true;
  }
  return false;
}

std::optional<std::int64_t> LabelChoice::settle(std::int32_t label, int depth, std::int64_t limit) {
  const Label& l = labels_[static_cast<std::size_t>(label)];
  for (std::int32_t c = 0; c < static_cast<std::int32_t>(l.candidates.size()) && looks_ > 0; ++c) {
    const std::int64_t own = energy_of(l, c);
    if (own > limit) break;
    const auto others = in_the_way(label, c, depth > 0 ? most_in_the_way : 0);
    if (!others) continue;
    const auto is_fixed = [&](std::int32_t other) { return fixed_[static_cast<std::size_t>(other)] != 0; };
    if (std::any_of(others->begin(), others->end(), is_fixed)) continue;
    const std::size_t before = moves_.size();
    std::int64_t had = 0;
    std::vector<Ousted> ousted;
    for (const std::int32_t other : *others) {
      const auto o = static_cast<std::size_t>(other);
      const std::int64_t energy = energy_of(labels_[o], choice_[o]);
      had += energy;
      const bool greater = labels_[o].worth > l.worth;
      ousted.push_back({other, greater ? energy + most_for_lesser * labels_[o].worth : INT64_MAX});
      choose(other, -1);
    }
    choose(label, c);
    fixed_[static_cast<std::size_t>(label)] = 1;
    const auto way = make_way(ousted, depth - 1, limit - own + had);
    fixed_[static_cast<std::size_t>(label)] = 0;
    if (way) return own + *way - had;
    undo(before);
  }
  return std::nullopt;
}

std::optional<std::int64_t> LabelChoice::make_way(const std::vector<Ousted>& ousted, int depth, std::int64_t limit) {
  std::int64_t sum = 0;
  std::size_t settled = 0;
  for (; settled < ousted.size(); ++settled) {
    // Those still to come take no less than their cheapest candidates.
    std::int64_t reserved = 0;
    for (auto k = settled + 1; k < ousted.size(); ++k) {
      reserved += energy_of(labels_[static_cast<std::size_t>(ousted[k].label)], 0);
    }
    const Ousted& one = ousted[settled];
    const auto added = settle(one.label, depth, std::min(limit - sum - reserved, one.most));
    if (!added) break;
    sum += *added;
    fixed_[static_cast<std::size_t>(one.label)] = 1;
  }
  for (std::size_t k = 0; k < settled; ++k) fixed_[static_cast<std::size_t>(ousted[k].label)] = 0;
  return settled == ousted.size() ? std::optional<std::int64_t>(sum) : std::nullopt;
}

void LabelChoice::eject() {
  const auto count = static_cast<std::int32_t>(labels_.size());
  std::int64_t left = most_looks;
  bool changed = true;
  for (int pass = 0; pass < passes && changed; ++pass) {
    changed = false;
    for (std::int32_t label = 0; label < count; ++label) {
      if (choice_[static_cast<std::size_t>(label)] >= 0) continue;
      moves_.clear();
      looks_ = std::min(looks_a_label, left);
      left -= looks_;
      if (settle(label, deepest, energy_of(labels_[static_cast<std::size_t>(label)], -1) - 1)) changed = true;
      left += std::max<std::int64_t>(looks_, 0);
    }
    for (std::int32_t label = 0; label < count; ++label) changed = improve(label) || changed;
  }
}

}  // namespace terrawright::map::labels

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
