// SPDX-License-Identifier: Apache-2.0
#include "border/host.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <new>
#include <set>
#include <stdexcept>
#include <utility>

#include "border/current_stage.hpp"
#include "border/description.hpp"
#include "border/known.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"
#include "terrawright/draft/exact.h"
#include "terrawright/exact_math.h"

namespace terrawright::border {
namespace {

constexpr std::uint32_t create = 1u << TERRAWRIGHT_PHASE_CREATE, survey = 1u << TERRAWRIGHT_PHASE_SURVEY;
constexpr std::uint32_t resolve = 1u << TERRAWRIGHT_PHASE_RESOLVE, paint = 1u << TERRAWRIGHT_PHASE_PAINT;
constexpr std::uint32_t merge = 1u << TERRAWRIGHT_PHASE_MERGE, combine = 1u << TERRAWRIGHT_PHASE_COMBINE;
constexpr std::uint32_t split = 1u << TERRAWRIGHT_PHASE_SPLIT;
constexpr std::uint32_t running = survey | resolve | paint | merge | combine | split;
constexpr std::uint32_t any = create | running;

// The call in whose body of `parallel` this thread is; nullptr: none.
thread_local const HostSide* body_of = nullptr;

HostSide& side_of(void* handle) { return *static_cast<HostSide*>(handle); }

// Callers beside the call itself: "bodies" in abi.h.
constexpr std::uint32_t in_bodies = 1u << 31;

// A function of abi.h, the phases in its brackets, and what who calls it does, for a sentence.
struct Function {
  const char* name;
  std::uint32_t phases;
  const char* does = "";
};

// "survey, merge and combine"
std::string names_of(std::uint32_t phases) {
  std::string names;
  for (std::uint32_t left = phases & any, phase = 0; left != 0; ++phase) {
    if ((left & (1u << phase)) == 0) continue;
    left &= ~(1u << phase);
    names += std::string(names.empty() ? "" : left == 0 ? " and " : ", ") + phase_name(phase);
  }
  return names;
}

// Does what a stage asks for, if its phase and its thread may; nothing is thrown into the stage.
template <class Answer, class Body>
Answer asked(void* handle, const Function& function, Answer otherwise, Body body) noexcept {
  HostSide& side = side_of(handle);
  const EngineAtWork answers;
  try {
    const char* const elsewhere = function.phases & in_bodies ? "" : side.elsewhere();
    const bool may = (function.phases & (1u << side.phase())) != 0;
    if (may && *elsewhere == 0) return body(side);
    side.blame(std::string("it ") + function.does + " in " + phase_name(side.phase()) + (may ? elsewhere : "") +
               "; call '" + function.name + "' in " + names_of(function.phases) +
               (may ? ", on the thread of the call alone" : ""));
  } catch (const std::bad_alloc&) {
    side.fail({"", report::no_memory()});
  } catch (const std::length_error&) {
    side.fail({"", report::no_memory()});
  } catch (const BadDescription& bad) {
    side.blame(std::string("it ") + bad.what());
  } catch (const std::exception& error) {
    side.fail({"", error.what()});
  } catch (...) {  // out of a body of `parallel`
    side.blame("it threw an exception across the border");
  }
  return otherwise;
}
template <class Body>
void asked(void* handle, const Function& function, Body body) noexcept {
  asked(handle, function, 0, [&](HostSide& side) {
    body(side);
    return 0;
  });
}

// A message may quote a file, or end within a character: what is no UTF-8 in it is shown so.
std::string readable(const char* text) {
  const std::string all = text == nullptr ? "" : text;
  return report::not_utf8_at(all) == std::string_view::npos ? all : report::printable_lines(all);
}

Message said(const char* where, std::int64_t x, std::int64_t y, const char* text, const char* otherwise) {
  return {readable(where), text == nullptr || *text == 0 ? otherwise : readable(text), x, y};
}

// An output that can be of this kind; nobody may want it.
bool is_output(HostSide& side, std::uint32_t port, std::uint64_t kinds, const char* what) {
  const terrawright_stage& stage = side.stage();
  if (port < stage.n_ports && stage.ports[port]->direction == TERRAWRIGHT_PORT_OUTPUT &&
      (stage.ports[port]->kinds & kinds))
    return true;
  side.blame(std::string("it gives ") + what + " to port " + std::to_string(port) +
             ", which is not an output of that kind");
  return false;
}

bool is_there(HostSide& side, const void* bytes, std::uint64_t size, const char* what) {
  if (bytes != nullptr || size == 0) return true;
  side.blame(std::string("it gives ") + what + " of " + std::to_string(size) + " bytes at NULL");
  return false;
}

bool is_utf8(HostSide& side, const char* text, const char* what) {
  if (text == nullptr || report::not_utf8_at(text) == std::string_view::npos) return true;
  side.blame(std::string("it gives ") + what + " that is not UTF-8");
  return false;
}

// A table as this engine knows it, of UTF-8 alone.
terrawright_table checked(const terrawright_table* given) {
  const terrawright_table table = copied(given, sizes::table, "table");
  if (table.reserved != 0) throw BadDescription("has a table with a reserved field that is not 0");
  return table;
}

// ---- any phase ---------------------------------------------------------------------------------------

void fail(void* handle, const char* where, std::int64_t x, std::int64_t y, const char* text) {
  asked(handle, {"fail", any | in_bodies},
        [&](HostSide& side) { side.fail(said(where, x, y, text, "it failed without saying why")); });
}
void warn(void* handle, const char* where, std::int64_t x, std::int64_t y, const char* text) {
  asked(handle, {"warn", any | in_bodies},
        [&](HostSide& side) { side.warn(said(where, x, y, text, "it warns without saying of what")); });
}
const void* extension(void* handle, const char* id) {
  return asked<const void*>(handle, {"extension", any | in_bodies}, nullptr,
                            [&](HostSide&) { return extension_of(id); });
}

// ---- create ------------------------------------------------------------------------------------------

std::uint64_t stream(void* handle, const char* suffix) {
  return asked<std::uint64_t>(
      handle, {"stream", create, "asks for its random stream"}, 0, [&](HostSide& side) -> std::uint64_t {
        if (!is_utf8(side, suffix, "a suffix of its random stream")) return 0;
        if (side.stage().reads & TERRAWRIGHT_READS_RANDOM) return side.stream(suffix == nullptr ? "" : suffix);
        side.blame("it asks for its random stream and does not declare that it reads it (reads_random)");
        return 0;
      });
}
void set_unit(void* handle, std::uint32_t port, const char* unit) {
  asked(handle, {"set_unit", create, "sets a unit"}, [&](HostSide& side) {
    if (!is_output(side, port, ~std::uint64_t{0}, "a unit") || !is_utf8(side, unit, "a unit")) return;
    const terrawright_port& described = *side.stage().ports[port];
    if (described.unit != nullptr)
      return side.blame(std::string("it sets the unit of '") + described.name + "', whose description says it");
    side.set_unit(port, unit == nullptr ? "" : unit);
  });
}
void set_legend(void* handle, std::uint32_t port, const terrawright_class* entries, std::uint64_t n) {
  asked(handle, {"set_legend", create, "sets a legend"}, [&](HostSide& side) {
    if (n > 65536) return side.blame("its legend has more entries than there are codes");
    if (entries == nullptr && n != 0)
      return side.blame("it gives a legend of " + std::to_string(n) + " entries at NULL");
    if (!is_output(side, port, 1u << TERRAWRIGHT_KIND_CLASS, "a legend")) return;
    std::set<std::uint16_t> codes;
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::string code = std::to_string(entries[i].code);
      if (!codes.insert(entries[i].code).second) return side.blame("its legend has the code " + code + " twice");
      if (entries[i].reserved != 0) return side.blame("its legend has a reserved field that is not 0");
      if (!is_utf8(side, entries[i].name, "a name of its legend") || !is_utf8(side, entries[i].glyph, "a glyph"))
        return;
      if (entries[i].name == nullptr || *entries[i].name == 0)
        return side.blame("its legend has no name for the code " + code);
    }
    side.set_legend(port, entries, n);
  });
}
void needs_memory(void* handle, std::uint64_t bytes) {
  asked(handle, {"needs_memory", create, "says what memory it needs"},
        [&](HostSide& side) { side.needs_memory(bytes); });
}
void needs_scratch(void* handle, std::uint64_t bytes, std::uint64_t bytes_per_cell) {
  asked(handle, {"needs_scratch", create, "says what scratch memory it needs"},
        [&](HostSide& side) { side.needs_scratch(bytes, bytes_per_cell); });
}
std::int64_t open_file(void* handle, const char* parameter, const terrawright_file_request* request,
                       terrawright_file_facts* facts) {
  return asked<std::int64_t>(handle, {"open_file", create, "opens a file"}, -1, [&](HostSide& side) -> std::int64_t {
    if (facts == nullptr || facts->size < sizes::file_facts) {
      side.blame("it opens a file without a place for its facts");
      return -1;
    }
    terrawright_file_request own = copied(request, sizes::file_request, "request for a file");
    for (const char* text : {parameter, own.part})
      if (!is_utf8(side, text, "a parameter or a part of a file")) return -1;
    if (own.part == nullptr) own.part = "";
    constexpr std::uint32_t flags = TERRAWRIGHT_REQUEST_NODATA | TERRAWRIGHT_REQUEST_FILL;
    if (own.encoding > TERRAWRIGHT_ENCODING_BYTES || (own.flags & ~flags) || own.big_endian > 1) {
      side.blame("it opens a file with an encoding or a flag that this engine does not know");
      return -1;
    }
    terrawright_file_facts all{};
    const std::int64_t file = side.open_file(parameter == nullptr ? "" : parameter, own, all);
    all.size = std::min<std::uint32_t>(facts->size, sizeof all);
    std::memcpy(facts, &all, all.size);
    return file;
  });
}

std::int32_t file_bytes(void* handle, std::int64_t file, std::uint64_t begin, std::uint64_t size, void* bytes) {
  return asked<std::int32_t>(handle, {"file_bytes", create, "reads a file's bytes"}, 1,
                             [&](HostSide& side) -> std::int32_t {
                               if (bytes == nullptr && size != 0) {
                                 side.blame("it reads " + std::to_string(size) + " bytes of a file to NULL");
                                 return 1;
                               }
                               side.file_bytes(file, begin, size, bytes);
                               return 0;
                             });
}

void depends(void* handle, const void* bytes, std::uint64_t size) {
  asked(handle, {"depends", create, "says what it depends on"}, [&](HostSide& side) {
    if (!is_there(side, bytes, size, "what it depends on,")) return;
    side.depends(bytes, size);
    tell_watch_of_dependence();
  });
}

// ---- survey, merge, combine, resolve, split, paint -----------------------------------------------------

void log(void* handle, std::uint32_t level, const char* text) {
  asked(handle, {"log", running | in_bodies, "writes to the log"}, [&](HostSide& side) {
    if (level > TERRAWRIGHT_LOG_INFO)
      return side.blame("it writes to the log at the level " + std::to_string(level) +
                        ", which this engine does not know");
    side.log(level, readable(text).c_str());
  });
}
void progress(void* handle, double share) {
  asked(handle, {"progress", running | in_bodies, "tells its progress"}, [&](HostSide& side) {
    if (share >= 0.0 && share <= 1.0) side.progress(share);
  });
}
std::int32_t cancelled(void* handle) {
  return asked<std::int32_t>(handle, {"cancelled", running | in_bodies, "asks whether to stop"}, 0,
                             [](HostSide& side) -> std::int32_t { return side.cancelled() ? 1 : 0; });
}
std::int32_t read_file(void* handle, std::int64_t file, const terrawright_rect* area, std::uint32_t kind, void* samples,
                       std::int64_t stride) {
  return asked<std::int32_t>(handle, {"read_file", survey | resolve | paint | in_bodies, "reads a file"}, 1,
                             [&](HostSide& side) -> std::int32_t {
                               if (area == nullptr || samples == nullptr || stride < area->width) {
                                 side.blame("it reads a file without a rectangle, or without room for it");
                                 return 1;
                               }
                               if (kind != TERRAWRIGHT_SAMPLES_F32) {
                                 side.blame("it reads a file as samples of a kind that this engine does not know");
                                 return 1;
                               }
                               side.read_file(file, *area, static_cast<float*>(samples), stride);
                               return 0;
                             });
}
void* scratch(void* handle, std::uint64_t bytes) {
  return asked<void*>(handle, {"scratch", running, "asks for scratch memory"}, nullptr,
                      [&](HostSide& side) { return side.scratch(bytes); });
}
void note(void* handle, const void* bytes, std::uint64_t size) {
  asked(handle, {"note", survey | merge | combine, "gives a note"}, [&](HostSide& side) {
    if (is_there(side, bytes, size, "a note")) side.note(bytes, size);
  });
}

// ---- resolve ---------------------------------------------------------------------------------------------

void verdict(void* handle, std::uint64_t tile, const void* bytes, std::uint64_t size) {
  asked(handle, {"verdict", resolve | split | in_bodies, "gives a verdict"}, [&](HostSide& side) {
    if (tile == TERRAWRIGHT_EVERY_TILE && side.phase() == TERRAWRIGHT_PHASE_SPLIT)
      return side.blame("it gives a verdict to every tile in split");
    if (is_there(side, bytes, size, "a verdict")) side.verdict(tile, bytes, size);
  });
}
void carry(void* handle, const void* bytes, std::uint64_t size) {
  asked(handle, {"carry", resolve, "carries something to the next round"}, [&](HostSide& side) {
    if (is_there(side, bytes, size, "a carry")) side.carry(bytes, size);
  });
}
void carried(void* handle, terrawright_blob* out) {
  if (out != nullptr) *out = {nullptr, 0};
  asked(handle, {"carried", resolve | in_bodies, "asks what the last round carried"}, [&](HostSide& side) {
    if (out == nullptr) return side.blame("it asks for a carry without a place for it");
    *out = side.carried();
  });
}
void visit(void* handle, std::uint64_t tile) {
  asked(handle, {"visit", resolve | in_bodies, "asks for a visit"}, [&](HostSide& side) { side.visit(tile); });
}
std::int32_t parallel(void* handle, std::uint64_t n, std::int32_t (*body)(void*, std::uint64_t), void* context) {
  return asked<std::int32_t>(handle, {"parallel", resolve | in_bodies, "works in parallel"}, 1,
                             [&](HostSide& side) -> std::int32_t {
                               if (body != nullptr) return side.parallel(n, body, context);
                               side.blame("it works in parallel without a body");
                               return 1;
                             });
}
void number(void* handle, std::uint32_t port, double value) {
  asked(handle, {"number", resolve, "gives a number"}, [&](HostSide& side) {
    if (!is_output(side, port, 1u << TERRAWRIGHT_KIND_NUMBER, "a number")) return;
    if (!std::isfinite(value)) {
      return side.blame(std::string("the number that it gives to '") + side.stage().ports[port]->name + "' is " +
                        (std::isnan(value) ? "NaN" : "infinite"));
    }
    side.number(port, value);
  });
}
void grid(void* handle, std::uint32_t port, const void* bytes, std::uint64_t size) {
  asked(handle, {"grid", resolve, "gives a grid"}, [&](HostSide& side) {
    if (is_output(side, port, 1u << TERRAWRIGHT_KIND_GRID, "a grid") && is_there(side, bytes, size, "a grid"))
      side.grid(port, bytes, size);
  });
}
void text(void* handle, std::uint32_t port, const char* bytes, std::uint64_t size) {
  asked(handle, {"text", resolve, "gives a text"}, [&](HostSide& side) {
    if (!is_output(side, port, 1u << TERRAWRIGHT_KIND_TEXT, "a text") || !is_there(side, bytes, size, "a text")) return;
    const std::string_view all(bytes == nullptr ? "" : bytes, static_cast<std::size_t>(size));
    if (const std::size_t at = report::not_utf8_at(all); at != std::string_view::npos) {
      return side.blame(std::string("the text that it gives to '") + side.stage().ports[port]->name +
                        "' is not UTF-8 at byte " + std::to_string(at));
    }
    side.text(port, all);
  });
}
void table(void* handle, std::uint32_t port, const terrawright_table* table) {
  asked(handle, {"table", resolve, "gives a table"}, [&](HostSide& side) {
    if (!is_output(side, port, 1u << TERRAWRIGHT_KIND_TABLE, "a table")) return;
    if (table == nullptr) return side.blame("it gives a table at NULL");
    if (side.stage().ports[port]->flags & TERRAWRIGHT_PORT_BY_TILE) {
      return side.blame(std::string("it gives the table '") + side.stage().ports[port]->name +
                        "' in resolve, and its port declares that paint gives its rows (by_tile)");
    }
    side.table(port, checked(table));
  });
}

const terrawright_table* input_table(void* handle, std::uint32_t port) {
  return asked<const terrawright_table*>(
      handle, {"input", resolve | in_bodies, "asks for an input table"}, nullptr,
      [&](HostSide& side) -> const terrawright_table* {
        const terrawright_stage& stage = side.stage();
        if (port < stage.n_ports && stage.ports[port]->direction == TERRAWRIGHT_PORT_INPUT &&
            stage.ports[port]->kinds == 1u << TERRAWRIGHT_KIND_TABLE)
          return side.input_table(port);
        side.blame("it asks for the rows of port " + std::to_string(port) + ", which is not an input table");
        return nullptr;
      });
}

// ---- paint -------------------------------------------------------------------------------------------------

void same(void* handle, std::uint32_t output, std::uint32_t input) {
  asked(handle, {"same", paint, "calls an output the same as an input"},
        [&](HostSide& side) { side.same(output, input); });
}

void rows(void* handle, std::uint32_t port, const terrawright_table* table, const std::uint64_t* order,
          const std::uint64_t* part) {
  asked(handle, {"rows", paint, "gives rows of a table"}, [&](HostSide& side) {
    if (!is_output(side, port, 1u << TERRAWRIGHT_KIND_TABLE, "rows of a table")) return;
    const terrawright_port& of = *side.stage().ports[port];
    const std::string name = std::string("the table '") + of.name + "'";
    if (!(of.flags & TERRAWRIGHT_PORT_BY_TILE))
      return side.blame("it gives rows of " + name + ", whose port does not declare that they come by tile (by_tile)");
    if (table == nullptr) return side.blame("it gives rows of a table at NULL");
    const terrawright_table given = checked(table);
    if (order == nullptr && given.n_rows != 0) return side.blame("it gives rows of " + name + " without their order");
    if (part != nullptr && !(of.flags & TERRAWRIGHT_PORT_LINES))
      return side.blame("it gives pieces of rows of " + name + ", and only rows that are lines have pieces");
    side.rows(port, given, order, part);
  });
}

}  // namespace

