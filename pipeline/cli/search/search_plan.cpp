// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <utility>

#include "cli/search/searching.hpp"

namespace terrawright::cli {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::size_t least_confirmed = 8;  // of which the distance from coarse to full is learned
constexpr std::size_t most_doubted = 3;     // for each thing that is expected

void put_look(std::vector<std::optional<Look>>& looks, std::size_t world, const Look& look) {
  if (looks.size() <= world) looks.resize(world + 1);
  looks[world] = look;
}

double better_of(const Look& look) { return look.better.value_or(-infinite); }

}  // namespace

double Look::miss() const {
  double most = failed ? infinite : 0.0;
  for (const double one : misses) most = std::max(most, one);
  return most;
}

double SearchPlan::miss_in_sight(const Look& coarse) const {
  double most = coarse.failed ? infinite : 0.0;
  for (std::size_t i = 0; i < coarse.misses.size(); ++i) {
    if (sees(i)) most = std::max(most, coarse.misses[i]);
  }
  return most;
}

void SearchPlan::look_again() {
  std::vector<bool> missed_by_all;
  for (const std::optional<Look>& look : coarse_) {
    if (!look || look->failed) continue;
    missed_by_all.resize(std::max(missed_by_all.size(), look->misses.size()), true);
    for (std::size_t i = 0; i < look->misses.size(); ++i) missed_by_all[i] = missed_by_all[i] && look->misses[i] > near;
  }
  out_of_sight_.resize(std::max(out_of_sight_.size(), missed_by_all.size()));
  for (std::size_t i = 0; i < missed_by_all.size(); ++i) out_of_sight_[i] = out_of_sight_[i] || missed_by_all[i];
}

std::vector<std::size_t> SearchPlan::doubtful(const std::vector<std::size_t>& worlds) {
  std::vector<std::size_t> those;
  const auto is_new = [&](std::size_t world) {
    return !is_known(world) && std::find(those.begin(), those.end(), world) == those.end();
  };
  std::size_t things = 0;
  for (const std::size_t world : worlds) {
    if (const Look* const look = coarse_of(world)) things = std::max(things, look->misses.size());
  }
  doubted_.resize(std::max(doubted_.size(), things));
  for (std::size_t i = 0; i < things; ++i) {
    // By what else they miss, so that others refuse as few of them as can be.
    std::vector<std::pair<double, std::size_t>> candidates;
    for (const std::size_t world : worlds) {
      const Look* const look = coarse_of(world);
      if (look == nullptr || look->failed || look->misses[i] <= near || !is_new(world)) continue;
      double else_missed = 0;
      for (std::size_t j = 0; j < look->misses.size(); ++j) {
        if (j != i && sees(j)) else_missed = std::max(else_missed, look->misses[j]);
      }
      candidates.emplace_back(else_missed, world);
    }
    std::sort(candidates.begin(), candidates.end());
    for (std::size_t k = 0; k < candidates.size() && doubted_[i] < most_doubted; ++k, ++doubted_[i])
      those.push_back(candidates[k].second);
  }
  return those;
}

void SearchPlan::learn(std::size_t world, const Look& look) {
  put_look(full_, world, look);
  learned_.push_back(world);
  const Look* const coarse = coarse_of(world);
  if (coarse == nullptr || look.failed) return;
  for (std::size_t i = 0; i < look.misses.size() && i < coarse->misses.size(); ++i) {
    if (coarse->misses[i] <= near || look.misses[i] > 0) continue;
    out_of_sight_.resize(std::max(out_of_sight_.size(), i + 1));
    out_of_sight_[i] = true;
  }
}

void SearchPlan::coarse(std::size_t world, const Look& look) { put_look(coarse_, world, look); }

const Look* SearchPlan::coarse_of(std::size_t world) const {
  return world < coarse_.size() && coarse_[world] ? &*coarse_[world] : nullptr;
}

