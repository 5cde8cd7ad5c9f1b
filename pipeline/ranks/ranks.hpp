// SPDX-License-Identifier: Apache-2.0
// Open MPI behind a door: its library takes longer to load than a small world to build, so it is in a module,
// terrawright_mpi.so, which is loaded under mpirun alone.
#pragma once
#include <memory>

#include "engine/processes/ranks.hpp"

namespace terrawright::ranks {

// The processes that this one was started with. If one exits without end(), the others are ended with it.
class Started : public engine::Ranks {
 public:
  // Everybody comes here at the end. False: the others have not come within `seconds`; then they are ended.
  virtual bool end(double seconds) = 0;
};

// Whether mpirun has started this process, alone or beside others. Other starters of MPI processes are not recognised.
bool is_under_mpirun();
// Null where it was started without mpirun. Throws std::runtime_error: why they cannot work together.
std::unique_ptr<Started> started();

}  // namespace terrawright::ranks

// Entry of the module.
extern "C" terrawright::ranks::Started* terrawright_ranks_1();
