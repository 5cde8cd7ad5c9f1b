// SPDX-License-Identifier: Apache-2.0
// terrawright/border.hpp: turns a stage in C++ into the plain struct of abi.h.
#pragma once
#include <memory>
#include <type_traits>

#include "arrangement.hpp"
#include "resolving.hpp"
#include "spec.hpp"

namespace terrawright::detail {

#define TERRAWRIGHT_HAS(method)             \
  template <class Stage, class = void>      \
  struct has_##method : std::false_type {}; \
  template <class Stage>                    \
  struct has_##method<Stage, std::void_t<decltype(&Stage::method)>> : std::true_type {};
TERRAWRIGHT_HAS(arrange)
TERRAWRIGHT_HAS(survey)
TERRAWRIGHT_HAS(merge)
TERRAWRIGHT_HAS(resolve)
#undef TERRAWRIGHT_HAS

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

template <class Stage>
struct Instance {
  Stage stage;
  Given given;
};

template <class Stage>
class Border {
 public:
  static const terrawright_stage* plain() {
    static const Border border;
    return &border.plain_;
  }

 private:
  using Note = typename NoteOf<Stage>::type;
  using Verdict = typename VerdictOf<Stage>::type;

  Border() {
    plain_.size = sizeof plain_;
    plain_.version = spec().version();
    plain_.revision = spec().revision();
    if (spec().is_whole()) plain_.flags |= TERRAWRIGHT_WHOLE;
    if (has_survey<Stage>::value) plain_.flags |= TERRAWRIGHT_SURVEYS;
    if (has_resolve<Stage>::value) plain_.flags |= TERRAWRIGHT_RESOLVES;
    if (has_merge<Stage>::value) plain_.flags |= TERRAWRIGHT_MERGES;
    plain_.reads = spec().reads();
    plain_.id = spec().id();
    plain_.doc = spec().doc();
    plain_.source = spec().source();
    plain_.ports = ports_.data();
    plain_.n_ports = ports_.size();
    plain_.parameters = spec().plain_columns();
    plain_.n_parameters = spec().columns().size();
    plain_.create = create;
    plain_.destroy = destroy;
    plain_.window = window;
    plain_.survey = survey;
    plain_.merge = merge;
    plain_.resolve = resolve;
    plain_.paint = paint;
  }

  static const Spec<Stage>& spec() {
    static const Spec<Stage> described = [] {
      Spec<Stage> s;
      Stage::describe(s);
      return s;
    }();
    return described;
  }
  static const Stage& stage_of(const void* self) { return static_cast<const Instance<Stage>*>(self)->stage; }

  static void* create(const terrawright_host* host, void* handle, terrawright_arrangement* plain) {
    auto instance = std::make_unique<Instance<Stage>>();
    const int answer = fenced(*host, handle, [&] {
      const auto& ports = spec().ports();
      for (std::size_t i = 0; i < ports.size(); ++i) ports[i].bind(instance->stage, static_cast<std::uint32_t>(i));
      const auto& columns = spec().columns();
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i].set(instance->stage, plain->values[i]);
      if constexpr (has_arrange<Stage>::value) {
        Arrangement arrangement(*host, handle, *plain, instance->given);
        instance->stage.arrange(arrangement);
      }
      return TERRAWRIGHT_DONE;
    });
    return answer == TERRAWRIGHT_DONE ? instance.release() : nullptr;
  }
  static void destroy(void* self) { delete static_cast<Instance<Stage>*>(self); }

  static Rect window(const void* self, std::uint32_t phase, std::uint32_t port, const Rect* tile) {
    const auto& rule = spec().ports()[port];
    if (rule.only != 0 && rule.only != phase) return {tile->x, tile->y, 0, 0};
    return rule.window ? rule.window(stage_of(self), *tile) : *tile;
  }

  static int survey(const void* self, const terrawright_job* job) {
    if constexpr (has_survey<Stage>::value) {
      return fenced(*job->host, job->handle, [&] {
        const Tile tile(*job);
        const auto keep = [&](const Note& note) {
          store(note, [&](std::size_t bytes) { return job->host->note(job->handle, bytes); });
        };
        if constexpr (std::is_invocable_v<decltype(&Stage::survey), const Stage&, const Tile&>) {
          keep(stage_of(self).survey(tile));
        } else {
          keep(stage_of(self).survey(tile, latest(*job)));
        }
        return TERRAWRIGHT_DONE;
      });
    }
    return TERRAWRIGHT_FAILED;
  }

  static int merge(const void* self, const terrawright_job* job, const terrawright_blob* a, const terrawright_blob* b) {
    if constexpr (has_merge<Stage>::value) {
      return fenced(*job->host, job->handle, [&] {
        store(stage_of(self).merge(seen<Note>(*a), seen<Note>(*b)),
              [&](std::size_t bytes) { return job->host->note(job->handle, bytes); });
        return TERRAWRIGHT_DONE;
      });
    }
    return TERRAWRIGHT_FAILED;
  }

  static int resolve(const void* self, const terrawright_job* job) {
    if constexpr (has_resolve<Stage>::value) {
      return fenced(*job->host, job->handle, [&] {
        Resolving resolving(*job);
        const auto keep = [&](const Next<Verdict>& next) {
          store(next.verdict,
                [&](std::size_t bytes) { return job->host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, bytes); });
          return next.again ? TERRAWRIGHT_AGAIN : TERRAWRIGHT_DONE;
        };
        const Notes<Note> notes(*job);
        if constexpr (std::is_invocable_v<decltype(&Stage::resolve), const Stage&, Resolving&>) {
          return keep(stage_of(self).resolve(resolving));
        } else if constexpr (std::is_invocable_v<decltype(&Stage::resolve), const Stage&, Resolving&,
                                                 const Notes<Note>&>) {
          return keep(stage_of(self).resolve(resolving, notes));
        } else {
          return keep(stage_of(self).resolve(resolving, notes, latest(*job)));
        }
      });
    }
    return TERRAWRIGHT_FAILED;
  }

  static int paint(const void* self, const terrawright_job* job) {
    return fenced(*job->host, job->handle, [&] {
      Tile tile(*job);
      if constexpr (std::is_invocable_v<decltype(&Stage::paint), const Stage&, Tile&>) {
        stage_of(self).paint(tile);
      } else {
        stage_of(self).paint(tile, latest(*job));
      }
      return TERRAWRIGHT_DONE;
    });
  }

  static Seen<Verdict> latest(const terrawright_job& job) {
    return job.n_rounds == 0 ? nothing<Verdict>() : seen<Verdict>(job.verdicts[job.n_rounds - 1]);
  }

  std::vector<terrawright_port> ports_ = spec().plain_ports();
  terrawright_stage plain_{};
};

}  // namespace terrawright::detail