HostSide::Body::Body(const HostSide& side) : before_(std::exchange(body_of, &side)) {}
HostSide::Body::~Body() { body_of = before_; }

const char* HostSide::elsewhere() const {
  if (body_of == this) return " inside parallel";
  return std::this_thread::get_id() == thread_ ? "" : " from a thread of its own";
}

void HostSide::fail(Message said) {
  if (said.text == "there is not enough memory") said.text = report::no_memory();  // the SDK's words
  const std::lock_guard lock(mutex_);
  constexpr std::size_t most = 1000;
  if (failures_.size() < most) failures_.push_back(std::move(said));
}

const terrawright_host& host() {
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
                                             depends,
                                             open_file,
                                             file_bytes,
                                             read_file,
                                             scratch,
                                             note,
                                             verdict,
                                             parallel,
                                             number,
                                             grid,
                                             same};
  return functions;
}

const void* extension_of(const char* id) {
  static const terrawright_rounds rounds = {sizeof rounds, 0, carry, carried, visit};
  static const terrawright_tables tables = {sizeof tables, 0, table, input_table};
  static const terrawright_texts texts = {sizeof texts, 0, text};
  static const terrawright_exact exact = {sizeof exact,           0,
                                          terrawright_mix64,      terrawright_fnv1a64,
                                          terrawright_stream,     terrawright_philox,
                                          terrawright_key_of_row, terrawright_word,
                                          terrawright_unit,       terrawright_signed_unit,
                                          terrawright_below,      terrawright_exp2,
                                          terrawright_exp,        terrawright_cospi,
                                          terrawright_sinpi};
  static const terrawright_rows_by_tile rows_by_tile = {sizeof rows_by_tile, 0, rows};
  const std::string_view asked_for = id == nullptr ? "" : id;
  if (asked_for == TERRAWRIGHT_ROUNDS) return &rounds;
  if (asked_for == TERRAWRIGHT_TABLES) return &tables;
  if (asked_for == TERRAWRIGHT_TEXTS) return &texts;
  if (asked_for == TERRAWRIGHT_ROWS) return &rows_by_tile;
  if (asked_for == TERRAWRIGHT_EXACT) return &exact;
  return nullptr;
}

const char* phase_name(std::uint32_t phase) {
  constexpr const char* names[] = {"create",  "survey", "resolve", "paint", "merge",
                                   "combine", "split",  "write",   "deinit"};
  return phase < sizeof names / sizeof names[0] ? names[phase] : "no phase";
}

}  // namespace terrawright::border
