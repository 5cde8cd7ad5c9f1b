// SPDX-License-Identifier: Apache-2.0
// The library's entry: its id, its version and its stages.
#include "terrawright/stage.hpp"

const terrawright_stage* terrawright_stage_terrace_of_example();
const terrawright_stage* terrawright_stage_box_mean_of_example();
const terrawright_stage* terrawright_stage_equalise_of_example();

TERRAWRIGHT_PLUGIN("org.example.shapes", "1.0.0", terrawright_stage_terrace_of_example(),
                   terrawright_stage_box_mean_of_example(), terrawright_stage_equalise_of_example())
