// SPDX-License-Identifier: Apache-2.0
#include "readers/library_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
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

LibraryProcess::LibraryProcess(const LibraryProgram& library, const std::filesystem::path& program,
                               const std::vector<std::string>& arguments, LibraryProcessOptions options)
    : library_(library),
      program_(program.string()),
      options_(std::move(options)),
      said_(system::open_in_memory("reason")) {
  auto pipe = system::open_pipe();
  if (!said_ || !pipe) fail("no pipe can be made: " + std::string(std::strerror(errno)));
  from_ = std::move(pipe->here);
  system::Start how;
  how.words = report::start_of(program);
  how.words.insert(how.words.end(), arguments.begin(), arguments.end());
  how.input = options_.input;
  how.output = pipe->there.number();
  how.errors = said_.number();
  if (how.words.front() == program_ || system::is_readable(program_)) process_ = system::start(how);
  if (process_) return;
  const int error = errno;
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
    if (!system::is_ready(from_.number(), static_cast<int>(most_wait.count()))) {
      if (options_.silence.count() == 0 || Clock::now() - last < options_.silence) continue;
      end();
      fail(name() + " gave nothing for " + std::to_string(options_.silence.count() / 1000) + " s and was ended" +
           remedy());
    }
    const std::int64_t size = system::read_some(from_.number(), static_cast<char*>(bytes) + done, most - done);
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
  const system::Ending ending = end(true);
  if (ending.signal != 0 && !more) fail(name() + " was ended by " + ending.text() + remedy());
  if (more) fail(name() + " gave more than was asked for" + remedy());
  if (ending.code == 0) return;
  std::array<char, 400> said{};
  const std::int64_t size = system::read_up_to(said_.number(), said.data(), said.size() - 1, 0);
  const std::string reason = report::one_line(size > 0 ? said.data() : "");
  if (ending.code == exit_of_input)
    throw std::runtime_error(reason.empty() ? std::string(library_.library) + " does not say why" : reason);
  if (ending.code == exit_of_machine) fail(name() + " failed: " + reason);
  fail(name() + " cannot run: " + (reason.empty() ? "exit code " + std::to_string(ending.code) : reason) +
       "; install the package " + library_.packages + (*library_.remedy == 0 ? "" : ", or ") + library_.remedy);
}

std::string LibraryProcess::name() const { return std::string(library_.library) + " (" + program_ + ")"; }
std::string LibraryProcess::remedy() const { return *library_.remedy == 0 ? "" : std::string("; ") + library_.remedy; }

system::Ending LibraryProcess::end(bool by_itself) {
  if (!process_) return {};
  from_.close();
  const auto latest = Clock::now() + (options_.silence.count() == 0 ? std::chrono::minutes(1) : options_.silence);
  while (by_itself && Clock::now() < latest) {
    if (const auto ending = process_.look()) return *ending;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  process_.kill();
  return process_.wait();
}

}  // namespace terrawright::readers
