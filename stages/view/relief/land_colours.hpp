// SPDX-License-Identifier: Apache-2.0
// land_colours.hpp: the colours of the relief picture, all in one place.
#pragma once
#include "view/tint.hpp"

namespace terrawright::view {

// Over depth / greatest depth: 0, 40, 150, 800, 2000 and 4000 m of an ocean 4000 m deep, so that the shelf has its own.
constexpr Stop sea_ramp[] = {{0.00, hex(0xa5d2d7)}, {0.01, hex(0x82b9cd)}, {0.0375, hex(0x5c96be)},
                             {0.20, hex(0x3469a0)}, {0.50, hex(0x244e87)}, {1.00, hex(0x183464)}};

// Over height / greatest height, where no classes are given.
constexpr Stop land_ramp[] = {{0.00, hex(0x7fa866)}, {0.12, hex(0xa3bd75)}, {0.28, hex(0xd3cc8c)},
                              {0.45, hex(0xd2b483)}, {0.62, hex(0xb28f6d)}, {0.80, hex(0x9c8a80)},
                              {0.92, hex(0xcfcac6)}, {1.00, hex(0xfdfdfc)}};

constexpr Tint rock = hex(0xa98d72);         // towards the heights
constexpr Tint snow = hex(0xfafcff);         // where it is cold
constexpr Tint shadow = {0.34, 0.39, 0.50};  // multiplies: cool
constexpr Tint light = hex(0xfffdf0);        // mixes in: warm

}  // namespace terrawright::view
