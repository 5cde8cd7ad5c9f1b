// SPDX-License-Identifier: Apache-2.0
// The names that a formula reads and those that it gives.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace terrawright::shape::formula {

// Inputs, then what is known of every cell.
inline constexpr std::array<const char*, 12> names = {"a", "b", "c", "d", "mask", "level",
                                                      "x", "y", "u", "v", "cell", "width"};
inline constexpr std::size_t n_fields = 4, mask_index = 4, level_index = 5, n_inputs = 6;
inline constexpr std::size_t x_index = 6, y_index = 7, u_index = 8, v_index = 9, cell_index = 10, width_index = 11;

// Outputs. The unnamed result of a formula goes to all outputs that it does not name.
inline constexpr std::array<const char*, 11> output_names = {
    "field",         "height",       "scalar", "second_scalar", "third_scalar", "weight",
    "second_weight", "third_weight", "mask",   "second_mask",   "third_mask"};
inline constexpr std::size_t unnamed = output_names.size();

// The place of a name, or the size of the list.
template <class List>
std::size_t place_of(const List& list, std::string_view name) {
  std::size_t i = 0;
  while (i < list.size() && list[i] != name) ++i;
  return i;
}

template <class List>
std::string listed(const List& list) {
  std::string text;
  for (const auto& name : list) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

}  // namespace terrawright::shape::formula
