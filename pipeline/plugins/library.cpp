// SPDX-License-Identifier: Apache-2.0
#include "plugins/library.hpp"

#include <dlfcn.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "border/float_control.hpp"
#include "graph/sha256.hpp"
#include "plugins/entering.hpp"
#include "plugins/whole_file.hpp"

namespace terrawright::plugins {
namespace {

Library refused(std::string reason, std::string remedy) {
  Library library;
  library.reason = std::move(reason);
  library.remedy = std::move(remedy);
  return library;
}

// The major version in the entry symbol of another age, or -1.
int other_major(void* handle) {
  for (int major = 0; major < 100; ++major) {
    if (dlsym(handle, ("terrawright_plugin_v" + std::to_string(major)).c_str()) != nullptr) return major;
  }
  return -1;
}

std::string version(unsigned major, unsigned minor) { return std::to_string(major) + "." + std::to_string(minor); }

}  // namespace

Library open_library(const std::string& file) try {
  struct stat facts {};
  if (stat(file.c_str(), &facts) != 0) {
    return refused(std::string("it cannot be read (") + std::strerror(errno) + ")",
                   "mend its path or the link, or remove it");
  }
  if (!S_ISREG(facts.st_mode)) return refused("it is not a regular file", "remove it from the folder");

  if (std::string why = why_not_whole(file); !why.empty())
    return refused(std::move(why), "copy it again, or remove it from the folder");
  const std::string build = graph::sha256_of_file(file);

  // Loading may run code that changes the floating-point control word (measured: -ffast-math does).
  void* handle = nullptr;
  {
    const border::FloatControl restored_after;
    // A name without a slash would be looked for in the system's folders.
    handle = dlopen((file.find('/') == std::string::npos ? "./" + file : file).c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  if (handle == nullptr) {
    const char* why = dlerror();
    return refused(std::string("it is not a shared library that loads here (") + (why ? why : "no reason given") + ")",
                   "build it for this machine, or remove it from the folder");
  }
  const auto entry = reinterpret_cast<terrawright_entry>(dlsym(handle, TERRAWRIGHT_ENTRY_SYMBOL));
  const std::string ours = version(TERRAWRIGHT_ABI_MAJOR, TERRAWRIGHT_ABI_MINOR);
  if (entry == nullptr) {
    const int major = other_major(handle);
    if (major < 0) {
      return refused("it exports no " TERRAWRIGHT_ENTRY_SYMBOL ", so it is no Terrawright plugin",
                     "remove it from the folder, or end its source with TERRAWRIGHT_PLUGIN(...)");
    }
    return refused("it speaks ABI " + std::to_string(major) + ".x; this engine speaks " + ours,
                   "build it against this engine's terrawright/stage.hpp");
  }
  Library library;
  Entering entering(file);
  library.plugin = entering.call(entry);
  library.said = entering.said();
  if (!entering.failure().empty()) return refused("it cannot be used: " + entering.failure(), "mend it, or remove it");
  if (library.plugin == nullptr)
    return refused("its entry describes no plugin", "build it against this engine's terrawright/stage.hpp");
  // The first four numbers have been where they are since version 0.0.
  const unsigned major = library.plugin->abi_major, minor = library.plugin->needs_minor;
  if (major != TERRAWRIGHT_ABI_MAJOR || minor > TERRAWRIGHT_ABI_MINOR) {
    return refused("it needs ABI " + version(major, minor) + "; this engine speaks " + ours,
                   "build it against this engine's terrawright/stage.hpp, or use a newer engine");
  }
  // The loader reads by itself.
  if (graph::sha256_of_file(file) != build) return refused("it was changed while it was loaded", "start again");
  library.build = build;
  return library;
} catch (const files::ReadFailed& failed) {
  return refused("it cannot be read (" + failed.reason() + ")", "mend its path or the link, or remove it");
}

}  // namespace terrawright::plugins
