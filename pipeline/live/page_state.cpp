// SPDX-License-Identifier: Apache-2.0
#include "live/page_state.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace terrawright::live {
namespace {

constexpr int most_listeners = 24;  // each holds a thread of the server

}  // namespace

void PageState::publish(const Json& state, std::vector<std::shared_ptr<const Shown>> worlds) {
  std::string text = state.dump();
  const std::lock_guard lock(mutex_);
  worlds_ = std::move(worlds);
  if (text == state_) return;
  state_ = std::move(text);
  ++number_;
  changed_.notify_all();
}

std::optional<std::string> PageState::wait_for_change(std::uint64_t& seen, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return closed_ || number_ != seen; });
  if (closed_ || number_ == seen) return std::nullopt;
  seen = number_;
  return state_;
}

std::shared_ptr<const Shown> PageState::world(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  for (const auto& world : worlds_) {
    if (world->number == number) return world;
  }
  return nullptr;
}

bool PageState::is_past(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(worlds_.begin(), worlds_.end(), [&](const auto& world) { return number < world->number; });
}

bool PageState::add_listener() {
  const std::lock_guard lock(mutex_);
  if (listeners_ >= most_listeners) return false;
  ++listeners_;
  return true;
}
void PageState::remove_listener() {
  const std::lock_guard lock(mutex_);
  --listeners_;
}
void PageState::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}
bool PageState::is_closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

Json RequestQueue::ask(std::string what, Json body) {
  std::future<Json> answer;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return {{"problem", "the program ends"}};
    PageRequest request{std::move(what), std::move(body), {}};
    answer = request.answer.get_future();
    waiting_.push_back(std::move(request));
  }
  bell_.ring();
  try {
    return answer.get();
  } catch (const std::future_error&) {
    return {{"problem", "the program ends"}};
  }
}

std::vector<PageRequest> RequestQueue::take() {
  bell_.clear();
  const std::lock_guard lock(mutex_);
  return std::exchange(waiting_, {});
}

void RequestQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  waiting_.clear();
}

}  // namespace terrawright::live
