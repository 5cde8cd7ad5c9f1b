// SPDX-License-Identifier: Apache-2.0
// Structs that a program hands to this library, which may be older or newer than it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

namespace terrawright::border {

// A descriptor as this library knows it, of which each has one version so far. Nothing of one that is shorter, or that
// asks for what this library does not know.
template <class Struct>
std::optional<Struct> known(const Struct* given) {
  if (given == nullptr || given->size < sizeof(Struct)) return std::nullopt;
  // What a newer caller asks for cannot be done here.
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof(Struct); i < given->size; ++i) {
    if (bytes[i] != 0) return std::nullopt;
  }
  return *given;
}

}  // namespace terrawright::border
