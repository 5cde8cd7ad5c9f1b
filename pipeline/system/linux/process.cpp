// SPDX-License-Identifier: Apache-2.0
#include "system/process.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace terrawright::system {
namespace {

using Words = std::vector<char*>;

Words pointers_to(const std::vector<std::string>& words) {
  Words all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

// Between fork and exec nothing is called that takes a lock: other threads may have held it.
[[noreturn]] void become_child(const Start& how, char* const* words, char* const* variables, int input, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  if (how.leads_group) setpgid(0, 0);
  dump_no_core();
  dup2(input, STDIN_FILENO);
  if (how.output >= 0) dup2(how.output, STDOUT_FILENO);
  if (how.errors >= 0) dup2(how.errors, STDERR_FILENO);
  if (how.channel == channel_of_child) fcntl(how.channel, F_SETFD, 0);
  if (how.channel >= 0 && how.channel != channel_of_child) dup2(how.channel, channel_of_child);
  close_range(how.channel < 0 ? channel_of_child : channel_of_child + 1, ~0U, 0);
  if (how.is_this_program) {
    execve("/proc/self/exe", words, variables);
  } else {
    execvpe(words[0], words, variables);
  }
  _exit(127);
}

int spawned(const Start& how, char* const* words, char* const* variables, int input, pid_t& process) {
  int error = 0;
  const auto set = [&error](int result) { error = error == 0 ? result : error; };
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  set(posix_spawn_file_actions_init(&actions));
  set(posix_spawnattr_init(&attributes));
  if (how.leads_group) set(posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP));
  set(posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO));
  if (how.output >= 0) set(posix_spawn_file_actions_adddup2(&actions, how.output, STDOUT_FILENO));
  if (how.errors >= 0) set(posix_spawn_file_actions_adddup2(&actions, how.errors, STDERR_FILENO));
  if (how.channel >= 0) set(posix_spawn_file_actions_adddup2(&actions, how.channel, channel_of_child));
  set(posix_spawn_file_actions_addclosefrom_np(&actions, how.channel < 0 ? channel_of_child : channel_of_child + 1));
  if (error == 0) error = posix_spawnp(&process, words[0], &actions, &attributes, words, variables);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

void limit(decltype(RLIMIT_AS) what, std::uint64_t most) {
  const rlimit both{most, most};
  setrlimit(what, &both);
}

std::uint64_t bytes_of_page() { return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); }

template <class Call>
bool all_of(std::size_t size, const Call& call) {
  for (std::size_t done = 0; done < size;) {
    const std::int64_t now = call(done, size - done);
    if (now <= 0) return false;
    done += static_cast<std::size_t>(now);
  }
  return true;
}

}  // namespace

// ---- children ----------------------------------------------------------------------------------------

const int signal_of_time = SIGALRM;

