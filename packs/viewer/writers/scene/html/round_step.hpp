// SPDX-License-Identifier: Apache-2.0
// Steps that a person can read: 1, 2, 2.5 and 5 times powers of ten.
#pragma once

namespace terrawright::scene {

class RoundStep {
 public:
  // The smallest that is not below `least`, which is above 0; the greatest that is not above `most`.
  static RoundStep at_least(double least);
  static RoundStep at_most(double most);

  double value() const { return times(1); }
  // So many of it, as the double that is nearest to the decimal; `count` is a whole number.
  double times(double count) const;
  RoundStep coarser() const { return RoundStep(index_ + 1); }
  // The next of 1, 2.5, 5, 10, 25 ... that is at least twice as much.
  RoundStep much_coarser() const;
  bool operator<(const RoundStep& other) const { return index_ < other.index_; }

 private:
  explicit RoundStep(int index) : index_(index) {}
  int index_;  // four of a power of ten
};

}  // namespace terrawright::scene
