// SPDX-License-Identifier: Apache-2.0
// Chooses a candidate for each label, so that none overlap: greedy, then ejection. Obstacles of a candidate are looked
// up among the placed labels, which are few everywhere, so that no graph of conflicts grows.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "box_grid.hpp"
#include "candidate.hpp"

namespace terrawright::map::labels {

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
  LabelChoice(const std::vector<Label>& labels, const PaperBox& frame)
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

}  // namespace terrawright::map::labels
