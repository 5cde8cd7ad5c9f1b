// SPDX-License-Identifier: Apache-2.0
#include "packs/viewer/writers/scene/html/round_step.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace terrawright::scene {
namespace {

constexpr std::array<int, 4> tenths{10, 20, 25, 50};
constexpr int least_index = -4 * 320;

int power_of(int index) { return index >= 0 ? index / 4 : -((3 - index) / 4); }

}  // namespace

double RoundStep::times(double count) const {
  const int power = power_of(index_);
  const double tenfold = count * tenths[static_cast<std::size_t>(index_ - 4 * power)];
  std::array<char, 400> text;
  char* end = std::to_chars(text.data(), text.data() + 340, tenfold, std::chars_format::fixed, 0).ptr;
  *end++ = 'e';
  end = std::to_chars(end, text.data() + text.size(), power - 1).ptr;
  double number = 0;
  std::from_chars(text.data(), end, number);
  return number;
}

RoundStep RoundStep::at_least(double least) {
  RoundStep step(std::isfinite(least) && least > 0 ? 4 * (std::ilogb(least) * 3 / 10 - 2) : least_index);
  while (step.value() < least) step = step.coarser();
  while (RoundStep(step.index_ - 1).value() >= least && step.index_ > least_index) step = RoundStep(step.index_ - 1);
  return step;
}

RoundStep RoundStep::at_most(double most) {
  const RoundStep step = at_least(most);
  return step.value() > most ? RoundStep(step.index_ - 1) : step;
}

RoundStep RoundStep::much_coarser() const {
  RoundStep step = coarser();
  while (step.value() < 2 * value() || step.index_ - 4 * power_of(step.index_) == 1) step = step.coarser();
  return step;
}

}  // namespace terrawright::scene
