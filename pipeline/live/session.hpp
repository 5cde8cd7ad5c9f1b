// SPDX-License-Identifier: Apache-2.0
// Main loop of `watch`: one thread that handles saved files, requests of pages and the worker.
#pragma once
#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "live/board.hpp"
#include "live/watched_files.hpp"
#include "live/worker_process.hpp"

namespace terrawright::live {

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

}  // namespace terrawright::live
