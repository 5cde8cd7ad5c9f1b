// SPDX-License-Identifier: Apache-2.0
// Queries of a delivery that several writers share.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "terrawright/writer.h"

namespace terrawright::encode {

// The first item that connects to a port, by its number or as an enum; no_item: there is none.
constexpr std::uint64_t no_item = ~std::uint64_t{0};
template <class Port>
std::uint64_t item_of(const terrawright_delivery& delivery, Port port) {
  for (std::uint64_t i = 0; i < delivery.n_items; ++i)
    if (delivery.items[i]->port == static_cast<std::uint32_t>(port)) return i;
  return no_item;
}

// "isle-42.texture.png" and "isle-42.mtl" of "isle-42.obj".
inline std::string name_beside(const terrawright_delivery& delivery, const std::string& ending) {
  const std::string name = delivery.name;
  return name.substr(0, name.size() - std::string_view(delivery.ending).size()) + ending;
}

// Whether a part of the world was asked for, even if it is all of it.
inline bool is_window(const terrawright_delivery& of) { return (of.flags & TERRAWRIGHT_DELIVERY_WINDOW) != 0; }

// "512,300,1025x1025": x, y and size in cells, as --window takes it.
inline std::string window_text(const terrawright_rect& window) {
  return std::to_string(window.x) + "," + std::to_string(window.y) + "," + std::to_string(window.width) + "x" +
         std::to_string(window.height);
}

}  // namespace terrawright::encode
