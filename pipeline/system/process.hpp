// SPDX-License-Identifier: Apache-2.0
// Processes that this one starts, channels to them, and facts of this one. A call that fails returns false, nothing or
// -1, and errno has the reason; ENOSYS where the system has no processes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "system/files.hpp"

namespace terrawright::system {

// ---- Children ----

struct Ending {
  int code = 0;    // of exit, if no signal ended it
  int signal = 0;  // 0: none
  // "signal 11 (Segmentation fault)", "exit code 1".
  std::string text() const;
};
Ending ending_of(int wait_status);       // as a parent gets it
std::string text_of_signal(int signal);  // "Segmentation fault"
std::string name_of_signal(int signal);  // "SIGSEGV"

// A process that this one has started. It is ended, and waited for, with the object.
class Child {
 public:
  Child() = default;
  explicit Child(std::int64_t id, bool leads_group = false) : id_(id), leads_group_(leads_group) {}
  ~Child();
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  explicit operator bool() const { return id_ > 0; }  // it was started, and not waited for
  std::int64_t id() const { return id_; }
  void kill() const;             // with all that it has started, if it leads a group
  std::optional<Ending> look();  // its end, if it has ended
  Ending wait();                 // for its end
  void leave() { id_ = -1; }     // it lives on, and nobody waits

 private:
  std::int64_t id_ = -1;
  bool leads_group_ = false;
};
void kill_process(std::int64_t id);

// A program with its arguments, started as a process. It gets no other descriptor than these.
struct Start {
  std::vector<std::string> words;  // a first word without a slash is looked for in PATH
  int input = -1;                  // -1: nothing to read
  int output = -1, errors = -1;    // -1: those of this process
  int channel = -1;                // becomes descriptor 3
  std::string variable = {};       // "NAME=VALUE", added to the environment
  bool leads_group = true;         // Ctrl-C does not reach it
  bool ends_with_thread = false;   // that starts it; its core is not dumped
  bool is_this_program = false;    // the file that runs now, should another one have its name; words[0] is its name
};
constexpr int channel_of_child = 3;
Child start(const Start& how);

// A copy of this process runs `body`, and then ends with its answer as exit code. It ends with this process, and dumps
// no core. No other thread may run here.
struct Copy {
  bool ignores_stops = true;                 // Ctrl-C and its like, which are for this process
  bool crashes_plainly = false;              // handlers of crashes are those of the system
  unsigned seconds = 0;                      // after which signal_of_time ends it; 0: none
  int input = -1, output = -1, errors = -1;  // -1: those of this process
  std::uint64_t data = 0;                    // bytes that it may write to; 0: any
};
Child copy_this_process(const Copy& how, const std::function<int()>& body);
extern const int signal_of_time;

// ---- Channels ----

struct Ends {
  Descriptor here, there;
};
std::optional<Ends> open_channel(bool keeps_messages_apart = false);  // both ends read and write
std::optional<Ends> open_pipe();                                      // `here` reads
bool send_all(int to, const void* bytes, std::size_t size);           // of a channel; no signal if nobody reads
bool receive_all(int from, void* bytes, std::size_t size);
std::int64_t send_some(int to, const void* bytes, std::size_t size);
std::int64_t receive_some(int from, void* bytes,
                          std::size_t most);  // 0: its other end is closed; -1 with EAGAIN: none yet
bool send_descriptors(int to, const std::vector<int>& descriptors);

struct Wait {
  int descriptor;
  bool asks = true;       // false: it is left out
  bool is_ready = false;  // to be read, or at its end
};
// Until one is ready; milliseconds < 0: for ever. How many are. 0 also after a signal.
int wait_for(std::vector<Wait>& waits, int milliseconds);
bool is_ready(int descriptor, int milliseconds);

// A number of IPv4 or IPv6, not a name.
bool is_address(const std::string& host);

// A descriptor that is ready once rung, until it is cleared.
class Bell {
 public:
  Bell();  // throws std::system_error
  int descriptor() const { return event_.number(); }
  void ring() const;
  void clear() const;

 private:
  Descriptor event_;
};

// ---- This process ----

std::int64_t id_of_process();
// Copies that this process descends from, since the program began: a descriptor or process of another count is not its
// own.
int count_of_forks();
bool has_one_thread();
unsigned processors();  // that it may use; 0: unknown
void use_one_processor();
// The end at once, without destructors and handlers.
[[noreturn]] void end_now(int code);
// It becomes this program. Returns only if it fails.
void become(const std::vector<std::string>& words);
void end_with_parent();
void dump_no_core();
void limit_processor_time(std::uint64_t seconds);
void limit_file_size(std::uint64_t bytes);
void limit_memory(std::uint64_t more_bytes);  // than are mapped now
void allow_many_open_files();
// Bytes that the process could write to; 0: not known. "self", or its number.
std::uint64_t memory_of_process(const std::string& process);
void set_variable(const char* name, const char* value);  // of the environment; nullptr: removes it

}  // namespace terrawright::system
