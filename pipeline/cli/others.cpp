// SPDX-License-Identifier: Apache-2.0
#include "cli/others.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "report/log.hpp"

namespace terrawright::cli {
namespace {

std::unique_ptr<ranks::Started> started;

// What a crash writes to standard error is still seen.
void be_silent() {
  report::set_silent();
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
void Company::end() const {
  if (started) started->end();
}

}  // namespace terrawright::cli
