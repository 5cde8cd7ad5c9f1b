// SPDX-License-Identifier: Apache-2.0
// Messages between the server and its worker: a line of JSON, and as many bytes behind it as its `bytes` says.
#pragma once
#include <mutex>
#include <optional>
#include <string>

#include "live/session/message.hpp"

namespace terrawright::live {

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
