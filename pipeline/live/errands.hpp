// SPDX-License-Identifier: Apache-2.0
// Queue of the pages' requests for the thread that serves them.
#pragma once
#include <deque>
#include <future>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "live/json.hpp"

namespace terrawright::live {

struct Errand {
  std::string what;  // turn, seed, look ...
  Json body;
  std::promise<Json> answer;  // {} or {problem: sentence}
};

class Errands {
 public:
  Errands();
  ~Errands();
  Errands(const Errands&) = delete;
  Errands& operator=(const Errands&) = delete;

  // From a thread of the server. Waits until it is done.
  Json ask(std::string what, Json body);
  // From the thread that does them. `woken` can be read when there are some.
  int woken() const { return event_; }
  std::vector<Errand> take();
  // Nobody does any more.
  void close();

 private:
  int event_;
  std::mutex mutex_;
  std::vector<Errand> waiting_;
  bool closed_ = false;
};

}  // namespace terrawright::live
