// SPDX-License-Identifier: Apache-2.0
#include "check/child.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>
#include <system_error>

namespace terrawright::check {

struct Shown::Page {
  std::atomic<std::uint64_t> steps{0};
  std::atomic<int> inside{0};
  std::atomic<std::uint32_t> phase{0};
  char node[256] = "", stage[256] = "";
};

namespace {

void copy(std::string_view text, char (&to)[256]) {
  const std::size_t count = std::min(text.size(), sizeof to - 1);
  std::memcpy(to, text.data(), count);
  to[count] = 0;
}

struct Pipe {
  int read_end = -1, write_end = -1;
  Pipe() {
    int ends[2];
    if (pipe(ends) != 0) fail("a pipe cannot be made");
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    close(read_end);
    close_write_end();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_write_end() {
    if (write_end >= 0) close(write_end);
    write_end = -1;
  }
};

constexpr int whole = 0, threw = 70;  // exit codes of ours

[[noreturn]] void live(const std::function<void(Answer&)>& body, const TemporaryFile& answer, const TemporaryFile& out,
                       const TemporaryFile& err) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (const int ours : {SIGINT, SIGTERM, SIGHUP}) signal(ours, SIG_IGN);  // the parent ends this process
  dup2(out.descriptor(), STDOUT_FILENO);
  dup2(err.descriptor(), STDERR_FILENO);
  int code = whole;
  Answer to(answer);
  try {
    body(to);
    to.line({"whole"});
  } catch (const std::exception& error) {
    to.line({"threw", error.what()});
    code = threw;
  }
  std::cout.flush();
  std::fflush(nullptr);
  _exit(code);
}

}  // namespace

Shown::Shown() {
  void* memory = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("shared memory cannot be had");
  page_ = new (memory) Page;
}
Shown::~Shown() { munmap(page_, sizeof(Page)); }

void Shown::enters(std::string_view node, std::string_view stage, std::uint32_t phase) {
  ++page_->steps;
  ++page_->inside;
  page_->phase = phase;
  if (node != page_->node) copy(node, page_->node);
  if (stage != page_->stage) copy(stage, page_->stage);
}
void Shown::leaves() {
  ++page_->steps;
  --page_->inside;
}
std::uint64_t Shown::steps() const { return page_->steps; }
bool Shown::is_inside() const { return page_->inside > 0; }
std::string Shown::node() const { return page_->node; }
std::string Shown::stage() const { return page_->stage; }
std::uint32_t Shown::phase() const { return page_->phase; }

void Answer::line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    for (const char c : word) {
      if (c == '\\' || c == '\t' || c == '\n') line += '\\';
      line += c == '\t' ? 't' : c == '\n' ? 'n' : c;
    }
    line += '\t';
  }
  line.back() = '\n';
  file_.append(line.data(), line.size());
}

std::vector<std::vector<std::string>> lines_of(const std::string& answer) {
  std::vector<std::vector<std::string>> lines;
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < answer.size(); ++i) {
    if (answer[i] == '\n') {
      lines.push_back(std::move(words));
      words.assign(1, "");
    } else if (answer[i] == '\t') {
      words.emplace_back();
    } else if (answer[i] == '\\' && i + 1 < answer.size()) {
      ++i;
      words.back() += answer[i] == 't' ? '\t' : answer[i] == 'n' ? '\n' : answer[i];
    } else {
      words.back() += answer[i];
    }
  }
  return lines;
}

Ended in_child(const std::function<void(Answer&)>& body, const Shown& shown, double limit,
               const std::function<bool()>& goes_on) {
  const TemporaryFile answer, out, err;
  Pipe alive;  // its end: the child's
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) fail("another process cannot be started");
  if (child == 0) {
    close(alive.read_end);
    live(body, answer, out, err);
  }
  alive.close_write_end();
  Ended ended;
  using Clock = std::chrono::steady_clock;
  std::uint64_t steps = shown.steps();
  auto last = Clock::now();
  for (pollfd waits = {alive.read_end, POLLIN, 0}; poll(&waits, 1, 50) <= 0;) {
    if (!goes_on()) ended.stopped = true;
    if (shown.steps() != steps) last = Clock::now();
    steps = shown.steps();
    const double patience = shown.is_inside() ? limit : 60.0 + 10.0 * limit;  // what is ours takes its time too
    if (std::chrono::duration<double>(Clock::now() - last).count() > patience) ended.too_long = true;
    if (ended.stopped || ended.too_long) break;
  }
  if (ended.stopped || ended.too_long) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  if (WIFEXITED(status)) ended.exit = WEXITSTATUS(status);
  ended.answer = answer.text(std::size_t{1} << 26);
  ended.out = out.text();
  ended.err = err.text();
  const auto lines = lines_of(ended.answer);
  ended.finished = !ended.stopped && !ended.too_long && ended.signal == 0 && ended.exit == whole && !lines.empty() &&
                   lines.back().front() == "whole";
  return ended;
}

}  // namespace terrawright::check
