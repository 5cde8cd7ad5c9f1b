// SPDX-License-Identifier: Apache-2.0
// Crashes, random bytes, streams and threads of WebAssembly. A crash is an exception of JavaScript, which no code here
// sees.
#include <unistd.h>

#include "system/crash.hpp"
#include "system/random.hpp"
#include "system/terminal.hpp"
#include "system/threads.hpp"

namespace terrawright::system {

void watch_crashes(void (*)(const char*), void (*)()) {}
void give_second_stack() {}
void with_crash_handler(void (*)(), void (*call)()) { call(); }

bool draw(void* bytes, std::size_t size, bool) {
  for (std::size_t at = 0; at < size; at += 256) {  // at most so many at once
    if (getentropy(static_cast<unsigned char*>(bytes) + at, size - at < 256 ? size - at : 256) != 0) return false;
  }
  return true;
}

bool is_terminal(int) { return false; }
void write_error(std::string_view text) noexcept {
  if (write(standard_error, text.data(), text.size()) < 0) return;
}
void open_standard_streams() {}
bool replace_stream(int, int) { return false; }
std::FILE* moved_stream(int) { return nullptr; }
int descriptor_of(std::FILE* file) { return fileno(file); }
void on_stop(void (*)()) {}

std::size_t threads_to_be_had(std::size_t, std::size_t, int& error) {
  error = 0;
  return 0;
}

// The one thread never ends.
KeyOfThread::KeyOfThread(void (*)(void*)) noexcept : is_good_(true) {}
KeyOfThread::~KeyOfThread() = default;
bool KeyOfThread::set(void*) const noexcept { return is_good_ && key_ == 0; }

}  // namespace terrawright::system
