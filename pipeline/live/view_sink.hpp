// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "build/load.hpp"
#include "engine/engine.hpp"

namespace terrawright::live {

// Makes the page of the plan's first 3-D view in the plan's folder, deletes it there and gives it to `take`. If that
// fails, `refused` gets the reason, and the run continues. Nothing where the plan writes no view.
std::optional<engine::Sink> view_sink(const build::Plan& plan, const std::atomic<bool>& stop,
                                      std::function<void(const std::string& page)> take,
                                      std::function<void(const std::string& why, const std::string& remedy)> refused);

}  // namespace terrawright::live
