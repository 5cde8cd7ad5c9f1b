// SPDX-License-Identifier: Apache-2.0
// The session of `watch` with a worker that is a list of messages.
#include "live/session/session.hpp"

#include "support/catch.hpp"

using namespace terrawright;
using live::Json;
using live::Session;
using std::chrono::milliseconds;

namespace {

class ListedWorker final : public live::Surroundings {
 public:
  bool has_worker() const override { return there; }
  bool send(const Json& message) override {
    there = true;
    sent.push_back(message);
    return !dies;
  }
  Ending end_worker() override {
    ended += there ? 1 : 0;
    there = false;
    return {"signal 11", "last words"};
  }
  void watch(const std::set<std::string>& files) override { watched = files; }
  void depend_on(const std::set<std::string>&) override {}
  Json write(const std::string& sha256, const std::vector<std::string>& keys, const std::string& value) override {
    written = {sha256, keys.back(), value};
    return Json::object();
  }
  void tell(const Json& event) override { told.push_back(event["event"].get<std::string>()); }

  bool there = false, dies = false;
  int ended = 0;
  std::vector<Json> sent;
  std::set<std::string> watched;
  std::vector<std::string> written, told;
};

const Json sea = {{"name", "sea"}, {"value", "60 %"}, {"type", "number"}};

struct Watched {
  ListedWorker worker;
  Session session{"world.yaml", "", worker};
  Session::Time now{};

  Json after(int waited) {
    now += milliseconds(waited);
    session.step(now);
    return session.state_if_changed().value_or(Json::object());
  }
  std::uint64_t job() const { return worker.sent.back()["job"]; }
  void load(std::uint64_t job) {
    session.hear({{{"event", "loaded"},
                   {"job", job},
                   {"files", {"world.yaml", "coast.yaml"}},
                   {"problems", Json::array()},
                   {"knobs", Json::array({sea})},
                   {"own_seed", "42"},
                   {"text_sha256", "abc"},
                   {"ports", Json::array()},
                   {"world", {{"name", "w"}}}}});
  }
  void end(std::uint64_t job, const char* ending) {
    session.hear({{{"event", "ended"}, {"job", job}, {"ending", ending}, {"seconds", 0.1}, {"nodes", Json::object()}}});
  }
  // The first world.
  void build() {
    after(0);
    load(job());
    end(job(), "done");
  }
};

}  // namespace

TEST_CASE("A session asks its worker for the world, follows its files and shows it", "[live]") {
  Watched one;
  CHECK(one.after(0)["busy"]["kind"] == "whole");
  REQUIRE(one.worker.sent.size() == 1);
  CHECK(one.worker.sent[0]["preview"] == false);
  one.load(1);
  CHECK(one.worker.watched == std::set<std::string>{"world.yaml", "coast.yaml"});
  one.session.hear(
      {{{"event", "layer"}, {"job", 1}, {"index", 0}, {"name", "height"}, {"title", "h"}, {"facts", Json::object()}},
       std::make_shared<const std::string>("cells")});
  one.end(1, "done");
  const Json state = one.after(0);
  CHECK(state["busy"].is_null());
  CHECK(state["shown"]["number"] == 1);
  CHECK(state["shown"]["layers"][0]["title"] == "h");
  CHECK(*one.session.worlds().at(0)->layers.at(0).cells == "cells");
  CHECK(one.worker.told == std::vector<std::string>{"built"});
  CHECK(one.session.is_idle());
}

TEST_CASE("A moving knob is a preview, and a knob at rest is the whole", "[live]") {
  Watched one;
  one.build();
  CHECK(one.session.request("turn", {{"knob", "hills"}, {"value", "1"}})["problem"].is_string());
  one.session.request("turn", {{"knob", "sea"}, {"value", "50 %"}, {"rest", false}});
  one.after(0);
  CHECK(one.worker.sent.back()["preview"] == true);
  CHECK(one.worker.sent.back()["knobs"]["sea"] == "50 %");
  // The preview in the making makes room for a newer one when it takes long.
  one.session.request("turn", {{"knob", "sea"}, {"value", "40 %"}, {"rest", false}});
  one.after(100);
  CHECK(one.worker.sent.size() == 2);
  one.after(700);
  CHECK(one.worker.sent.back()["stop"] == 2);
  one.end(2, "stopped");
  one.session.request("turn", {{"knob", "sea"}, {"value", "40 %"}});
  one.after(0);
  CHECK(one.worker.sent.back()["preview"] == false);
  CHECK(one.worker.sent.back()["knobs"]["sea"] == "40 %");
  CHECK(one.session.request("write", {{"knob", "sea"}}) == Json::object());
  CHECK(one.worker.written == std::vector<std::string>{"abc", "sea", "40 %"});
}

