// SPDX-License-Identifier: Apache-2.0
#include "workers/worker.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "files/reader.hpp"

extern char** environ;

namespace terrawright::workers {
namespace {

constexpr std::uint64_t text_begin = 8192, text_space = 1 << 16, cells_begin = text_begin + text_space;
static_assert(sizeof(terrawright_worker_call) <= text_begin);

// Of this process since its beginning; check looks at calls of getpid(). After fork() workers are the parent's.
int forks() {
  static int count = 0;
  [[maybe_unused]] static const int error = pthread_atfork(nullptr, nullptr, [] { ++count; });
  return count;
}

// Above those that a worker gets, so that none of them is in the way of another.
int lifted(int descriptor) {
  if (descriptor < 0) return -1;
  const int above = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  close(descriptor);
  return above;
}

int started(const std::vector<std::string>& command, int errors, int socket, pid_t& process) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  posix_spawnattr_init(&attributes);
  // Ctrl-C is for the engine, which then ends its workers.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, errors, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, socket, 3);
  posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  error = posix_spawnp(&process, words[0], &actions, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// The end of a file.
std::string end_of(int file) {
  std::string text(1 << 14, '\0');
  const off_t length = lseek(file, 0, SEEK_END);
  const auto from = std::max<off_t>(0, length - static_cast<off_t>(text.size()));
  const std::int64_t count = files::read_up_to(file, text.data(), text.size(), static_cast<std::uint64_t>(from));
  text.resize(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
  return text;
}

bool send_descriptors(int socket, const std::array<int, 3>& descriptors) {
  char byte = 0;
  iovec bytes{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptors)> control{};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(header), descriptors.data(), sizeof descriptors);
  return sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
}

std::string ending_of(int status) {
  if (WIFSIGNALED(status)) return std::string("ended by signal ") + strsignal(WTERMSIG(status));
  return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

std::uint64_t Worker::first_cells() { return cells_begin; }

bool Worker::is_of_this_process() const { return forks_ == forks(); }

void Starter::begin() {
  int ends[2] = {-1, -1};
  if (errors_ < 0) errors_ = lifted(memfd_create("terrawright-starter", MFD_CLOEXEC));
  if (errors_ < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw Failed(std::string("no worker can be started (") + std::strerror(errno) + ")", "");
  if (socket_ >= 0) close(socket_);
  socket_ = lifted(ends[0]);
  const int other = lifted(ends[1]);
  if (process_ > 0) waitpid(process_, nullptr, WNOHANG);
  const int error = started(command_, errors_, other, process_);
  close(other);
  if (error == 0) return;
  process_ = -1;
  throw Failed("'" + command_.front() + "' cannot be started (" + std::strerror(error) + ")", "");
}

void Starter::start(int memory, int socket, int errors) {
  const std::lock_guard lock(mutex_);
  const std::array<int, 3> descriptors{memory, socket, errors};
  if (socket_ >= 0 && send_descriptors(socket_, descriptors)) return;
  begin();
  if (!send_descriptors(socket_, descriptors))
    throw Failed(std::string("no worker can be started (") + std::strerror(errno) + ")", said());
}

std::string Starter::said() const { return errors_ < 0 ? "" : end_of(errors_); }

// It exits at the end of its socket, and its workers at the end of theirs.
Starter::~Starter() {
  for (const int descriptor : {socket_, errors_})
    if (descriptor >= 0) close(descriptor);
}

Worker::Worker(Starter& starter) : starter_(starter), forks_(forks()) {
  int ends[2] = {-1, -1};
  shared_ = lifted(memfd_create("terrawright-worker", MFD_CLOEXEC));
  errors_ = lifted(memfd_create("terrawright-worker-errors", MFD_CLOEXEC));
  if (shared_ < 0 || errors_ < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Failed(std::string("no worker can be started (") + std::strerror(errno) + ")", "");
  socket_ = lifted(ends[0]);
  const int other = lifted(ends[1]);
  grow(cells_begin);
  starter.start(shared_, other, errors_);
  close(other);
}

void Worker::end() {
  if (is_alive_ && is_of_this_process() && call().process > 0) kill(call().process, SIGKILL);
  is_alive_ = false;
}

Worker::~Worker() {
  end();
  if (memory_ != nullptr) munmap(memory_, size_);
  for (const int descriptor : {shared_, socket_, errors_})
    if (descriptor >= 0) close(descriptor);
}

void Worker::grow(std::uint64_t size) {
  if (size <= size_) return;
  if (ftruncate(shared_, static_cast<off_t>(size)) != 0) throw std::bad_alloc();
  void* const at = memory_ == nullptr ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, shared_, 0)
                                      : mremap(memory_, size_, size, MREMAP_MAYMOVE);
  if (at == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<unsigned char*>(at);
  size_ = size;
}

void Worker::write_text(const std::string& text) {
  if (text.size() > text_space) throw Failed("its parameters are longer than a call to a worker", "");
  std::memcpy(at(text_begin), text.data(), text.size());
  call().text_size = text.size();
}

std::string Worker::text() {
  return {reinterpret_cast<const char*>(at(text_begin)), std::min<std::size_t>(call().text_size, text_space)};
}

void Worker::make(std::uint32_t what, double seconds, const std::function<bool()>& cancelled) {
  terrawright_worker_call& now = call();
  now.size = sizeof now;
  now.protocol = TERRAWRIGHT_WORKER_PROTOCOL;
  now.call = what;
  now.answer = TERRAWRIGHT_ANSWER_FAILED;
  now.memory = size_;
  now.text = text_begin;
  now.text_space = text_space;
  char byte = 0;
  constexpr int step = 50;  // ms
  double waited = 0;
  bool is_there = send(socket_, &byte, 1, MSG_NOSIGNAL) == 1;
  while (is_there) {
    pollfd waits{socket_, POLLIN, 0};
    if (poll(&waits, 1, step) > 0) {
      is_there = recv(socket_, &byte, 1, 0) == 1;
      break;
    }
    if (cancelled()) {
      end();
      throw Stopped{};
    }
    waited += step / 1000.0;
    if (waited > seconds) {
      end();
      throw Failed("its worker did not answer within " + std::to_string(static_cast<std::int64_t>(seconds)) + " s",
                   end_of(errors_));
    }
  }
  if (!is_there) {
    is_alive_ = false;
    const bool began = now.process > 0;
    throw Failed(began ? "its worker " + ending_of(now.status) : "its worker could not be started",
                 began ? end_of(errors_) : starter_.said());
  }
  if (now.answer == TERRAWRIGHT_ANSWER_DONE) return;
  const std::string all = text();
  const std::size_t end = std::min(all.find('\n'), all.size());
  throw Failed(all.substr(0, end), end < all.size() ? all.substr(end + 1) : "");
}

std::unique_ptr<Worker> Pool::take() {
  {
    const std::lock_guard lock(mutex_);
    while (!waiting_.empty()) {
      auto worker = std::move(waiting_.back());
      waiting_.pop_back();
      if (worker->is_of_this_process()) return worker;  // after fork() they are the parent's
    }
  }
  return std::make_unique<Worker>(starter_);
}

void Pool::give_back(std::unique_ptr<Worker> worker) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(worker));
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\t') {
      fields.emplace_back();
    } else if (line[i] == '\\' && i + 1 < line.size()) {
      const char next = line[++i];
      fields.back() += next == 't' ? '\t' : next == 'n' ? '\n' : next;
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) line += '\t';
    for (const char c : field) line += c == '\\' ? "\\\\" : c == '\t' ? "\\t" : c == '\n' ? "\\n" : std::string(1, c);
  }
  return line + "\n";
}

}  // namespace terrawright::workers
