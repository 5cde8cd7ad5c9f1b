// SPDX-License-Identifier: Apache-2.0
// The functions of terrawright/trial.h: no exception leaves them.
#include <cstring>
#include <deque>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "border/known.hpp"
#include "report/diagnostic.hpp"
#include "trial/trial.hpp"

struct terrawright_trial {
  std::unique_ptr<const terrawright::trial::Trial> it;  // none: it was misused
  std::string misuse;
  std::deque<std::string> said;
};
struct terrawright_made {
  std::unique_ptr<terrawright::trial::Made> it;
};

namespace terrawright::trial {
namespace {

std::optional<Way> way_of(const terrawright_trial_way& plain) {
  constexpr std::int64_t most_levels = 64;
  const auto way = border::known(&plain);
  if (!way || way->poison > TERRAWRIGHT_POISON_HUGE || way->reserved != 0 || way->width < 0 || way->height < 0 ||
      way->levels < 0 || way->levels > most_levels || way->threads < 0)
    return std::nullopt;
  return Way{way->width, way->height, way->order, way->poison, way->levels, way->threads == 0 ? 1 : way->threads};
}

constexpr char wrong_way[] = "the way holds an unknown value";

terrawright_trial* open(const terrawright_trial_request* request) {
  return border::without_exceptions(static_cast<terrawright_trial*>(nullptr), [&] {
    auto trial = std::make_unique<terrawright_trial>();
    try {
      const auto known = border::known(request);
      if (!known) throw Misuse("the request is missing, too short, or asks for what this library does not know");
      trial->it = std::make_unique<const Trial>(*known);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& wrong) {
      trial->misuse = wrong.what();
    }
    return trial.release();
  });
}

terrawright_made* made_of(std::unique_ptr<Made> made) { return new terrawright_made{std::move(made)}; }

terrawright_made* run(terrawright_trial* trial, const terrawright_trial_way* plain) {
  return border::without_exceptions(static_cast<terrawright_made*>(nullptr), [&] {
    const auto misused = [](const std::string& how) {
      auto made = std::make_unique<Made>();
      made->end(TERRAWRIGHT_MISUSED, {"", how});
      return made_of(std::move(made));
    };
    if (trial == nullptr) return misused("there is no trial");
    if (!trial->it) return misused(trial->misuse);
    Way usual;
    usual.levels = 0;
    const auto way = plain == nullptr ? usual : way_of(*plain);
    return way ? made_of(trial->it->run(*way)) : misused(wrong_way);
  });
}

const char* differs(terrawright_trial* trial, const terrawright_trial_way* tilings, std::uint64_t count) {
  return border::without_exceptions(report::no_memory(), [&]() -> const char* {
    if (trial == nullptr) return "there is no trial";
    if (!trial->it) return trial->misuse.c_str();
    std::vector<Way> ways;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto way = tilings == nullptr ? std::nullopt : way_of(tilings[i]);
      if (!way) return wrong_way;
      ways.push_back(*way);
    }
    return trial->said.emplace_back(trial->it->differs(std::move(ways))).c_str();
  });
}

std::uint64_t messages(terrawright_made* made, std::uint32_t sort, const terrawright_message** messages) {
  if (made == nullptr || messages == nullptr) return 0;
  const std::vector<terrawright_message>& all = made->it->messages(sort);
  *messages = all.data();
  return all.size();
}

std::uint64_t outputs(terrawright_made* made, const terrawright_content** outputs) {
  if (made == nullptr || outputs == nullptr || made->it->answer != TERRAWRIGHT_DONE) return 0;
  *outputs = made->it->outputs().data();
  return made->it->outputs().size();
}

const char* difference(terrawright_made* a, terrawright_made* b) {
  if (a == nullptr || b == nullptr) return a == b ? "" : "one of them is missing";
  return border::without_exceptions(report::no_memory(), [&] { return a->it->keep(a->it->difference(*b->it)); });
}

}  // namespace

const terrawright_trial_api* api(const char* name) {
  static const terrawright_trial_api functions = {
      sizeof(terrawright_trial_api),
      0,
      open,
      [](terrawright_trial* trial) { delete trial; },
      [](terrawright_trial* trial) { return trial == nullptr ? "there is no trial" : trial->misuse.c_str(); },
      run,
      differs,
      [](terrawright_made* made) { delete made; },
      [](terrawright_made* made) { return made == nullptr ? std::int32_t{TERRAWRIGHT_MISUSED} : made->it->answer; },
      messages,
      outputs,
      difference};
  return name != nullptr && std::strcmp(name, TERRAWRIGHT_TRIAL_API) == 0 ? &functions : nullptr;
}

}  // namespace terrawright::trial
