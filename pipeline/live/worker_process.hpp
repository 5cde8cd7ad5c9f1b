// SPDX-License-Identifier: Apache-2.0
// The process that builds. It may hang, crash or eat its memory: then it is ended, and another one takes its place.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "live/channel.hpp"
#include "system/process.hpp"

namespace terrawright::live {

// By which a process knows that it is one, and what it answers on: the number of a descriptor.
constexpr const char* worker_variable = "TERRAWRIGHT_WATCH_WORKER";

class WorkerProcess {
 public:
  // This program again, with the same arguments. It ends with the thread that calls this, or with the object, and all
  // that it has started. Throws std::system_error.
  explicit WorkerProcess(const std::vector<std::string>& arguments);

  int descriptor() const { return channel_.number(); }
  int errors() const { return errors_.number(); }  // its standard output and error

  // False: it is gone.
  bool send(const Json& message);
  // The received messages. False: there is nobody any more.
  bool receive(std::vector<Message>& messages);
  // Last lines that it wrote to standard error.
  void hear();
  const std::string& said() const { return said_; }
  // Ends it where it has not ended. Its result in words: "signal 11 (Segmentation fault)".
  std::string ending();
  int exit_code() const { return exit_code_; }  // after ending(); -1: a signal

 private:
  system::Descriptor channel_, errors_;
  system::Child process_;  // ends first, with all that it has started
  int exit_code_ = -1;
  std::string said_, ending_;
  Receiver receiver_;
};

}  // namespace terrawright::live
