// SPDX-License-Identifier: Apache-2.0
#include "suggest.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "diagnostic.hpp"
#include "utf8.hpp"

namespace terrawright::report {
namespace {

constexpr std::size_t longest_word = 64, longest_list = 28, longest_beside_guess = 8;

// Letters compared in a run, about a second: of thousands of wrong names among thousands of right ones the first get
// their suggestion. All would take hours.
std::atomic<std::int64_t> comparisons_left{400'000'000};

std::string lower(std::string_view word) { return ascii_lower(word.substr(0, longest_word)); }

std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t other = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + other});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

bool may_suggest() { return comparisons_left > 0; }

std::string suggest(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string written = lower(word);
  const std::string* nearest = nullptr;
  std::size_t least = longest_word + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t length = std::min(candidate.size(), longest_word);
    const std::size_t allowed = std::max<std::size_t>(1, std::max(written.size(), length) / 3);
    const std::size_t longer = std::max(written.size(), length) - std::min(written.size(), length);
    // So much is missing or too much at least.
    const std::int64_t cost = longer > allowed ? 32 : static_cast<std::int64_t>(32 + written.size() * length);
    if ((comparisons_left -= cost) < 0) return {};
    if (longer > allowed) continue;
    const std::string name = lower(candidate);
    const std::size_t steps = distance(written, name);
    // A distance as long as the shorter word would replace all of it.
    if (steps < least && steps <= allowed && steps < std::min(written.size(), name.size())) {
      least = steps;
      nearest = &candidate;
    }
  }
  if (nearest) return *nearest;
  // The beginning of a name, as `temp` of `temperature`.
  for (const std::string& candidate : candidates) {
    const bool longer = written.size() >= 3 && candidate.size() >= written.size();
    if (longer && lower(std::string_view(candidate).substr(0, written.size())) == written) return candidate;
  }
  return {};
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string_view introduction) {
  const std::string nearest = suggest(word, candidates);
  std::string hint = nearest.empty() ? "" : "did you mean '" + nearest + "'? ";
  // Beside a good guess a long list is only noise.
  if (!nearest.empty() && (candidates.size() == 1 || candidates.size() > longest_beside_guess)) {
    hint.pop_back();
    return hint;
  }
  if (candidates.size() <= longest_list) return hint + std::string(introduction) + ": " + join(candidates);
  const std::vector<std::string> some(candidates.begin(), candidates.begin() + longest_list);
  return hint + std::string(introduction) + ": " + join(some) + " and " +
         std::to_string(candidates.size() - longest_list) + " more";
}

}  // namespace terrawright::report
