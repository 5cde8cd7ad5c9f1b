// SPDX-License-Identifier: Apache-2.0
#include "border/exact.hpp"

#include "terrawright/exact_math.h"

namespace terrawright::border {

const terrawright_exact& exact() {
  static constexpr terrawright_exact table = {sizeof table,           0,
                                              terrawright_mix64,      terrawright_fnv1a64,
                                              terrawright_stream,     terrawright_philox,
                                              terrawright_key_of_row, terrawright_word,
                                              terrawright_unit,       terrawright_signed_unit,
                                              terrawright_below,      terrawright_exp2,
                                              terrawright_exp,        terrawright_cospi,
                                              terrawright_sinpi};
  return table;
}

}  // namespace terrawright::border
