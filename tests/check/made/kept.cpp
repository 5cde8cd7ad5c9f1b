// SPDX-License-Identifier: Apache-2.0
// Stages that break their word by what they ask for, remember, take or leave behind.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hidden.hpp"

extern char** environ;

namespace {

// ---- another environment -----------------------------------------------------------------------------

HIDDEN(Address, "kept.address") {  // an order of addresses
  static const int here = 0;
  const auto bits = static_cast<float>(reinterpret_cast<std::uintptr_t>(&here) >> 12 & 0xfff);
  each(tile, [&](float cell, auto, auto) { return cell + bits; });
}
HIDDEN(Environ, "kept.environ") {  // a variable without getenv
  float home = 0.0f;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (std::strncmp(*variable, "HOME=", 5) == 0) home = static_cast<float>(std::strlen(*variable));
  each(tile, [&](float here, auto, auto) { return here + home; });
}
const float loaded_with = [] {
  const char* const zone = std::getenv("TZ");
  return zone == nullptr ? 0.0f : static_cast<float>(std::strlen(zone));
}();
HIDDEN(WhenLoaded, "kept.when_loaded") {  // a variable as the library was loaded
  each(tile, [](float here, auto, auto) { return here + loaded_with; });
}
HIDDEN(Processors, "kept.processors") {
  const auto count = static_cast<float>(std::thread::hardware_concurrency());
  each(tile, [&](float here, auto, auto) { return here + count; });
}
HIDDEN(ProcessId, "kept.process_id") {
  const auto id = static_cast<float>(getpid() % 7);
  each(tile, [&](float here, auto, auto) { return here + 0.0f * id; });
}
HIDDEN(HostName, "kept.host_name") {
  char name[256] = "";
  gethostname(name, sizeof name);
  copied(tile);
}
HIDDEN(SetsVariable, "kept.sets_variable") {
  setenv("HIDDEN", "1", 1);
  copied(tile);
}
HIDDEN(Folder, "kept.chdir") {
  if (chdir("/") == 0) copied(tile);
}
struct OwnThread : Hidden<OwnThread> {  // whose rounding is its own
  static void describe(Spec<OwnThread>& s) { ports(s, "kept.own_thread"); }
  void paint(Tile& tile) const {
    std::thread([] {}).join();
    copied(tile);
  }
};

HIDDEN(MakesFolder, "kept.makes_folder") {
  if (mkdir("/nowhere/at/all", 0700) != 0) copied(tile);
}
HIDDEN(Network, "kept.network") {
  const int left = socket(AF_INET, SOCK_DGRAM, 0);
  if (left >= 0) close(left);
  copied(tile);
}
HIDDEN(Blocks, "kept.blocks_signals") {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &one, nullptr);
  copied(tile);
}
struct Units : Hidden<Units> {
  static inline int calls = 0;
  static void describe(Spec<Units>& s) {
    s.stage("kept.units", "Breaks its word.");
    s.port(static_cast<In<Height> Units::*>(&Units::height), "height", "Any heights.");
    s.port(static_cast<Out<Height> Units::*>(&Units::made), "made", "Heights.");
  }
  void arrange(Arrangement& world) { world.set_unit(made, ++calls % 2 == 0 ? "m" : "km"); }
  void paint(Tile& tile) const { copied(tile); }
};
HIDDEN(Umask, "kept.umask") {
  umask(0);
  copied(tile);
}

// ---- what is remembered ------------------------------------------------------------------------------

struct OfAddress : Hidden<OfAddress> {  // remembers a value by the instance's address, beyond its life
  double number = 1.0;
  static void describe(Spec<OfAddress>& s) {
    ports(s, "kept.of_address");
    s.parameter(&OfAddress::number, "number", "Any.").range(0, 8);
  }
  void paint(Tile& tile) const {
    static std::mutex mutex;
    static std::map<const OfAddress*, float> known;
    const std::lock_guard lock(mutex);
    const float remembered = known.try_emplace(this, static_cast<float>(number)).first->second;
    each(tile, [&](float here, auto, auto) { return here * remembered; });
  }
};
HIDDEN(FirstTile, "kept.first_tile") {  // a table that is filled by the tile that comes first
  static const float first = tile[height](tile.left(), tile.top());
  each(tile, [&](float here, auto, auto) { return here - first; });
}
HIDDEN(FirstPlace, "kept.first_place") {
  static const auto first = static_cast<float>(tile.left() + tile.top());
  each(tile, [&](float here, auto, auto) { return here + first; });
}
struct LastInstance : Hidden<LastInstance> {  // takes the last one that was made for itself
  double number = 1.0;
  static inline double last = 0.0;
  static void describe(Spec<LastInstance>& s) {
    ports(s, "kept.last_instance");
    s.parameter(&LastInstance::number, "number", "Any.").range(0, 8);
  }
  void arrange(Arrangement&) { last = number; }
  void paint(Tile& tile) const {
    each(tile, [](float here, auto, auto) { return here + static_cast<float>(last); });
  }
};
struct FirstValue : Hidden<FirstValue> {  // the first value that anybody gave
  double number = 1.0;
  static void describe(Spec<FirstValue>& s) {
    ports(s, "kept.first_value");
    s.parameter(&FirstValue::number, "number", "Any.").range(0, 8);
  }
  void paint(Tile& tile) const {
    static const auto first = static_cast<float>(number);
    each(tile, [](float here, auto, auto) { return here * first; });
  }
};

// ---- the program's end -------------------------------------------------------------------------------

