// SPDX-License-Identifier: Apache-2.0
#include "check/checking.hpp"

#include <stdexcept>

namespace terrawright::test {

CheckedPlugin::CheckedPlugin(const std::string& name) : library_(folder_ / (name + ".so")) {
  const Ran ran = compile_plugin("g++ -w", "tests/check/made/" + name + ".cpp", library_);
  if (ran.exit != 0) throw std::runtime_error(ran.err);
}

Ran check_quickly(const std::string& arguments) { return run("check --quick --quiet " + arguments); }

}  // namespace terrawright::test
