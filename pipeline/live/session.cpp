// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>

#include "live/knobs.hpp"
#include "live/serve.hpp"
#include "report/diagnostic.hpp"
#include "system/process.hpp"
#include "system/terminal.hpp"

namespace terrawright::live {
namespace {

using std::chrono::milliseconds;

constexpr auto tick = milliseconds(50);
constexpr auto grace = milliseconds(300);  // a stage stops within a tile; one that does not is ended
constexpr auto to_load = std::chrono::seconds(20);
constexpr auto patience = milliseconds(700);  // a preview that takes longer makes room for a newer one
constexpr std::size_t most_lines = 20, most_seeds = 12, most_looked_at = 24;

std::string text_of(const Json& body, const char* key) {
  return body.contains(key) && body[key].is_string() ? body[key].text() : std::string();
}

Json refused(const std::string& sentence) { return {{"problem", sentence}}; }

}  // namespace

Session::Session(Settings settings, Board& board, Errands& errands)
    : settings_(std::move(settings)), board_(board), errands_(errands), libraries_(settings_.libraries) {
  files_.watch({settings_.config}, std::chrono::system_clock::now());
}

void Session::run() {
  while (!*settings_.stop && !input_has_ended()) {
    if (files_.look(Clock::now())) want_whole();
    if (const auto libraries = libraries_.changed(Clock::now()); !libraries.empty()) reload(libraries);
    look_at_the_clock();
    begin_next();
    check_libraries();
    if (changed_) publish();
    wait();
    do_errands();
  }
  check_.reset();
  worker_.reset();
}

// ---- what comes ------------------------------------------------------------------------------------

void Session::wait() {
  std::vector<system::Wait> all = {{errands_.woken()}};
  if (worker_) {
    all.push_back({worker_->descriptor()});
    all.push_back({worker_->errors()});
  }
  if (system::wait_for(all, static_cast<int>(tick.count())) == 0 || !worker_) return;
  if (all[2].is_ready) worker_->hear();
  if (!all[1].is_ready) return;
  std::vector<Message> messages;
  bool there = false;
  try {
    there = worker_->receive(messages);
    for (const Message& message : messages) hear(message);
  } catch (const std::exception&) {  // what it says is no message of ours
    there = false;
  }
  if (!there && worker_) worker_is_gone();
}

bool Session::input_has_ended() {
  if (!settings_.ends_with_input) return false;
  if (!system::is_ready(system::standard_input, 0)) return false;
  char dropped[256];
  const std::int64_t count = system::read_some(system::standard_input, dropped, sizeof dropped);
  return count == 0 || (count < 0 && errno != EAGAIN);
}

void Session::hear(const Message& message) {
  const std::string event = text_of(message.head, "event");
  if (!job_ || message.head.value("job", std::uint64_t{0}) != job_->number) return;  // of the past
  if (event == "loaded") {
    loaded(*job_, message.head);
  } else if (event == "progress") {
    if (job_->kind == Kind::strip) return;
    progress_ = {{"node", message.head["node"]}, {"share", message.head["share"]}};
    if (message.head.contains("left")) progress_["left"] = message.head["left"];
  } else if (event == "layer") {
    Json facts = message.head["facts"];
    facts["name"] = message.head["name"];
    facts["title"] = message.head["title"];
    job_->made->layers[message.head["index"]] = {std::move(facts), message.bytes};
    return;
  } else if (event == "view") {
    job_->made->scene = message.bytes;
    return;
  } else if (event == "line" && job_->kind == Kind::whole) {
    lines_.push_back(message.head["text"]);
    if (lines_.size() > most_lines) lines_.erase(lines_.begin());
  } else if (event == "ended") {
    ended(message.head);
  }
  changed_ = true;
}

void Session::loaded(Job& job, const Json& message) {
  job.loaded = true;
  std::set<std::string> beside;
  for (const Json& file : message.value("beside", Json::array())) beside.insert(file.get<std::string>());
  libraries_.depend_on(beside);
  std::set<std::string> files = {settings_.config};
  for (const Json& file : message["files"]) files.insert(file.get<std::string>());
  files_.watch(files, job.begun_at);
  job.problems = message["problems"];
  job.made->facts = message.value("world", Json::object());
  if (job.kind != Kind::whole) return;
  if (message.contains("ports")) ports_ = message["ports"];
  text_sha256_ = text_of(message, "text_sha256");
  if (!message.contains("knobs")) return;
  own_seed_ = message["own_seed"];
  // A config that is rejected now gives less information about them.
  if (message.contains("world") || knobs_.empty()) knobs_ = message["knobs"];
  const auto is_over = [&](const Turn& turn) {
    for (const Json& knob : message["knobs"]) {
      if (knob["name"] != turn.name) continue;
      if (knob["value"] == turn.value) return true;  // it was written
      if (knob["value"] == turn.own) return false;
    }
    job.redo = true;  // somebody else has set it, or taken it away
    return true;
  };
  turns_.erase(std::remove_if(turns_.begin(), turns_.end(), is_over), turns_.end());
  if (seed_ && own_seed_ == *seed_) seed_.reset();
  if (job.redo) want_whole();
}

void Session::ended(const Json& message) {
  const Job job = std::move(*job_);
  job_.reset();
  progress_ = nullptr;
  changed_ = true;
  Json problems = job.problems;
  for (const Json& one : message.value("problems", Json::array())) problems.push_back(one);
  const std::string ending = text_of(message, "ending");
  if (job.kind == Kind::strip) {
    if (job.place >= strip_.size() || ending == "stopped") return;
    Other& other = strip_[job.place];
    other.failed = ending != "done";
    if (!other.failed) {
      job.made->number = job.number;
      other.world = job.made;
    }
    return;
  }
  if (ending == "stopped") {
    if (job.kind == Kind::whole && !whole_wanted_ && !job.redo)
      problems_ = Json::array({problem("the build was stopped", "the next change, or \"build\", begins another one")});
    return;
  }
  if (job.kind == Kind::whole) {
    problems_ = problems;
    failed_ = ending != "done";
    Json event = {{"event", "built"}, {"ending", ending}, {"problems", problems}, {"seconds", message["seconds"]}};
    if (message.contains("nodes")) event["nodes"] = message["nodes"];
    if (settings_.tell) settings_.tell(event);
  }
  if (ending == "done") show(job, message);
}

void Session::show(const Job& job, const Json& message) {
  Shown& made = *job.made;
  made.number = job.number;
  made.facts["seconds"] = message["seconds"];
  made.facts["nodes"] = message["nodes"];
  if (job.kind == Kind::preview) {
    preview_ = job.made;
    return;
  }
  tell_of_reload(made);
  if (shown_ && !pinned_) before_ = shown_;
  shown_ = job.made;
  preview_.reset();
  want_strip();
}

void Session::worker_is_gone() {
  const std::string how = worker_->ending();
  const std::string said = worker_->said();
  worker_.reset();
  if (!job_) return;
  if (job_->given_up) return ended({{"ending", "stopped"}, {"seconds", 0}});
  if (!job_->loaded && !reloaded_.empty()) {
    const Json waits = problem("the library " + report::quote(*reloaded_.begin()) + " changed, and cannot be loaded",
                               "it is loaded as soon as it changes again; " + (said.empty() ? how : said));
    return ended({{"ending", "failed"}, {"seconds", 0}, {"problems", Json::array({waits})}});
  }
  ended({{"ending", "failed"},
         {"seconds", 0},
         {"problems",
          Json::array({problem("the build ended by " + how, said.empty() ? "the last world stays" : said)})}});
}

// ---- libraries that change -------------------------------------------------------------------------

// Another worker loads them: in the one that there is their old code would stay.
void Session::reload(const std::set<std::string>& libraries) {
  reloaded_.insert(libraries.begin(), libraries.end());
  to_check_.insert(libraries.begin(), libraries.end());
  check_.reset();
  for (const std::string& library : libraries) findings_.erase(library);
  whole_wanted_ = changed_ = true;
  worker_.reset();
  if (job_) ended({{"ending", "stopped"}, {"seconds", 0}});
}

void Session::tell_of_reload(const Shown& made) {
  if (reloaded_.empty()) return;
  Json event = {{"event", "reloaded"},
                {"libraries", std::exchange(reloaded_, {})},
                {"layers", shown_ ? differences(*shown_, made) : Json::array()}};
  if (settings_.tell) settings_.tell(event);
}

// One after the other, once the world rests; a library that no worker could load is waited for.
void Session::check_libraries() {
  if (check_) {
    const Json result = check_->result_if_over();
    if (result.is_null()) return;
    check_.reset();
    Json problems = Json::array();
    for (const Json& finding : result["findings"]) {
      problems.push_back(
          problem("check: " + finding.get<std::string>(), "of the library " + result["library"].get<std::string>()));
      problems.back()["severity"] = "warning";
    }
    findings_[result["library"].get<std::string>()] = problems;
    Json event = result;
    event["event"] = "checked";
    if (settings_.tell) settings_.tell(event);
    changed_ = true;
  }
  if (job_ || whole_wanted_ || !worker_ || to_check_.empty()) return;
  const std::string library = *to_check_.begin();
  to_check_.erase(library);
  try {
    check_ = std::make_unique<LibraryCheck>(settings_.arguments.front(), library);
  } catch (const std::exception&) {  // there is no process for it now
  }
}

// ---- what is built ---------------------------------------------------------------------------------

void Session::want_whole() {
  whole_wanted_ = true;
  changed_ = true;
  if (job_) give_up();
}

// The worlds of other seeds become invalid.
void Session::want_strip() {
  for (Other& other : strip_) other = {other.seed, nullptr, false};
  changed_ = true;
}

void Session::give_up() {
  if (job_->given_up || !worker_) return;
  worker_->send({{"stop", job_->number}});
  job_->given_up = Clock::now() + grace;
}

void Session::look_at_the_clock() {
  if (!job_) return;
  const auto now = Clock::now();
  if (job_->kind == Kind::preview && preview_wanted_ && now - job_->begun > patience) give_up();
  if (!job_->given_up || now < *job_->given_up) return;
  worker_.reset();  // it hears nobody
  ended({{"ending", "stopped"}, {"seconds", 0}});
}

void Session::begin_next() {
  if (job_) return;
  if (preview_wanted_) {
    preview_wanted_ = false;
    return begin(Kind::preview, seed_, 0);
  }
  if (whole_wanted_) {
    whole_wanted_ = false;
    return begin(Kind::whole, seed_, 0);
  }
  if (failed_) return;
  for (std::size_t i = 0; i < strip_.size(); ++i) {
    if (!strip_[i].world && !strip_[i].failed) return begin(Kind::strip, strip_[i].seed, i);
  }
}

void Session::begin(Kind kind, std::optional<std::string> seed, std::size_t place) {
  Job job;
  job.number = ++jobs_;
  job.kind = kind;
  job.begun = Clock::now();
  job.begun_at = std::chrono::system_clock::now();
  job.place = place;
  Json asked = {{"job", job.number},
                {"knobs", Json::object()},
                {"seed", seed ? Json(*seed) : Json(nullptr)},
                {"preview", kind != Kind::whole},
                {"look", look_},
                {"folder", settings_.folder}};
  for (const Turn& turn : turns_) asked["knobs"][turn.name] = turn.value;
  if (kind == Kind::whole) lines_.clear();
  job_ = std::move(job);
  changed_ = true;
  try {
    if (!worker_) worker_ = std::make_unique<WorkerProcess>(settings_.arguments);
    if (!worker_->send(asked)) worker_is_gone();
  } catch (const std::exception& error) {
    ended({{"ending", "failed"}, {"seconds", 0}, {"problems", Json::array({problem(error.what(), "")})}});
  }
}

// ---- what pages ask --------------------------------------------------------------------------------

void Session::do_errands() {
  for (Errand& errand : errands_.take()) {
    Json answer;
    try {
      answer = do_errand(errand.what, errand.body);
    } catch (const std::exception& error) {
      answer = refused(error.what());
    }
    changed_ = true;
    errand.answer.set_value(std::move(answer));
  }
}

Json Session::do_errand(const std::string& what, const Json& body) {
  if (what == "turn") return turn(body);
  if (what == "seed") return choose_seed(body);
  if (what == "write") return write(body);
  if (what == "strip") return show_strip(body);
  if (what == "pin") {
    pinned_ = body.value("pinned", true);
    if (pinned_) before_ = shown_;
  } else if (what == "look") {
    std::vector<std::string> titles;
    for (const Json& title : body.at("titles")) titles.push_back(title.get<std::string>());
    if (titles.size() > most_looked_at) return refused("too many nodes are looked at: choose fewer");
    if (titles != look_) want_whole();
    look_ = titles;
  } else if (what == "stop") {
    whole_wanted_ = preview_wanted_ = false;
    if (job_) give_up();
  } else if (what == "again") {
    want_whole();
  }
  return Json::object();
}

Json Session::turn(const Json& body) {
  const std::string name = text_of(body, "knob");
  const auto* const knob =
      std::find_if(knobs_.begin(), knobs_.end(), [&](const Json& one) { return one["name"] == name; });
  if (knob == knobs_.end()) return refused("there is no such knob any more");
  turns_.erase(std::remove_if(turns_.begin(), turns_.end(), [&](const Turn& turn) { return turn.name == name; }),
               turns_.end());
  const std::string value = text_of(body, "value"), own = (*knob)["value"];
  if (!value.empty() && value != own) turns_.push_back({name, value, own});
  if (body.value("rest", true)) {
    preview_wanted_ = false;
    want_whole();
  } else {
    preview_wanted_ = true;
    whole_wanted_ = false;
    if (job_ && job_->kind != Kind::preview) give_up();
  }
  return Json::object();
}

Json Session::choose_seed(const Json& body) {
  const std::string seed = text_of(body, "seed");
  seed_ = seed.empty() || own_seed_ == seed ? std::nullopt : std::optional<std::string>(seed);
  want_whole();
  return Json::object();
}

Json Session::show_strip(const Json& body) {
  strip_.clear();
  if (job_ && job_->kind == Kind::strip) give_up();
  for (const Json& seed : body.at("seeds")) {
    if (strip_.size() < most_seeds && seed.is_string()) strip_.push_back({seed.get<std::string>(), nullptr, false});
  }
  return Json::object();
}

// Why a config cannot be built, as a worker of its own loads it; empty: it can.
std::string Session::refusal_of(const std::string& config) const {
  WorkerProcess worker(settings_.arguments);
  const auto end = Clock::now() + to_load;
  bool there = worker.send({{"job", 1}, {"check", config}});
  while (there && Clock::now() < end && !*settings_.stop) {
    if (!system::is_ready(worker.descriptor(), static_cast<int>(tick.count()))) continue;
    std::vector<Message> messages;
    there = worker.receive(messages);
    for (const Message& message : messages)
      if (text_of(message.head, "event") == "checked") return text_of(message.head, "refusal");
  }
  return "whether the config can be built with this value could not be found out; it is as it was";
}

Json Session::write(const Json& body) {
  std::vector<std::string> keys;
  std::string value;
  if (const std::string name = text_of(body, "knob"); !name.empty()) {
    const auto turned = std::find_if(turns_.begin(), turns_.end(), [&](const Turn& one) { return one.name == name; });
    if (turned == turns_.end()) return refused("the knob stands as it is written");
    keys = {"knobs", name};
    value = turned->value;
  } else if (seed_) {
    keys = {"world", "seed"};
    value = *seed_;
  } else {
    return refused("the seed stands as it is written");
  }
  const auto refusal = [this](const std::string& beside) { return refusal_of(beside); };
  if (const std::string problem = write_value(settings_.config, text_sha256_, keys, value, refusal); !problem.empty())
    return refused(problem);
  return Json::object();
}

// ---- what pages see --------------------------------------------------------------------------------

Json Session::state() const {
  Json state = {{"config", settings_.config}, {"problems", problems_}, {"failed", failed_}, {"lines", lines_}};
  for (const auto& [library, findings] : findings_)
    for (const Json& finding : findings) state["problems"].push_back(finding);
  state["checking"] = check_ != nullptr;
  state["busy"] = nullptr;
  if (job_ && job_->kind != Kind::strip) {
    state["busy"] = {{"kind", job_->kind == Kind::whole ? "whole" : "preview"}};
    if (progress_.is_object()) state["busy"].update(progress_);
  }
  const auto world = [](const std::shared_ptr<const Shown>& shown) { return shown ? json_of(*shown) : Json(nullptr); };
  state["shown"] = world(shown_);
  state["before"] = world(before_);
  state["preview"] = world(preview_);
  state["pinned"] = pinned_;
  state["knobs"] = knobs_;
  for (Json& knob : state["knobs"]) {
    for (const Turn& turn : turns_) {
      if (knob["name"] == turn.name) knob["turned"] = turn.value;
    }
  }
  state["seed"] = {{"own", own_seed_}, {"turned", seed_ ? Json(*seed_) : Json(nullptr)}};
  state["ports"] = ports_;
  state["look"] = look_;
  state["strip"] = Json::array();
  for (const Other& other : strip_)
    state["strip"].push_back({{"seed", other.seed}, {"failed", other.failed}, {"world", world(other.world)}});
  return state;
}

void Session::publish() {
  changed_ = false;
  std::vector<std::shared_ptr<const Shown>> worlds;
  for (const auto& world : {shown_, before_, preview_}) {
    if (world) worlds.push_back(world);
  }
  for (const Other& other : strip_) {
    if (other.world) worlds.push_back(other.world);
  }
  board_.publish(state(), std::move(worlds));
}

}  // namespace terrawright::live
