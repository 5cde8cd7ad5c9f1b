// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "cli/session.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"
#include "store/store.hpp"

namespace terrawright::cli {
namespace {

std::string told_of(const store::Usage& usage) {
  return std::to_string(usage.entries) + (usage.entries == 1 ? " entry, " : " entries, ") +
         report::bytes_text(usage.bytes);
}

Json json_of(const store::Usage& usage) { return {{"entries", usage.entries}, {"bytes", usage.bytes}}; }

void print_result(const Arguments& arguments, const std::string& text, const Json& json) {
  print("cache", json, arguments.json ? readable_json(json) : text);
}

// A folder in which nothing was ever kept holds nothing, and is not made.
Exit look(const Arguments& arguments, const std::filesystem::path& folder) {
  const auto found = store::Store::open_if_there(folder, arguments.cache_size);
  const std::string where = report::printable(folder.string());
  if (arguments.clear) {
    const store::Usage removed = found ? found->clear() : store::Usage();
    print_result(arguments, "removed " + told_of(removed) + ", from " + where + "\n",
                 {{"folder", where}, {"removed", json_of(removed)}});
    const auto problem = found ? found->problem() : std::nullopt;
    if (!problem) return done;
    show_error("not all could be removed: " + problem->reason,
               "let its folders be written, or ask whom they belong to");
    return failed;
  }
  const store::Usage usage = found ? found->usage() : store::Usage();
  Json json = {{"folder", where}};
  json.update(json_of(usage));
  json["size"] = arguments.cache_size;
  print_result(arguments,
               where + ": " + told_of(usage) + " of at most " + report::bytes_text(arguments.cache_size) + "\n", json);
  return done;
}

}  // namespace

Exit cache(const Arguments& arguments) {
  if (arguments.cache == "off")
    refuse("without a cache there is nothing to show", "name its folder, --cache DIR; one called off is ./off");
  const std::filesystem::path folder =
      arguments.cache.empty() ? store::Store::usual_folder() : std::filesystem::path(arguments.cache);
  if (folder.empty())
    refuse("the user has no cache folder: neither XDG_CACHE_HOME nor HOME is an absolute path",
           "name a folder with --cache DIR");
  try {
    return look(arguments, folder);
  } catch (const store::Refused& refusal) {
    refuse(refusal.what(), "name the folder of a cache with --cache DIR");
  }
}

}  // namespace terrawright::cli
