// SPDX-License-Identifier: Apache-2.0
// State machine of `watch`: knobs, seeds, previews, problems, and the job that comes next. It has no process, socket,
// file or clock: it takes messages, requests and the time.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "live/session/message.hpp"

namespace terrawright::live {

// A world that was built.
struct Shown {
  std::uint64_t number = 0;
  Json facts = Json::object();  // of the world, what its knobs were turned to, how long it took
  struct Layer {                // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
    Json facts;
    std::shared_ptr<const std::string> cells;  // null: the page has them from the worker
  };
  std::map<std::size_t, Layer> layers;                 // by place
  std::shared_ptr<const std::string> scene = nullptr;  // the 3-D view's page; null: there is none
};
Json json_of(const Shown& world);
// For each layer that both worlds show: {layer, cells, differ}.
Json differences(const Shown& before, const Shown& after);

// The worker and the files of a session.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  virtual bool has_worker() const = 0;
  // To the worker, which is started if there is none. False: it is gone. Throws std::exception if it cannot start.
  virtual bool send(const Json& message) = 0;
  // Ends the worker if it has not ended: how it did, and its last words.
  struct Ending {
    std::string how, said;
  };
  virtual Ending end_worker() = 0;

  // Follows these files from now on, with changes since the last job was sent.
  virtual void watch(const std::set<std::string>& files) = 0;
  // Follows these files beside the libraries of stages.
  virtual void depend_on(const std::set<std::string>& beside) = 0;
  // Puts a value into the config, if its text has this hash: {}, or {problem: sentence}.
  virtual Json write(const std::string& text_sha256, const std::vector<std::string>& keys,
                     const std::string& value) = 0;
  // An event of a build for the terminal, or for a program.
  virtual void tell(const Json& event) = 0;
};

class Session {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `folder`: for the data that a build swaps.
  Session(std::string config, std::string folder, Surroundings& surroundings);

  // A file of the world was saved.
  void config_changed() { want_whole(); }
  // Libraries of stages: another worker loads them, as the old code would stay in this one.
  void libraries_changed(const std::set<std::string>& libraries);
  // A check of a library runs, or has found these problems.
  void set_checking(bool checking);
  void found(const std::string& library, const Json& problems);

  // From the worker.
  void hear(const Message& message);
  void worker_is_gone(const Surroundings::Ending& ending);
  // From a page: {}, or {problem: sentence}.
  Json request(const std::string& what, const Json& body);
  // Ends what takes too long, and begins what comes next.
  void step(Time now);

  // No build runs or waits.
  bool is_idle() const { return !job_ && !whole_wanted_ && !preview_wanted_; }
  // The state for pages, if it may have changed since the last call.
  std::optional<Json> state_if_changed();
  // Worlds that the state names.
  std::vector<std::shared_ptr<const Shown>> worlds() const;

 private:
  enum class Kind { whole, preview, strip };
  struct Job {  // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
    std::uint64_t number = 0;
    Kind kind = Kind::whole;
    Time begun{};
    std::optional<Time> given_up = {};  // it was asked to stop by then
    std::size_t place = 0;              // in the strip
    std::shared_ptr<Shown> made = std::make_shared<Shown>();
    Json problems = Json::array();
    bool redo = false;    // what it makes is of the past already
    bool loaded = false;  // its worker has loaded all libraries
  };
  struct Turn {
    std::string name, value, own;  // own: what the config said when it was turned
  };

  Json answer(const std::string& what, const Json& body);
  Json turn(const Json& body);
  Json choose_seed(const Json& body);
  Json write(const Json& body);
  Json show_strip(const Json& body);

  void begin_next();
  void begin(Kind kind, std::optional<std::string> seed, std::size_t place);
  void give_up();  // asks the running job to stop
  void look_at_the_clock();
  void loaded(Job& job, const Json& message);
  void ended(const Json& message);
  void show(const Job& job, const Json& message);
  void want_whole();
  void want_strip();
  void tell_of_reload(const Shown& made);
  Json state() const;

  const std::string config_, folder_;
  Surroundings& surroundings_;
  Time now_{};
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
  bool checking_ = false;
  std::set<std::string> reloaded_;        // since the last world that was shown
  std::map<std::string, Json> findings_;  // by library, as problems
  struct Other {
    std::string seed;
    std::shared_ptr<const Shown> world;
    bool failed = false;
  };
  std::vector<Other> strip_;
};

}  // namespace terrawright::live
