// SPDX-License-Identifier: Apache-2.0
#include "border/instance.hpp"

#include <stdexcept>
#include <utility>

#include "border/current_stage.hpp"
#include "border/description.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::border {
Instance::Instance(std::shared_ptr<const Description> description, StageNames whose, HostSide& side,
                   const terrawright_arrangement& arrangement) {
  const Description& described = *description;
  self_ = {nullptr, {std::move(description), std::make_shared<const StageNames>(std::move(whose))}};
  {
    const PluginCall inside(described.turn(), *self_.get_deleter().whose, TERRAWRIGHT_PHASE_CREATE);
    call_plugin(side,
                [&] { self_.reset(described.stage().create(described.original(), &host(), &side, &arrangement)); });
  }
  if (side.failure()) self_.reset();
}

void Instance::Destroy::operator()(void* self) const {
  if (self == nullptr) return;
  const PluginCall inside(description->turn(), *whose, TERRAWRIGHT_PHASE_CREATE);
  try {
    description->stage().destroy(self);
  } catch (...) {  // the instance is gone, and nobody waits for an answer
  }
}

const terrawright_stage& Instance::stage() const { return self_.get_deleter().description->stage(); }

terrawright_rect Instance::window(std::uint32_t phase, std::uint32_t port, const terrawright_rect& tile) const {
  terrawright_rect area = {tile.x, tile.y, 0, 0};
  const PluginCall inside(self_.get_deleter().description->turn(), *self_.get_deleter().whose, phase, &tile,
                          Call::window);
  std::int32_t answer = TERRAWRIGHT_ANSWER_FAILED;
  try {
    answer = stage().window(self_.get(), phase, port, &tile, &area);
  } catch (const std::bad_alloc&) {
    throw;         // the machine's
  } catch (...) {  // told below
  }
  if (answer != TERRAWRIGHT_ANSWER_DONE) {
    throw std::runtime_error(std::string("its code is wrong: it cannot say which cells of '") +
                             stage().ports[port]->name + "' it needs");
  }
  if (area.width < 0 || area.height < 0) {
    throw std::runtime_error(std::string("its code is wrong: the window of '") + stage().ports[port]->name +
                             "' has fewer than no cells");
  }
  return area;
}

template <class Function>
std::int32_t Instance::answer_of(const terrawright_job& job, HostSide& side, Function call) const {
  std::int32_t answer = TERRAWRIGHT_ANSWER_FAILED;
  {
    const PluginCall inside(self_.get_deleter().description->turn(), *self_.get_deleter().whose, side.phase(),
                            &job.tile);
    call_plugin(side, [&] { answer = call(); });
  }
  if (side.failure()) return TERRAWRIGHT_ANSWER_FAILED;
  switch (answer) {
    case TERRAWRIGHT_ANSWER_DONE:
      return answer;
    case TERRAWRIGHT_ANSWER_AGAIN:
      if (side.phase() == TERRAWRIGHT_PHASE_RESOLVE) return answer;
      side.blame(std::string(phase_name(side.phase())) + " asks for another round, which only resolve may");
      break;
    case TERRAWRIGHT_ANSWER_STOPPED:
      if (side.cancelled()) {
        side.stopped();
        return answer;
      }
      side.fail({"", "it stopped although nobody asked it to"});
      break;
    case TERRAWRIGHT_ANSWER_FAILED:
      side.fail({"", "it failed without saying why"});
      break;
    default:
      side.blame(std::string(phase_name(side.phase())) + " answers " + std::to_string(answer) +
                 ", which is not an answer of the interface");
  }
  return TERRAWRIGHT_ANSWER_FAILED;
}

std::int32_t Instance::survey(const terrawright_job& job, HostSide& side) const {
  return answer_of(job, side, [&] { return stage().survey(self_.get(), &job); });
}
std::int32_t Instance::merge(const terrawright_job& job, const terrawright_blob& a, const terrawright_blob& b,
                             HostSide& side) const {
  return answer_of(job, side, [&] { return stage().merge(self_.get(), &job, &a, &b); });
}
std::int32_t Instance::combine(const terrawright_job& job, HostSide& side) const {
  return answer_of(job, side, [&] { return self_.get_deleter().description->combine()->combine(self_.get(), &job); });
}
std::int32_t Instance::split(const terrawright_job& job, HostSide& side) const {
  return answer_of(job, side, [&] { return self_.get_deleter().description->combine()->split(self_.get(), &job); });
}
std::int32_t Instance::resolve(const terrawright_job& job, HostSide& side) const {
  return answer_of(job, side, [&] { return stage().resolve(self_.get(), &job); });
}
std::int32_t Instance::paint(const terrawright_job& job, HostSide& side) const {
  return answer_of(job, side, [&] { return stage().paint(self_.get(), &job); });
}

}  // namespace terrawright::border
