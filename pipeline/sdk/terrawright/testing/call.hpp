// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/call.hpp: one call of a stage, and what lives as long as its instance.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "rows.hpp"
#include "setup.hpp"
#include "terrawright/random.h"

namespace terrawright {
inline namespace v1 {
namespace testing {
namespace detail {

// In which order tiles are visited, notes merged and bodies of `parallel` called.
enum class Order { forward, backward, shuffled, pairs };

// The numbers 0 .. n-1 in an order.
inline std::vector<std::size_t> in_order(std::size_t n, Order order) {
  std::vector<std::size_t> numbers(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = order == Order::backward ? n - 1 - i : i;
  for (std::size_t i = n; order == Order::shuffled && i > 1; --i)
    std::swap(numbers[i - 1], numbers[static_cast<std::size_t>(terrawright_mix64(i) % i)]);
  return numbers;
}

// What resolve leaves behind.
struct Resolved {
  Bytes everybody, carry;
  std::vector<Bytes> own;  // one per tile
  std::vector<std::size_t> visit;
};

// What lives as long as the instance.
struct Session {
  const Setup& setup;
  const Order order;
  const Poison poison;
  std::vector<Product> products{};        // one per port
  std::vector<const FileGiven*> files{};  // that are open
  std::uint64_t scratch = 0, scratch_per_cell = 0;
  std::uint64_t asked_to_stop = 0;  // how often the stage asked whether to stop
  std::vector<Message> warnings{};
  std::vector<std::string> lines{};

  bool stops() { return asked_to_stop >= setup.stop_after; }
};

struct Call {
  Session& session;
  const std::uint32_t phase;
  std::uint64_t most_scratch = 0;
  Resolved* resolved = nullptr;  // of resolve and split
  std::vector<Message> failures{};
  Bytes note{};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> same{};  // output, input
  terrawright_rect tile{};                                      // of survey and paint
  std::vector<GivenRows> rows{};
  std::uint64_t scratch_taken = 0;
  std::deque<Bytes> scratch{};
  bool in_parallel = false;

  const terrawright_stage& stage() const { return *session.setup.stage; }
  void fail(Message said) { failures.push_back(std::move(said)); }
  // The stage's author made a mistake.
  void blame(const std::string& what) { fail({"", "its code is wrong: " + what}); }
};

inline const char* phase_name(std::uint32_t phase) {
  constexpr const char* names[] = {"create", "survey", "resolve", "paint", "merge", "combine", "split"};
  return names[phase];
}

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright
