// SPDX-License-Identifier: Apache-2.0
// A table as a page of the world holds it: places and values, deflated.
#pragma once
#include "engine/product.hpp"
#include "images/scene_layer.hpp"

namespace terrawright::images {

struct CodedTable {
  Json description;            // all but name, title and the numbers of its blocks
  std::string places, values;  // zlib streams
  std::string sha256;          // of both as they were before
};

CodedTable coded_table(const engine::Product& table, const std::atomic<bool>& cancelled);

}  // namespace terrawright::images
