// SPDX-License-Identifier: Apache-2.0
// State for the pages, from any thread: they are notified of its changes, and get the layers that it names.
#pragma once
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "live/session/session.hpp"
#include "system/process.hpp"

namespace terrawright::live {

class PageState {
 public:
  // Notifies pages of another state; layers exist as long as one of the worlds does.
  void publish(const Json& state, std::vector<std::shared_ptr<const Shown>> worlds);
  // The state once it is another one than `seen`, which becomes its number; nothing after `patience`.
  std::optional<std::string> wait_for_change(std::uint64_t& seen, std::chrono::milliseconds patience);
  std::shared_ptr<const Shown> world(std::uint64_t number) const;
  // Whether a later one is shown, so that this one may have been.
  bool is_past(std::uint64_t number) const;

  // One more page listens; false: there are too many.
  bool add_listener();
  void remove_listener();
  // No changes are reported any more.
  void close();
  bool is_closed() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::string state_ = "{}";
  std::uint64_t number_ = 0;
  std::vector<std::shared_ptr<const Shown>> worlds_;
  int listeners_ = 0;
  bool closed_ = false;
};

// Requests of the pages, in a queue for the thread that serves them.

struct PageRequest {
  std::string what;  // turn, seed, look ...
  Json body;
  std::promise<Json> answer;  // {} or {problem: sentence}
};

class RequestQueue {
 public:
  // From a thread of the server. Waits until it is done.
  Json ask(std::string what, Json body);
  // From the thread that does them. `woken` can be read when there are some.
  int woken() const { return bell_.descriptor(); }
  std::vector<PageRequest> take();
  // Nobody does any more.
  void close();

 private:
  const system::Bell bell_;
  std::mutex mutex_;
  std::vector<PageRequest> waiting_;
  bool closed_ = false;
};

}  // namespace terrawright::live
