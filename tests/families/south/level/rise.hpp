// SPDX-License-Identifier: Apache-2.0
// rise.hpp: a part of south.level.
#pragma once

namespace south {

float rise();

}  // namespace south
