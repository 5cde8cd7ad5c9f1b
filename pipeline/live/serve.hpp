// SPDX-License-Identifier: Apache-2.0
// A page for one world, until it is to end.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "build/load.hpp"
#include "graph/catalogue.hpp"
#include "live/http.hpp"
#include "live/page_state.hpp"
#include "live/worker_process.hpp"
#include "system/files.hpp"

namespace terrawright::live {

// Files that somebody may save, there or not. They are looked at now and then: that sees what is renamed over them,
// what appears, and what a network or a container brings, where notices of the system do not come.

class WatchedFiles {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // From now on these. One that is new here and was saved after `since` has changed.
  void watch(const std::set<std::string>& files, std::chrono::system_clock::time_point since);

  // Whether to build: something has changed and rests since then, or has been changing for long.
  bool look(Time now);
  // Changes up to the last look that reported them.
  const std::set<std::string>& changed() const { return changed_; }

 private:
  using Facts = std::optional<system::Facts>;

  std::map<std::string, Facts> files_;
  std::set<std::string> changed_, pending_;
  bool changing_ = false;
  Time first_{}, last_{};  // unreported changes
};

// Libraries of stages while their world is shown: which of them changed, what `check --quick` says of one, and what its
// new code makes of the world.

class Libraries {
 public:
  // `there`: those that a worker would load now.
  explicit Libraries(std::function<std::set<std::string>()> there);

  // Libraries to reload: they changed, or files beside them on which their stages depend. One that is gone, or that
  // somebody is still writing, is waited for.
  std::set<std::string> changed(WatchedFiles::Time now);
  // Files beside libraries whose stages depend on more than their code.
  void depend_on(const std::set<std::string>& beside) { beside_ = beside; }

 private:
  const std::function<std::set<std::string>()> there_;
  std::set<std::string> known_, beside_;
  WatchedFiles files_;
  WatchedFiles::Time looked_{};
  std::chrono::system_clock::time_point listed_ = std::chrono::system_clock::now();
};

// `check --quick` of one library, in a process of its own.
class LibraryCheck {
 public:
  LibraryCheck(const std::string& program, std::string library);
  WorkerProcess& process() { return process_; }
  // Nothing while it runs; then {library, passed, stages, findings}.
  Json result_if_over();

 private:
  const std::string library_;
  WorkerProcess process_;
};

// A value goes into the config's file, where somebody may be writing too.

// As config/yaml/written.hpp says; only while the file has the text of which this is the SHA-256. The new file is
// written beside, is whole on the disk and then takes the name, with the owner's rights of the old one; a link stays a
// link. `refusal` says why the file beside is not a good config, or nothing. Empty: done; else why not, and where.
std::string write_value(const std::string& file, const std::string& text_sha256, const std::vector<std::string>& keys,
                        const std::string& value, const std::function<std::string(const std::string& beside)>& refusal);

// Main loop of `watch`: one thread that handles saved files, requests of pages and the worker.

struct Settings {
  std::string config;
  std::vector<std::string> arguments;  // that started this program, and start its worker
  std::string folder;                  // private: for the data that a build swaps
  const std::atomic<bool>* stop = nullptr;
  std::function<std::set<std::string>()> libraries = nullptr;  // of stages, that a worker would load now
  bool ends_with_input = false;                                // standard input is a pipe: its end ends the session
  // Events of a build for the terminal, or for a program.
  std::function<void(const Json& event)> tell = nullptr;
};

// Until it is to stop.
void run_session(const Settings& settings, PageState& page_state, RequestQueue& requests);

struct ListenAddress {
  std::string address = "127.0.0.1";
  int port = 0;  // 0: any that is free
};

// `opened` is given the page's address. Throws std::runtime_error where the address or the port cannot be had.
void serve(const ListenAddress& listen, Settings settings,
           const std::function<void(const std::string& address)>& opened);

// The worker: builds what it is asked for, one job after the other, until nobody asks any more. Answers on `channel`.
// `base`: the world as the command line asks for it.
[[noreturn]] void work(const build::Request& base, const graph::Catalogue& catalogue, int channel);

// The page's own files, as they are in pipeline/live/page/.

struct PageFile {
  std::string name, text;
};
const std::vector<PageFile>& page_files();

// Access control: only requests with the token, under a name that this server has.

// 128 random bits as hexadecimal digits.
std::string new_token();

class AccessControl {
 public:
  // `address`: where the server listens, in digits.
  AccessControl(std::string token, const std::string& address, int port);

  // An answer where somebody may not ask, or not by this method. A page of another site that found the port by another
  // name of this machine (DNS rebinding) is refused by the name that it used, all others by the token.
  std::optional<HttpResponse> refuses(const HttpRequest& asked) const;
  // Path after the token: "page.css"; empty: the page itself. For a path that was not rejected.
  std::string path_after_token(const std::string& path) const;
  // http://127.0.0.1:40123/TOKEN/
  std::string address() const;

 private:
  bool is_ours(const std::string& host) const;

  std::string token_, address_, port_;
};

// As every answer says it.
HttpResponse refusal(int status, const std::string& sentence);

}  // namespace terrawright::live
