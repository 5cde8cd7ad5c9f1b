// SPDX-License-Identifier: Apache-2.0
// A filter of seccomp turns the calls into SIGSYS. The handler notes them and makes them itself: its own instruction is
// outside of the C library, where the filter does not look. Programs that this process starts inherit the filter
// without the handler; their C library lies elsewhere, as addresses are random. The loader is outside too, so that a
// library that loads others is not blamed.
#include "system/watched_calls.hpp"

#if defined(TERRAWRIGHT_SANITIZED)
namespace terrawright::system {
// Sanitizers call the C library in the stage's place, and have handlers of their own.
std::string watch_system_calls(const AskedHooks&) { return "this is a build with sanitizers"; }
}  // namespace terrawright::system
#elif !defined(__x86_64__) && !defined(__aarch64__)
namespace terrawright::system {
std::string watch_system_calls(const AskedHooks&) { return "it is not known how on this processor"; }
}  // namespace terrawright::system
#else

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "system/files.hpp"

namespace terrawright::system {
namespace {

AskedHooks watched_by{};

struct WatchedCall {
  std::uint32_t number;
  int path;  // which argument; none: -1
  Asked what;
};
constexpr WatchedCall watched_calls[] = {
    {SYS_openat, 1, Asked::to_open},
    {SYS_openat2, 1, Asked::to_open},
    {SYS_newfstatat, 1, Asked::facts_of_file},
    {SYS_statx, 1, Asked::facts_of_file},
    {SYS_faccessat, 1, Asked::facts_of_file},
    {SYS_faccessat2, 1, Asked::facts_of_file},
    {SYS_getrandom, -1, Asked::random},
    {SYS_unlinkat, 1, Asked::to_change},
    {SYS_mkdirat, 1, Asked::to_change},
    {SYS_renameat2, 1, Asked::to_change},
    {SYS_symlinkat, 2, Asked::to_change},
    {SYS_truncate, 0, Asked::to_change},
    {SYS_socket, -1, Asked::network},
    {SYS_getpid, -1, Asked::process},
    {SYS_uname, -1, Asked::machine},
    {SYS_chdir, -1, Asked::working_folder},
    {SYS_fchdir, -1, Asked::working_folder},
#if defined(__x86_64__)
    {SYS_open, 0, Asked::to_open},
    {SYS_unlink, 0, Asked::to_change},
    {SYS_rmdir, 0, Asked::to_change},
    {SYS_mkdir, 0, Asked::to_change},
    {SYS_rename, 0, Asked::to_change},
    {SYS_renameat, 1, Asked::to_change},
    {SYS_symlink, 1, Asked::to_change},
    {SYS_creat, 0, Asked::to_open},
    {SYS_stat, 0, Asked::facts_of_file},
    {SYS_lstat, 0, Asked::facts_of_file},
    {SYS_access, 0, Asked::facts_of_file},
#endif
};

// ---- the handler -------------------------------------------------------------------------------------

// -1 to -4095: an error, as the kernel has it.
#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
long made_call(long number, const long (&given)[6]) {
  register long r10 asm("r10") = given[3];
  register long r8 asm("r8") = given[4];
  register long r9 asm("r9") = given[5];
  long result = 0;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(given[0]), "S"(given[1]), "d"(given[2]), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}
template <class Act>
void answer(mcontext_t& at, Act act) {
  const auto& from = at.gregs;
  at.gregs[REG_RAX] = act({from[REG_RDI], from[REG_RSI], from[REG_RDX], from[REG_R10], from[REG_R8], from[REG_R9]});
}
#else
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
long made_call(long number, const long (&given)[6]) {
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = given[0];
  register long x1 asm("x1") = given[1];
  register long x2 asm("x2") = given[2];
  register long x3 asm("x3") = given[3];
  register long x4 asm("x4") = given[4];
  register long x5 asm("x5") = given[5];
  asm volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}
template <class Act>
void answer(mcontext_t& at, Act act) {
  long from[6];
  for (int i = 0; i < 6; ++i) from[i] = static_cast<long>(at.regs[i]);
  at.regs[0] = static_cast<unsigned long>(act({from[0], from[1], from[2], from[3], from[4], from[5]}));
}
#endif

void on_watched_call(int, siginfo_t* info, void* context) {
  const auto number = static_cast<std::uint32_t>(info->si_syscall);
  answer(static_cast<ucontext_t*>(context)->uc_mcontext, [&](const long(&given)[6]) {
    const long result = made_call(number, given);
    for (const WatchedCall& one : watched_calls) {
      if (one.number != number) continue;
      if (one.path < 0) {
        watched_by.note(one.what, "");
      } else if (result != -EFAULT) {  // the path can be read
        const auto* path = reinterpret_cast<const char*>(given[one.path]) /* NOLINT(performance-no-int-to-ptr) */;
        if (path != nullptr && *path != 0) watched_by.note(one.what, path);  // without a path it is of an open file
      }
    }
    return result;
  });
}

// ---- the filter --------------------------------------------------------------------------------------

struct Range {
  std::uint64_t begin, end;
};

// Code of the C library. More than one range, as the filter compares halves of addresses: none spans two upper ones.
std::vector<Range> code_of_c_library() {
  Dl_info facts{};
  std::vector<Range> all;
  void* const function = dlsym(RTLD_NEXT, "openat");
  if (function == nullptr || dladdr(function, &facts) == 0) return all;
  struct Search {
    const void* base;
    std::vector<Range>* all;
  } search = {facts.dli_fbase, &all};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        const auto& wanted = *static_cast<Search*>(data);
        if (*object->dlpi_name == 0 || object->dlpi_addr != reinterpret_cast<std::uintptr_t>(wanted.base)) return 0;
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& part = object->dlpi_phdr[i];
          if (part.p_type != PT_LOAD || !(part.p_flags & PF_X)) continue;
          std::uint64_t begin = object->dlpi_addr + part.p_vaddr;
          const std::uint64_t end = begin + part.p_memsz;
          while (begin < end) {
            const std::uint64_t split = std::min(end, ((begin >> 32) + 1) << 32);
            wanted.all->push_back({begin, split});
            begin = split;
          }
        }
        return 1;
      },
      &search);
  return all;
}

sock_filter step(int code, std::uint64_t value, std::size_t if_so = 0, std::size_t if_not = 0) {
  return {static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(if_so), static_cast<std::uint8_t>(if_not),
          static_cast<std::uint32_t>(value)};
}

std::vector<sock_filter> filter_of(const std::vector<Range>& ranges) {
  constexpr int load = BPF_LD | BPF_W | BPF_ABS, equal = BPF_JMP | BPF_JEQ | BPF_K, answers = BPF_RET | BPF_K;
  constexpr int at_least = BPF_JMP | BPF_JGE | BPF_K;
  constexpr std::size_t address = offsetof(seccomp_data, instruction_pointer);  // little end first
  std::vector<sock_filter> all = {step(load, offsetof(seccomp_data, arch)), step(equal, architecture, 1, 0),
                                  step(answers, SECCOMP_RET_ALLOW), step(load, offsetof(seccomp_data, nr))};
  // Flags of an open file, which the engine and `check` query all the time.
  constexpr std::size_t flags = offsetof(seccomp_data, args) + 3 * sizeof(std::uint64_t);
  all.insert(all.end(), {step(equal, SYS_newfstatat, 0, 3), step(load, flags),
                         step(BPF_JMP | BPF_JSET | BPF_K, AT_EMPTY_PATH, 0, 1), step(answers, SECCOMP_RET_ALLOW),
                         step(load, offsetof(seccomp_data, nr))});
  std::size_t to_ranges = std::size(watched_calls);
  for (const WatchedCall& one : watched_calls) all.push_back(step(equal, one.number, to_ranges--, 0));
  all.push_back(step(answers, SECCOMP_RET_ALLOW));
  for (const Range& range : ranges) {
    all.push_back(step(load, address + 4));
    all.push_back(step(equal, range.begin >> 32, 0, 4));
    all.push_back(step(load, address));
    all.push_back(step(at_least, range.begin & 0xffffffff, 0, 2));
    all.push_back(step(at_least, (range.end - 1) & 0xffffffff, 1, 0));
    all.push_back(step(answers, SECCOMP_RET_TRAP));
  }
  all.push_back(step(answers, SECCOMP_RET_ALLOW));
  return all;
}

bool addresses_are_random() {
  const Descriptor file = open("/proc/sys/kernel/randomize_va_space", reads);
  char value = '0';
  if (file) read_up_to(file.number(), &value, 1, 0);
  return value != '0' && !(personality(0xffffffff) & ADDR_NO_RANDOMIZE);
}

}  // namespace

std::string watch_system_calls(const AskedHooks& hooks) {
  watched_by = hooks;
  if (!addresses_are_random()) return "programs lie at the same addresses each time";
  const std::vector<Range> ranges = code_of_c_library();
  if (ranges.empty()) return "the C library is part of the program";
  struct sigaction action {};
  action.sa_sigaction = on_watched_call;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
  sigaction(SIGSYS, &action, nullptr);
  std::vector<sock_filter> filter = filter_of(ranges);
  const sock_fprog program = {static_cast<unsigned short>(filter.size()), filter.data()};
  // Without SPEC_ALLOW older kernels slow the whole process down.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) != 0)
    return std::string("the system does not allow it (seccomp: ") + std::strerror(errno) + ")";
  return "";
}

}  // namespace terrawright::system
#endif
