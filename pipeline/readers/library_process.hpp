// SPDX-License-Identifier: Apache-2.0
// A program beside the modules that does one thing with libraries which may crash, hang or end it, and then ends.
// Nothing that becomes of it is the end of this one.
#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "system/process.hpp"

namespace terrawright::readers {

// Exit codes of such a program, with a reason on standard error: its input is wrong, or the machine is.
constexpr int exit_of_input = 1, exit_of_machine = 3;

struct LibraryProgram {
  const char *library, *program;
  // Remedies if there is no such program, if the loader cannot bind it, and for the rest ("": unknown).
  const char *install, *packages, *remedy;
};

// The process failed, whatever it was given.
class ProcessFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct LibraryProcessOptions {
  std::chrono::milliseconds silence{0};  // after which it is ended; 0: it may give nothing for as long as it likes
  int input = -1;                        // its standard input; -1: none
  std::function<bool()> goes_on{};       // asked while it is waited for; false: Stopped is thrown
};

class LibraryProcess {
 public:
  // Throws ProcessFailed, as all that follows.
  LibraryProcess(const LibraryProgram& library, const std::filesystem::path& program,
                 const std::vector<std::string>& arguments, LibraryProcessOptions options);

  // As many bytes as it gives, `most` of them at most.
  std::size_t read(void* bytes, std::size_t most);
  // After all that was wanted: demands that nothing more comes and that it ends well. exit_of_input
  // is a std::runtime_error with what it says.
  void demand_done();

 private:
  std::string name() const;
  std::string remedy() const;
  // Its exit: a normal one if it has time for that.
  system::Ending end(bool by_itself = false);

  const LibraryProgram& library_;
  std::string program_;
  LibraryProcessOptions options_;
  system::Descriptor said_, from_;
  system::Child process_;
};

}  // namespace terrawright::readers
