// SPDX-License-Identifier: Apache-2.0
// Calls of a program in C: structs that it hands over, which may be older or newer than this library, and no
// exceptions.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "terrawright/ext/combine.h"
#include "terrawright/ext/tables.h"
#include "terrawright/writer.h"

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

namespace terrawright::border::sizes {

// The first size of each descriptor that a plugin hands over. Shorter structs were never an interface; later fields are
// zero if the plugin does not have them. Numbers, not sizeof, which grows with the header.

// `bytes` where a pointer has 8 of them, `bytes_of_32` where it has 4, as in WebAssembly.
template <class Descriptor>
constexpr std::uint32_t first(std::uint32_t bytes, std::uint32_t bytes_of_32) {
  static_assert(sizeof(void*) == 8 || sizeof(void*) == 4, "measure them here too");
  if (sizeof(void*) == 4) bytes = bytes_of_32;
  return bytes <= sizeof(Descriptor) ? bytes : throw "it has become smaller";
}

constexpr std::uint32_t port = first<terrawright_port>(64, 48);
constexpr std::uint32_t parameter = first<terrawright_parameter>(168, 136);
constexpr std::uint32_t stage = first<terrawright_stage>(176, 120);
constexpr std::uint32_t plugin = first<terrawright_plugin>(80, 56);
constexpr std::uint32_t table = first<terrawright_table>(48, 40);
constexpr std::uint32_t column = first<terrawright_column>(48, 28);
constexpr std::uint32_t combine = first<terrawright_combine>(24, 16);
constexpr std::uint32_t file_request = first<terrawright_file_request>(56, 56);
constexpr std::uint32_t file_facts = first<terrawright_file_facts>(64, 64);
constexpr std::uint32_t writer = first<terrawright_writer>(128, 96);
constexpr std::uint32_t writers = first<terrawright_writers>(24, 24);

}  // namespace terrawright::border::sizes
