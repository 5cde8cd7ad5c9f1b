// SPDX-License-Identifier: Apache-2.0
#include "map/labels/label_choice.hpp"

#include <numeric>

namespace terrawright::map::labels {
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