std::string text_of_signal(int signal) { return strsignal(signal); }
std::string name_of_signal(int signal) {
  const char* const name = sigabbrev_np(signal);
  return std::string("SIG") + (name == nullptr ? "?" : name);
}
std::string Ending::text() const {
  if (signal == 0) return "exit code " + std::to_string(code);
  return "signal " + std::to_string(signal) + " (" + text_of_signal(signal) + ")";
}
Ending ending_of(int status) {
  if (WIFSIGNALED(status)) return {0, WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

Child::~Child() {
  if (id_ <= 0) return;
  kill();
  wait();
}
Child::Child(Child&& other) noexcept : id_(std::exchange(other.id_, -1)), leads_group_(other.leads_group_) {}
Child& Child::operator=(Child&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(leads_group_, other.leads_group_);
  return *this;
}

void Child::kill() const {
  if (id_ <= 0) return;
  if (leads_group_) ::kill(-static_cast<pid_t>(id_), SIGKILL);
  ::kill(static_cast<pid_t>(id_), SIGKILL);
}

std::optional<Ending> Child::look() {
  int status = 0;
  if (id_ <= 0 || waitpid(static_cast<pid_t>(id_), &status, WNOHANG) == 0) return std::nullopt;
  id_ = -1;
  return ending_of(status);
}

Ending Child::wait() {
  if (id_ <= 0) return {};
  const auto id = static_cast<pid_t>(std::exchange(id_, -1));
  siginfo_t ended;
  while (waitid(P_PID, static_cast<id_t>(id), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
  if (leads_group_) ::kill(-id, SIGKILL);  // what it has started; its number is still its own
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) continue;
  return ending_of(status);
}

void kill_process(std::int64_t id) { ::kill(static_cast<pid_t>(id), SIGKILL); }

Child start(const Start& how) {
  // /dev/null may be away. The lowest numbers stay free meanwhile: check compares them before and after a stage.
  const Descriptor nothing = how.input < 0 ? moved_above(open_in_memory("nothing"), 10) : Descriptor();
  const int input = how.input < 0 ? nothing.number() : how.input;
  if (input < 0) return {};
  const Words words = pointers_to(how.words);
  Words variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.push_back(*variable);
  if (!how.variable.empty()) variables.push_back(const_cast<char*>(how.variable.c_str()));
  variables.push_back(nullptr);
  pid_t process = -1;
  if (how.ends_with_thread) {
    const pid_t parent = getpid();
    process = fork();
    if (process == 0) become_child(how, words.data(), variables.data(), input, parent);
  } else if (const int error = spawned(how, words.data(), variables.data(), input, process); error != 0) {
    process = -1;
    errno = error;
  }
  return Child(process, how.leads_group);
}

Child copy_this_process(const Copy& how, const std::function<int()>& body) {
  const pid_t parent = getpid(), process = fork();
  if (process != 0) return Child(process);
  end_with_parent();
  if (getppid() != parent) _exit(0);
  dump_no_core();
  if (how.data != 0) limit(RLIMIT_DATA, how.data);
  if (how.ignores_stops)
    for (const int one : {SIGINT, SIGTERM, SIGHUP}) signal(one, SIG_IGN);
  if (how.crashes_plainly)
    for (const int one : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) signal(one, SIG_DFL);
  if (how.input >= 0) dup2(how.input, STDIN_FILENO);
  if (how.output >= 0) dup2(how.output, STDOUT_FILENO);
  if (how.errors >= 0) dup2(how.errors, STDERR_FILENO);
  if (how.seconds != 0) alarm(how.seconds);
  _exit(body());
}

// ---- channels ----------------------------------------------------------------------------------------

std::optional<Ends> open_channel(bool keeps_messages_apart) {
  int ends[2];
  if (socketpair(AF_UNIX, (keeps_messages_apart ? SOCK_SEQPACKET : SOCK_STREAM) | SOCK_CLOEXEC, 0, ends) != 0)
    return std::nullopt;
  return Ends{Descriptor(ends[0]), Descriptor(ends[1])};
}
std::optional<Ends> open_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  return Ends{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::int64_t send_some(int to, const void* bytes, std::size_t size) {
  ssize_t sent = send(to, bytes, size, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR) sent = send(to, bytes, size, MSG_NOSIGNAL);
  return sent;
}
std::int64_t receive_some(int from, void* bytes, std::size_t most) {
  ssize_t received = recv(from, bytes, most, 0);
  while (received < 0 && errno == EINTR) received = recv(from, bytes, most, 0);
  return received;
}
bool send_all(int to, const void* bytes, std::size_t size) {
  const auto* const from = static_cast<const char*>(bytes);
  return all_of(size, [&](std::size_t at, std::size_t left) { return send_some(to, from + at, left); });
}
bool receive_all(int from, void* bytes, std::size_t size) {
  auto* const to = static_cast<char*>(bytes);
  return all_of(size, [&](std::size_t at, std::size_t left) { return receive_some(from, to + at, left); });
}

bool send_descriptors(int to, const std::vector<int>& descriptors) {
  const std::size_t size = descriptors.size() * sizeof(int);
  char byte = 0;
  iovec bytes{&byte, 1};
  std::vector<cmsghdr> control((CMSG_SPACE(size) + sizeof(cmsghdr) - 1) / sizeof(cmsghdr));
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = CMSG_SPACE(size);
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(size);
  std::memcpy(CMSG_DATA(header), descriptors.data(), size);
  return sendmsg(to, &message, MSG_NOSIGNAL) == 1;
}

int wait_for(std::vector<Wait>& waits, int milliseconds) {
  std::vector<pollfd> all;
  for (const Wait& wait : waits) all.push_back({wait.asks ? wait.descriptor : -1, POLLIN, 0});
  const int count = std::max(poll(all.data(), all.size(), milliseconds), 0);
  for (std::size_t i = 0; i < all.size(); ++i) waits[i].is_ready = count > 0 && all[i].revents != 0;
  return count;
}
bool is_ready(int descriptor, int milliseconds) {
  pollfd one{descriptor, POLLIN, 0};
  return poll(&one, 1, milliseconds) > 0;
}

bool is_address(const std::string& host) {
  in6_addr bytes;
  return inet_pton(AF_INET, host.c_str(), &bytes) == 1 || inet_pton(AF_INET6, host.c_str(), &bytes) == 1;
}

Bell::Bell() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!event_) throw std::system_error(errno, std::generic_category(), "no event");
}
void Bell::ring() const { eventfd_write(event_.number(), 1); }
void Bell::clear() const {
  eventfd_t count;
  eventfd_read(event_.number(), &count);
}

// ---- this process ------------------------------------------------------------------------------------

std::int64_t id_of_process() { return getpid(); }

// `check` looks at calls of getpid(), so that it is not asked each time.
int count_of_forks() {
  static int count = 0;
  [[maybe_unused]] static const int error = pthread_atfork(nullptr, nullptr, [] { ++count; });
  return count;
}

bool has_one_thread() {
  std::error_code error;
  std::filesystem::directory_iterator tasks("/proc/self/task", error);
  return !error && std::distance(begin(tasks), end(tasks)) == 1;
}

unsigned processors() {
  cpu_set_t all;
  return sched_getaffinity(0, sizeof all, &all) == 0 ? static_cast<unsigned>(CPU_COUNT(&all)) : 0;
}
void use_one_processor() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(std::max(sched_getcpu(), 0)), &one);
  sched_setaffinity(0, sizeof one, &one);
}

