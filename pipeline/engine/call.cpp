// SPDX-License-Identifier: Apache-2.0
#include "engine/call.hpp"

#include <tbb/parallel_for.h>

#include "engine/float_control.hpp"

namespace terrawright::engine {
namespace {

Call& call_of(void* handle) { return *static_cast<Call*>(handle); }

void* note(void* handle, std::uint64_t bytes) { return call_of(handle).note.resize(bytes); }

void* verdict(void* handle, std::uint64_t tile, std::uint64_t bytes) {
  Call& call = call_of(handle);
  if (tile == TERRAWRIGHT_EVERY_TILE) return call.verdict->everybody.resize(bytes);
  return call.verdict->own.at(tile).resize(bytes);
}

void visit(void* handle, std::uint64_t tile) { call_of(handle).visit->push_back(tile); }

void number(void* handle, std::uint32_t port, double value) { (*call_of(handle).made)[port].number = value; }

void* grid(void* handle, std::uint32_t port, std::uint64_t bytes) {
  auto buffer = std::make_shared<Buffer>();
  void* begin = buffer->resize(bytes);
  (*call_of(handle).made)[port].grid = std::move(buffer);
  return begin;
}

void same(void* handle, std::uint32_t output, std::uint32_t input) { call_of(handle).same.emplace_back(output, input); }

int cancelled(void* handle) {
  const Call& call = call_of(handle);
  if (call.stop != nullptr && call.stop->load(std::memory_order_relaxed)) return 1;
  return call.first_failed != nullptr && call.first_failed->load(std::memory_order_relaxed) < call.tile ? 1 : 0;
}

void parallel(void*, std::uint64_t n, void (*body)(void*, std::uint64_t), void* context) {
  tbb::parallel_for(std::uint64_t{0}, n, [&](std::uint64_t i) {
    const FloatControl control;
    body(context, i);
  });
}

void fail(void* handle, const char* where, std::int64_t x, std::int64_t y, const char* text) {
  Call& call = call_of(handle);
  const std::lock_guard lock(call.mutex);
  if (!call.failure) call.failure = StageFailed{where, text, x, y};
}

// Streams are derived while the stage is arranged; a running stage has its own by then.
std::uint64_t stream(void*, const char*) { return 0; }

const void* extension(void*, const char*) { return nullptr; }

}  // namespace

const terrawright_host& host() {
  static const terrawright_host functions = {sizeof(terrawright_host),
                                             0,
                                             note,
                                             verdict,
                                             visit,
                                             number,
                                             same,
                                             cancelled,
                                             parallel,
                                             stream,
                                             fail,
                                             extension,
                                             grid};
  return functions;
}

}  // namespace terrawright::engine
