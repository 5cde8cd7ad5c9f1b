// SPDX-License-Identifier: Apache-2.0
#include "engine/call.hpp"

#include <new>
#include <stdexcept>

#include "engine/float_control.hpp"
#include "engine/tasks.hpp"

namespace terrawright::engine {
namespace {

Call& call_of(void* handle) { return *static_cast<Call*>(handle); }

void say(Call& call, StageFailed failure) {
  const std::lock_guard lock(call.mutex);
  if (!call.failure) call.failure = std::move(failure);
}
// The stage's author made a mistake.
void blame(Call& call, const std::string& what) { say(call, {"", "its code is wrong: " + what, -1, -1}); }

void* sized(Call& call, Buffer& buffer, std::uint64_t bytes) {
  try {
    return buffer.resize(bytes);
  } catch (const std::bad_alloc&) {
    say(call, {"", "there is not enough memory", -1, -1});
    return nullptr;
  }
}

void* note(void* handle, std::uint64_t bytes) {
  Call& call = call_of(handle);
  return sized(call, call.note, bytes);
}

void* verdict(void* handle, std::uint64_t tile, std::uint64_t bytes) {
  Call& call = call_of(handle);
  if (call.verdict != nullptr && tile == TERRAWRIGHT_EVERY_TILE) return sized(call, call.verdict->everybody, bytes);
  if (call.verdict != nullptr && tile < call.verdict->own.size()) return sized(call, call.verdict->own[tile], bytes);
  blame(call, "it gives a verdict outside resolve or to a tile that there is not");
  return nullptr;
}

void visit(void* handle, std::uint64_t tile) {
  Call& call = call_of(handle);
  if (call.verdict == nullptr || tile >= call.verdict->own.size()) {
    blame(call, "it asks for a visit outside resolve or of a tile that there is not");
    return;
  }
  const std::lock_guard lock(call.mutex);
  call.visit->push_back(tile);
}

// What the stage gives out of `port`, if it may.
Made* given(Call& call, std::uint32_t port) {
  if (call.made != nullptr && port < call.made->size()) return &(*call.made)[port];
  blame(call, "it gives a number, grid, text or table outside resolve or from a port that there is not");
  return nullptr;
}

void number(void* handle, std::uint32_t port, double value) {
  if (Made* made = given(call_of(handle), port)) made->number = value;
}

void* grid(void* handle, std::uint32_t port, std::uint64_t bytes) {
  Call& call = call_of(handle);
  Made* made = given(call, port);
  if (made == nullptr) return nullptr;
  auto buffer = std::make_shared<Buffer>();
  void* begin = sized(call, *buffer, bytes);
  made->grid = std::move(buffer);
  return begin;
}

void text(void* handle, std::uint32_t port, const char* bytes, std::uint64_t size) {
  Call& call = call_of(handle);
  Made* made = given(call, port);
  if (made == nullptr) return;
  try {
    made->text = std::make_shared<const std::string>(bytes, static_cast<std::size_t>(size));
  } catch (const std::bad_alloc&) {
    say(call, {"", "there is not enough memory", -1, -1});
  }
}

void table(void* handle, std::uint32_t port, const terrawright_table* table) {
  Call& call = call_of(handle);
  Made* made = given(call, port);
  if (made == nullptr) return;
  try {
    made->table = std::make_shared<const Table>(copied(*table, places_of(call.stage->ports[port])));
  } catch (const std::bad_alloc&) {
    say(call, {"", "there is not enough memory", -1, -1});
  } catch (const std::invalid_argument& wrong) {
    blame(call, std::string("of the table '") + call.stage->ports[port].name + "', " + wrong.what());
  }
}

void same(void* handle, std::uint32_t output, std::uint32_t input) { call_of(handle).same.emplace_back(output, input); }

int is_cancelled(void* handle) { return cancelled(call_of(handle)) ? 1 : 0; }

void run_parallel(void* /*handle*/, std::uint64_t n, void (*body)(void*, std::uint64_t), void* context) {
  parallel(n, [&](std::uint64_t i) {
    const FloatControl control;
    body(context, i);
  });
}

void fail(void* handle, const char* where, std::int64_t x, std::int64_t y, const char* text) {
  say(call_of(handle), {where == nullptr ? "" : where, text == nullptr ? "" : text, x, y});
}

// Streams are derived while the stage is arranged; a running stage has its own by then.
std::uint64_t stream(void*, const char*) { return 0; }

// Files are opened while the stage is arranged; a running stage has their cells.
std::int64_t raster(void*, const char*, const terrawright_raster_request*, terrawright_raster*) { return -1; }

const void* extension(void*, const char*) { return nullptr; }

}  // namespace

bool cancelled(const Call& call) {
  if (call.stop != nullptr && call.stop->load(std::memory_order_relaxed)) return true;
  return call.in_vain != nullptr && call.in_vain->load(std::memory_order_relaxed) <= call.tile;
}

const terrawright_host& host() {
  static const terrawright_host functions = {sizeof(terrawright_host),
                                             0,
                                             note,
                                             verdict,
                                             visit,
                                             number,
                                             same,
                                             is_cancelled,
                                             run_parallel,
                                             stream,
                                             fail,
                                             extension,
                                             grid,
                                             raster,
                                             text,
                                             table};
  return functions;
}

}  // namespace terrawright::engine
