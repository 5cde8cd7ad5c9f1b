// SPDX-License-Identifier: Apache-2.0
#include "live/worker_process.hpp"

#include <cerrno>
#include <system_error>

#include "report/program_file.hpp"
#include "report/utf8.hpp"
#include "system/threads.hpp"

namespace terrawright::live {
namespace {

constexpr std::size_t most_said = 4000;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& arguments) {
  auto channel = system::open_channel();
  if (!channel) fail("no socket for a worker");
  auto errors = system::open_pipe();
  if (!errors) fail("no pipe for a worker");
  system::Start how;
  how.words = report::start_of(report::program_file());
  how.words.insert(how.words.end(), arguments.begin() + 1, arguments.end());
  how.output = how.errors = errors->there.number();
  how.channel = channel->there.number();
  how.variable = std::string(worker_variable) + "=" + std::to_string(system::channel_of_child);
  how.ends_with_thread = how.is_this_program = true;
  process_ = system::start(how);
  if (!process_) fail("no process for a worker");
  channel_ = std::move(channel->here);
  errors_ = std::move(errors->here);
  for (const int ours : {descriptor(), this->errors()}) system::wait_for_data(ours, false);
}

bool WorkerProcess::send(const Json& message) {
  const std::string line = message.dump() + "\n";
  return system::send_some(descriptor(), line.data(), line.size()) == static_cast<std::int64_t>(line.size());
}

bool WorkerProcess::receive(std::vector<Message>& messages) {
  std::string& bytes = system::OfThread<std::string>::get();
  bytes.resize(std::size_t{1} << 20);
  for (;;) {
    const std::int64_t count = system::receive_some(descriptor(), bytes.data(), bytes.size());
    if (count == 0) return false;
    if (count < 0) return errno == EAGAIN;
    receiver_.take(bytes.data(), static_cast<std::size_t>(count));
    while (auto message = receiver_.next()) messages.push_back(std::move(*message));
  }
}

void WorkerProcess::hear() {
  char bytes[4096];
  for (std::int64_t count; (count = system::read_some(errors(), bytes, sizeof bytes)) > 0;) {
    said_.append(bytes, static_cast<std::size_t>(count));
    if (said_.size() > most_said) said_.erase(0, said_.size() - most_said);
  }
}

std::string WorkerProcess::ending() {
  if (!process_) return ending_;
  process_.kill();  // one that only fell silent; how a dead one ended stays as it is
  const system::Ending ending = process_.wait();
  hear();
  exit_code_ = ending.signal == 0 ? ending.code : -1;
  return ending_ = ending.text();
}

}  // namespace terrawright::live
