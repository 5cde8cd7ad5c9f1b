// SPDX-License-Identifier: Apache-2.0
// terrawright/stage.hpp: what a stage author includes. Header-only C++17; nothing to link.
//
// A stage is a struct. Ports and parameters are its members, and `describe` names each once. Up to seven methods do the
// work, all but `arrange` const: a stage does not change once it is arranged.
//
//   static void describe(Spec<S>&)                   id, docs, ports, parameters
//   void arrange(Arrangement&)                       before any cell: derived values, units, legends, refusals
//   Note survey(const Tile&, [const Verdict& so_far]) const   what this tile has to tell the others
//   Note merge(const Note&, const Note&) const       folds notes; exact, in any order
//   Next<Verdict> resolve(Resolving&, [const Notes<Note>&, [const Verdict& so_far]]) const
//   void paint(Tile&, [const Verdict&]) const        the cells: pure, any order, any machine
//   Note combine(const Combining&, const Notes<Note>&) const
//   void split(const Splitting&, const Notes<Note>&, [const Verdict&]) const
//                                                    for giant worlds, both: the notes of 2 x 2 tiles become the note
//                                                    of their union, which resolve then takes for a tile; what it
//                                                    tells the union, split tells its parts. The cells stay the same
//
// Only describe and paint are needed. Note and Verdict are plain structs or Blobs (blob.hpp); as arguments,
// Blobs come as BlobView. Whatever an input's window leaves out, a stage cannot see, so any tile size gives the
// same bits. Notes must merge exactly: integers, minima, maxima, sets; never float sums.
// Throw Failure{parameter or port, text} when it cannot go on: the engine adds file, line and column.
//
//   struct Double {
//     terrawright::In<terrawright::Height> height;
//     terrawright::Out<terrawright::Height> twice;
//     double factor = 2;
//     static void describe(terrawright::Spec<Double>& s) {
//       s.stage("example.double", "Heights times a factor.");
//       s.port(&Double::height, "height", "Any heights.");
//       s.port(&Double::twice, "height", "The heights, times the factor.").like("height");
//       s.parameter(&Double::factor, "factor", "What to multiply with.").range(0, 10);
//     }
//     void paint(terrawright::Tile& tile) const {
//       const auto from = tile[height];
//       const auto to = tile[twice];
//       const auto times = static_cast<float>(factor);
//       tile.each_cell([&](auto x, auto y) { to(x, y) = from(x, y) * times; });
//     }
//   };
//   TERRAWRIGHT_PLUGIN("org.example.double", "1.0.0", terrawright::stage<Double>())
//
// Arithmetic: float32 in the written order by default; no libm transcendentals, no <random>. Use random.h and
// exact_math.h, and compile with -ffp-contract=off (the CMake target does).
#pragma once
#include <cfloat>

#include "abi.h"
#include "arrangement.hpp"
#include "blob.hpp"
#include "detail/border.hpp"
#include "exact_math.h"
#include "failure.hpp"
#include "kinds.hpp"
#include "parameter.hpp"
#include "random.h"
#include "resolving.hpp"
#include "spec.hpp"
#include "table.hpp"
#include "tile.hpp"
#include "world.hpp"

static_assert(FLT_EVAL_METHOD == 0, "floats must be evaluated as floats; on 32-bit x86 use -msse2 -mfpmath=sse");
#ifdef __FAST_MATH__
#error "terrawright stages cannot be compiled with -ffast-math: pixels would differ between machines"
#endif

namespace terrawright {
inline namespace v1 {

// The description of a stage, for TERRAWRIGHT_PLUGIN. Static.
template <class Stage>
const terrawright_stage* stage() {
  static_assert(detail::check_methods<Stage>());
  return detail::Border<Stage>::plain();
}

namespace detail {

// A compiler that joins a * b + c into one rounding gives other bits. volatile: this is computed as the program's own
// cells are, when it runs.
inline bool contracts() {
  volatile float a = 1.0f + 1.0f / 4096, b = a, c = -(1.0f + 1.0f / 2048);  // a * b is c and a little more
  const float x = a, y = b, z = c;
  return x * y + z != 0.0f;
}

// Result of the entry: the plugin, or nullptr if it cannot be used.
inline const terrawright_plugin* entered(const terrawright_engine* engine, const terrawright_plugin& plugin) {
  if (!contracts()) return &plugin;
  engine->fail(engine->handle,
               "it was compiled so that a * b + c is rounded once, which gives other pixels than "
               "elsewhere; compile it with -ffp-contract=off");
  return nullptr;
}

}  // namespace detail
}  // namespace v1
}  // namespace terrawright

#ifdef __clang__
#define TERRAWRIGHT_COMPILER "clang " __clang_version__
#else
#define TERRAWRIGHT_COMPILER "gcc " __VERSION__
#endif

// The one exported symbol of a plugin library.
#define TERRAWRIGHT_PLUGIN(plugin_id, plugin_version, ...) \
  TERRAWRIGHT_PLUGIN_WITH_FLAGS(plugin_id, plugin_version, 0, __VA_ARGS__)
// The same, never called twice at once: for libraries that are not made for several threads. Slower.
#define TERRAWRIGHT_SERIAL_PLUGIN(plugin_id, plugin_version, ...) \
  TERRAWRIGHT_PLUGIN_WITH_FLAGS(plugin_id, plugin_version, TERRAWRIGHT_PLUGIN_SERIAL, __VA_ARGS__)
#define TERRAWRIGHT_PLUGIN_WITH_FLAGS(plugin_id, plugin_version, plugin_flags, ...)                                \
  extern "C" TERRAWRIGHT_EXPORT const terrawright_plugin* terrawright_plugin_v1(const terrawright_engine* engine); \
  extern "C" const terrawright_plugin* terrawright_plugin_v1(const terrawright_engine* engine) {                   \
    static const terrawright_stage* const stages[] = {__VA_ARGS__};                                                \
    static const terrawright_plugin plugin = {sizeof(terrawright_plugin),                                          \
                                              TERRAWRIGHT_ABI_MAJOR,                                               \
                                              TERRAWRIGHT_ABI_MINOR,                                               \
                                              plugin_flags,                                                        \
                                              plugin_id,                                                           \
                                              plugin_version,                                                      \
                                              TERRAWRIGHT_COMPILER,                                                \
                                              stages,                                                              \
                                              sizeof stages / sizeof stages[0],                                    \
                                              nullptr,                                                             \
                                              nullptr,                                                             \
                                              nullptr};                                                            \
    return ::terrawright::detail::entered(engine, plugin);                                                         \
  }

// The stage family.word in a file of its own, for a plugin of many: declare terrawright_stage_<word>_of_<family>()
// where TERRAWRIGHT_PLUGIN lists them.
#define TERRAWRIGHT_STAGE(family, word, Stage) \
  const terrawright_stage* terrawright_stage_##word##_of_##family() { return ::terrawright::stage<Stage>(); }