TEST_CASE("A preview of the value at rest is shown before the whole, one of another value is given up", "[live]") {
  Watched one;
  one.build();
  const auto turn = [&](const char* value, bool rest) {
    one.session.request("turn", {{"knob", "sea"}, {"value", value}, {"rest", rest}});
    one.after(0);
  };
  turn("50 %", false);
  turn("50 %", true);
  CHECK_FALSE(one.worker.sent.back().contains("stop"));
  one.end(2, "done");
  CHECK(one.after(0)["preview"]["number"] == 2);
  CHECK(one.worker.sent.back()["preview"] == false);
  one.end(3, "done");
  CHECK(one.after(0)["preview"].is_null());
  turn("40 %", false);
  turn("30 %", true);
  CHECK(one.worker.sent.back()["stop"] == 4);
}

TEST_CASE("A page that opens a world can ask for a preview before the whole", "[live]") {
  Watched one;
  one.session.request("preview", Json::object());
  one.after(0);
  CHECK(one.worker.sent.back()["preview"] == true);
  one.load(1);
  one.end(1, "done");
  const Json state = one.after(0);
  CHECK(state["preview"]["number"] == 1);
  CHECK(state["busy"]["kind"] == "whole");
  one.end(2, "done");
  CHECK(one.after(0)["preview"].is_null());
}

TEST_CASE("A worker that does not stop in time is ended, and its late words are not heard", "[live]") {
  Watched one;
  one.after(0);
  one.session.config_changed();
  CHECK(one.worker.sent.back()["stop"] == 1);
  one.after(200);
  CHECK(one.worker.ended == 0);
  one.after(200);
  CHECK(one.worker.ended == 1);
  CHECK(one.job() == 2);
  one.end(1, "done");
  CHECK(one.after(0)["shown"].is_null());
  one.load(2);
  one.end(2, "done");
  CHECK(one.after(0)["shown"]["number"] == 2);
}

TEST_CASE("A worker that dies is a problem, the last world stays, and the next change starts again", "[live]") {
  Watched one;
  one.build();
  one.session.config_changed();
  one.after(0);
  one.session.worker_is_gone(one.worker.end_worker());
  Json state = one.after(0);
  CHECK(state["failed"] == true);
  CHECK(state["problems"][0]["message"] == "the build ended by signal 11");
  CHECK(state["problems"][0]["hint"] == "last words");
  CHECK(state["shown"]["number"] == 1);
  one.worker.dies = true;
  one.session.config_changed();
  CHECK(one.after(0)["failed"] == true);
  one.worker.dies = false;
  one.session.config_changed();
  one.after(0);
  one.end(one.job(), "done");
  state = one.after(0);
  CHECK(state["failed"] == false);
  CHECK(state["problems"].empty());
}

TEST_CASE("Other seeds are previews that wait for the world, and begin again with each", "[live]") {
  Watched one;
  one.session.request("strip", {{"seeds", {"7", "8"}}});
  one.build();
  for (const char* seed : {"7", "8"}) {
    one.after(0);
    CHECK(one.worker.sent.back()["seed"] == seed);
    CHECK(one.worker.sent.back()["preview"] == true);
    one.end(one.job(), "done");
  }
  Json state = one.after(0);
  CHECK(state["strip"][1]["world"]["number"] == 3);
  one.session.request("seed", {{"seed", "8"}});
  one.after(0);
  CHECK(one.worker.sent.back()["preview"] == false);
  one.end(one.job(), "done");
  state = one.after(0);
  CHECK(state["strip"][0]["world"].is_null());
  CHECK(state["before"]["number"] == 1);
}
