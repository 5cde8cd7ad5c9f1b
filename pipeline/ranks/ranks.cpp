// SPDX-License-Identifier: Apache-2.0
#include "ranks/ranks.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace terrawright::ranks {
namespace {

namespace fs = std::filesystem;

constexpr const char* module_name = "terrawright_mpi.so";

// In an install prefix, which may have been moved; in a build tree beside the program, or beside the folder of a test.
fs::path find_module() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown).parent_path();
  for (const char* folder : {TERRAWRIGHT_MODULES, "lib/terrawright", "../lib/terrawright"}) {
    fs::path path = (program / folder / module_name).lexically_normal();
    if (fs::exists(path, unknown)) return path;
  }
  return (program / TERRAWRIGHT_MODULES / module_name).lexically_normal();
}

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
  void* const module = dlopen(find_module().c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
  if (module == nullptr) refuse(std::string(dlerror()) + "; install libopenmpi-dev and build again");
  void* const symbol = dlsym(module, "terrawright_ranks_1");
  if (symbol == nullptr) refuse(std::string(dlerror()) + "; it is of another version of the program");
  return std::unique_ptr<Started>(reinterpret_cast<decltype(&terrawright_ranks_1)>(symbol)());
}

}  // namespace terrawright::ranks
