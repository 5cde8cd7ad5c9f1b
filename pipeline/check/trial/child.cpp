// SPDX-License-Identifier: Apache-2.0
#include "check/trial/child.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <new>
#include <sstream>
#include <system_error>

#include "border/host.hpp"
#include "config/quantity.hpp"
#include "files/open_file.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "system/memory.hpp"

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

constexpr int whole = 0, threw = 70;  // exit codes of ours

int live(const std::function<void(Answer&)>& body, const TemporaryFile& answer) {
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
  return code;
}

}  // namespace

Shown::Shown() {
  void* memory = system::map_shared_pages(sizeof(Page));
  if (memory == nullptr) fail("shared memory cannot be had");
  page_ = new (memory) Page;
}
Shown::~Shown() { system::unmap_pages(page_, sizeof(Page)); }

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
  const std::string line = report::line_of(words);
  file_.append(line.data(), line.size());
}

std::vector<std::vector<std::string>> lines_of(const std::string& answer) {
  std::vector<std::vector<std::string>> lines;
  for (const std::string& line : report::split(answer, "\n")) lines.push_back(report::fields_of(line));
  lines.pop_back();  // which has no end
  return lines;
}

Child::Child(const std::function<void(Answer&)>& body, std::uint64_t most_memory) {
  auto pipe = system::open_pipe();
  if (!pipe) fail("a pipe cannot be made");
  std::cout.flush();
  std::fflush(nullptr);
#if !defined(TERRAWRIGHT_SANITIZED)  // whose shadow is larger than any limit
  const std::uint64_t ours = most_memory == 0 ? 0 : system::memory_of_process("self");
  if (ours != 0) memory_ = ours + most_memory;
#endif
  system::Copy how;
  how.output = out_.descriptor();
  how.errors = err_.descriptor();
  if (memory_ != 0) how.data = memory_ + most_memory;  // should it grow in no time
  process_ = system::copy_this_process(how, [&] {
    pipe->here.close();
    return live(body, answer_);
  });
  if (!process_) fail("another process cannot be started");
  alive_ = std::move(pipe->here);
}

bool Child::is_too_large() const {
  return memory_ != 0 && system::memory_of_process(std::to_string(process_.id())) > memory_;
}

Ended Child::wait() {
  const system::Ending ending = process_.wait();
  Ended ended;
  ended.signal = ending.signal;
  ended.exit = ending.code;
  ended.answer = answer_.text(std::size_t{1} << 26);
  ended.out = out_.text();
  ended.err = err_.text();
  const auto lines = lines_of(ended.answer);
  ended.finished = ended.signal == 0 && ended.exit == whole && !lines.empty() && lines.back().front() == "whole";
  return ended;
}

Ended in_child(const std::function<void(Answer&)>& body, const Shown& shown, const Limits& limits,
               const std::function<bool()>& goes_on) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto seconds_since = [](Clock::time_point then) {
    return std::chrono::duration<double>(Clock::now() - then).count();
  };
  Child child(body, limits.memory);
  Ended killed;
  std::uint64_t steps = shown.steps();
  auto last = begin;
  while (!killed.was_killed() && !system::is_ready(child.at_end(), 50)) {
    if (shown.steps() != steps) last = Clock::now();
    steps = shown.steps();
    // Our own work takes its time too.
    const double patience = shown.is_inside() ? limits.call : 60.0 + 10.0 * limits.call;
    killed.stopped = !goes_on();
    killed.too_long = seconds_since(last) > patience;
    killed.out_of_time = limits.all > 0.0 && seconds_since(begin) > limits.all;
    killed.too_large = child.is_too_large();
  }
  if (killed.was_killed()) child.kill();
  Ended ended = child.wait();
  ended.finished = ended.finished && !killed.was_killed();
  ended.stopped = killed.stopped;
  ended.too_long = killed.too_long;
  ended.out_of_time = killed.out_of_time;
  ended.too_large = killed.too_large;
  return ended;
}

