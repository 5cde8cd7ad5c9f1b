// SPDX-License-Identifier: Apache-2.0
// The worker's process: jobs from its channel, and {stop: job}, which stops that job and those before.
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "live/channel.hpp"
#include "live/serve.hpp"
#include "live/session/work.hpp"
#include "system/process.hpp"

namespace terrawright::live {
namespace {

// Jobs as they come, and which of them nobody wants any more.
class Jobs {
 public:
  explicit Jobs(int channel) : channel_(channel) {
    std::thread([this] { listen(); }).detach();
  }
  Json next() {
    std::unique_lock lock(mutex_);
    for (;;) {
      came_.wait(lock, [this] { return !waiting_.empty(); });
      Json job = std::move(waiting_.front());
      waiting_.pop_front();
      running_ = job["job"];
      stop_ = running_ <= stopped_;
      return job;
    }
  }
  const std::atomic<bool>& stop() const { return stop_; }

 private:
  void listen() {
    Receiver receiver;
    char bytes[4096];
    for (;;) {
      const std::int64_t count = system::receive_some(channel_, bytes, sizeof bytes);
      if (count <= 0) system::end_now(0);  // nobody asks any more
      receiver.take(bytes, static_cast<std::size_t>(count));
      while (const auto message = receiver.next()) hear(message->head);
    }
  }
  void hear(const Json& message) {
    const std::lock_guard lock(mutex_);
    if (message.contains("stop")) {
      stopped_ = std::max(stopped_, message["stop"].get<std::uint64_t>());
      if (running_ <= stopped_) stop_ = true;
      return;
    }
    waiting_.push_back(message);
    came_.notify_one();
  }

  const int channel_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<Json> waiting_;
  std::uint64_t running_ = 0, stopped_ = 0;
  std::atomic<bool> stop_{false};
};

}  // namespace

void work(const build::Request& base, const graph::Catalogue& catalogue, int channel) {
  Sender sender(channel);
  Jobs jobs(channel);
  sender.send({{"event", "ready"}, {"job", 0}});
  Work work(base, catalogue, [&](Json head, const std::string* bytes) { sender.send(std::move(head), bytes); });
  for (;;) work.run(jobs.next(), jobs.stop());
}

}  // namespace terrawright::live
