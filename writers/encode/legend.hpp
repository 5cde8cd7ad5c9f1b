// SPDX-License-Identifier: Apache-2.0
// The legend of classes as JSON.
#pragma once
#include <string>
#include <vector>

#include "encode/class_shares.hpp"

namespace terrawright::encode {

// As one line, for the metadata of a file.
std::string legend_line(const std::vector<LegendEntry>& legend);

// As a file that lies beside a picture: code, name, colour, glyph, cells and their share. Codes that the legend does
// not know but that have cells follow, without a name. `window` stands there where the picture is of one; "": it is
// not.
std::string legend_file(const std::string& layer, const std::vector<LegendEntry>& legend, const ClassCounts& cells,
                        const std::string& window = "");

}  // namespace terrawright::encode
