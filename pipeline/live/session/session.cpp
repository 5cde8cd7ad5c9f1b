// SPDX-License-Identifier: Apache-2.0
#include "live/session/session.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace terrawright::live {
namespace {

using std::chrono::milliseconds;

constexpr auto grace = milliseconds(300);     // a stage stops within a tile; one that does not is ended
constexpr auto patience = milliseconds(700);  // a preview that takes longer makes room for a newer one
constexpr std::size_t most_lines = 20;

}  // namespace

Json differences(const Shown& before, const Shown& after) {
  Json layers = Json::array();
  for (const auto& [place, layer] : after.layers) {
    for (const auto& [other_place, other] : before.layers) {
      if (layer.facts["title"] != other.facts["title"] || !layer.cells || !other.cells) continue;
      const auto cells = static_cast<std::size_t>(layer.facts["width"].get<std::int64_t>() *
                                                  layer.facts["height"].get<std::int64_t>());
      const std::size_t bytes = cells == 0 ? 0 : layer.cells->size() / cells;
      if (bytes == 0 || other.cells->size() != layer.cells->size()) continue;
      std::size_t differ = 0;
      for (std::size_t i = 0; i < cells; ++i)
        differ += std::memcmp(&(*layer.cells)[i * bytes], &(*other.cells)[i * bytes], bytes) != 0 ? 1 : 0;
      layers.push_back({{"layer", layer.facts["title"]}, {"cells", cells}, {"differ", differ}});
    }
  }
  return layers;
}

Session::Session(std::string config, std::string folder, Surroundings& surroundings)
    : config_(std::move(config)), folder_(std::move(folder)), surroundings_(surroundings) {}

// ---- what the worker reports -----------------------------------------------------------------------

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
  surroundings_.depend_on(beside);
  std::set<std::string> files = {config_};
  for (const Json& file : message["files"]) files.insert(file.get<std::string>());
  surroundings_.watch(files);
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
    surroundings_.tell(event);
  }
  if (ending == "done") show(job, message);
}

void Session::show(const Job& job, const Json& message) {
  Shown& made = *job.made;
  made.number = job.number;
  made.facts["seconds"] = message["seconds"];
  made.facts["nodes"] = message["nodes"];
  made.facts["digest"] = message.value("digest", "");
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

void Session::worker_is_gone(const Surroundings::Ending& ending) {
  const auto& [how, said] = ending;
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

void Session::libraries_changed(const std::set<std::string>& libraries) {
  reloaded_.insert(libraries.begin(), libraries.end());
  for (const std::string& library : libraries) findings_.erase(library);
  checking_ = false;
  whole_wanted_ = changed_ = true;
  surroundings_.end_worker();
  if (job_) ended({{"ending", "stopped"}, {"seconds", 0}});
}

void Session::tell_of_reload(const Shown& made) {
  if (reloaded_.empty()) return;
  Json event = {{"event", "reloaded"},
                {"libraries", std::exchange(reloaded_, {})},
                {"layers", shown_ ? differences(*shown_, made) : Json::array()}};
  surroundings_.tell(event);
}

void Session::set_checking(bool checking) {
  checking_ = checking;
  changed_ = true;
}

void Session::found(const std::string& library, const Json& problems) {
  findings_[library] = problems;
  changed_ = true;
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
  if (job_->given_up || !surroundings_.has_worker()) return;
  surroundings_.send({{"stop", job_->number}});
  job_->given_up = now_ + grace;
}

void Session::step(Time now) {
  now_ = now;
  look_at_the_clock();
  begin_next();
}

void Session::look_at_the_clock() {
  if (!job_) return;
  if (job_->kind == Kind::preview && preview_wanted_ && now_ - job_->begun > patience) give_up();
  if (!job_->given_up || now_ < *job_->given_up) return;
  surroundings_.end_worker();  // it hears nobody
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
  job.begun = now_;
  job.place = place;
  Json asked = {{"job", job.number},
                {"knobs", Json::object()},
                {"seed", seed ? Json(*seed) : Json(nullptr)},
                {"preview", kind != Kind::whole},
                {"look", look_},
                {"folder", folder_}};
  for (const Turn& turn : turns_) asked["knobs"][turn.name] = turn.value;
  if (kind == Kind::whole) lines_.clear();
  job_ = std::move(job);
  changed_ = true;
  try {
    if (!surroundings_.send(asked)) worker_is_gone(surroundings_.end_worker());
  } catch (const std::exception& error) {
    ended({{"ending", "failed"}, {"seconds", 0}, {"problems", Json::array({problem(error.what(), "")})}});
  }
}

}  // namespace terrawright::live
