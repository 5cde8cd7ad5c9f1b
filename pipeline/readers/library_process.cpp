// SPDX-License-Identifier: Apache-2.0
#include "readers/library_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "report/program_file.hpp"
#include "report/utf8.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::readers {
namespace {

[[noreturn]] void fail(const std::string& why) { throw ProcessFailed(why); }

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds between_questions{100};

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

LibraryProcess::LibraryProcess(const LibraryProgram& library, const std::filesystem::path& program,
                               const std::vector<std::string>& arguments, LibraryProcessOptions options)
    : library_(library),
      program_(program.string()),
      options_(std::move(options)),
      said_(memfd_create("reason", MFD_CLOEXEC)) {
  std::array<int, 2> ends{-1, -1};
  Descriptor nothing(memfd_create("nothing", MFD_CLOEXEC));  // /dev/null may be away
  if (*said_ < 0 || *nothing < 0 || pipe2(ends.data(), O_CLOEXEC) != 0)
    fail("no pipe can be made: " + std::string(std::strerror(errno)));
  Descriptor to(ends[1]);
  from_ = std::make_unique<Descriptor>(ends[0]);
  std::vector<std::string> words = report::start_of(program);
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int error = 0;
  const auto set = [&error](int result) { error = error == 0 ? result : error; };
  posix_spawn_file_actions_t actions;
  set(posix_spawn_file_actions_init(&actions));
  set(posix_spawn_file_actions_adddup2(&actions, options_.input < 0 ? *nothing : options_.input, STDIN_FILENO));
  set(posix_spawn_file_actions_adddup2(&actions, *to, STDOUT_FILENO));
  set(posix_spawn_file_actions_adddup2(&actions, *said_, STDERR_FILENO));
  set(posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1));
  // In a group of its own: Ctrl-C is for the program alone, with which it ends.
  posix_spawnattr_t attributes;
  set(posix_spawnattr_init(&attributes));
  set(posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP));
  if (error == 0 && words.front() != program_ && access(program_.c_str(), R_OK) != 0) error = errno;
  if (error == 0) error = posix_spawn(&id_, pointers.front(), &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error == 0) return;
  id_ = -1;
  fail((error == ENOENT ? "this installation lacks " + program_ + ", " + library_.install
                        : program_ + " cannot be started: " + std::strerror(error)) +
       remedy());
}

std::size_t LibraryProcess::read(void* bytes, std::size_t most) {
  std::size_t done = 0;
  auto last = Clock::now();
  while (done < most) {
    if (options_.goes_on && !options_.goes_on()) throw Stopped{};
    std::chrono::milliseconds most_wait = options_.silence;
    if (options_.goes_on || most_wait.count() == 0) most_wait = between_questions;
    pollfd wait{**from_, POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(most_wait.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) {
      if (options_.silence.count() == 0 || Clock::now() - last < options_.silence) continue;
      end();
      fail(name() + " gave nothing for " + std::to_string(options_.silence.count() / 1000) + " s and was ended" +
           remedy());
    }
    const ssize_t size = ::read(**from_, static_cast<char*>(bytes) + done, most - done);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail("what " + name() + " gives cannot be read: " + std::strerror(errno));
    if (size == 0) break;
    done += static_cast<std::size_t>(size);
    last = Clock::now();
  }
  return done;
}

void LibraryProcess::demand_done() {
  char beyond = 0;
  const bool more = read(&beyond, 1) != 0;
  const int status = end(true);
  if (WIFSIGNALED(status) && !more) {
    const int signal = WTERMSIG(status);
    fail(name() + " was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")" + remedy());
  }
  if (more) fail(name() + " gave more than was asked for" + remedy());
  if (WEXITSTATUS(status) == 0) return;
  std::array<char, 400> said{};
  const ssize_t size = pread(*said_, said.data(), said.size() - 1, 0);
  const std::string reason = report::one_line(size > 0 ? said.data() : "");
  if (WEXITSTATUS(status) == exit_of_input)
    throw std::runtime_error(reason.empty() ? std::string(library_.library) + " does not say why" : reason);
  if (WEXITSTATUS(status) == exit_of_machine) fail(name() + " failed: " + reason);
  fail(name() + " cannot run: " + (reason.empty() ? "exit code " + std::to_string(WEXITSTATUS(status)) : reason) +
       "; install the package " + library_.packages + (*library_.remedy == 0 ? "" : ", or ") + library_.remedy);
}

std::string LibraryProcess::name() const { return std::string(library_.library) + " (" + program_ + ")"; }
std::string LibraryProcess::remedy() const { return *library_.remedy == 0 ? "" : std::string("; ") + library_.remedy; }

int LibraryProcess::end(bool by_itself) {
  if (id_ < 0) return 0;
  from_->close();
  int status = 0;
  const auto latest = Clock::now() + (options_.silence.count() == 0 ? std::chrono::minutes(1) : options_.silence);
  while (by_itself && Clock::now() < latest) {
    if (waitpid(id_, &status, WNOHANG) == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    id_ = -1;
    return status;
  }
  kill(id_, SIGKILL);
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) continue;
  id_ = -1;
  return status;
}

}  // namespace terrawright::readers
