// SPDX-License-Identifier: Apache-2.0
// What testing.hpp asks of libterrawright, in programs that have its rooms themselves.
#include <cstring>

#include "trial/trial.hpp"

const void* terrawright_api(const char* name) {
  return std::strcmp(name, TERRAWRIGHT_TRIAL_API) == 0 ? &terrawright::trial::api() : nullptr;
}
