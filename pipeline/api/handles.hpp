// SPDX-License-Identifier: Apache-2.0
// Objects behind the handles of terrawright/world.h, and the checks at the start of each function.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "border/known.hpp"
#include "build/build.hpp"
#include "graph/catalogue.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/world.h"

namespace terrawright::api {

using border::known;

// Problems as values, of one handle. They only become more, and stay where they are. Any thread.
class Problems {
 public:
  void add(const report::Diagnostics& problems, const char* rule);
  void misuse(const std::string& message);
  std::uint64_t list(const terrawright_problem* const** problems);

 private:
  struct Held {
    report::Diagnostic diagnostic;
    std::string shown;
    terrawright_problem plain{};
  };
  void add(const report::Diagnostic& diagnostic, const char* rule);

  std::mutex mutex_;
  std::deque<Held> held_;
  std::deque<std::vector<const terrawright_problem*>> lists_;  // that were given out
  std::uint64_t left_out_ = 0;
};

struct Context {
  std::int32_t answer = TERRAWRIGHT_DONE;
  build::Request machine;  // cache, memory, threads
  graph::Catalogue catalogue;
  Problems problems;
  std::string version, stages;                     // JSON; that of the stages from the first call that asks for it
  std::vector<const graph::Offer*> offers;         // of the stages
  std::mutex describing;                           // std::call_once would end a process that has no memory left
  std::vector<std::shared_ptr<const void>> given;  // stages of the calling program's data
};

// Facts of ports of a graph, for a caller.
struct Ports {
  std::deque<std::string> names;
  std::deque<std::vector<terrawright_class>> legends;
  std::deque<terrawright_port_facts> facts;
  std::vector<const terrawright_port_facts*> list;

  void add(const graph::Graph& graph, const graph::Link& link, const std::string& name);
};

struct World {
  std::shared_ptr<Context> context;
  std::int32_t answer = TERRAWRIGHT_DONE;
  build::Request request;
  build::Plan plan;
  Problems problems;
  std::string facts, config;  // JSON
  Ports ports;
};

// Calls the observer of the caller, one function at a time.
class Told final : public build::Observer {
 public:
  explicit Told(Problems& problems) : problems_(problems) {}
  void begin(const graph::Graph& graph, const terrawright_observer& observer) {
    graph_ = &graph;
    observer_ = observer;
  }
  void node_begins(std::size_t node) override;
  void progress(std::size_t node, std::size_t done, std::size_t of) override;
  void node_ends(std::size_t node, const engine::Spent& spent) override;
  void says(std::size_t node, const std::string& line) override;
  void sink_ends(const std::string& name, const engine::Spent& spent) override;
  void found(const report::Diagnostics& problems) override { problems_.add(problems, "build"); }
  void tells(const std::string& line) override;

 private:
  const char* name(std::size_t node) const { return graph_->nodes[node].name.c_str(); }

  Problems& problems_;
  const graph::Graph* graph_ = nullptr;
  terrawright_observer observer_{};
  std::mutex mutex_;
};

struct Run {
  std::shared_ptr<World> world;
  std::atomic<std::int32_t> answer{TERRAWRIGHT_DONE};
  std::atomic<bool> stop{false};
  Problems problems;
  Told told{problems};
  std::uint32_t flags = 0;
  build::Plan plan;
  Ports ports;                     // of `keep`
  std::vector<graph::Link> links;  // the same
  std::unique_ptr<engine::OnDemand> on_demand;
  std::vector<engine::Product> made;  // in the order of the links
  std::string forecast, results;      // JSON
  enum class State { planned, going, gone } state = State::planned;
  std::mutex mutex;
  std::condition_variable ended;
  int calls = 0;  // that go on

  bool is_over() const { return state == State::gone && (answer == TERRAWRIGHT_DONE || answer == TERRAWRIGHT_UNMET); }
  const engine::Product& product(std::size_t i) const { return on_demand ? on_demand->product(links[i]) : made[i]; }
};

// Adds the message of an exception, as a problem.
inline void add(Problems& problems, const std::exception& error) {
  report::Diagnostics said;
  said.error({}, error.what());
  problems.add(said, "build");
}

// The same, and what an exception says is a problem.
template <class Call>
auto guarded(Problems& problems, decltype(std::declval<Call>()()) otherwise, const Call& call) noexcept {
  return border::without_exceptions(otherwise, [&] {
    try {
      return call();
    } catch (const std::exception& error) {
      add(problems, error);
      throw;
    }
  });
}

// A handle, and what open(...) made of it, unless fault() says how it was misused. NULL without memory.
template <class Handle, class Fault, class Open>
Handle* opened(const Fault& fault, const Open& open) {
  return border::without_exceptions(static_cast<Handle*>(nullptr), [&] {
    auto handle = std::make_unique<Handle>();
    handle->it = std::make_shared<typename decltype(handle->it)::element_type>();
    auto& it = *handle->it;
    if (const char* const wrong = fault()) {
      it.problems.misuse(wrong);
      it.answer = TERRAWRIGHT_MISUSED;
      return handle.release();
    }
    try {
      open(it);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      add(it.problems, error);
      it.answer = TERRAWRIGHT_FAILED;
    }
    return handle.release();
  });
}

}  // namespace terrawright::api

struct terrawright_context {
  std::shared_ptr<terrawright::api::Context> it;
};
struct terrawright_world {
  std::shared_ptr<terrawright::api::World> it;
};
struct terrawright_run {
  std::shared_ptr<terrawright::api::Run> it;
};
