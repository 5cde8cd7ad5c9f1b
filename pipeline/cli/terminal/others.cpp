// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/others.hpp"

#include <string>

#include "cli/terminal/log.hpp"
#include "system/terminal.hpp"

namespace terrawright::cli {
namespace {

std::unique_ptr<ranks::Started> started;

// Messages of a crash on standard error stay visible.
void be_silent() {
  set_silent();
  if (const system::Descriptor nothing = system::open_nothing())
    system::replace_stream(system::standard_output, nothing.number());
}

}  // namespace

ranks::Started* others() { return started.get(); }

Company::Company() {
  started = ranks::started();
  if (started && started->rank() > 0) be_silent();
}
Company::~Company() { started.reset(); }
void Company::end(int exit_code) const {
  constexpr double patience = 10;  // seconds
  if (!started || started->end(patience)) return;
  const std::string line = "process " + std::to_string(started->rank()) + " ended with exit code " +
                           std::to_string(exit_code) + ", and the others did not; start the program on its machine " +
                           "without mpirun to see why\n";
  system::write_error(line);
}

}  // namespace terrawright::cli
