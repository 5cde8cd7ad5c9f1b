// SPDX-License-Identifier: Apache-2.0
#include "live/errands.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace terrawright::live {

Errands::Errands() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (event_ < 0) throw std::system_error(errno, std::generic_category(), "no event");
}
Errands::~Errands() { ::close(event_); }

Json Errands::ask(std::string what, Json body) {
  std::future<Json> answer;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return {{"problem", "the program ends"}};
    Errand errand{std::move(what), std::move(body), {}};
    answer = errand.answer.get_future();
    waiting_.push_back(std::move(errand));
  }
  eventfd_write(event_, 1);
  try {
    return answer.get();
  } catch (const std::future_error&) {
    return {{"problem", "the program ends"}};
  }
}

std::vector<Errand> Errands::take() {
  eventfd_t count;
  eventfd_read(event_, &count);
  const std::lock_guard lock(mutex_);
  return std::exchange(waiting_, {});
}

void Errands::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  waiting_.clear();
}

}  // namespace terrawright::live
