// SPDX-License-Identifier: Apache-2.0
// Functions of libterrawright for testing.hpp, in programs that have its rooms themselves.
#include "trial/trial.hpp"

const void* terrawright_api(const char* name) { return terrawright::trial::api(name); }
