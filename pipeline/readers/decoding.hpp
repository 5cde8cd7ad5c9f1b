// SPDX-License-Identifier: Apache-2.0
// The other side of decoder_process.cpp: what the programs have in common that decode one picture and end.
//   facts PATH                        a line for each part and channel, as image_decoder.hpp has them; then "end"
//   cells PATH PART CHANNEL [NODATA]  float32, row by row
// Exit code 0, or those of library_process.hpp with a reason on standard error.
#pragma once
#include <malloc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "files/reader.hpp"
#include "readers/library_process.hpp"

namespace terrawright::readers {

inline int reason_descriptor = STDERR_FILENO;

class Decoding {
 public:
  virtual ~Decoding() = default;
  virtual void facts(std::FILE* to) = 0;
  // Bytes that cells() takes.
  virtual std::uint64_t memory(int part, int channel) = 0;
  virtual void cells(int channel, std::optional<double> nodata, std::FILE* to) = 0;  // of that part
};

inline void limit(decltype(RLIMIT_AS) what, std::uint64_t most) {
  const rlimit both{most, most};
  setrlimit(what, &both);
}

// So many bytes more than are mapped now.
inline void limit_memory([[maybe_unused]] std::uint64_t more) {
#ifndef TERRAWRIGHT_SANITIZED  // whose shadow is larger than any limit
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  limit(RLIMIT_AS, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + more);
#endif
}

// Names are a stranger's too: none of them ends a line.
inline std::string line_of(std::string name) {
  for (char& c : name) c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return name;
}

template <class Opened>
[[noreturn]] void decode(int argc, char** argv, const Opened& opened) {
  constexpr std::uint64_t seconds = 300;
  // Limits of address space: for a header before its size is known, and for mappings without memory.
  constexpr std::uint64_t before_facts = std::uint64_t{4} << 30, room = std::uint64_t{256} << 20;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, seconds);
  limit(RLIMIT_FSIZE, 65536);  // it writes to pipes
  limit_memory(before_facts);
  mallopt(M_ARENA_MAX, 1);
  // Output of the libraries is dropped; /dev/null may be missing.
  std::FILE* const to = fdopen(dup(STDOUT_FILENO), "w");
  std::FILE* const reason = fdopen(dup(STDERR_FILENO), "w");
  const int nothing = memfd_create("nothing", 0);
  if (argc < 3 || to == nullptr || reason == nullptr || dup2(nothing, STDOUT_FILENO) < 0 ||
      dup2(nothing, STDERR_FILENO) < 0) {
    _exit(exit_of_machine);
  }
  reason_descriptor = fileno(reason);
  int code = exit_of_machine;
  try {
    const auto decoding = opened(argv[2]);
    if (argc < 5) {
      decoding->facts(to);
      std::fprintf(to, "end\n");
    } else {
      const int part = std::stoi(argv[3]), channel = std::stoi(argv[4]);
      limit_memory(decoding->memory(part, channel) + room);
      decoding->cells(channel, argc > 5 ? std::optional<double>(std::stod(argv[5])) : std::nullopt, to);
    }
    if (std::fclose(to) == 0) _exit(0);  // before destructors of so many libraries
    throw std::runtime_error("its samples cannot be handed over");
  } catch (const files::ReadFailed& error) {
    std::fputs(error.reason().c_str(), reason);
  } catch (const std::bad_alloc&) {
    std::fputs("there is not enough memory", reason);
  } catch (const std::exception& error) {
    std::fputs(error.what(), reason);
    code = exit_of_input;
  }
  std::fflush(reason);
  _exit(code);
}

}  // namespace terrawright::readers
