// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.hpp"

#include <algorithm>
#include <optional>
#include <thread>

#include "engine/execution.hpp"
#include "engine/threads/tasks.hpp"
#include "engine/threads/threads.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::engine {
namespace {

// Threads of a run; where the machine has not so many, that is said, and there is none.
std::optional<int> threads_of(const Options& options, report::Diagnostics& diagnostics) {
  const int machine = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));  // 0 where nobody knows
  const int threads = options.threads > 0 ? options.threads : machine;
  const std::string lacking = lacking_threads(threads - 1);
  if (lacking.empty()) return threads;
  return diagnostics.no_value({}, lacking,
                              "ask for fewer with --threads, 1 needs none; or raise the limit (ulimit -u)");
}

}  // namespace

Outcome run(const graph::Graph& graph, const std::vector<Sink>& sinks, const Options& options, Observer& observer,
            report::Diagnostics& diagnostics) {
  Outcome outcome;
  const auto threads = threads_of(options, diagnostics);
  if (!threads) return outcome;
  // Work in one process for which others wait, a resolve or a large file, may use their threads too.
  const int lent = options.ranks != nullptr ? static_cast<int>(options.ranks->count_here()) : 1;
  with_threads(*threads * lent, [&] {
    try {
      outcome = Execution(graph, sinks, options, *threads, observer, diagnostics).go(options);
    } catch (const ProcessGroup::Apart& error) {
      diagnostics.error({}, error.what(), "name a folder that all machines see and may write: --cache DIR");
    }
  });
  return outcome;
}

OnDemand::OnDemand(const graph::Graph& graph, const Options& options, Observer& observer)
    : graph_(graph), options_(options), observer_(observer) {}
OnDemand::~OnDemand() = default;

Outcome OnDemand::resolve(const std::vector<graph::Link>& links, report::Diagnostics& problems) {
  Outcome outcome;
  const auto threads = threads_of(options_, problems);
  if (!threads) return outcome;
  threads_ = *threads;
  with_threads(threads_, [&] {
    execution_ = std::make_unique<Execution>(graph_, no_sinks_, options_, threads_, observer_, said_, &links);
    outcome = execution_->resolve(options_, links);
  });
  tell(problems);
  return outcome;
}

const Product& OnDemand::product(const graph::Link& link) const { return execution_->product(link); }

bool OnDemand::make(const graph::Link& link, const Rect& area, const std::function<bool()>& stops,
                    report::Diagnostics& problems) {
  if (execution_->is_made(link.node, area)) return true;
  const std::lock_guard lock(painting_);
  bool made = false;
  with_threads(threads_, [&] { made = execution_->make(link.node, area, stops); });
  tell(problems);
  return made;
}

void OnDemand::tell(report::Diagnostics& problems) {
  for (const report::Diagnostic& problem : said_.sorted()) problems.add(problem);
  said_ = report::Diagnostics();
}

}  // namespace terrawright::engine
