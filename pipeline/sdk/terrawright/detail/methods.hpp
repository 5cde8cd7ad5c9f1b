// SPDX-License-Identifier: Apache-2.0
// terrawright/detail/methods.hpp: which methods a stage has, and what goes through them.
#pragma once
#include <type_traits>

#include "terrawright/abi.h"

namespace terrawright {
inline namespace v1 {
namespace detail {

#define TERRAWRIGHT_HAS(method)             \
  template <class Stage, class = void>      \
  struct has_##method : std::false_type {}; \
  template <class Stage>                    \
  struct has_##method<Stage, std::void_t<decltype(&Stage::method)>> : std::true_type {};
TERRAWRIGHT_HAS(describe)
TERRAWRIGHT_HAS(arrange)
TERRAWRIGHT_HAS(survey)
TERRAWRIGHT_HAS(merge)
TERRAWRIGHT_HAS(combine)
TERRAWRIGHT_HAS(split)
TERRAWRIGHT_HAS(resolve)
TERRAWRIGHT_HAS(paint)
#undef TERRAWRIGHT_HAS

// Misspellings of them: a method of such a name would never be called.
#define TERRAWRIGHT_MISSPELT(method)                                     \
  template <class Stage, class = void>                                   \
  struct misspelt_##method : std::false_type {};                         \
  template <class Stage>                                                 \
  struct misspelt_##method<Stage, std::void_t<decltype(&Stage::method)>> \
      : std::is_member_function_pointer<decltype(&Stage::method)> {};
TERRAWRIGHT_MISSPELT(arange)
TERRAWRIGHT_MISSPELT(arrnage)
TERRAWRIGHT_MISSPELT(arranges)
TERRAWRIGHT_MISSPELT(survery)
TERRAWRIGHT_MISSPELT(surveys)
TERRAWRIGHT_MISSPELT(servey)
TERRAWRIGHT_MISSPELT(merges)
TERRAWRIGHT_MISSPELT(combines)
TERRAWRIGHT_MISSPELT(splits)
TERRAWRIGHT_MISSPELT(reslove)
TERRAWRIGHT_MISSPELT(resolves)
TERRAWRIGHT_MISSPELT(piant)
TERRAWRIGHT_MISSPELT(paints)
#undef TERRAWRIGHT_MISSPELT

// The note is what survey returns, the verdict what resolve hands to done() or again().
struct None {};
template <class Class, class Result, class... Arguments>
Result result_of(Result (Class::*)(Arguments...) const);
template <class Stage, bool = has_survey<Stage>::value>
struct NoteOf {
  using type = None;
};
template <class Stage>
struct NoteOf<Stage, true> {
  using type = decltype(result_of(&Stage::survey));
};
template <class Stage, bool = has_resolve<Stage>::value>
struct VerdictOf {
  using type = None;
};
template <class Stage>
struct VerdictOf<Stage, true> {
  using type = decltype(decltype(result_of(&Stage::resolve))::verdict);
};

// Checks of a stage before it runs; each line names the remedy.
template <class Stage>
constexpr bool check_methods() {
  static_assert(has_describe<Stage>::value, "terrawright: the stage has no static void describe(Spec<Stage>&)");
  static_assert(has_paint<Stage>::value, "terrawright: the stage has no void paint(Tile&) const");
  static_assert(!has_merge<Stage>::value || has_survey<Stage>::value, "terrawright: merge has no notes without survey");
  static_assert(has_combine<Stage>::value == has_split<Stage>::value,
                "terrawright: combine and split belong together: what goes up as one note comes down as one verdict");
  static_assert(!has_combine<Stage>::value || has_survey<Stage>::value,
                "terrawright: combine has no notes without survey");
  static_assert(!has_combine<Stage>::value || !has_merge<Stage>::value,
                "terrawright: notes that merge are one already; leave out combine and split");
  static_assert(!has_survey<Stage>::value || has_resolve<Stage>::value,
                "terrawright: the notes of survey go nowhere without resolve");
  static_assert(!misspelt_arange<Stage>::value && !misspelt_arrnage<Stage>::value && !misspelt_arranges<Stage>::value,
                "terrawright: the method is called arrange; this one would never be called");
  static_assert(!misspelt_survery<Stage>::value && !misspelt_surveys<Stage>::value && !misspelt_servey<Stage>::value,
                "terrawright: the method is called survey; this one would never be called");
  static_assert(!misspelt_merges<Stage>::value,
                "terrawright: the method is called merge; this one would never be called");
  static_assert(!misspelt_combines<Stage>::value && !misspelt_splits<Stage>::value,
                "terrawright: the methods are called combine and split; this one would never be called");
  static_assert(!misspelt_reslove<Stage>::value && !misspelt_resolves<Stage>::value,
                "terrawright: the method is called resolve; this one would never be called");
  static_assert(!misspelt_piant<Stage>::value && !misspelt_paints<Stage>::value,
                "terrawright: the method is called paint; this one would never be called");
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace terrawright
