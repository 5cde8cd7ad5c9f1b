// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

#include "cli/build/reports.hpp"
#include "cli/sweep/workers.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/standard_output.hpp"
#include "config/quantity.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"
#include "terrawright/numbers.hpp"

namespace terrawright::cli {
namespace {

// Before the first of them. Throws Ended.
void look_at_all(Arguments arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  std::vector<Arguments> worlds;
  for (const std::string& seed : arguments.seeds) {
    arguments.seed = seed;
    worlds.push_back(arguments);
  }
  if (!has_disk(worlds, 1, look_at(worlds, catalogue), catalogue)) throw Ended{refused};
}

}  // namespace

Exit for_each_seed(Arguments arguments, Exit (*verb)(const Arguments&)) {
  const std::vector<std::string>& seeds = arguments.seeds;
  report_on(arguments.config);
  show_seed("");
  if (!seeds.empty()) arguments.seed = seeds.front();
  if (seeds.size() < 2) return reported(arguments, verb);
  std::set<std::string> different;
  for (const std::string& seed : seeds) {
    if (different.insert(seed).second) continue;
    refuse("--seed " + report::quote(seed) + " is given twice", "give each seed once");
  }
  if (!arguments.sums.empty() && arguments.sums.find("{seed}") == std::string::npos)
    refuse("--sums " + report::quote(arguments.sums) + " would be written anew for each seed",
           "write {seed} into its name");
  Arguments of_none = arguments;
  of_none.seed.reset();
  reported(of_none, [](const Arguments& every) {
    look_at_all(every);
    return done;
  });
  Exit all = done;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    arguments.seed = seeds[i];
    show_seed(seeds[i]);
    const Exit exit = reported(arguments, verb);
    show_seed("");                   // of all
    if (exit == unmet) all = unmet;  // the files are written: the next world is another one
    if (exit == done || exit == unmet) continue;
    const std::vector<std::string> left(seeds.begin() + static_cast<std::ptrdiff_t>(i) + 1, seeds.end());
    if (!left.empty()) show_error("not begun: seed " + report::join(left));
    return exit;
  }
  return all;
}

Exit for_each_config(Arguments arguments, Exit (*verb)(const Arguments&)) {
  const std::vector<std::string> configs = arguments.configs;
  if (configs.size() < 2) return for_each_seed(arguments, verb);
  if (!arguments.sums.empty() && arguments.sums.find("{name}") == std::string::npos)
    refuse("--sums " + report::quote(arguments.sums) + " would be written anew for each config",
           "write {name} into its name");
  Exit all = done;
  for (const std::string& config : configs) {
    arguments.config = config;
    arguments.configs = {config};
    Exit exit = done;
    try {
      exit = for_each_seed(arguments, verb);
    } catch (const Ended& ended) {
      exit = ended.code;
    }
    if (exit == interrupted) return exit;
    if (exit != done && (all == done || all == unmet)) all = exit;
  }
  return all;
}

namespace {

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The verbs that have an option.
std::string owners_of(const CLI::App& app, const std::string& option) {
  std::string owners;
  for (const CLI::App* verb : verbs_of(app)) {
    const auto names = options_of(*verb);
    if (std::find(names.begin(), names.end(), option) == names.end()) continue;
    owners += (owners.empty() ? "" : ", ") + verb->get_name();
  }
  return owners;
}

void unknown_option(const CLI::App& app, const CLI::App* verb, const std::string& word, report::Diagnostics& problems) {
  const std::string option = word.substr(0, word.find('='));
  const std::string who = verb != nullptr ? verb->get_name() : app.get_name();
  const std::string owners = owners_of(app, option);
  if (verb == nullptr && !owners.empty()) {
    problems.error({}, report::quote(option) + " stands before the verb",
                   "options stand behind it: terrawright VERB " + option + "; it belongs to: " + owners);
    return;
  }
  problems.error({}, who + " has no option " + report::quote(option),
                 !owners.empty() ? "it belongs to: " + owners
                                 : report::did_you_mean(option, options_of(verb != nullptr ? *verb : app), "it takes"));
}

// Options and words that nobody takes.
void unknown_words(const CLI::App& app, const CLI::App* verb, report::Diagnostics& problems) {
  const std::vector<std::string> words = verb != nullptr ? verb->remaining() : app.remaining();
  if (words.empty()) return;
  // Words after an unknown verb belong to it.
  const bool unknown_verb = verb == nullptr && !is_option(words.front());
  if (!unknown_verb && std::any_of(words.begin(), words.end(), is_option)) {
    // A word beside an unknown option may be its value.
    for (const std::string& word : words) {
      if (is_option(word)) unknown_option(app, verb, word, problems);
    }
    return;
  }
  if (verb != nullptr) {
    for (const std::string& word : words) {
      problems.error({}, verb->get_name() + " takes no further " + report::quote(word),
                     "terrawright " + verb->get_name() + " --help shows what it takes");
    }
    return;
  }
  std::vector<std::string> names;
  for (const CLI::App* other : verbs_of(app)) names.push_back(other->get_name());
  problems.error({}, "there is no verb " + report::quote(words.front()),
                 report::did_you_mean(words.front(), names, "verbs are"));
}

void missing(const CLI::App& verb, report::Diagnostics& problems) {
  for (const CLI::Option* option : verb.get_options()) {
    if (!option->get_required() || option->count() != 0) continue;
    const std::string example = verb.get_name() == "describe"      ? "sea.level"
                                : verb.get_name() == "bench"       ? "sea.level"
                                : verb.get_name() == "new"         ? "world coast"
                                : verb.get_name() == "completions" ? "bash"
                                                                   : "configs/island.yaml";
    problems.error({}, verb.get_name() + " needs a " + option->get_type_name(),
                   "terrawright " + verb.get_name() + " " + example);
  }
}

}  // namespace

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

