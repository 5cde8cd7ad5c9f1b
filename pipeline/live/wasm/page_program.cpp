// SPDX-License-Identifier: Apache-2.0
// Functions for a page without a server: docs/playground.md. The page's own thread holds the session, which takes less
// than a millisecond a call. A worker of the page runs the jobs; it hears nothing while it runs, so one that is to stop
// is ended. Both have this module; the functions of the other one are not called.
#include "live/wasm/page_program.hpp"

#ifdef __EMSCRIPTEN_PTHREADS__
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#endif
#include <memory>
#include <utility>

#include "config/yaml/written.hpp"
#include "live/session/session.hpp"
#include "live/session/work.hpp"
#include "plugins/plugins.hpp"

#ifdef __EMSCRIPTEN__
#define TERRAWRIGHT_FOR_PAGE extern "C" __attribute__((used, visibility("default")))  // exported
#else
void (*terrawright_page_reports)(const char* head, const char* bytes, std::uint32_t size) = nullptr;
#define TERRAWRIGHT_FOR_PAGE extern "C"
#endif

namespace terrawright::live {
namespace {

class PageSession final : public Surroundings {
 public:
  PageSession() : session_("", "/out", *this) {}

  Session& session() { return session_; }
  void take_text(std::string file, std::string text) {
    file_ = std::move(file);
    text_ = std::move(text);
    session_.config_changed();
  }
  void worker_is_gone(std::string how) {
    end_worker();
    session_.worker_is_gone({std::move(how), ""});
  }
  // What the page has to do, and its new state.
  Json step(Session::Time now) {
    session_.step(now);
    Json result = {{"orders", std::exchange(orders_, Json::array())}, {"idle", session_.is_idle()}};
    if (auto state = session_.state_if_changed()) result["state"] = std::move(*state);
    return result;
  }

  bool has_worker() const override { return has_worker_; }
  bool send(const Json& message) override {
    if (message.contains("stop")) return true;
    has_worker_ = true;
    Json job = message;
    job["file"] = file_;
    job["text"] = text_;
    orders_.push_back({{"run", job}});
    return true;
  }
  Ending end_worker() override {
    if (std::exchange(has_worker_, false)) orders_.push_back({{"end", true}});
    return {};
  }
  void watch(const std::set<std::string>&) override {}
  void depend_on(const std::set<std::string>&) override {}
  Json write(const std::string&, const std::vector<std::string>& keys, const std::string& value) override {
    report::Diagnostics problems;
    const auto source = std::make_shared<const report::Source>(report::Source{file_, text_});
    auto after = config::spliced(source, keys, value, problems);
    if (!after) return {{"problem", problems.text()}};
    take_text(file_, std::move(*after));
    return {{"text", text_}};
  }
  void tell(const Json&) override {}

 private:
  std::string file_, text_;
  bool has_worker_ = false;
  Json orders_ = Json::array();
  Session session_;
};

PageSession& page() {
  static PageSession session;
  return session;
}

// Valid until the next answer.
const char* answered(std::string text) {
  static std::string last;
  last = std::move(text);
  return last.c_str();
}

void report_to_page(const Json& head, const std::string* bytes) {
  const std::string line = head.dump();
  terrawright_page_reports(line.c_str(), bytes == nullptr ? nullptr : bytes->data(),
                           static_cast<std::uint32_t>(bytes == nullptr ? 0 : bytes->size()));
}

class PageWorker {
 public:
  PageWorker() : work_(request_, catalogue_, report_to_page) {
    plugins::add_built_in(catalogue_);
    request_.own_folder = true;
    request_.files = false;
    request_.threads = 1;
    request_.memory = std::uint64_t{2} << 30;
  }
  void have(int threads) { request_.threads = threads; }
  void run(const Json& job) {
    request_.config = job["file"].text();
    work_.run(job, stop_);
  }

 private:
  const std::atomic<bool> stop_{false};
  graph::Catalogue catalogue_;
  build::Request request_;
  Work work_;
};

PageWorker& worker_of_page() {
  static PageWorker worker;
  return worker;
}

#ifdef __EMSCRIPTEN_PTHREADS__
// The thread of the jobs, which never ends. The worker's own thread has to stay free: files and reports are its work.
class ThreadOfJobs {
 public:
  ThreadOfJobs() {
    std::thread([this] {
      for (;;) run(next());
    }).detach();
  }
  void add(std::string job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    some_.notify_one();
  }

 private:
  std::string next() {
    std::unique_lock lock(mutex_);
    some_.wait(lock, [&] { return !jobs_.empty(); });
    std::string job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }
  static void run(const std::string& job) { worker_of_page().run(report::json_or_none(job)); }

  std::mutex mutex_;
  std::condition_variable some_;
  std::deque<std::string> jobs_;
};
void run_job(const char* job) {
  static ThreadOfJobs& thread = *new ThreadOfJobs;
  thread.add(job);
}
#else
void run_job(const char* job) { worker_of_page().run(report::json_or_none(job)); }
#endif

}  // namespace
}  // namespace terrawright::live

using namespace terrawright;
using live::Json;

TERRAWRIGHT_FOR_PAGE void terrawright_page_text(const char* file, const char* text) {
  live::page().take_text(file, text);
}
TERRAWRIGHT_FOR_PAGE const char* terrawright_page_ask(const char* what, const char* body) {
  const Json asked = report::json_or_none(body);
  if (!asked.is_object()) return live::answered(R"({"problem": "the body is a JSON object"})");
  return live::answered(live::page().session().request(what, asked).dump());
}
TERRAWRIGHT_FOR_PAGE void terrawright_page_hear(const char* head) {
  live::page().session().hear({report::json_or_none(head)});
}
TERRAWRIGHT_FOR_PAGE void terrawright_page_lost(const char* how) { live::page().worker_is_gone(how); }
TERRAWRIGHT_FOR_PAGE const char* terrawright_page_step(double milliseconds) {
  const std::chrono::duration<double, std::milli> since(milliseconds);
  const live::Session::Time now(std::chrono::duration_cast<live::Session::Time::duration>(since));
  return live::answered(live::page().step(now).dump());
}

TERRAWRIGHT_FOR_PAGE void terrawright_page_prepare(int threads) {
  report::show_problems_in_page(true);
  live::worker_of_page().have(threads);
}
TERRAWRIGHT_FOR_PAGE void terrawright_page_run(const char* job) { live::run_job(job); }
