// SPDX-License-Identifier: Apache-2.0
#include "ranks/ranks.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>

#include "report/program_file.hpp"

namespace terrawright::ranks {
namespace {

constexpr const char* module_name = "terrawright_mpi.so";

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error("the part of the program that works with others under mpirun cannot be loaded: " + why);
}

}  // namespace

// One process alone shares nothing: it builds as without mpirun.
bool is_under_mpirun() {
  const char* const size = std::getenv("OMPI_COMM_WORLD_SIZE");
  return size != nullptr && std::atoi(size) > 1;
}

// Open MPI finds its own parts by symbols that everybody sees.
std::unique_ptr<Started> started() {
  if (!is_under_mpirun()) return nullptr;
  void* const module = dlopen(report::module_file(module_name).c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
  if (module == nullptr)
    refuse(std::string(dlerror()) + "; install the package libopenmpi3, or build again with libopenmpi-dev");
  void* const symbol = dlsym(module, "terrawright_ranks_1");
  if (symbol == nullptr) refuse(std::string(dlerror()) + "; it is of another version of the program");
  return std::unique_ptr<Started>(reinterpret_cast<decltype(&terrawright_ranks_1)>(symbol)());
}

}  // namespace terrawright::ranks