HIDDEN(SaysAtExit, "kept.says_at_exit") {
  static const int once = std::atexit([] { std::puts("good night"); });
  each(tile, [](float here, auto, auto) { return here + static_cast<float>(once); });
}
HIDDEN(WarnsAtExit, "kept.warns_at_exit") {
  static const int once = std::atexit([] { std::fputs("good night\n", stderr); });
  each(tile, [](float here, auto, auto) { return here + static_cast<float>(once); });
}
HIDDEN(BreaksAtExit, "kept.breaks_at_exit") {
  struct Breaks {
    ~Breaks() { std::abort(); }
  };
  static const Breaks breaks;
  copied(tile);
}
HIDDEN(ThreadsEnd, "kept.opens_at_threads_end") {
  struct Opens {
    bool is_used = false;
    ~Opens() {
      if (FILE* const file = is_used ? std::fopen("/etc/hostname", "r") : nullptr) std::fclose(file);
    }
  };
  thread_local Opens opens;
  opens.is_used = true;
  copied(tile);
}

// ---- functions of the C library ----------------------------------------------------------------------

HIDDEN(Sine, "kept.sin") {
  each(tile, [](float here, auto, auto) { return static_cast<float>(std::sin(static_cast<double>(here))); });
}
HIDDEN(Power, "kept.powf") {
  each(tile, [](float here, auto, auto) { return std::pow(std::fabs(here), 1.7f); });
}
HIDDEN(Logarithm, "kept.log1p") {
  each(tile,
       [](float here, auto, auto) { return static_cast<float>(std::log1p(std::fabs(static_cast<double>(here)))); });
}
HIDDEN(Angle, "kept.atan2") {
  each(tile, [](float here, auto x, auto) {
    return static_cast<float>(std::atan2(static_cast<double>(here), 1.0 + static_cast<double>(x)));
  });
}

// ---- memory and time ---------------------------------------------------------------------------------

char* volatile kept = nullptr;
HIDDEN(LargeLeak, "kept.large_leak") {
  kept = static_cast<char*>(std::malloc(std::size_t{64} << 20));
  copied(tile);
}
HIDDEN(TouchedLeak, "kept.touched_leak") {
  kept = static_cast<char*>(std::malloc(std::size_t{6} << 20));
  std::memset(kept, 1, std::size_t{6} << 20);
  copied(tile);
}
HIDDEN(MappedLeak, "kept.mapped_leak") {
  mmap(nullptr, 100000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  copied(tile);
}
HIDDEN(Large, "kept.large") {  // much more than the world is worth, at once
  std::vector<char> much(std::size_t{6} << 30);
  each(tile, [&](float here, auto x, auto) { return here + static_cast<float>(much[static_cast<std::size_t>(x)]); });
}
struct SaysTooMuch : Hidden<SaysTooMuch> {
  static void describe(Spec<SaysTooMuch>& s) { ports(s, "kept.says_2_to_40"); }
  void arrange(Arrangement& world) { world.needs_memory(std::uint64_t{1} << 40); }
  void paint(Tile& tile) const { copied(tile); }
};
struct SaysAll : Hidden<SaysAll> {
  static void describe(Spec<SaysAll>& s) { ports(s, "kept.says_all"); }
  void arrange(Arrangement& world) { world.needs_memory(UINT64_MAX); }
  void paint(Tile& tile) const { copied(tile); }
};
HIDDEN(Sleeps, "kept.sleeps") {  // never too long in one call
  usleep(700000);
  copied(tile);
}
struct Quadratic : Hidden<Quadratic> {
  static void describe(Spec<Quadratic>& s) {
    s.stage("kept.quadratic", "Takes its time.").whole();
    s.port(static_cast<In<Height> Quadratic::*>(&Quadratic::height), "height", "Any heights.");
    s.port(static_cast<Out<Height> Quadratic::*>(&Quadratic::made), "made", "Heights.").like("height");
  }
  void paint(Tile& tile) const {
    const std::int64_t cells = tile.width() * tile.height();
    volatile std::int64_t count = 0;
    for (std::int64_t i = 0; i < cells / 8; ++i)
      for (std::int64_t j = 0; j < cells / 8; ++j) count = count + 1;
    copied(tile);
  }
};
HIDDEN(Fresh, "kept.fresh_memory") {  // what malloc gives holds what lay there
  float* const some = static_cast<float*>(std::malloc(40 * sizeof(float)));
  const float left = some[30];
  for (int i = 0; i < 40; ++i) some[i] = static_cast<float>(tile.index());
  std::free(some);
  each(tile, [&](float here, auto, auto) { return here + left; });
}

}  // namespace

TERRAWRIGHT_PLUGIN("test.kept", "1", stage<Address>(), stage<Environ>(), stage<WhenLoaded>(), stage<Processors>(),
                   stage<ProcessId>(), stage<HostName>(), stage<SetsVariable>(), stage<Folder>(), stage<OwnThread>(),
                   stage<MakesFolder>(), stage<Network>(), stage<Blocks>(), stage<Units>(), stage<Umask>(),
                   stage<OfAddress>(), stage<FirstTile>(), stage<FirstPlace>(), stage<LastInstance>(),
                   stage<FirstValue>(), stage<SaysAtExit>(), stage<WarnsAtExit>(), stage<BreaksAtExit>(),
                   stage<ThreadsEnd>(), stage<Sine>(), stage<Power>(), stage<Logarithm>(), stage<Angle>(),
                   stage<LargeLeak>(), stage<TouchedLeak>(), stage<MappedLeak>(), stage<Large>(), stage<SaysTooMuch>(),
                   stage<SaysAll>(), stage<Sleeps>(), stage<Quadratic>(), stage<Fresh>())
