// SPDX-License-Identifier: Apache-2.0
// A page for one world, until it is to end.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "build/load.hpp"
#include "engine/layer.hpp"
#include "graph/catalogue.hpp"
#include "graph/graph.hpp"
#include "live/board.hpp"
#include "live/channel.hpp"
#include "live/http.hpp"
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

// For each layer that both worlds show: {layer, cells, differ}.
Json differences(const Shown& before, const Shown& after);

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

class Session {
 public:
  Session(Settings settings, Board& board, Errands& errands);
  // Until it is to stop.
  void run();

 private:
  using Clock = std::chrono::steady_clock;
  enum class Kind { whole, preview, strip };
  struct Job {  // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
    std::uint64_t number = 0;
    Kind kind = Kind::whole;
    Clock::time_point begun{};
    std::chrono::system_clock::time_point begun_at{};
    std::optional<Clock::time_point> given_up = {};  // it was asked to stop by then
    std::size_t place = 0;                           // in the strip
    std::shared_ptr<Shown> made = std::make_shared<Shown>();
    Json problems = Json::array();
    bool redo = false;    // what it makes is of the past already
    bool loaded = false;  // its worker has loaded all libraries
  };
  struct Turn {
    std::string name, value, own;  // own: what the config said when it was turned
  };

  void wait();
  void do_errands();
  Json do_errand(const std::string& what, const Json& body);
  Json turn(const Json& body);
  Json choose_seed(const Json& body);
  Json write(const Json& body);
  std::string refusal_of(const std::string& config) const;
  Json show_strip(const Json& body);

  void begin_next();
  void begin(Kind kind, std::optional<std::string> seed, std::size_t place);
  void give_up();  // asks the running job to stop
  void look_at_the_clock();
  void hear(const Message& message);
  void loaded(Job& job, const Json& message);
  void ended(const Json& message);
  void worker_is_gone();
  void show(const Job& job, const Json& message);
  void want_whole();
  void want_strip();
  void reload(const std::set<std::string>& libraries);
  void tell_of_reload(const Shown& made);
  void check_libraries();
  bool input_has_ended();
  void publish();
  Json state() const;

  const Settings settings_;
  Board& board_;
  Errands& errands_;
  WatchedFiles files_;
  std::unique_ptr<WorkerProcess> worker_;
  std::optional<Job> job_;
  std::uint64_t jobs_ = 0;
  bool whole_wanted_ = true, preview_wanted_ = false, changed_ = true;
  std::vector<Turn> turns_;
  std::optional<std::string> seed_;  // in the place of the config's
  std::vector<std::string> look_;
  Json knobs_ = Json::array(), ports_ = Json::array(), problems_ = Json::array(), progress_;
  std::vector<Json> lines_;
  Json own_seed_;
  std::string text_sha256_;  // of the config as it was loaded
  std::shared_ptr<const Shown> shown_, before_, preview_;
  bool pinned_ = false;  // `before` stays
  bool failed_ = false;  // the newest world could not be built
  Libraries libraries_;
  std::set<std::string> reloaded_, to_check_;  // since the last world that was shown; those that changed
  std::unique_ptr<LibraryCheck> check_;
  std::map<std::string, Json> findings_;  // by library, as problems
  struct Other {
    std::string seed;
    std::shared_ptr<const Shown> world;
    bool failed = false;
  };
  std::vector<Other> strip_;
};

struct Place {
  std::string address = "127.0.0.1";
  int port = 0;  // 0: any that is free
};

// `opened` is given the page's address. Throws std::runtime_error where the address or the port cannot be had.
void serve(const Place& place, Settings settings, const std::function<void(const std::string& address)>& opened);

// The worker: builds what it is asked for, one job after the other, until nobody asks any more.

// Answers on `channel`; docs of the messages are in work.cpp. `base`: the world as the command line asks for it.
[[noreturn]] void work(const build::Request& base, const graph::Catalogue& catalogue, int channel);

// The page's own files, as they are in pipeline/live/page/.

struct PageFile {
  std::string name, text;
};
const std::vector<PageFile>& page_files();

// Access control: only requests with the token, under a name that this server has.

// 128 random bits as hexadecimal digits.
std::string new_token();

class Gate {
 public:
  // `address`: where the server listens, in digits.
  Gate(std::string token, const std::string& address, int port);

  // An answer where somebody may not ask, or not by this method. A page of another site that found the port by another
  // name of this machine (DNS rebinding) is refused by the name that it used, all others by the token.
  std::optional<Answer> refuses(const Asked& asked) const;
  // Path after the token: "page.css"; empty: the page itself. For a path that was not rejected.
  std::string behind_token(const std::string& path) const;
  // http://127.0.0.1:40123/TOKEN/
  std::string address() const;

 private:
  bool is_ours(const std::string& host) const;

  std::string token_, address_, port_;
};

// As every answer says it.
Answer refusal(int status, const std::string& sentence);

// Lists the layers to look at: those of the outputs, and of any other node.

struct Sight {
  std::string name;   // of the layer in its output
  std::string title;  // "node" or "node.port", as a config names it
  graph::Link from;
};
// Each once, in the order of the outputs.
std::vector<Sight> sights_of(const graph::Graph& graph);

// Every layer that a node of the config can give, whether something needs it or not: {title, doc}.
Json ports_of(const graph::Graph& graph);

// A layer as the page takes it: little-endian float32 (of a vector two a cell), of colours four bytes.

// So that no side has more cells than a page can show: every first, second, third ... cell of the world.
std::int64_t every_cell_of(std::int64_t width, std::int64_t height);

std::string cells_of(const engine::Layer& layer, std::int64_t every);
// Kind, unit, size, extremes and legend, with how many cells each class has.
Json facts_of(const engine::Layer& layer, std::int64_t every);

}  // namespace terrawright::live
