// SPDX-License-Identifier: Apache-2.0
// Cells of the world as longitude and latitude.
#pragma once
#include "terrawright/degrees.hpp"

namespace terrawright::images {

using terrawright::Degrees;
using terrawright::metres_per_degree;

}  // namespace terrawright::images
