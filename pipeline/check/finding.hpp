// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace terrawright::check {

// A finding about a stage.
struct Finding {
  std::string stage, node;  // "shape.blur@1"; node empty: not while it ran in a world
  std::string symptom;      // "it wrote outside its tile"
  std::string details;      // "at cell (3, 4) of 'height'"; may be empty
  std::string world = {};   // what it takes to see it again; may be empty
  std::string trial = {};   // the id of the trial that found it; may be empty

  std::string sentence() const {
    return stage + (node.empty() ? "" : " ('" + node + "')") + ": " + symptom + (details.empty() ? "" : " ") + details +
           (world.empty() ? "" : " [" + world + "]");
  }
};

}  // namespace terrawright::check
