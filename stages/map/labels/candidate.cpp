// SPDX-License-Identifier: Apache-2.0
#include "map/labels/candidate.hpp"

#include <set>

namespace terrawright::map::labels {
namespace {

constexpr double line_height = 1.06;  // em
constexpr double full_turn = 16384;
constexpr double cosine_of_most = 0.96639;  // of .26
constexpr double most_in_all = 1.6;

void put_glyph(Candidate& candidate, const Letter& letter, Vector origin, Vector along) {
  origin = origin + along * letter.right + up_of(along) * letter.up;
  candidate.glyphs.push_back({letter.glyph, to_paper(origin.x), to_paper(origin.y), to_paper(along.x * full_turn),
                              to_paper(along.y * full_turn), letter.text_begin, letter.text_bytes});
}

// For two unit vectors less than .3 apart: the series of the arc sine.
double angle_between(Vector a, Vector b) {
  const double s = cross(a, b);
  return std::fabs(s * (1 + s * s / 6));
}

}  // namespace

void set_straight(Candidate& candidate, const TextLine& line, double em, double tracking, Vector begin, Vector along) {
  double at = 0;
  for (const Letter& letter : line) {
    put_glyph(candidate, letter, begin + along * at, along);
    at += letter.advance + tracking;
  }
  candidate.boxes.push_back(box_on(begin, along, -beside_letters, width_of(line, tracking) + beside_letters,
                                   above_baseline(em), below_baseline(em)));
}

double Block::width() const {
  const double plain = two_lines ? std::max(width_of(text->first, tracking), width_of(text->second, tracking))
                                 : width_of(text->line, tracking);
  return plain + 2 * beside_letters;
}

double Block::height() const {
  return above_baseline(text->em) + below_baseline(text->em) + (two_lines ? line_height * text->em : 0);
}

void Block::set(Candidate& candidate, Vector middle, Vector along) const {
  const Vector down = up_of(along) * -1.0;
  const Vector baseline = middle + down * (above_baseline(text->em) - height() / 2);
  const auto line = [&](const TextLine& letters, Vector on) {
    set_straight(candidate, letters, text->em, tracking, on - along * (width_of(letters, tracking) / 2), along);
  };
  if (!two_lines) {
    line(text->line, baseline);
    return;
  }
  line(text->first, baseline);
  line(text->second, baseline + down * (line_height * text->em));
}

bool set_along(Candidate& candidate, const TextLine& line, double em, double tracking, const LabelPath& path,
               double begin, Turning& turning) {
  if (path.empty() || begin < 0 || begin + width_of(line, tracking) > path.length()) return false;
  double at = begin;
  Vector before = {0, 0};
  for (const Letter& letter : line) {
    const Vector from = path.point(at), to = path.point(at + letter.advance), across = to - from;
    const Vector along = unit(across, before.x != 0 || before.y != 0 ? before : Vector{1, 0});
    if (along.x < 0) return false;
    if (&letter != line.data()) {
      if (dot(before, along) < cosine_of_most) return false;
      const double turn = angle_between(before, along);
      turning.whole += turn;
      turning.largest = std::max(turning.largest, turn);
      if (turning.whole > most_in_all) return false;
    }
    before = along;
    const Vector origin = (from + to) * 0.5 - along * (letter.advance / 2);
    put_glyph(candidate, letter, origin, along);
    if (!letter.space) {
      candidate.boxes.push_back(box_on(origin, along, -beside_letters, letter.advance + beside_letters,
                                       above_baseline(em), below_baseline(em)));
    }
    at += letter.advance + tracking;
  }
  return true;
}

std::vector<Candidate> best_of(std::vector<Candidate> candidates, std::size_t most) {
  const auto cheaper = [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; };
  std::stable_sort(candidates.begin(), candidates.end(), cheaper);
  if (candidates.size() <= most) return candidates;
  std::set<std::int32_t> places;
  std::vector<std::size_t> firsts, others;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    (places.insert(candidates[k].place).second ? firsts : others).push_back(k);
  }
  firsts.insert(firsts.end(), others.begin(), others.end());
  firsts.resize(most);
  std::sort(firsts.begin(), firsts.end());
  std::vector<Candidate> kept;
  for (const std::size_t k : firsts) kept.push_back(std::move(candidates[k]));
  return kept;
}

}  // namespace terrawright::map::labels
