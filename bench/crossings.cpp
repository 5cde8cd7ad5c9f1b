// SPDX-License-Identifier: Apache-2.0
// One call across the border, both ways, beside a plain virtual call: for each tile, never for each cell.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "border/description.hpp"
#include "border/instance.hpp"
#include "measure.hpp"
#include "parts.hpp"
#include "peers.hpp"

namespace terrawright::bench {
namespace {

constexpr double target = 20;  // ns
constexpr std::int64_t calls = 2'000'000;

// A stage that does nothing, or asks again and again whether it is to stop.
std::int64_t questions = 0;
void* create(const terrawright_stage*, const terrawright_host*, void*, const terrawright_arrangement*) {
  return &questions;
}
void destroy(void*) {}
std::int32_t window(const void*, std::uint32_t, std::uint32_t, const terrawright_rect*, terrawright_rect*) {
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t paint(const void*, const terrawright_job* job) {
  for (std::int64_t i = 0; i < questions; ++i) {
    if (job->host->cancelled(job->handle) != 0) return TERRAWRIGHT_ANSWER_STOPPED;
  }
  return TERRAWRIGHT_ANSWER_DONE;
}

terrawright_stage stage_of(const terrawright_port* const* ports) {
  terrawright_stage stage{};
  stage.size = sizeof stage;
  stage.version = stage.revision = 1;
  stage.id = "bench.nothing";
  stage.doc = "Nothing.";
  stage.source = "bench";
  stage.ports = ports;
  stage.n_ports = 1;
  stage.create = create;
  stage.destroy = destroy;
  stage.window = window;
  stage.paint = paint;
  return stage;
}

void tell(const char* name, double ours, double peer) {
  std::printf("%-34s %8.1f %8.1f %8.1f%s\n", name, ours, peer, ours / peer,
              ours > target ? "  (short of the target)" : "");
}

}  // namespace

void crossings(const Options& options) {
  if (!options.wants("border")) return;
  terrawright_port port{};
  port.size = sizeof port;
  port.direction = TERRAWRIGHT_PORT_OUTPUT;
  port.kinds = 1u << TERRAWRIGHT_KIND_HEIGHT;
  port.name = "height";
  port.doc = "Heights.";
  const terrawright_port* const ports[] = {&port};
  const terrawright_stage stage = stage_of(ports);
  const auto description = std::make_shared<const border::Description>(&stage);
  border::HostSide arranging(stage, TERRAWRIGHT_PHASE_CREATE), side(stage, TERRAWRIGHT_PHASE_PAINT);
  terrawright_arrangement arrangement{};
  arrangement.size = sizeof arrangement;
  const border::Instance instance(description, {"nothing", "bench.nothing", ""}, arranging, arrangement);
  if (!instance) throw std::runtime_error("the stage that does nothing refused");
  terrawright_job job{};
  job.size = sizeof job;
  job.phase = TERRAWRIGHT_PHASE_PAINT;
  job.host = &border::host();
  job.handle = &side;
  const auto painted = [&] {
    if (instance.paint(job, side) != TERRAWRIGHT_ANSWER_DONE) throw std::runtime_error("paint failed");
  };

  double call = 1e9, question = 1e9, plain = 1e9;
  const auto peer = peers::plain_virtual();
  for (int i = 0; i < options.repeat; ++i) {
    questions = 0;
    call = std::min(call, seconds_of(1, [&] {
                      for (std::int64_t k = 0; k < calls; ++k) painted();
                    }));
    questions = calls;
    question = std::min(question, seconds_of(1, painted));
    plain = std::min(plain, seconds_of(1, [&] {
                       for (std::int64_t k = 0; k < calls; ++k) peer->call(&job);
                     }));
  }
  const double ns = 1e9 / static_cast<double>(calls);
  std::printf("\nA call across the border, ns, and a plain virtual one.\n%-34s %8s %8s %8s\n", "call", "ours",
              "virtual", "times");
  tell("engine to stage, paint of nothing", call * ns, plain * ns);
  tell("stage to engine, cancelled", question * ns, plain * ns);
  std::fflush(stdout);
}

}  // namespace terrawright::bench
