// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/others.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "cli/terminal/log.hpp"

namespace terrawright::cli {
namespace {

std::unique_ptr<ranks::Started> started;

// Messages of a crash on standard error stay visible.
void be_silent() {
  set_silent();
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
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
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // nobody is there to be told
}

}  // namespace terrawright::cli
