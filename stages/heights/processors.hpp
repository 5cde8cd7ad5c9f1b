// SPDX-License-Identifier: Apache-2.0
// One binary, several variants of a hot loop, chosen when the library is loaded. The bits are the same: no variant
// contracts or reassociates.
//
// Clang gives the function that chooses external linkage even in an unnamed namespace, so two stages could not share
// a loop. Each stage file names itself in HEIGHTS_STAGE before it includes, and the loops stand in a namespace of
// that name.
#pragma once

#ifndef HEIGHTS_STAGE
#error "define HEIGHTS_STAGE as the stage's word before including its family's loops"
#endif

#include "terrawright/processors.h"

#define HEIGHTS_FOR_EACH_PROCESSOR TERRAWRIGHT_PROCESSOR_VARIANTS
