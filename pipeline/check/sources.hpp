// SPDX-License-Identifier: Apache-2.0
// Stages that feed others while they are checked: made-up cells of every kind, and readers of what no file takes. Users
// never see them.
#pragma once
#include <cstdint>
#include <string>

#include "terrawright/abi.h"

namespace terrawright::check {

const terrawright_plugin* source_plugin();

// "check/source.height@1" for a kind that there is a source of, whose output is `made`; empty: there is none. For
// tables the port's flags tell whether rows are lines; else they are points.
std::string source_of(std::uint32_t kind, std::uint32_t flags = 0);
// Reader of a number or a grid.
std::string reader_of(std::uint32_t kind);

}  // namespace terrawright::check
