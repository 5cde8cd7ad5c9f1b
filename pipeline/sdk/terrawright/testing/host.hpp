// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/host.hpp: the engine's side of one call of a stage, as the engine keeps it: what a phase may not
// ask, and what cannot be, fails the call with the engine's own sentence.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "call.hpp"

namespace terrawright {
inline namespace v1 {
namespace testing {
namespace detail {

// The first byte that is not UTF-8, or the size.
inline std::size_t first_not_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned lead = byte(i);
    const std::size_t more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : lead >> 3 == 30 ? 3 : 4;
    if (more == 4) return i;
    std::uint32_t code = more == 0 ? lead : lead & (0x3fu >> more);
    for (std::size_t k = 1; k <= more; ++k) {
      if (byte(i + k) >> 6 != 2) return i;
      code = code << 6 | (byte(i + k) & 0x3f);
    }
    constexpr std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return i;
    i += more + 1;
  }
  return text.size();
}

// The functions of abi.h behind a Call, whose address is the handle.
class Host {
 public:
  static const terrawright_host& table() {
    static const terrawright_host functions = {sizeof(terrawright_host),
                                               0,
                                               fail,
                                               warn,
                                               log,
                                               progress,
                                               cancelled,
                                               extension,
                                               stream,
                                               set_unit,
                                               set_legend,
                                               needs_memory,
                                               needs_scratch,
                                               open_file,
                                               read_file,
                                               scratch,
                                               note,
                                               verdict,
                                               carry,
                                               visit,
                                               parallel,
                                               number,
                                               grid,
                                               text,
                                               table_of,
                                               same,
                                               rows,
                                               file_bytes};
    return functions;
  }

 private:
  static constexpr std::uint32_t create = 1u << TERRAWRIGHT_PHASE_CREATE, survey = 1u << TERRAWRIGHT_PHASE_SURVEY;
  static constexpr std::uint32_t resolve = 1u << TERRAWRIGHT_PHASE_RESOLVE, paint = 1u << TERRAWRIGHT_PHASE_PAINT;
  static constexpr std::uint32_t merge = 1u << TERRAWRIGHT_PHASE_MERGE, combine = 1u << TERRAWRIGHT_PHASE_COMBINE;
  static constexpr std::uint32_t split = 1u << TERRAWRIGHT_PHASE_SPLIT;
  static constexpr std::uint32_t running = survey | resolve | paint | merge | combine | split;
  static constexpr std::uint32_t any = create | running;

  // Does what a stage asks for, if its phase may; nothing is thrown into the stage.
  template <class Answer, class Body>
  static Answer asked(void* handle, std::uint32_t phases, const char* asks, Answer otherwise, Body body) noexcept {
    Call& call = *static_cast<Call*>(handle);
    try {
      if (phases & (1u << call.phase)) return body(call);
      call.blame(std::string("it ") + asks + " in " + phase_name(call.phase));
    } catch (const std::bad_alloc&) {
      call.fail({"", "there is not enough memory"});
    } catch (const std::length_error&) {
      call.fail({"", "there is not enough memory"});
    } catch (const std::exception& error) {
      call.fail({"", error.what()});
    } catch (...) {
      call.blame("it threw an exception across the border");
    }
    return otherwise;
  }
  template <class Body>
  static void asked(void* handle, std::uint32_t phases, const char* asks, Body body) noexcept {
    asked(handle, phases, asks, 0, [&](Call& call) {
      body(call);
      return 0;
    });
  }
  static Message said(const char* where, std::int64_t x, std::int64_t y, const char* text, const char* otherwise) {
    return {where == nullptr ? "" : where, text == nullptr || *text == 0 ? otherwise : text, x, y};
  }
  static bool is_output(Call& call, std::uint32_t port, std::uint32_t kinds, const char* what) {
    const terrawright_stage& stage = call.stage();
    if (port < stage.n_ports && stage.ports[port]->direction == TERRAWRIGHT_PORT_OUTPUT &&
        (stage.ports[port]->kinds & kinds))
      return true;
    call.blame(std::string("it gives ") + what + " to port " + std::to_string(port) +
               ", which is not an output of that kind");
    return false;
  }
  static bool is_there(Call& call, const void* bytes, std::uint64_t size, const char* what) {
    if (bytes != nullptr || size == 0) return true;
    call.blame(std::string("it gives ") + what + " of " + std::to_string(size) + " bytes at NULL");
    return false;
  }
  static const char* name_of(Call& call, std::uint32_t port) { return call.stage().ports[port]->name; }

  // ---- any phase ---------------------------------------------------------------------------------------

  static void fail(void* handle, const char* where, std::int64_t x, std::int64_t y, const char* text) {
    asked(handle, any, "", [&](Call& call) { call.fail(said(where, x, y, text, "it failed without saying why")); });
  }
  static void warn(void* handle, const char* where, std::int64_t x, std::int64_t y, const char* text) {
    asked(handle, any, "", [&](Call& call) {
      Message warning = said(where, x, y, text, "it warns without saying of what");
      for (const Message& before : call.session.warnings) {
        if (before.sentence() == warning.sentence()) return;
      }
      call.session.warnings.push_back(std::move(warning));
    });
  }
  static const void* extension(void*, const char*) { return nullptr; }

  // ---- create ------------------------------------------------------------------------------------------

  static std::uint64_t stream(void* handle, const char* suffix) {
    return asked<std::uint64_t>(handle, create, "asks for its random stream", 0, [&](Call& call) -> std::uint64_t {
      if (call.stage().reads & TERRAWRIGHT_READS_RANDOM) {
        const std::string name = call.session.setup.node + (suffix == nullptr ? "" : suffix);
        return terrawright_stream(call.session.setup.seed, name.data(), name.size());
      }
      call.blame("it asks for its random stream and does not declare that it reads it (reads_random)");
      return 0;
    });
  }
  static void set_unit(void* handle, std::uint32_t port, const char* unit) {
    asked(handle, create, "sets a unit", [&](Call& call) {
      if (is_output(call, port, ~0u, "a unit")) call.session.products[port].unit = unit == nullptr ? "" : unit;
    });
  }
  static void set_legend(void* handle, std::uint32_t port, const terrawright_class* entries, std::uint64_t n) {
    asked(handle, create, "sets a legend", [&](Call& call) {
      if (n > 65536) return call.blame("its legend has more entries than there are codes");
      if (!is_there(call, entries, n, "a legend") || !is_output(call, port, 1u << TERRAWRIGHT_KIND_CLASS, "a legend"))
        return;
      std::vector<LegendEntry>& legend = call.session.products[port].legend;
      legend.clear();
      for (const terrawright_class* c = entries; c != entries + n; ++c) {
        legend.push_back({c->code, c->name == nullptr ? "" : c->name,
                          Colour{c->colour[0], c->colour[1], c->colour[2], c->colour[3]},
                          c->glyph == nullptr ? "" : c->glyph});
      }
    });
  }
  static void needs_memory(void* handle, std::uint64_t) {
    asked(handle, create, "says what memory it needs", [](Call&) {});
  }
  static void needs_scratch(void* handle, std::uint64_t bytes, std::uint64_t bytes_per_cell) {
    asked(handle, create, "says what scratch memory it needs", [&](Call& call) {
      call.session.scratch = bytes;
      call.session.scratch_per_cell = bytes_per_cell;
    });
  }
  static std::int64_t open_file(void* handle, const char* parameter, const terrawright_file_request* request,
                                terrawright_file_facts* facts) {
    return asked<std::int64_t>(handle, create, "opens a file", -1, [&](Call& call) -> std::int64_t {
      if (facts == nullptr || facts->size < sizeof *facts || request == nullptr || request->size < sizeof *request) {
        call.blame("it opens a file without a place for its facts, or without a request");
        return -1;
      }
      const auto& given = call.session.setup.files;
      const auto found = given.find(parameter == nullptr ? "" : parameter);
      if (found == given.end()) {
        call.fail({parameter == nullptr ? "" : parameter, "cannot read the file: the test gives none"});
        return -1;
      }
      const FileGiven& file = found->second;
      const bool as_bytes = request->encoding == TERRAWRIGHT_ENCODING_BYTES;
      if (as_bytes != (file.width == 0)) {
        call.fail(
            {parameter, std::string("cannot read the file: the test gives it as ") +
                            (as_bytes ? "samples, the stage wants its bytes" : "bytes, the stage wants samples")});
        return -1;
      }
      facts->bytes = file.bytes.size();
      if (!as_bytes && request->encoding != TERRAWRIGHT_ENCODING_IMAGE &&
          (request->width != file.width || request->height != file.height)) {
        call.fail({parameter, "cannot read the file: it has " + std::to_string(file.width) + " x " +
                                  std::to_string(file.height) + " samples"});
        return -1;
      }
      facts->bits = file.bits;
      facts->width = file.width;
      facts->height = file.height;
      call.session.files.push_back(&file);
      return static_cast<std::int64_t>(call.session.files.size()) - 1;
    });
  }

  static std::int32_t file_bytes(void* handle, std::int64_t number, std::uint64_t begin, std::uint64_t size,
                                 void* bytes) {
    return asked<std::int32_t>(handle, create, "reads a file's bytes", 1, [&](Call& call) -> std::int32_t {
      const auto& files = call.session.files;
      if (number < 0 || static_cast<std::size_t>(number) >= files.size()) {
        call.blame("it reads a file that it has not opened");
        return 1;
      }
      const std::string& all = files[static_cast<std::size_t>(number)]->bytes;
      if (begin > all.size() || size > all.size() - begin) {
        call.blame("it reads bytes outside its file");
        return 1;
      }
      if (size != 0) std::memcpy(bytes, all.data() + begin, static_cast<std::size_t>(size));
      return 0;
    });
  }

  // ---- survey, merge, resolve, paint ---------------------------------------------------------------------

  static void log(void* handle, std::uint32_t, const char* text) {
    asked(handle, running, "writes to the log",
          [&](Call& call) { call.session.lines.emplace_back(text == nullptr ? "" : text); });
  }
  static void progress(void* handle, double) {
    asked(handle, resolve, "tells its progress", [](Call&) {});
  }
  static std::int32_t cancelled(void* handle) {
    return asked<std::int32_t>(handle, running, "asks whether to stop", 0, [](Call& call) -> std::int32_t {
      if (call.session.stops()) return 1;
      ++call.session.asked_to_stop;
      return 0;
    });
  }
  static std::int32_t read_file(void* handle, std::int64_t number, const terrawright_rect* area, float* samples,
                                std::int64_t stride) {
    return asked<std::int32_t>(handle, survey | resolve | paint, "reads a file", 1, [&](Call& call) -> std::int32_t {
      const auto& files = call.session.files;
      const auto wrong = [&](const char* what) {
        call.blame(what);
        return 1;
      };
      if (area == nullptr || samples == nullptr || stride < area->width)
        return wrong("it reads a file without a rectangle, or without room for it");
      if (number < 0 || static_cast<std::size_t>(number) >= files.size())
        return wrong("it reads a file that it has not opened");
      const FileGiven& file = *files[static_cast<std::size_t>(number)];
      if (area->x < 0 || area->y < 0 || area->width < 0 || area->height < 0 || area->x + area->width > file.width ||
          area->y + area->height > file.height)
        return wrong("it reads samples outside its file");
      for (std::int64_t y = 0; y < area->height; ++y) {
        const float* row = file.samples.data() + (area->y + y) * file.width + area->x;
        for (std::int64_t x = 0; x < area->width; ++x) samples[y * stride + x] = row[x];
      }
      return 0;
    });
  }
  static void* scratch(void* handle, std::uint64_t bytes) {
    return asked<void*>(handle, running, "asks for scratch memory", nullptr, [&](Call& call) -> void* {
      if (call.in_parallel) {
        call.blame("it asks for scratch memory inside parallel");
        return nullptr;
      }
      if (bytes > call.most_scratch - call.scratch_taken) {
        call.blame("it asks for " + std::to_string(call.scratch_taken + bytes) +
                   " bytes of scratch memory in one call, and said that it needs " + std::to_string(call.most_scratch) +
                   " (needs_scratch)");
        return nullptr;
      }
      call.scratch_taken += bytes;
      void* memory = call.scratch.emplace_back().resize(bytes, call.session.poison == Poison::first ? 0xa5 : 0x5a);
      return memory == nullptr ? call.scratch.back().resize(1) : memory;
    });
  }
  static void note(void* handle, const void* bytes, std::uint64_t size) {
    asked(handle, survey | merge | combine, "gives a note", [&](Call& call) {
      if (is_there(call, bytes, size, "a note")) call.note.copy(bytes, size);
    });
  }

  // ---- resolve ---------------------------------------------------------------------------------------------

  static void verdict(void* handle, std::uint64_t tile, const void* bytes, std::uint64_t size) {
    asked(handle, resolve | split, "gives a verdict", [&](Call& call) {
      if (!is_there(call, bytes, size, "a verdict")) return;
      std::vector<Bytes>& own = call.resolved->own;
      if (tile == TERRAWRIGHT_EVERY_TILE && call.phase == TERRAWRIGHT_PHASE_SPLIT)
        return call.blame("it gives a verdict to every tile in split");
      if (tile != TERRAWRIGHT_EVERY_TILE && tile >= own.size())
        return call.blame("it gives a verdict to tile " + std::to_string(tile) + " of " + std::to_string(own.size()));
      (tile == TERRAWRIGHT_EVERY_TILE ? call.resolved->everybody : own[static_cast<std::size_t>(tile)])
          .copy(bytes, size);
    });
  }
  static void carry(void* handle, const void* bytes, std::uint64_t size) {
    asked(handle, resolve, "carries something to the next round", [&](Call& call) {
      if (is_there(call, bytes, size, "a carry")) call.resolved->carry.copy(bytes, size);
    });
  }
  static void visit(void* handle, std::uint64_t tile) {
    asked(handle, resolve, "asks for a visit", [&](Call& call) {
      const std::size_t tiles = call.resolved->own.size();
      if (tile >= tiles)
        return call.blame("it asks for a visit of tile " + std::to_string(tile) + " of " + std::to_string(tiles));
      call.resolved->visit.push_back(static_cast<std::size_t>(tile));
    });
  }
  static std::int32_t parallel(void* handle, std::uint64_t n, std::int32_t (*body)(void*, std::uint64_t),
                               void* context) {
    return asked<std::int32_t>(handle, resolve, "works in parallel", 1, [&](Call& call) -> std::int32_t {
      if (body == nullptr) {
        call.blame("it works in parallel without a body");
        return 1;
      }
      const bool before = std::exchange(call.in_parallel, true);
      std::int32_t answer = 0;
      const bool backward = call.session.order != Order::forward;
      for (std::uint64_t i = 0; i < n && answer == 0; ++i) answer = body(context, backward ? n - 1 - i : i);
      call.in_parallel = before;
      return answer;
    });
  }
  static void number(void* handle, std::uint32_t port, double value) {
    asked(handle, resolve, "gives a number", [&](Call& call) {
      if (!is_output(call, port, 1u << TERRAWRIGHT_KIND_NUMBER, "a number")) return;
      if (!std::isfinite(value)) {
        return call.blame(std::string("the number that it gives to '") + name_of(call, port) + "' is " +
                          (std::isnan(value) ? "NaN" : "infinite"));
      }
      call.session.products[port].number = value;
    });
  }
  static void grid(void* handle, std::uint32_t port, const void* bytes, std::uint64_t size) {
    asked(handle, resolve, "gives a grid", [&](Call& call) {
      if (!is_output(call, port, 1u << TERRAWRIGHT_KIND_GRID, "a grid") || !is_there(call, bytes, size, "a grid"))
        return;
      const auto* first = static_cast<const unsigned char*>(bytes);
      call.session.products[port].grid.emplace(first, first + size);
    });
  }
  static void text(void* handle, std::uint32_t port, const char* bytes, std::uint64_t size) {
    asked(handle, resolve, "gives a text", [&](Call& call) {
      if (!is_output(call, port, 1u << TERRAWRIGHT_KIND_TEXT, "a text") || !is_there(call, bytes, size, "a text"))
        return;
      const std::string_view all(bytes == nullptr ? "" : bytes, static_cast<std::size_t>(size));
      const std::size_t wrong = first_not_utf8(all);
      if (wrong != all.size()) {
        return call.blame(std::string("the text that it gives to '") + name_of(call, port) + "' is not UTF-8 at byte " +
                          std::to_string(wrong));
      }
      call.session.products[port].text = std::string(all);
    });
  }
  // With the places of the input that it is like.
  static std::uint32_t flags_of(const Call& call, std::uint32_t port) {
    const terrawright_port& of = *call.stage().ports[port];
    const Setup& setup = call.session.setup;
    if (of.like_port == nullptr) return of.flags;
    return of.flags | setup.connections[setup.port(of.like_port, TERRAWRIGHT_PORT_INPUT)].places;
  }
  static void table_of(void* handle, std::uint32_t port, const terrawright_table* table) {
    asked(handle, resolve, "gives a table", [&](Call& call) {
      if (!is_output(call, port, 1u << TERRAWRIGHT_KIND_TABLE, "a table")) return;
      if (table == nullptr) return call.blame("it gives a table at NULL");
      if (call.stage().ports[port]->flags & TERRAWRIGHT_PORT_BY_TILE) {
        return call.blame(std::string("it gives the table '") + name_of(call, port) +
                          "' in resolve, and its port declares that paint gives its rows (by_tile)");
      }
      try {
        call.session.products[port].table.emplace(*table, flags_of(call, port));
      } catch (const std::invalid_argument& wrong) {
        call.blame(std::string("of the table '") + name_of(call, port) + "', " + wrong.what());
      }
    });
  }

  // ---- paint -------------------------------------------------------------------------------------------------

  static void rows(void* handle, std::uint32_t port, const terrawright_table* table, const std::uint64_t* order,
                   const std::uint64_t* part) {
    asked(handle, paint, "gives rows of a table", [&](Call& call) {
      if (!is_output(call, port, 1u << TERRAWRIGHT_KIND_TABLE, "rows of a table")) return;
      const std::uint32_t flags = flags_of(call, port);
      const std::string name = std::string("the table '") + name_of(call, port) + "'";
      if (!(flags & TERRAWRIGHT_PORT_BY_TILE)) {
        return call.blame("it gives rows of " + name +
                          ", whose port does not declare that they come by tile (by_tile)");
      }
      if (table == nullptr) return call.blame("it gives rows of a table at NULL");
      if (order == nullptr && table->n_rows != 0)
        return call.blame("it gives rows of " + name + " without their order");
      if (part != nullptr && !(flags & TERRAWRIGHT_PORT_LINES))
        return call.blame("it gives pieces of rows of " + name + ", and only rows that are lines have pieces");
      try {
        call.rows.push_back(given_rows(port, flags, call.tile, *table, order, part));
      } catch (const std::invalid_argument& wrong) {
        call.blame("of " + name + ", " + wrong.what());
      }
    });
  }
  static void same(void* handle, std::uint32_t output, std::uint32_t input) {
    asked(handle, paint, "calls an output the same as an input",
          [&](Call& call) { call.same.emplace_back(output, input); });
  }
};

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright
