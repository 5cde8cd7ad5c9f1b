// SPDX-License-Identifier: Apache-2.0
// A library calls a function of another by an address that the loader has written into it. For those that are watched
// it becomes the address of one of ours, which notes the call and makes it.
#include <elf.h>
#include <langinfo.h>
#include <link.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <threads.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <string_view>

#include "system/watched_calls.hpp"

// Belongs to std::random_device, which may ask the processor.
extern "C" unsigned _ZNSt13random_device9_M_getvalEv(void* self);

namespace terrawright::system {
namespace {

constexpr char nothing[] = "";

AskedHooks hooks_of_functions{};

class NotNoted {
 public:
  NotNoted() : before_(hooks_of_functions.begins()) {}
  ~NotNoted() { hooks_of_functions.ends(before_); }
  NotNoted(const NotNoted&) = delete;
  NotNoted& operator=(const NotNoted&) = delete;

 private:
  const void* const before_;
};

// The loader gives addresses as numbers.
template <class To>
To* at_address(std::uintptr_t address) {
  return reinterpret_cast<To*>(address);  // NOLINT(performance-no-int-to-ptr)
}

// ---- functions of ours -------------------------------------------------------------------------------

template <auto function, Asked what, const char* name = nothing>
struct Noting;
template <class Result, class... Given, bool throws_not, Result (*function)(Given...) noexcept(throws_not), Asked what,
          const char* name>
struct Noting<function, what, name> {
  static Result call(Given... given) {
    hooks_of_functions.note(what, name);
    const NotNoted noted;  // what the function asks for in turn is no finding more
    return function(given...);
  }
};
// The C library reads the time zone for what does not depend on it.
template <auto function>
struct Silent;
template <class Result, class... Given, bool throws_not, Result (*function)(Given...) noexcept(throws_not)>
struct Silent<function> {
  static Result call(Given... given) {
    const NotNoted silent;
    return function(given...);
  }
};

template <auto function>
char* variable(const char* name) {
  char* const value = function(name);  // first: a bad name is the caller's crash
  hooks_of_functions.note(Asked::environment, name);
  return value;
}
// "C" is the same everywhere.
void note_locale(const char* wanted) {
  const std::string_view name = wanted == nullptr ? "" : wanted;
  if (name != "C" && name != "POSIX") hooks_of_functions.note(Asked::locale, name.data());
}
char* set_locale(int category, const char* wanted) {
  note_locale(wanted);
  const NotNoted told;  // of the locale, and not of each of its files
  return setlocale(category, wanted);
}
locale_t new_locale(int categories, const char* wanted, locale_t base) {
  note_locale(wanted);
  const NotNoted told;
  return newlocale(categories, wanted, base);
}

// Functions of mathematics, for double and float.
#define OF_ONE(name)                                                     \
  {#name, reinterpret_cast<void*>(+[](double x) {                        \
     hooks_of_functions.note(Asked::mathematics, #name);                 \
     return ::name(x);                                                   \
   })},                                                                  \
  {                                                                      \
#name "f", reinterpret_cast < void*>(+[](float x) {                  \
                 hooks_of_functions.note(Asked::mathematics, #name "f"); \
                 return ::name##f(x);                                    \
               })                                                        \
  }
#define OF_TWO(name)                                                     \
  {#name, reinterpret_cast<void*>(+[](double x, double y) {              \
     hooks_of_functions.note(Asked::mathematics, #name);                 \
     return ::name(x, y);                                                \
   })},                                                                  \
  {                                                                      \
#name "f", reinterpret_cast < void*>(+[](float x, float y) {         \
                 hooks_of_functions.note(Asked::mathematics, #name "f"); \
                 return ::name##f(x, y);                                 \
               })                                                        \
  }

template <auto function, Asked what, const char* name = nothing>
void* noting() {
  return reinterpret_cast<void*>(&Noting<function, what, name>::call);
}
#define NAMED(name, what)                                                  \
  {                                                                        \
#name, [] {                                                              \
     static constexpr char text[] = #name;                                  \
     return noting<static_cast<decltype(&::name)>(&::name), what, text>();  \
   }() \
  }
template <auto function>
void* silent() {
  return reinterpret_cast<void*>(&Silent<function>::call);
}

const std::map<std::string_view, void*>& functions_of_ours() {
  static const std::map<std::string_view, void*> all = {
      {"getenv", reinterpret_cast<void*>(&variable<&getenv>)},
      {"secure_getenv", reinterpret_cast<void*>(&variable<&secure_getenv>)},
      {"setlocale", reinterpret_cast<void*>(&set_locale)},
      {"newlocale", reinterpret_cast<void*>(&new_locale)},
      {"localeconv", noting<&localeconv, Asked::locale>()},
      {"nl_langinfo", noting<&nl_langinfo, Asked::locale>()},
      {"time", noting<&time, Asked::time>()},
      {"clock", noting<&clock, Asked::time>()},
      {"clock_gettime", noting<&clock_gettime, Asked::time>()},
      {"gettimeofday", noting<&gettimeofday, Asked::time>()},
      {"timespec_get", noting<&timespec_get, Asked::time>()},
      {"gmtime", silent<&gmtime>()},
      {"gmtime_r", silent<&gmtime_r>()},
      {"timegm", silent<&timegm>()},
      {"strftime", silent<&strftime>()},
      {"localtime", noting<&localtime, Asked::time_zone>()},
      {"localtime_r", noting<&localtime_r, Asked::time_zone>()},
      {"mktime", noting<&mktime, Asked::time_zone>()},
      {"getrandom", noting<&getrandom, Asked::random>()},
      {"getentropy", noting<&getentropy, Asked::random>()},
      {"_ZNSt13random_device9_M_getvalEv", noting<&_ZNSt13random_device9_M_getvalEv, Asked::random>()},
      {"rand", noting<&rand, Asked::shared_random>()},
      {"srand", noting<&srand, Asked::shared_random>()},
      {"random", noting<&random, Asked::shared_random>()},
      {"srandom", noting<&srandom, Asked::shared_random>()},
      {"drand48", noting<&drand48, Asked::shared_random>()},
      {"lrand48", noting<&lrand48, Asked::shared_random>()},
      {"mrand48", noting<&mrand48, Asked::shared_random>()},
      {"srand48", noting<&srand48, Asked::shared_random>()},
      {"system", noting<&::system, Asked::program>()},
      {"popen", noting<&popen, Asked::program>()},
      {"posix_spawn", noting<&posix_spawn, Asked::program>()},
      {"posix_spawnp", noting<&posix_spawnp, Asked::program>()},
      {"fork", noting<&fork, Asked::program>()},
      {"getpid", noting<&getpid, Asked::process>()},
      {"gethostname", noting<&gethostname, Asked::machine>()},
      {"uname", noting<&uname, Asked::machine>()},
      {"get_nprocs", noting<&get_nprocs, Asked::processors>()},
      {"sched_getaffinity", noting<&sched_getaffinity, Asked::processors>()},
      {"sysconf", reinterpret_cast<void*>(+[](int name) {
         if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)
           hooks_of_functions.note(Asked::processors, "");
         return sysconf(name);
       })},
      NAMED(umask, Asked::set_process),
      NAMED(nice, Asked::set_process),
      NAMED(alarm, Asked::set_process),
      NAMED(sched_setaffinity, Asked::set_process),
      NAMED(feenableexcept, Asked::set_process),
      NAMED(sysinfo, Asked::system),
      NAMED(getcwd, Asked::system),
      NAMED(sched_getcpu, Asked::system),
      NAMED(getppid, Asked::system),
      NAMED(gettid, Asked::system),
      NAMED(getuid, Asked::system),
      {"getrusage", reinterpret_cast<void*>(+[](int who, struct rusage* usage) {
         hooks_of_functions.note(Asked::system, "getrusage");
         return getrusage(static_cast<__rusage_who_t>(who), usage);
       })},
      {"setrlimit", reinterpret_cast<void*>(+[](int what, const struct rlimit* most) {
         hooks_of_functions.note(Asked::set_process, "setrlimit");
         return setrlimit(static_cast<__rlimit_resource_t>(what), most);
       })},
      {"setenv", noting<&setenv, Asked::set_variable>()},
      {"unsetenv", noting<&unsetenv, Asked::set_variable>()},
      {"putenv", noting<&putenv, Asked::set_variable>()},
      {"pthread_create", noting<&pthread_create, Asked::thread>()},
      {"thrd_create", noting<&thrd_create, Asked::thread>()},
      {"chdir", noting<&chdir, Asked::working_folder>()},
      {"fchdir", noting<&fchdir, Asked::working_folder>()},
      OF_ONE(sin),
      OF_ONE(cos),
      OF_ONE(tan),
      OF_ONE(asin),
      OF_ONE(acos),
      OF_ONE(atan),
      OF_ONE(sinh),
      OF_ONE(cosh),
      OF_ONE(tanh),
      OF_ONE(asinh),
      OF_ONE(acosh),
      OF_ONE(atanh),
      OF_ONE(exp),
      OF_ONE(exp2),
      OF_ONE(expm1),
      OF_ONE(log),
      OF_ONE(log2),
      OF_ONE(log10),
      OF_ONE(log1p),
      OF_ONE(cbrt),
      OF_ONE(erf),
      OF_ONE(erfc),
      OF_ONE(tgamma),
      OF_ONE(lgamma),
      OF_TWO(pow),
      OF_TWO(atan2),
      OF_TWO(hypot),
      {"sincos", reinterpret_cast<void*>(+[](double x, double* sine, double* cosine) {
         hooks_of_functions.note(Asked::mathematics, "sincos");
         ::sincos(x, sine, cosine);
       })},
      {"sincosf", reinterpret_cast<void*>(+[](float x, float* sine, float* cosine) {
         hooks_of_functions.note(Asked::mathematics, "sincosf");
         ::sincosf(x, sine, cosine);
       })},
  };
  return all;
}

// ---- addresses ---------------------------------------------------------------------------------------

struct Addresses {
  std::uintptr_t begin = 0, end = 0;
};

// Pages that the loader made read-only become so again.
void write_address(std::uintptr_t place, void* function, const Addresses& read_only) {
  const auto size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  void* const page = at_address<void>(place / size * size);
  const bool is_closed = place >= read_only.begin && place < read_only.end;
  if (is_closed && mprotect(page, size, PROT_READ | PROT_WRITE) != 0) return;
  std::memcpy(at_address<void>(place), &function, sizeof function);
  if (is_closed) mprotect(page, size, PROT_READ);
}

#if defined(__x86_64__)
constexpr bool is_of_function(std::uint64_t type) {
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
}
#elif defined(__aarch64__)
constexpr bool is_of_function(std::uint64_t type) {
  return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT || type == R_AARCH64_ABS64;
}
#else
constexpr bool is_of_function(std::uint64_t) { return false; }
#endif

// One library as the loader has it.
class Loaded {
 public:
  explicit Loaded(const dl_phdr_info& object) : base_(object.dlpi_addr) {
    const ElfW(Dyn)* dynamic = nullptr;
    for (int i = 0; i < object.dlpi_phnum; ++i) {
      const ElfW(Phdr)& part = object.dlpi_phdr[i];
      const std::uintptr_t begin = base_ + part.p_vaddr;
      if (part.p_type == PT_DYNAMIC) dynamic = at_address<const ElfW(Dyn)>(begin);
      if (part.p_type == PT_GNU_RELRO) read_only_ = {begin, begin + part.p_memsz};
    }
    for (; dynamic != nullptr && dynamic->d_tag != DT_NULL; ++dynamic) {
      const std::uint64_t value = dynamic->d_un.d_val;
      if (dynamic->d_tag == DT_SYMTAB) symbols_ = at_address<const ElfW(Sym)>(at(value));
      if (dynamic->d_tag == DT_STRTAB) names_ = at_address<const char>(at(value));
      if (dynamic->d_tag == DT_RELA) relocations_[0].begin = at(value);
      if (dynamic->d_tag == DT_RELASZ) relocations_[0].end = value;
      if (dynamic->d_tag == DT_JMPREL) relocations_[1].begin = at(value);
      if (dynamic->d_tag == DT_PLTRELSZ) relocations_[1].end = value;
    }
  }

  // Their names.
  std::set<std::string> replace_functions() const {
    std::set<std::string> replaced;
    if (symbols_ == nullptr || names_ == nullptr) return replaced;
    for (const Addresses& table : relocations_) {
      if (table.begin == 0) continue;
      const auto* const first = at_address<const ElfW(Rela)>(table.begin);
      for (std::size_t i = 0; i < table.end / sizeof *first; ++i) replace(first[i], replaced);
    }
    return replaced;
  }

 private:
  // The GNU loader has made addresses of what others leave relative to the library.
  std::uintptr_t at(std::uint64_t value) const { return value < base_ ? base_ + value : value; }

  void replace(const ElfW(Rela) & relocation, std::set<std::string>& replaced) const {
    if (!is_of_function(ELF64_R_TYPE(relocation.r_info))) return;
    const ElfW(Sym)& symbol = symbols_[ELF64_R_SYM(relocation.r_info)];
    if (symbol.st_shndx != SHN_UNDEF) return;  // its own
    const auto ours = functions_of_ours().find(names_ + symbol.st_name);
    if (ours == functions_of_ours().end()) return;
    write_address(base_ + relocation.r_offset, ours->second, read_only_);
    replaced.emplace(ours->first);
  }

  const std::uintptr_t base_;
  Addresses read_only_;
  Addresses relocations_[2];  // `end` is a size
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
};

// With each that is loaded, in the order in which they were.
template <class Body>
void each_loaded(Body body) {
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        (*static_cast<Body*>(data))(*object);
        return 0;
      },
      &body);
}

// The program and its libraries.
const int loaded_at_start = [] {
  int count = 0;
  each_loaded([&](const dl_phdr_info&) { ++count; });
  return count;
}();

}  // namespace

std::map<std::string, std::set<std::string>> watch_imported_functions(const AskedHooks& hooks) {
  hooks_of_functions = hooks;
  std::map<std::string, std::set<std::string>> imported;
#if !defined(TERRAWRIGHT_SANITIZED)  // sanitizers have put functions of their own there
  int index = 0;
  each_loaded([&](const dl_phdr_info& object) {
    // The library of C++ asks for the clock in a stage's name; what others of the program's ask for is its affair.
    const bool is_of_program = index++ < loaded_at_start;
    if (!is_of_program || std::strstr(object.dlpi_name, "/libstdc++.so")) {
      std::set<std::string> names = Loaded(object).replace_functions();
      if (!is_of_program && !names.empty()) imported.emplace(object.dlpi_name, std::move(names));
    }
  });
#endif
  return imported;
}

}  // namespace terrawright::system