Format format_asked_for(int argc, char** argv) {
  std::string asked;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--format" && i + 1 < argc) asked = argv[i + 1];
    if (word.compare(0, 9, "--format=") == 0) asked = word.substr(9);
  }
  return asked == "json" ? Format::json : asked == "github" ? Format::github : Format::text;
}

CLI::Validator one_of(const std::vector<std::string>& names) {
  return CLI::Validator(
      [names](std::string& word) {
        if (std::find(names.begin(), names.end(), word) != names.end()) return std::string();
        return report::quote(word) + " is not one of its values; " + report::did_you_mean(word, names, "it takes");
      },
      "");
}

CLI::Validator whole_number(long least, long most) {
  return CLI::Validator(
      [=](std::string& word) {
        long number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        const bool read = error == std::errc() && end == word.data() + word.size();
        if (read && number >= least && number <= most) return std::string();
        return report::quote(word) + " is not a whole number from " + std::to_string(least) + " to " +
               std::to_string(most);
      },
      "");
}

CLI::Validator number(double least, double most) {
  return CLI::Validator(
      [=](std::string& word) {
        double number = 0;
        const auto [end, error] = read_number(word.data(), word.data() + word.size(), number);
        const bool read = error == std::errc() && end == word.data() + word.size();
        if (read && number >= least && number <= most) return std::string();  // which NaN is not
        return report::quote(word) + " is not a number from " + config::canonical(least) +
               (most < std::numeric_limits<double>::max() ? " to " + config::canonical(most) : " on");
      },
      "");
}

CLI::Validator size_in_bytes() {
  return CLI::Validator(
      [](std::string& word) {
        double number = 0;
        const auto [end, error] = read_number(word.data(), word.data() + word.size(), number);
        std::string unit = word.substr(static_cast<std::size_t>(end - word.data()));
        if (unit.size() == 1) unit += 'B';
        const double factor = unit == "TB" ? 1e12 : unit == "GB" ? 1e9 : unit == "MB" ? 1e6 : 0;
        if (error != std::errc() || !(number * factor >= 1e6) || number * factor > 1e18)
          return report::quote(word) + " is not a size from 1MB on, such as 500MB, 20GB or 1TB";
        word = std::to_string(static_cast<std::uint64_t>(number * factor));
        return std::string();
      },
      "");
}

CLI::Validator not_empty() {
  return CLI::Validator([](std::string& word) { return word.empty() ? "'' names nothing" : std::string(); }, "");
}

Exit answer(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    const bool version = dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr;
    print(version ? std::string(error.what()) + "\n" : app.help());
    return done;
  }
  const auto used = app.get_subcommands();
  const CLI::App* verb = used.empty() ? nullptr : used.front();
  report::Diagnostics problems;
  unknown_words(app, nullptr, problems);
  if (verb != nullptr) unknown_words(app, verb, problems);
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    if (verb != nullptr) missing(*verb, problems);
  } else if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) {
    problems.error({}, report::printable(error.what()),
                   verb == nullptr ? "" : "terrawright " + verb->get_name() + " --help shows what it takes");
  }
  if (problems.has_errors()) {
    show(problems);
  } else {
    print(app.help());
  }
  return refused;
}

}  // namespace terrawright::cli
