// SPDX-License-Identifier: Apache-2.0
#include "border/plugin.hpp"

#include <utility>

#include "border/current_stage.hpp"
#include "border/description.hpp"
#include "border/host.hpp"
#include "border/instance.hpp"
#include "border/known.hpp"

namespace terrawright::border {

Plugin::Plugin(const terrawright_plugin* from, std::string file)
    : plain_(copied(from, sizes::plugin, "plugin")), file_(std::move(file)) {
  for (const char** text : {&plain_.id, &plain_.version, &plain_.built_with, &plain_.build}) replace_null(*text);
  check_list(plain_.stages, plain_.n_stages, "stages");
  constexpr std::uint32_t known = TERRAWRIGHT_PLUGIN_SERIAL;
  if (plain_.flags & ~known) throw BadDescription("has a flag that this engine does not know");
}

Plugin::~Plugin() {
  if (plain_.deinit == nullptr) return;
  const StageNames whose{plain_.id, plain_.id, file_, "plugin"};
  const PluginCall inside(turn(), whose, phase_of_leaving);
  try {
    plain_.deinit();
  } catch (...) {  // nobody waits for an answer
  }
}

std::vector<const terrawright_writer*> Plugin::writers() const {
  if (plain_.extension == nullptr) return {};
  const StageNames whose{plain_.id, plain_.id, file_, "plugin"};
  const PluginCall inside(turn(), whose, TERRAWRIGHT_PHASE_CREATE);
  const terrawright_writers* given = nullptr;
  try {
    given = static_cast<const terrawright_writers*>(plain_.extension(TERRAWRIGHT_WRITERS));
  } catch (...) {
    throw BadDescription("threw an exception across the border when it was asked for its writers");
  }
  if (given == nullptr) return {};
  const terrawright_writers all = copied(given, sizes::writers, "list of writers");
  check_list(all.writers, all.n_writers, "writers");
  if (is_serial() && all.n_writers != 0)
    throw BadDescription("is never called twice at once (TERRAWRIGHT_PLUGIN_SERIAL), and has writers");
  return {all.writers, all.writers + all.n_writers};
}

std::unique_lock<std::mutex> Plugin::turn() const {
  return is_serial() ? std::unique_lock(one_at_a_time_) : std::unique_lock<std::mutex>();
}

}  // namespace terrawright::border
