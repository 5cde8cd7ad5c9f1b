// SPDX-License-Identifier: Apache-2.0
// type_sizes.hpp: letters by what they name: fonts, points and colours of the three styles, as a table.
#pragma once
#include "letters.hpp"
#include "style.hpp"

namespace terrawright::map {

struct TypeRow {
  Font font;
  double pt;
  std::int32_t colour;  // 0xrrggbb
  std::int32_t halo;    // alpha; 0: none
  bool capitals = false;
  std::int32_t tracking = 0, widest = 0;  // 1/1000 em
};
struct TypeTable {
  TypeRow towns[4];
  TypeRow range, peak, height, river, lake, bay, cape, island, sea, forest, desert, plain;
  std::int32_t land_halo, water_halo;  // 0xrrggbb
};

inline const TypeTable& types_of(StyleName name) {
  static const TypeTable topographic = {{{Font::lato_bold, 10.5, 0x1a1a1a, 190, true, 60, 60},
                                         {Font::lato_medium, 9.0, 0x1a1a1a, 190},
                                         {Font::lato, 7.6, 0x1a1a1a, 190},
                                         {Font::lato, 6.6, 0x1a1a1a, 190}},
                                        {Font::lato_medium, 8.6, 0x4a2f1b, 120, true, 80, 1200},
                                        {Font::lato, 6.4, 0x1f1a16, 185},
                                        {Font::lato, 5.5, 0x6e4521, 185},
                                        {Font::garamond_italic, 8.0, 0x1d5f9c, 150, false, 50, 50},
                                        {Font::garamond_italic, 8.2, 0x1d5f9c, 130},
                                        {Font::garamond_italic, 8.2, 0x1d5f9c, 120},
                                        {Font::lato_italic, 6.4, 0x1f1a16, 0},
                                        {Font::lato, 7.2, 0x1f1a16, 150, false, 30, 30},
                                        {Font::garamond_italic, 19, 0x2b6ca6, 0, false, 420, 600},
                                        {Font::lato_italic, 7.3, 0x3c6a34, 130, false, 50, 350},
                                        {Font::lato_italic, 7.3, 0x7a6434, 130, false, 50, 350},
                                        {Font::lato_italic, 7.3, 0x5a5a50, 130, false, 50, 350},
                                        0xf4f3e4,
                                        0xe2eff7};
  static const TypeTable atlas = {{{Font::lato_bold, 10, 0x1a1a1a, 180},
                                   {Font::lato_medium, 8.6, 0x1a1a1a, 180},
                                   {Font::lato, 7.4, 0x1a1a1a, 180},
                                   {Font::lato, 6.5, 0x1a1a1a, 180}},
                                  {Font::garamond, 12, 0x4a2a16, 110, true, 80, 1200},
                                  {Font::garamond, 7.6, 0x241a14, 150},
                                  {Font::lato, 6.2, 0x3a2a1e, 150},
                                  {Font::garamond_italic, 8.2, 0x1b588c, 150, false, 50, 50},
                                  {Font::garamond_italic, 8.4, 0x1b588c, 120},
                                  {Font::garamond_italic, 8.6, 0x1b588c, 110},
                                  {Font::garamond_italic, 7.2, 0x241a14, 0},
                                  {Font::garamond, 8.4, 0x241a14, 140, false, 30, 30},
                                  {Font::garamond_italic, 24, 0x2a6496, 0, false, 420, 600},
                                  {Font::garamond_italic, 9.4, 0x3c6a34, 120, false, 50, 350},
                                  {Font::garamond_italic, 9.4, 0x6a4a20, 120, false, 50, 350},
                                  {Font::garamond_italic, 9.4, 0x4e4638, 120, false, 50, 350},
                                  0xf5f0dc,
                                  0xe4f1f8};
  static const TypeTable antique = {{{Font::garamond_small_capitals, 13.5, 0x2c1c12, 170, false, 40, 40},
                                     {Font::garamond, 11.6, 0x2c1c12, 170},
                                     {Font::garamond, 9.6, 0x2c1c12, 160},
                                     {Font::garamond, 8.0, 0x2c1c12, 160}},
                                    {Font::garamond_small_capitals, 13, 0x7a2a1c, 140, false, 80, 1200},
                                    {Font::garamond_italic, 8.2, 0x38261a, 160},
                                    {Font::garamond_italic, 7, 0x38261a, 160},
                                    {Font::garamond_italic, 8.8, 0x35586b, 160, false, 50, 50},
                                    {Font::garamond_italic, 8.8, 0x35586b, 150},
                                    {Font::garamond_italic, 9.2, 0x35586b, 130},
                                    {Font::garamond_italic, 7.8, 0x4a3626, 0},
                                    {Font::garamond_small_capitals, 9.5, 0x38261a, 150, false, 40, 40},
                                    {Font::garamond_italic, 25, 0x4a4234, 0, false, 420, 600},
                                    {Font::garamond_small_capitals, 9.6, 0x4a5a2a, 150, false, 50, 350},
                                    {Font::garamond_italic, 9.6, 0x5a4426, 150, false, 50, 350},
                                    {Font::garamond_italic, 9.6, 0x4a3a26, 150, false, 50, 350},
                                    0xf0e2b8,
                                    0xc9cfab};
  return name == StyleName::topographic ? topographic : name == StyleName::atlas ? atlas : antique;
}

}  // namespace terrawright::map
