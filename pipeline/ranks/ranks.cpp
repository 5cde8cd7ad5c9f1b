// SPDX-License-Identifier: Apache-2.0
#include "ranks/ranks.hpp"

#include <cstdlib>
#include <stdexcept>

#include "report/program_file.hpp"
#include "system/library.hpp"

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
  auto [module, why] = system::open_library(report::module_file(module_name).string(), system::Symbols::shared);
  if (module == nullptr) refuse(why + "; install the package libopenmpi3, or build again with libopenmpi-dev");
  void* const symbol = system::symbol(module, "terrawright_ranks_1", &why);
  if (symbol == nullptr) refuse(why + "; it is of another version of the program");
  return std::unique_ptr<Started>(reinterpret_cast<decltype(&terrawright_ranks_1)>(symbol)());
}

}  // namespace terrawright::ranks
