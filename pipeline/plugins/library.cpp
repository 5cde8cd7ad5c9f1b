// SPDX-License-Identifier: Apache-2.0
#include "plugins/library.hpp"

#include <cerrno>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "border/description.hpp"
#include "border/float_control.hpp"
#include "files/open_file.hpp"
#include "graph/catalogue.hpp"
#include "graph/sha256.hpp"
#include "plugins/entering.hpp"
#include "system/library.hpp"
#include "workers/python_file.hpp"

namespace terrawright::plugins {
namespace {

// Reason if a file is truncated; empty: none. The loader maps what its headers name without a look at how long it is,
// and the program dies of the first page beyond. The loader reports files that are not libraries. Throws
// files::ReadFailed.
std::string why_not_whole(const std::string& name) {
  const files::OpenFile file(name);
  const std::uint64_t there = file.size(),
                      needed = system::bytes_of_library([&](void*to, std::size_t size, std::uint64_t offset) {
                        return file.read_up_to(to, size, offset);
                      });
  if (needed <= there) return {};
  return "it is cut off: " + std::to_string(there) + " bytes of " + std::to_string(needed) + " are there";
}

Library refused(std::string reason, std::string remedy) {
  Library library;
  library.reason = std::move(reason);
  library.remedy = std::move(remedy);
  return library;
}

Library unreadable(const files::ReadFailed& failed) {
  return refused("it cannot be read (" + failed.reason() + ")", "mend its path or the link, or remove it");
}

// The major version in the entry symbol of another age, or -1.
int other_major(void* handle) {
  for (int major = 0; major < 100; ++major) {
    if (system::symbol(handle, ("terrawright_plugin_v" + std::to_string(major)).c_str()) != nullptr) return major;
  }
  return -1;
}

std::string version(unsigned major, unsigned minor) { return std::to_string(major) + "." + std::to_string(minor); }

// By device, inode and content.
using Identity = std::tuple<std::uint64_t, std::uint64_t, std::string>;
struct Met {
  std::weak_ptr<const border::Plugin> plugin;
  bool is_in_use = false;  // until it was left: longer than `plugin` is there
  bool was_tried = false;  // in a process of its own
  Library refusal;
};
struct Registry {
  std::recursive_mutex mutex;  // a plugin may be left while another library is opened
  std::condition_variable_any left;
  std::map<Identity, Met> met;
};
Registry& registry() {
  static Registry* const one = new Registry;  // plugins are left until the very end
  return *one;
}

// A request for the library meanwhile waits until it was left.
std::shared_ptr<const border::Plugin> shared(const terrawright_plugin* plugin, const std::string& file, Met& met) {
  return {new border::Plugin(plugin, file), [&met](const border::Plugin* left) {
            const std::lock_guard lock(registry().mutex);
            delete left;
            met.is_in_use = false;
            registry().left.notify_all();
          }};
}

// Loads it, and calls its entry. Once that was called, a refusal stays.
Library entered(const std::string& file, Met& met) {
  // Loading may run code that changes the floating-point control word (measured: -ffast-math does).
  system::Opened opened;
  {
    const border::FloatControl restored_after;
    opened = system::open_library(file, system::Symbols::own);
  }
  void* const handle = opened.library;
  if (handle == nullptr)
    return refused("it is not a shared library that loads here (" + opened.why + ")",
                   "build it for this machine, or remove it from the folder");
  const auto entry = reinterpret_cast<terrawright_entry>(system::symbol(handle, TERRAWRIGHT_ENTRY_SYMBOL));
  const std::string ours = version(TERRAWRIGHT_ABI_MAJOR, TERRAWRIGHT_ABI_MINOR);
  if (entry == nullptr) {
    const int major = other_major(handle);
    if (major < 0) {
      return refused("it exports no " TERRAWRIGHT_ENTRY_SYMBOL ", so it is no Terrawright plugin",
                     "remove it from the folder, or export the entry: in C++ TERRAWRIGHT_PLUGIN(...)");
    }
    return refused("it was built for interface " + std::to_string(major) + ".x, and this engine speaks " + ours,
                   "rebuild it against " + ours);
  }
  const auto refused_for_good = [&](std::string reason, std::string remedy) {
    return met.refusal = refused(std::move(reason), std::move(remedy));
  };
  Entering entering(file);
  const terrawright_plugin* const plugin = entering.call(entry);
  if (!entering.failure().empty())
    return refused_for_good("it cannot be used: " + entering.failure(), "mend it, or remove it");
  if (plugin == nullptr)
    return refused_for_good("its entry describes no plugin", "let it answer one, or say why not by engine->fail");
  // The first four numbers have been where they are since version 0.0.
  if (plugin->abi_major != TERRAWRIGHT_ABI_MAJOR) {
    return refused_for_good("it was built for interface " + version(plugin->abi_major, plugin->abi_minor) +
                                ", and this engine speaks " + ours,
                            "rebuild it against " + ours);
  }
  Library library;
  library.said = entering.said();
  try {
    library.plugin = shared(plugin, file, met);
  } catch (const border::BadDescription& bad) {
    return refused_for_good(std::string("it ") + bad.what(), "mend what it says of itself, or remove it");
  }
  return library;
}

// All that add_plugin() reads of it, in its order: what is wrong ends both.
void describe_all(const Library& library) {
  if (!library.plugin) return;
  const terrawright_plugin& plain = library.plugin->plain();
  for (std::uint64_t i = 0; i < plain.n_stages; ++i) border::Description described(plain.stages[i]);
  for (const terrawright_writer* writer : library.plugin->writers()) border::WriterDescription described(writer);
}

// Its workers are processes, so that it cannot harm this one.
Library of_python(const std::string& file) {
  const workers::PythonFile opened = workers::open_python_file(file);
  if (opened.plugin == nullptr) return refused(opened.reason, opened.remedy);
  Library library;
  library.plugin = std::make_shared<const border::Plugin>(opened.plugin, file, border::Plugin::Runs::in_workers);
  library.build = opened.build;
  return library;
}

// A library on its way: its place in the registry, which is locked, and the SHA-256 of its file.
struct Candidate {
  Library library;  // with a reason: it cannot be one
  Met* met = nullptr;
  std::string content = {};
};

Candidate meet(const std::string& file) try {
  const auto facts = system::facts_of(file);
  if (!facts) {
    return {refused(std::string("it cannot be read (") + std::strerror(errno) + ")",
                    "mend its path or the link, or remove it")};
  }
  if (!facts->is_file()) return {refused("it is not a regular file", "remove it from the folder")};
  if (std::string why = why_not_whole(file); !why.empty())
    return {refused(std::move(why), "copy it again, or remove it from the folder")};
  const std::string content = graph::sha256_of_file(file);
  return {{}, &registry().met[{facts->device, facts->inode, content}], content};
} catch (const files::ReadFailed& failed) {
  return {unreadable(failed)};
}

void try_apart(const std::string& file, Met& met) {
  if (met.was_tried || met.is_in_use) return;
  met.was_tried = true;
  const std::string end = end_of([&] {
    static Library kept;  // not left there: the lock is this process's
    kept = entered(file, met);
    describe_all(kept);
  });
  if (!end.empty()) met.refusal = refused(end + " while it is loaded and described", "mend it, or remove it");
}

Library opened(const std::string& file, const std::string& content, Met& met,
               std::unique_lock<std::recursive_mutex>& lock) try {
  if (!met.refusal.reason.empty()) return met.refusal;
  Library library;
  registry().left.wait(lock, [&] {
    library.plugin = met.plugin.lock();
    return library.plugin || !met.is_in_use;
  });
  if (!library.plugin) {
    library = entered(file, met);
    met.plugin = library.plugin;
    met.is_in_use = library.plugin != nullptr;
  }
  if (!library.plugin) return library;
  // The loader reads by itself.
  if (graph::sha256_of_file(file) != content) return refused("it was changed while it was loaded", "start again");
  library.build = graph::build_of_library(content, library.plugin->plain().build);
  return library;
} catch (const files::ReadFailed& failed) {
  return unreadable(failed);
}

}  // namespace

bool is_python(const std::string& file) { return std::filesystem::path(file).extension() == ".py"; }

std::vector<Library> open_libraries(const std::vector<std::string>& files, bool are_tried_first) {
  std::unique_lock lock(registry().mutex);
  std::vector<Candidate> candidates;
  for (const std::string& file : files) candidates.push_back(is_python(file) ? Candidate{of_python(file)} : meet(file));
  for (std::size_t i = 0; i < files.size() && are_tried_first; ++i) {
    if (candidates[i].met != nullptr) try_apart(files[i], *candidates[i].met);
  }
  std::vector<Library> all;
  for (std::size_t i = 0; i < files.size(); ++i) {
    Candidate& one = candidates[i];
    all.push_back(one.met == nullptr ? std::move(one.library) : opened(files[i], one.content, *one.met, lock));
  }
  return all;
}

}  // namespace terrawright::plugins