void end_now(int code) { _exit(code); }
void become(const std::vector<std::string>& words) {
  const Words plain = pointers_to(words);
  execv(plain.front(), plain.data());
}
void end_with_parent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }
void dump_no_core() { limit(RLIMIT_CORE, 0); }
void limit_processor_time(std::uint64_t seconds) { limit(RLIMIT_CPU, seconds); }
void limit_file_size(std::uint64_t bytes) { limit(RLIMIT_FSIZE, bytes); }
void limit_memory([[maybe_unused]] std::uint64_t more_bytes) {
#ifndef TERRAWRIGHT_SANITIZED  // whose shadow is larger than any limit
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  limit(RLIMIT_AS, pages * bytes_of_page() + more_bytes);
#endif
}
void allow_many_open_files() {
  rlimit both;
  if (getrlimit(RLIMIT_NOFILE, &both) != 0) return;
  both.rlim_cur = both.rlim_max;
  setrlimit(RLIMIT_NOFILE, &both);
}
std::uint64_t memory_of_process(const std::string& process) {
  std::ifstream words("/proc/" + process + "/statm");
  std::uint64_t pages = 0;
  for (int word = 0; word < 6; ++word) words >> pages;
  return words ? pages * bytes_of_page() : 0;
}

}  // namespace terrawright::system
