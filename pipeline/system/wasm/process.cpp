// SPDX-License-Identifier: Apache-2.0
// WebAssembly has one process, which starts no other and has no channels.
#include "system/process.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace terrawright::system {
namespace {

template <class Answer>
Answer none(Answer answer) {
  errno = ENOSYS;
  return answer;
}

}  // namespace

const int signal_of_time = 0;

std::string text_of_signal(int) { return {}; }
std::string name_of_signal(int) { return "SIG?"; }
std::string Ending::text() const { return "exit code " + std::to_string(code); }
Ending ending_of(int status) { return {status, 0}; }

Child::~Child() = default;
Child::Child(Child&& other) noexcept : id_(other.id_), leads_group_(other.leads_group_) {}
Child& Child::operator=(Child&&) noexcept = default;
void Child::kill() const {}
std::optional<Ending> Child::look() { return std::nullopt; }
Ending Child::wait() { return {}; }
void kill_process(std::int64_t) {}
Child start(const Start&) { return none(Child()); }
Child copy_this_process(const Copy&, const std::function<int()>&) { return none(Child()); }

std::optional<Ends> open_channel(bool) { return none(std::nullopt); }
std::optional<Ends> open_pipe() { return none(std::nullopt); }
bool send_all(int, const void*, std::size_t) { return none(false); }
bool receive_all(int, void*, std::size_t) { return none(false); }
std::int64_t send_some(int, const void*, std::size_t) { return none(-1); }
std::int64_t receive_some(int, void*, std::size_t) { return none(-1); }
bool send_descriptors(int, const std::vector<int>&) { return none(false); }
int wait_for(std::vector<Wait>&, int) { return 0; }
bool is_ready(int, int) { return false; }
bool is_address(const std::string&) { return false; }
Bell::Bell() { throw std::system_error(ENOSYS, std::generic_category(), "no event"); }
void Bell::ring() const {}
void Bell::clear() const {}

std::int64_t id_of_process() { return 1; }
int count_of_forks() { return 0; }
bool has_one_thread() { return true; }
unsigned processors() { return 1; }
void use_one_processor() {}
void end_now(int code) { _exit(code); }
void become(const std::vector<std::string>&) { errno = ENOSYS; }
void end_with_parent() {}
void dump_no_core() {}
void limit_processor_time(std::uint64_t) {}
void limit_file_size(std::uint64_t) {}
void limit_memory(std::uint64_t) {}
void allow_many_open_files() {}
std::uint64_t memory_of_process(const std::string&) { return 0; }

}  // namespace terrawright::system
