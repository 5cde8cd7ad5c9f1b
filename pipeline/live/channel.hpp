// SPDX-License-Identifier: Apache-2.0
// Messages between the server and its worker: a line of JSON, and as many bytes behind it as its `bytes` says.
#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "report/diagnostic.hpp"
#include "report/json.hpp"

namespace terrawright::live {

// Messages between the processes and the page.

using report::Json;

// Each with its excerpt, as a person reads it in a terminal.
Json json_of(const report::Diagnostics& diagnostics);
Json problem(const std::string& message, const std::string& hint);

struct Message {
  Json head;
  std::shared_ptr<const std::string> bytes = nullptr;
};

// The worker's side: any thread may send.
class Sender {
 public:
  explicit Sender(int descriptor) : descriptor_(descriptor) {}
  // The process ends where nobody is there to be told.
  void send(Json head, const std::string* bytes = nullptr);

 private:
  void all(const char* at, std::size_t size) const;

  const int descriptor_;
  std::mutex mutex_;
};

// Puts together what comes in pieces.
class Receiver {
 public:
  void take(const char* bytes, std::size_t size);
  // The next one that is whole. Throws std::runtime_error where it is no message.
  std::optional<Message> next();

 private:
  std::string waiting_;
  std::size_t at_ = 0;
  std::optional<Json> head_;  // of which the bytes are still to come
};

}  // namespace terrawright::live
