// SPDX-License-Identifier: Apache-2.0
// The functions of lettering.hpp for a build without HarfBuzz and fonts: whoever sets a word is told so.
#include <stdexcept>

#include "lettering/lettering.hpp"

namespace terrawright::lettering {

struct Face::Opened {};

Face::Face(std::string) { throw std::runtime_error("this build has no fonts: the program draws letters"); }
const Face& face(Font) {
  static const Face none{std::string()};
  return none;
}

std::int32_t Face::units_per_em() const { return 1; }
std::vector<Glyph> Face::shaped(std::string_view) const { return {}; }
Outline Face::outline(std::uint32_t) const { return {}; }

}  // namespace terrawright::lettering
