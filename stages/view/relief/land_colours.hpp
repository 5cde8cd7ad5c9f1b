// SPDX-License-Identifier: Apache-2.0
// land_colours.hpp: the colours of the relief picture, all in one place.
#pragma once
#include "view/tint.hpp"

namespace terrawright::view {

// From the shore to the greatest depth.
constexpr Stop sea_ramp[] = {{0.00, hex(0xc9ebe0)}, {0.10, hex(0xaddfdc)}, {0.24, hex(0x86cad6)}, {0.42, hex(0x5fadca)},
                             {0.62, hex(0x438fb9)}, {0.82, hex(0x3274a5)}, {1.00, hex(0x285f90)}};

// Over height / greatest height, where no classes are given.
constexpr Stop land_ramp[] = {{0.00, hex(0x7fa866)}, {0.12, hex(0xa3bd75)}, {0.28, hex(0xd3cc8c)},
                              {0.45, hex(0xd2b483)}, {0.62, hex(0xb28f6d)}, {0.80, hex(0x9c8a80)},
                              {0.92, hex(0xcfcac6)}, {1.00, hex(0xfdfdfc)}};

constexpr Tint rock = hex(0xa98d72);         // towards the heights
constexpr Tint snow = hex(0xfafcff);         // where it is cold
constexpr Tint shadow = {0.34, 0.39, 0.50};  // multiplies: cool
constexpr Tint light = hex(0xfffdf0);        // mixes in: warm

}  // namespace terrawright::view
