// SPDX-License-Identifier: Apache-2.0
// Main loop of `watch`: one thread that handles saved files, requests of pages and the worker.
#include <cerrno>

#include "live/serve.hpp"
#include "live/session/session.hpp"
#include "live/worker_process.hpp"
#include "system/process.hpp"
#include "system/terminal.hpp"

namespace terrawright::live {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto tick = std::chrono::milliseconds(50);
constexpr auto to_load = std::chrono::seconds(20);

class WatchLoop final : public Surroundings {
 public:
  WatchLoop(const Settings& settings, PageState& page_state, RequestQueue& requests)
      : settings_(settings),
        page_state_(page_state),
        requests_(requests),
        libraries_(settings.libraries),
        session_(settings.config, settings.folder, *this) {
    files_.watch({settings.config}, sent_at_);
  }

  void run() {
    while (!*settings_.stop && !input_has_ended()) {
      if (files_.look(Clock::now())) session_.config_changed();
      if (const auto libraries = libraries_.changed(Clock::now()); !libraries.empty()) reload(libraries);
      session_.step(Clock::now());
      check_libraries();
      if (const auto state = session_.state_if_changed()) page_state_.publish(*state, session_.worlds());
      wait();
      for (PageRequest& request : requests_.take())
        request.answer.set_value(session_.request(request.what, request.body));
    }
  }

  bool has_worker() const override { return worker_ != nullptr; }
  bool send(const Json& message) override {
    if (message.contains("knobs")) sent_at_ = std::chrono::system_clock::now();
    if (!worker_) worker_ = std::make_unique<WorkerProcess>(settings_.arguments);
    return worker_->send(message);
  }
  Ending end_worker() override {
    if (!worker_) return {};
    Ending ending{worker_->ending(), worker_->said()};
    worker_.reset();
    return ending;
  }
  void watch(const std::set<std::string>& files) override { files_.watch(files, sent_at_); }
  void depend_on(const std::set<std::string>& beside) override { libraries_.depend_on(beside); }
  Json write(const std::string& text_sha256, const std::vector<std::string>& keys, const std::string& value) override {
    const auto refusal = [this](const std::string& beside) { return refusal_of(beside); };
    const std::string problem = write_value(settings_.config, text_sha256, keys, value, refusal);
    return problem.empty() ? Json::object() : Json{{"problem", problem}};
  }
  void tell(const Json& event) override {
    if (settings_.tell) settings_.tell(event);
  }

 private:
  bool input_has_ended() const {
    if (!settings_.ends_with_input) return false;
    if (!system::is_ready(system::standard_input, 0)) return false;
    char dropped[256];
    const std::int64_t count = system::read_some(system::standard_input, dropped, sizeof dropped);
    return count == 0 || (count < 0 && errno != EAGAIN);
  }

  void wait() {
    std::vector<system::Wait> all = {{requests_.woken()}};
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
      for (const Message& message : messages) session_.hear(message);
    } catch (const std::exception&) {  // what it says is no message of ours
      there = false;
    }
    if (!there && worker_) session_.worker_is_gone(end_worker());
  }

  void reload(const std::set<std::string>& libraries) {
    to_check_.insert(libraries.begin(), libraries.end());
    check_.reset();
    session_.libraries_changed(libraries);
  }

  // One after the other, once the world rests. A library that no worker could load is waited for.
  void check_libraries() {
    if (check_) {
      Json result = check_->result_if_over();
      if (result.is_null()) return;
      check_.reset();
      session_.set_checking(false);
      Json problems = Json::array();
      for (const Json& finding : result["findings"]) {
        problems.push_back(
            problem("check: " + finding.get<std::string>(), "of the library " + result["library"].get<std::string>()));
        problems.back()["severity"] = "warning";
      }
      session_.found(result["library"].get<std::string>(), problems);
      result["event"] = "checked";
      tell(result);
    }
    if (!session_.is_idle() || !worker_ || to_check_.empty()) return;
    const std::string library = *to_check_.begin();
    to_check_.erase(library);
    try {
      check_ = std::make_unique<LibraryCheck>(settings_.arguments.front(), library);
      session_.set_checking(true);
    } catch (const std::exception&) {  // there is no process for it now
    }
  }

  // The reason why a config cannot be built, from a worker of its own; empty: it can.
  std::string refusal_of(const std::string& config) const {
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

  const Settings& settings_;
  PageState& page_state_;
  RequestQueue& requests_;
  std::chrono::system_clock::time_point sent_at_ = std::chrono::system_clock::now();  // the last job
  WatchedFiles files_;
  Libraries libraries_;
  std::unique_ptr<WorkerProcess> worker_;
  std::unique_ptr<LibraryCheck> check_;
  std::set<std::string> to_check_;
  Session session_;
};

}  // namespace

void run_session(const Settings& settings, PageState& page_state, RequestQueue& requests) {
  WatchLoop(settings, page_state, requests).run();
}

}  // namespace terrawright::live
