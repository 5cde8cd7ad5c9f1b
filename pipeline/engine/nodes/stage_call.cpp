// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/stage_call.hpp"

#include <cstring>
#include <stdexcept>

#include "border/current_stage.hpp"
#include "border/float_control.hpp"
#include "engine/nodes/checking.hpp"
#include "engine/nodes/stage_inputs.hpp"
#include "engine/threads/tasks.hpp"

namespace terrawright::engine {
namespace {

void copy(const void* bytes, std::uint64_t size, Buffer& to) {
  void* place = to.resize(static_cast<std::size_t>(size));
  if (size != 0) std::memcpy(place, bytes, static_cast<std::size_t>(size));
}

}  // namespace

void* Scratch::take(std::uint64_t bytes, std::uint64_t most) {
  if (bytes > most - bytes_) {
    throw std::runtime_error("its code is wrong: it asks for " + std::to_string(bytes_ + bytes) +
                             " bytes of scratch memory in one call, and said that it needs " + std::to_string(most) +
                             " (needs_scratch)");
  }
  bytes_ += bytes;
  if (used_ == buffers_.size()) buffers_.emplace_back();
  return buffers_[used_++].resize(static_cast<std::size_t>(bytes));
}

void StageCall::warn(const border::Message& said) {
  if (warning != nullptr) (*warning)(said);
}
void StageCall::log(std::uint32_t level, const char* text) {
  if (line != nullptr) (*line)(level, text);
}
void StageCall::progress(double done) {
  if (share != nullptr) (*share)(done);
}
bool StageCall::cancelled() {
  if (checking != nullptr && checking->stops && checking->stops()) return true;
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}
void StageCall::stopped() {
  if (checking != nullptr && checking->stopped) checking->stopped();
}

void StageCall::read_file(std::int64_t file, const terrawright_rect& area, float* samples, std::int64_t stride) {
  files->read(file, area, samples, stride);
}

void* StageCall::scratch(std::uint64_t bytes) {
  void* const taken = memory->take(bytes, most_memory);
  if (checking != nullptr) std::memset(taken, checking->unwritten, static_cast<std::size_t>(bytes));
  return taken;
}

void StageCall::note(const void* bytes, std::uint64_t size) { copy(bytes, size, note_given); }

void StageCall::verdict(std::uint64_t to, const void* bytes, std::uint64_t size) {
  std::vector<Buffer>& own = resolved->verdict.own;
  if (to != TERRAWRIGHT_EVERY_TILE && to >= own.size())
    return blame("it gives a verdict to tile " + std::to_string(to) + " of " + std::to_string(own.size()));
  const std::lock_guard lock(giving_);
  copy(bytes, size, to == TERRAWRIGHT_EVERY_TILE ? resolved->verdict.everybody : own[to]);
}

void StageCall::carry(const void* bytes, std::uint64_t size) { copy(bytes, size, resolved->carry); }

void StageCall::visit(std::uint64_t to) {
  const std::size_t tiles = resolved->verdict.own.size();
  if (to >= tiles) return blame("it asks for a visit of tile " + std::to_string(to) + " of " + std::to_string(tiles));
  const std::lock_guard lock(giving_);
  resolved->visit.push_back(static_cast<std::size_t>(to));
}

std::int32_t StageCall::parallel(std::uint64_t n, std::int32_t (*body)(void*, std::uint64_t), void* context) {
  std::atomic<std::int32_t> answer{0};
  const border::CurrentStage* const here = border::CurrentStage::current();
  const bool falling = checking != nullptr && checking->tile_order != 0;
  const auto one_body = [&](std::uint64_t i) {
    const border::CurrentStage inside(here);
    const border::FloatControl control;
    const Body marked(*this);
    const std::int32_t one = body(context, falling ? n - 1 - i : i);
    if (one != 0) answer = one;
    return one != 0;
  };
  if (is_in_turn) {
    for (std::uint64_t i = 0; i < n; ++i) {
      if (one_body(i)) break;
    }
  } else {
    engine::parallel(n, one_body);
  }
  return answer;
}

void StageCall::number(std::uint32_t port, double value) { (*products)[port].number = value; }

void StageCall::grid(std::uint32_t port, const void* bytes, std::uint64_t size) {
  auto buffer = std::make_shared<Buffer>();
  copy(bytes, size, *buffer);
  (*products)[port].grid = std::move(buffer);
}

void StageCall::text(std::uint32_t port, std::string_view text) {
  (*products)[port].text = std::make_shared<const std::string>(text);
}

void StageCall::table(std::uint32_t port, const terrawright_table& table) {
  try {
    (*products)[port].table = std::make_shared<const StoredTable>(copied(table, (*places)[port]));
  } catch (const std::invalid_argument& wrong) {
    blame(std::string("of the table '") + stage().ports[port]->name + "', " + wrong.what());
  }
}

void StageCall::rows(std::uint32_t port, const terrawright_table& rows, const std::uint64_t* order,
                     const std::uint64_t* part) {
  if (collected == nullptr || !(*collected)[port]) return;  // nobody wants them, or they are known already
  try {
    (*collected)[port]->add(tile_area, rows, order, part);
  } catch (const std::invalid_argument& wrong) {
    blame(std::string("of the table '") + stage().ports[port]->name + "', " + wrong.what());
  }
}

}  // namespace terrawright::engine
