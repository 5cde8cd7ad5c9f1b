// SPDX-License-Identifier: Apache-2.0
#include "images/huffman.hpp"

#include <algorithm>
#include <utility>

namespace terrawright::images {
namespace {

using Symbols = std::vector<std::pair<std::uint64_t, std::size_t>>;  // frequency, symbol

// How many codes there are of each length: Huffman's tree over ascending frequencies, by two queues.
std::vector<std::uint32_t> lengths_of(const Symbols& ascending) {
  const std::size_t n = ascending.size();
  std::vector<std::uint64_t> weight;
  std::vector<std::size_t> parent(2 * n - 1);
  for (const auto& [frequency, symbol] : ascending) weight.push_back(frequency);
  std::size_t leaf = 0, inner = n;
  const auto lightest = [&] {
    const bool take_leaf = leaf < n && (inner == weight.size() || weight[leaf] <= weight[inner]);
    return take_leaf ? leaf++ : inner++;
  };
  while (weight.size() < 2 * n - 1) {
    const std::size_t a = lightest(), b = lightest();
    parent[a] = parent[b] = weight.size();
    weight.push_back(weight[a] + weight[b]);
  }
  std::vector<std::uint32_t> depth(2 * n - 1), count(n + 1);
  for (std::size_t i = 2 * n - 2; i-- > 0;) depth[i] = depth[parent[i]] + 1;
  for (std::size_t i = 0; i < n; ++i) ++count[depth[i]];
  return count;
}

// Longer codes become `longest`, and shorter ones give way until all fit: sum of 2^-length = 1.
void limit(std::vector<std::uint32_t>& count, std::uint32_t longest) {
  count.resize(std::max<std::size_t>(count.size(), longest + 1));
  for (std::size_t length = longest + 1; length < count.size(); ++length) count[longest] += count[length];
  std::uint64_t used = 0;  // of 2^longest
  for (std::uint32_t length = 1; length <= longest; ++length)
    used += std::uint64_t{count[length]} << (longest - length);
  for (; used > std::uint64_t{1} << longest; --used) {
    std::uint32_t length = longest - 1;
    while (count[length] == 0) --length;
    --count[length];
    count[length + 1] += 2;
    --count[longest];
  }
}

std::uint32_t reversed(std::uint32_t bits, std::uint32_t length) {
  std::uint32_t result = 0;
  for (; length > 0; --length, bits >>= 1) result = result << 1 | (bits & 1);
  return result;
}

}  // namespace

std::vector<Code> huffman(const std::vector<std::uint32_t>& frequencies, std::uint32_t longest) {
  std::vector<Code> codes(frequencies.size());
  Symbols symbols;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    if (frequencies[i] != 0) symbols.emplace_back(frequencies[i], i);
  }
  if (symbols.size() == 1) codes[symbols.front().second].length = 1;
  if (symbols.size() < 2) return codes;
  std::sort(symbols.begin(), symbols.end());

  // The rarest get the longest.
  std::vector<std::uint32_t> count = lengths_of(symbols);
  limit(count, longest);
  std::size_t next = 0;
  for (std::uint32_t length = longest; length > 0; --length) {
    for (std::uint32_t i = 0; i < count[length]; ++i) codes[symbols[next++].second].length = length;
  }
  std::uint32_t first = 0;
  for (std::uint32_t length = 1; length <= longest; ++length) {
    std::uint32_t bits = first;
    for (Code& code : codes) {
      if (code.length == length) code.bits = reversed(bits++, length);
    }
    first = bits << 1;
  }
  return codes;
}

}  // namespace terrawright::images
