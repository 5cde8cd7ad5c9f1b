// SPDX-License-Identifier: Apache-2.0
// What pages ask of a session, and see of it.
#include <algorithm>
#include <utility>

#include "live/session/session.hpp"

namespace terrawright::live {
namespace {

constexpr std::size_t most_seeds = 12, most_looked_at = 24;

Json refused(const std::string& sentence) { return {{"problem", sentence}}; }

}  // namespace

// ---- what pages ask --------------------------------------------------------------------------------

Json Session::request(const std::string& what, const Json& body) {
  changed_ = true;
  try {
    return answer(what, body);
  } catch (const std::exception& error) {
    return refused(error.what());
  }
}

Json Session::answer(const std::string& what, const Json& body) {
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
  } else if (what == "preview") {
    preview_wanted_ = true;  // before the whole
  }
  return Json::object();
}

Json Session::turn(const Json& body) {
  const std::string name = text_of(body, "knob");
  const auto* const knob =
      std::find_if(knobs_.begin(), knobs_.end(), [&](const Json& one) { return one["name"] == name; });
  if (knob == knobs_.end()) return refused("there is no such knob any more");
  const std::string value = text_of(body, "value"), own = (*knob)["value"];
  const auto last = std::find_if(turns_.begin(), turns_.end(), [&](const Turn& turn) { return turn.name == name; });
  const bool is_new = last == turns_.end() || last->value != value;
  if (last != turns_.end()) turns_.erase(last);
  if (!value.empty() && value != own) turns_.push_back({name, value, own});
  if (body.value("rest", true)) {
    // A preview of this value may end before the whole, which takes longer.
    const bool ends_first = job_ && job_->kind == Kind::preview && !preview_wanted_ && !is_new;
    preview_wanted_ = false;
    whole_wanted_ = true;
    if (job_ && !ends_first) give_up();
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
  return surroundings_.write(text_sha256_, keys, value);
}

// ---- what pages see --------------------------------------------------------------------------------

Json json_of(const Shown& world) {
  Json json = world.facts;
  json["number"] = world.number;
  json["scene"] = world.scene != nullptr;
  json["layers"] = Json::array();
  for (const auto& [index, layer] : world.layers) {
    Json facts = layer.facts;
    facts["index"] = index;
    json["layers"].push_back(facts);
  }
  return json;
}

Json Session::state() const {
  Json state = {{"config", config_}, {"problems", problems_}, {"failed", failed_}, {"lines", lines_}};
  for (const auto& [library, findings] : findings_)
    for (const Json& finding : findings) state["problems"].push_back(finding);
  state["checking"] = checking_;
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

std::optional<Json> Session::state_if_changed() {
  if (!std::exchange(changed_, false)) return std::nullopt;
  return state();
}

std::vector<std::shared_ptr<const Shown>> Session::worlds() const {
  std::vector<std::shared_ptr<const Shown>> worlds;
  for (const auto& world : {shown_, before_, preview_}) {
    if (world) worlds.push_back(world);
  }
  for (const Other& other : strip_) {
    if (other.world) worlds.push_back(other.world);
  }
  return worlds;
}

}  // namespace terrawright::live