bool in_children(std::size_t count, const std::function<void(std::size_t i, Answer&)>& body,
                 const std::function<void(std::size_t i)>& begins,
                 const std::function<void(std::size_t i, const Ended& ended)>& ended,
                 const std::function<bool()>& goes_on) {
  const std::size_t most = std::max(1U, system::processors());
  std::map<std::size_t, Child> running;
  std::map<std::size_t, Ended> over;
  std::size_t next = 0, told = 0;
  while (told < count) {
    for (; next < count && running.size() < most; ++next) {
      begins(next);
      running.try_emplace(next, [&body, i = next](Answer& answer) { body(i, answer); });
    }
    std::vector<system::Wait> waits;
    for (const auto& [i, child] : running) waits.push_back({child.at_end()});
    system::wait_for(waits, 50);
    if (!goes_on()) return false;
    std::size_t at = 0;
    for (auto child = running.begin(); child != running.end(); ++at) {
      if (!waits[at].is_ready) {
        ++child;
        continue;
      }
      over.emplace(child->first, child->second.wait());
      child = running.erase(child);
    }
    for (auto first = over.find(told); first != over.end(); first = over.find(++told)) ended(told, first->second);
  }
  return true;
}

namespace {

// Parses the text of border::describe_current_stage: "error: 'it' failed in paint of the tile ...: it called exit".
std::optional<Finding> told(const std::string& err, const std::string& stage) {
  constexpr char begin[] = "error: '", middle[] = "' failed in ";
  const std::size_t from = err.rfind(begin), in = err.find(middle, from);
  const std::size_t end = err.find('\n', in);
  if (from == std::string::npos || in == std::string::npos || end == std::string::npos) return std::nullopt;
  const std::size_t place = in + sizeof middle - 1, colon = err.rfind(": it ", end);
  if (colon == std::string::npos || colon < place) return std::nullopt;
  const std::size_t node = from + sizeof begin - 1;
  return Finding{stage, err.substr(node, in - node), err.substr(colon + 2, end - colon - 2),
                 "in " + err.substr(place, colon - place)};
}

}  // namespace

std::optional<Finding> crash_finding(const Ended& ended, const Shown& shown, const Limits& limits) {
  const std::string node = shown.node(), stage = shown.stage(), phase = border::phase_name(shown.phase());
  if (stage.empty()) return std::nullopt;
  if (ended.too_long) {
    if (!shown.is_inside()) return std::nullopt;
    return Finding{stage, node, "a call has not ended after " + config::canonical(limits.call) + " s, an endless loop",
                   "in " + phase};
  }
  if (ended.too_large) {
    return Finding{stage, node, "it takes more than " + report::bytes_text(limits.memory) + " of memory",
                   "in or after " + phase};
  }
  if (ended.out_of_time) return std::nullopt;
  if (auto finding = told(ended.err, stage)) return finding;
  if (ended.signal != 0) {
    return Finding{stage, node, "it broke the program, which ended by signal " + std::to_string(ended.signal),
                   "in or after " + phase};
  }
  if (ended.exit != 0 || shown.is_inside()) {
    return Finding{stage, node, "it ended the program with exit code " + std::to_string(ended.exit), "in " + phase};
  }
  return std::nullopt;
}

void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

TemporaryFile::TemporaryFile() : file_(system::open_in_memory("terrawright")) {
  if (!file_) fail("a temporary file cannot be made");
}

void TemporaryFile::append(const void* bytes, std::size_t count) const {
  if (!system::write_all(descriptor(), bytes, count)) fail("a temporary file cannot be written");
}

std::size_t TemporaryFile::size() const {
  const auto facts = system::facts_of(descriptor());
  if (!facts) fail("a temporary file cannot be read");
  return static_cast<std::size_t>(facts->size);
}

std::string TemporaryFile::text(std::size_t most) const {
  std::string text(std::min(size(), most), '\0');
  const std::int64_t got = system::read_up_to(descriptor(), text.data(), text.size(), 0);
  if (got < 0) fail("a temporary file cannot be read");
  text.resize(static_cast<std::size_t>(got));
  return text;
}

}  // namespace terrawright::check
