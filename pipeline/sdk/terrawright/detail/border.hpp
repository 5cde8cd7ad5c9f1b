// SPDX-License-Identifier: Apache-2.0
// terrawright/detail/border.hpp: turns a stage in C++ into the plain struct of abi.h.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "methods.hpp"
#include "terrawright/arrangement.hpp"
#include "terrawright/ext/combine.h"
#include "terrawright/resolving.hpp"
#include "terrawright/spec.hpp"

namespace terrawright {
inline namespace v1 {
namespace detail {

// Hidden: its statics would else be one for all libraries that define a stage of the same name.
template <class Stage>
class TERRAWRIGHT_HIDDEN Border {
 public:
  static const terrawright_stage* plain() {
    static const Border border;
    return &border.plain_;
  }

 private:
  using Note = typename NoteOf<Stage>::type;
  using Verdict = typename VerdictOf<Stage>::type;

  TERRAWRIGHT_COLD Border() {
    if (has_survey<Stage>::value) plain_.flags |= TERRAWRIGHT_STAGE_SURVEYS;
    if (has_resolve<Stage>::value) plain_.flags |= TERRAWRIGHT_STAGE_RESOLVES;
    if (has_merge<Stage>::value) plain_.flags |= TERRAWRIGHT_STAGE_MERGES;
    plain_.create = create;
    plain_.destroy = destroy;
    plain_.window = window;
    if (has_survey<Stage>::value) plain_.survey = survey;
    if (has_merge<Stage>::value) plain_.merge = merge;
    if (has_combine<Stage>::value) plain_.extension = extension;
    if (has_resolve<Stage>::value) plain_.resolve = resolve;
    plain_.paint = paint;
  }

  TERRAWRIGHT_COLD static Spec<Stage>& spec() {
    struct Described : Spec<Stage> {  // in its place, as a stage may have members that cannot move
      TERRAWRIGHT_COLD Described() { Stage::describe(*this); }
    };
    static Described described;
    return described;
  }
  static const Stage& stage_of(const void* self) { return *static_cast<const Stage*>(self); }

  TERRAWRIGHT_COLD static void* create(const terrawright_stage*, const terrawright_host* host, void* handle,
                                       const terrawright_arrangement* plain) noexcept {
    std::unique_ptr<Stage> instance;
    const int answer = fenced(*host, handle, [&] {
      const std::uint32_t made_before = ports_made();
      instance = std::make_unique<Stage>();
      spec().set_up(instance.get(), ports_made() - made_before, plain->values);
      if constexpr (has_arrange<Stage>::value) {
        Arrangement arrangement(*host, handle, *plain);
        instance->arrange(arrangement);
      }
      return TERRAWRIGHT_ANSWER_DONE;
    });
    return answer == TERRAWRIGHT_ANSWER_DONE ? instance.release() : nullptr;
  }
  static const void* extension(const terrawright_stage*, const char* id) noexcept {
    static const terrawright_combine combines = {sizeof combines, 0, combine, split};
    return std::string_view(id) == TERRAWRIGHT_COMBINE ? &combines : nullptr;
  }
  static void destroy(void* self) noexcept { delete static_cast<Stage*>(self); }

  static std::int32_t window(const void* self, std::uint32_t phase, std::uint32_t port, const Rect* tile,
                             Rect* out) noexcept {
    return spec().window(self, phase, port, *tile, *out);
  }

  static void keep_note(const terrawright_job& job, const Note& note) {
    give_bytes_of(note, [&](const void* bytes, std::size_t size) { job.host->note(job.handle, bytes, size); });
  }

  static std::int32_t survey([[maybe_unused]] const void* self, [[maybe_unused]] const terrawright_job* job) noexcept {
    if constexpr (has_survey<Stage>::value) {
      return fenced(*job->host, job->handle, [&] {
        const Tile tile(*job);
        if constexpr (std::is_invocable_v<decltype(&Stage::survey), const Stage&, const Tile&>) {
          keep_note(*job, stage_of(self).survey(tile));
        } else {
          static_assert(std::is_invocable_v<decltype(&Stage::survey), const Stage&, const Tile&, Seen<Verdict>>,
                        "terrawright: survey is Note survey(const Tile&, [const Verdict& so_far]) const");
          keep_note(*job, stage_of(self).survey(tile, seen<Verdict>(job->verdict)));
        }
        return TERRAWRIGHT_ANSWER_DONE;
      });
    }
    return TERRAWRIGHT_ANSWER_FAILED;
  }

  static std::int32_t merge([[maybe_unused]] const void* self, [[maybe_unused]] const terrawright_job* job,
                            [[maybe_unused]] const terrawright_blob* a,
                            [[maybe_unused]] const terrawright_blob* b) noexcept {
    if constexpr (has_merge<Stage>::value) {
      static_assert(std::is_invocable_v<decltype(&Stage::merge), const Stage&, Seen<Note>, Seen<Note>>,
                    "terrawright: merge is Note merge(const Note&, const Note&) const");
      return fenced(*job->host, job->handle, [&] {
        keep_note(*job, stage_of(self).merge(seen<Note>(*a), seen<Note>(*b)));
        return TERRAWRIGHT_ANSWER_DONE;
      });
    }
    return TERRAWRIGHT_ANSWER_FAILED;
  }

  static std::int32_t combine([[maybe_unused]] const void* self, [[maybe_unused]] const terrawright_job* job) noexcept {
    if constexpr (has_combine<Stage>::value) {
      static_assert(std::is_invocable_v<decltype(&Stage::combine), const Stage&, const Combining&, const Notes<Note>&>,
                    "terrawright: combine is Note combine(const Combining&, const Notes<Note>&) const");
      return fenced(*job->host, job->handle, [&] {
        keep_note(*job, stage_of(self).combine(Combining(*job), Notes<Note>(*job)));
        return TERRAWRIGHT_ANSWER_DONE;
      });
    }
    return TERRAWRIGHT_ANSWER_FAILED;
  }

  static std::int32_t split([[maybe_unused]] const void* self, [[maybe_unused]] const terrawright_job* job) noexcept {
    if constexpr (has_split<Stage>::value) {
      return fenced(*job->host, job->handle, [&] {
        const Splitting splitting(*job);
        const Notes<Note> notes(*job);
        if constexpr (std::is_invocable_v<decltype(&Stage::split), const Stage&, const Splitting&,
                                          const Notes<Note>&>) {
          stage_of(self).split(splitting, notes);
        } else {
          static_assert(std::is_invocable_v<decltype(&Stage::split), const Stage&, const Splitting&, const Notes<Note>&,
                                            Seen<Verdict>>,
                        "terrawright: split is void split(const Splitting&, const Notes<Note>&, [const Verdict&]) "
                        "const");
          stage_of(self).split(splitting, notes, seen<Verdict>(job->verdict));
        }
        return TERRAWRIGHT_ANSWER_DONE;
      });
    }
    return TERRAWRIGHT_ANSWER_FAILED;
  }

  static std::int32_t resolve([[maybe_unused]] const void* self, [[maybe_unused]] const terrawright_job* job) noexcept {
    if constexpr (has_resolve<Stage>::value) {
      return fenced(*job->host, job->handle, [&] {
        Resolving resolving(*job);
        const auto keep = [&](const Next<Verdict>& next) {
          give_bytes_of(next.verdict, [&](const void* bytes, std::size_t size) {
            job->host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, bytes, size);
          });
          return next.again ? TERRAWRIGHT_ANSWER_AGAIN : TERRAWRIGHT_ANSWER_DONE;
        };
        const Notes<Note> notes(*job);
        if constexpr (std::is_invocable_v<decltype(&Stage::resolve), const Stage&, Resolving&>) {
          return keep(stage_of(self).resolve(resolving));
        } else if constexpr (std::is_invocable_v<decltype(&Stage::resolve), const Stage&, Resolving&,
                                                 const Notes<Note>&>) {
          return keep(stage_of(self).resolve(resolving, notes));
        } else {
          static_assert(
              std::is_invocable_v<decltype(&Stage::resolve), const Stage&, Resolving&, const Notes<Note>&,
                                  Seen<Verdict>>,
              "terrawright: resolve is Next<Verdict> resolve(Resolving&, [const Notes<Note>&, [const Verdict& "
              "so_far]]) const");
          return keep(stage_of(self).resolve(resolving, notes, seen<Verdict>(job->verdict)));
        }
      });
    }
    return TERRAWRIGHT_ANSWER_FAILED;
  }

  static std::int32_t paint(const void* self, const terrawright_job* job) noexcept {
    return fenced(*job->host, job->handle, [&] {
      Tile tile(*job);
      if constexpr (std::is_invocable_v<decltype(&Stage::paint), const Stage&, Tile&>) {
        stage_of(self).paint(tile);
      } else {
        static_assert(std::is_invocable_v<decltype(&Stage::paint), const Stage&, Tile&, Seen<Verdict>>,
                      "terrawright: paint is void paint(Tile&, [const Verdict&]) const");
        stage_of(self).paint(tile, seen<Verdict>(job->verdict));
      }
      return TERRAWRIGHT_ANSWER_DONE;
    });
  }

  terrawright_stage plain_ = spec().plain();
};

}  // namespace detail
}  // namespace v1
}  // namespace terrawright
