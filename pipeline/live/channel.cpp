// SPDX-License-Identifier: Apache-2.0
#include "live/channel.hpp"

#include <cerrno>
#include <stdexcept>

#include "system/process.hpp"

namespace terrawright::live {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 30;

}  // namespace

void Sender::all(const char* at, std::size_t size) const {
  if (!system::send_all(descriptor_, at, size)) system::end_now(1);
}

void Sender::send(Json head, const std::string* bytes) {
  if (bytes != nullptr) head["bytes"] = bytes->size();
  const std::string line = head.dump() + "\n";
  const std::lock_guard lock(mutex_);
  all(line.data(), line.size());
  if (bytes != nullptr) all(bytes->data(), bytes->size());
}

void Receiver::take(const char* bytes, std::size_t size) {
  if (at_ > 0) waiting_.erase(0, at_);
  at_ = 0;
  waiting_.append(bytes, size);
}

std::optional<Message> Receiver::next() {
  if (!head_) {
    const std::size_t end = waiting_.find('\n', at_);
    if (end == std::string::npos) return std::nullopt;
    Json head = report::json_or_none(std::string_view(waiting_).substr(at_, end - at_));
    if (!head.is_object()) throw std::runtime_error("what the worker says is no message");
    at_ = end + 1;
    if (!head.contains("bytes")) return Message{std::move(head)};
    if (head["bytes"].get<std::size_t>() > most_bytes) throw std::runtime_error("what the worker says is too long");
    waiting_.reserve(waiting_.size() + head["bytes"].get<std::size_t>());
    head_ = std::move(head);
  }
  const std::size_t size = (*head_)["bytes"].get<std::size_t>();
  if (waiting_.size() - at_ < size) return std::nullopt;
  Message message{std::move(*head_), std::make_shared<const std::string>(waiting_, at_, size)};
  head_.reset();
  at_ += size;
  return message;
}

}  // namespace terrawright::live