void SearchPlan::confirm(const std::vector<std::size_t>& worlds) {
  order_.insert(order_.end(), worlds.begin(), worlds.end());
  advance();
}

std::vector<std::size_t> SearchPlan::promising(const std::vector<std::size_t>& worlds) const {
  std::vector<std::size_t> those;
  for (const std::size_t world : worlds) {
    const Look* look = coarse_of(world);
    if (look == nullptr || promises(*look)) those.push_back(world);
  }
  if (!ranks_) return those;
  const auto better = [&](std::size_t world) {
    const Look* look = coarse_of(world);
    return look == nullptr ? infinite : better_of(*look);
  };
  std::stable_sort(those.begin(), those.end(),
                   [&](std::size_t one, std::size_t other) { return better(one) > better(other); });
  return those;
}

std::vector<std::size_t> SearchPlan::left(const std::vector<std::size_t>& worlds) const {
  std::vector<std::size_t> those;
  for (const std::size_t world : worlds) {
    if (std::find(order_.begin(), order_.end(), world) == order_.end()) those.push_back(world);
  }
  const auto key = [&](std::size_t world) {
    const Look* const look = coarse_of(world);
    if (look == nullptr) return std::pair(0.0, 0.0);
    return std::pair(promises(*look) ? 0.0 : miss_in_sight(*look), look->miss());
  };
  std::stable_sort(those.begin(), those.end(),
                   [&](std::size_t one, std::size_t other) { return key(one) < key(other); });
  return those;
}

void SearchPlan::full(std::size_t world, const Look& look) {
  put_look(full_, world, look);
  advance();
}

void SearchPlan::advance() {
  while (!enough_ && counted_ < order_.size() && is_known(order_[counted_])) {
    ++counted_;
    enough_ = is_enough();
  }
}

std::vector<std::size_t> SearchPlan::counted() const {
  std::vector<std::size_t> all(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(counted_));
  for (const std::size_t world : learned_) {
    if (std::find(all.begin(), all.end(), world) == all.end()) all.push_back(world);
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<std::size_t> SearchPlan::all_found() const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < counted_; ++i) {
    const Look& look = *full_[order_[i]];
    if (look.miss() <= 0.0 && (!ranks_ || look.better)) all.push_back(order_[i]);
  }
  // Ties: the one that was named first.
  if (ranks_) {
    std::sort(all.begin(), all.end(), [&](std::size_t one, std::size_t other) {
      const double a = better_of(*full_[one]), b = better_of(*full_[other]);
      return a > b || (a == b && one < other);
    });
  }
  return all;
}

std::vector<std::size_t> SearchPlan::found() const {
  std::vector<std::size_t> all = all_found();
  if (all.size() > want_) all.resize(want_);
  return all;
}

// The largest gain of a full size over its coarse one, plus the spread of the gains.
double SearchPlan::most_that_next_may_be() const {
  const Look* const next = coarse_of(order_[counted_]);
  if (next == nullptr || counted_ < least_confirmed) return infinite;
  double most = -infinite, least = infinite;
  for (std::size_t i = 0; i < counted_; ++i) {
    const Look* const coarse = coarse_of(order_[i]);
    const Look& full = *full_[order_[i]];
    if (coarse == nullptr || !coarse->better || !full.better) continue;
    most = std::max(most, *full.better - *coarse->better);
    least = std::min(least, *full.better - *coarse->better);
  }
  if (most < least) return infinite;  // nothing was learned
  return better_of(*next) + most + (most - least);
}

bool SearchPlan::is_enough() const {
  const std::vector<std::size_t> all = found();
  if (all.size() < want_) return false;
  if (!ranks_) return true;
  if (counted_ == order_.size()) return true;
  const Look* const next = coarse_of(order_[counted_]);
  if (next != nullptr && !promises(*next)) return true;
  return most_that_next_may_be() < better_of(*full_[all.back()]);
}

}  // namespace terrawright::cli
