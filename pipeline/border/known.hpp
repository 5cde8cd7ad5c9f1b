// SPDX-License-Identifier: Apache-2.0
// Calls of a program in C: structs that it hands over, which may be older or newer than this library, and no
// exceptions.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace terrawright::border {

// A descriptor as this library knows it, of which each has one version so far. Nothing of one that is shorter, or that
// asks for what this library does not know.
template <class Struct>
std::optional<Struct> known(const Struct* given) {
  if (given == nullptr || given->size < sizeof(Struct)) return std::nullopt;
  // Requests of a newer caller cannot be served here.
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof(Struct); i < given->size; ++i) {
    if (bytes[i] != 0) return std::nullopt;
  }
  return *given;
}

// call() without exceptions, which no caller in C can take; `otherwise` in the place of one.
template <class Call>
auto without_exceptions(decltype(std::declval<Call>()()) otherwise, const Call& call) noexcept {
  try {
    return call();
  } catch (...) {
    return otherwise;
  }
}

}  // namespace terrawright::border
