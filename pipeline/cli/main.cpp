// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <limits>
#include <system_error>

#include "border/current_stage.hpp"
#include "cli/arguments.hpp"
#include "cli/build/reports.hpp"
#include "cli/lock/lock.hpp"
#include "cli/session.hpp"
#include "cli/terminal/log.hpp"
#include "cli/terminal/others.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "engine/threads/threads.hpp"
#include "report/diagnostic.hpp"
#include "report/program_file.hpp"
#include "system/process.hpp"
#include "system/terminal.hpp"

namespace terrawright::cli {
namespace {

// An option that may be given several times, with one word each.
CLI::Option* add_list(CLI::App& verb, const char* name, std::vector<std::string>& words, const char* help) {
  return verb.add_option(name, words, help)->allow_extra_args(false)->take_all();
}

void add_format(CLI::App& verb, Arguments& arguments) {
  verb.add_option("--format", arguments.format,
                  "text, json (all output as lines of JSON) or github (problems as annotations); default: text")
      ->check(one_of({"text", "json", "github"}))
      ->type_name("FORMAT");
}

// Options of verbs about stages: their sources, and the format of problems.
void add_common(CLI::App& verb, Arguments& arguments) {
  add_format(verb, arguments);
  add_list(verb, "--plugins", arguments.plugins,
           "A stage library (.so), or a folder of them; may be given several times")
      ->type_name("PATH");
}

const std::string usual_cache = " (default: TERRAWRIGHT_CACHE, then the user's cache folder)";
void add_cache(CLI::App& verb, Arguments& arguments, const std::string& folder, const char* type = "DIR|off") {
  verb.add_option("--cache", arguments.cache, folder)->type_name(type);
  verb.add_option(
          "--cache-size", arguments.cache_size,
          "Size of the cache, such as 20GB; beyond it the least recently used entries are evicted (default: 5GB)")
      ->transform(size_in_bytes())
      ->type_name("SIZE");
}

// Options of runs of a world.
void add_run(CLI::App& verb, Arguments& arguments) {
  verb.add_option("--set", arguments.set,
                  "Override any value of the config: --set knobs.sea=55% --set world.size=[777,513]")
      ->type_name("PATH=VALUE")
      ->take_all();
  verb.add_option("--threads", arguments.threads, "Number of threads (default: all of the machine)")
      ->check(whole_number(1, 1024))
      ->type_name("N");
  verb.add_option("--tile", arguments.tile,
                  "Side of a compute tile in cells, or whole (default: 512); never changes a pixel")
      ->type_name("N|whole");
  verb.add_option("--memory", arguments.memory,
                  "Memory limit, such as 4GB; layers that do not fit are swapped to files beside the output (default: "
                  "80 % of free memory)")
      ->type_name("SIZE");
  verb.add_flag("--quiet", arguments.quiet, "Show only warnings and errors");
  verb.add_flag("--strict", arguments.strict, "Treat warnings as errors");
  add_common(verb, arguments);
}

void add_world(CLI::App& verb, Arguments& arguments) {
  verb.add_option("config", arguments.config, "The world, a YAML file")->required()->type_name("CONFIG");
  add_run(verb, arguments);
}

constexpr char one_folder[] = "Folder for the files (default: out/<name of the world>, for a window a folder in it)";
constexpr char same_folder[] = "Folder that build would write to (default: out/<name of the world>)";

void add_worlds(CLI::App& verb, Arguments& arguments, const char* out, bool may_be_several = false) {
  if (may_be_several) {
    verb.add_option("config", arguments.configs, "The world, a YAML file; or several")
        ->required()
        ->type_name("CONFIG")
        ->expected(-1);
  } else {
    verb.add_option("config", arguments.config, "The world, a YAML file")->required()->type_name("CONFIG");
  }
  verb.add_option("--out", arguments.out, out)->type_name("DIR");
  add_run(verb, arguments);
}

void add_seed(CLI::App& verb, Arguments& arguments) {
  add_list(verb, "--seed", arguments.seeds,
           "Another world of the same kind: a number or any text; may be given several times")
      ->type_name("SEED");
}

void add_config(CLI::App& verb, Arguments& arguments, const char* out, bool may_be_several = false) {
  add_worlds(verb, arguments, out, may_be_several);
  add_seed(verb, arguments);
}

void add_place_options(CLI::App& verb, Arguments& arguments) {
  verb.add_option("--port", arguments.port, "Port of the page (default: a free one)")
      ->check(whole_number(1, 65535))
      ->type_name("N");
  verb.add_option("--address", arguments.address,
                  "Address of the page in digits, as 0.0.0.0 for all of this machine: anyone with the printed address "
                  "may then look and write (default: 127.0.0.1, this machine alone)")
      ->type_name("ADDRESS");
}

// Reports of a call for other programs.
void add_reports(CLI::App& verb, Arguments& arguments) {
  verb.add_option("--junit", arguments.junit, "Write worlds and expectations as JUnit XML, for CI servers")
      ->type_name("FILE");
  verb.add_option("--sarif", arguments.sarif, "Write all problems as SARIF 2.1.0, for GitHub and editors")
      ->type_name("FILE");
}

void add_window(CLI::App& verb, Arguments& arguments) {
  verb.add_option(
          "--window", arguments.window,
          "Write only this part of the world, in cells (512,300,1025x1025) or with units (10km,5km,40kmx40km), from "
          "its left and top edges. It has the cells whose centres lie in it, with the values of the whole world")
      ->type_name("X,Y,WIDTHxHEIGHT");
}

void add_new(CLI::App& verb, Arguments& arguments) {
  verb.add_option("what", arguments.target, "Kind of the new files: world or stage")
      ->required()
      ->check(one_of({"world", "stage"}))
      ->type_name("world|stage");
  verb.add_option("name", arguments.name,
                  "Its name; the file is NAME.yaml; for a stage its id, as example.fog; nothing is ever overwritten")
      ->required()
      ->type_name("NAME");
  const std::vector<std::string> models = report::shipped_worlds();
  verb.add_option("--like", arguments.like,
                  "Extend a whole world" + (models.empty() ? std::string() : ": " + report::join(models)) +
                      " (default: a small world to grow)")
      ->type_name("WORLD");
  verb.add_option("--language", arguments.language, "For a stage: c++, c or rust (default: c++)")
      ->check(one_of({"c++", "c", "rust"}))
      ->type_name("LANGUAGE");
  verb.add_option("--kind", arguments.kind,
                  "For a stage: point (each cell by itself), window (it sees cells around) or rounds (one answer of "
                  "all tiles) (default: point)")
      ->check(one_of({"point", "window", "rounds"}))
      ->type_name("KIND");
  verb.add_option("--out", arguments.out, "For a stage: its folder, which must not exist yet (default: its word)")
      ->type_name("DIR");
  add_format(verb, arguments);
}

void add_diff(CLI::App& verb, Arguments& arguments) {
  verb.add_option("targets", arguments.targets,
                  "Two of: a folder or manifest of a build, a config, REF:CONFIG from Git")
      ->required()
      ->type_name("A B");
  verb.add_option("--git", arguments.git, "Compare one config with itself at this commit, as HEAD~1 or main")
      ->type_name("REF");
  const auto threshold = [&](const char* name, double& value, const char* help) {
    verb.add_option(name, value, help)->check(number(0, std::numeric_limits<double>::max()))->type_name("X");
  };
  threshold("--fail", arguments.fail, "A cell differs if it does by more than this, in the layer's unit (default: 0)");
  threshold("--failpercent", arguments.failpercent, "Percentage of the cells that may differ (default: 0)");
  threshold("--hardfail", arguments.hardfail, "No cell may differ by more than this (default: no limit)");
  threshold("--warn", arguments.warn, "As --fail, for a warning (default: none)");
  threshold("--warnpercent", arguments.warnpercent, "As --failpercent, for a warning");
  verb.add_option("--html", arguments.html, "Write a self-contained page, with pictures of the changes")
      ->type_name("FILE");
  verb.add_option("--markdown", arguments.markdown_file, "Write Markdown, for a pull request")->type_name("FILE");
  verb.add_option("--pictures", arguments.pictures, "Write a PNG of the changes for each changed layer")
      ->type_name("DIR");
  add_run(verb, arguments);
  add_seed(verb, arguments);
  add_cache(verb, arguments, "Folder of the cache for layers of configs, or off" + usual_cache);
}

void add_search(CLI::App& verb, Arguments& arguments) {
  verb.add_option("config", arguments.config, "The world, a YAML file with `expect`")->required()->type_name("CONFIG");
  verb.add_option("--want", arguments.want, "Number of worlds (default: 1)")
      ->check(whole_number(1, 10000))
      ->type_name("N");
  verb.add_option("--best", arguments.best,
                  "The tried worlds with the largest value of this, as 'max(land.land_share)', '-count(rivers.table)'")
      ->type_name("EXPRESSION");
  CLI::Option* seeds = add_list(verb, "--seeds", arguments.sweep_seeds,
                                "Seeds to try, in this order, between commas, also ranges: 1..5000,north")
                           ->type_name("SEEDS");
  verb.add_option("--tries", arguments.tries, "Try the seeds from 1 to this one (default: 200)")
      ->check(whole_number(1, 100000))
      ->excludes(seeds)
      ->type_name("N");
  verb.add_option(
          "--coarse", arguments.coarse,
          "Screen worlds first with one cell in the place of so many a side; 1: at full size at once (default: 4)")
      ->check(whole_number(1, 64))
      ->type_name("N");
  verb.add_option(
          "--out", arguments.out,
          "Build the found worlds into folders in this one, with a table and a sheet (default: nothing is built)")
      ->type_name("DIR");
  verb.add_option("--csv", arguments.csv, "Write all tried worlds as a table")->type_name("FILE");
  verb.add_flag("--json", arguments.json, "Print JSON, for other programs");
  add_run(verb, arguments);
  add_cache(verb, arguments, "Folder of the cache, in which later searches find tried worlds, or off" + usual_cache);
}

// An empty word, as of a variable that is not set, names nothing. Seeds and settings have errors of their own.
void refuse_empty_words(CLI::App& app) {
  for (CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    for (CLI::Option* option : verb->get_options()) {
      const std::string name = option->get_name();
      if (option->get_items_expected_max() > 0 && name != "--seed" && name != "--set") option->check(not_empty());
    }
  }
}

// From the last to the first, as CLI11 takes them. It would take the word behind `--out=` for the folder.
std::vector<std::string> words_for_parser(int argc, char** argv) {
  std::vector<std::string> words;
  bool may_be_option = true;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    may_be_option = may_be_option && word != "--";
    const bool has_empty_value = may_be_option && word.compare(0, 2, "--") == 0 && word.find('=') == word.size() - 1;
    if (has_empty_value) word.pop_back();
    words.push_back(std::move(word));
    if (has_empty_value) words.emplace_back();
  }
  std::reverse(words.begin(), words.end());
  return words;
}

int run_program(int argc, char** argv) {
  set_format(format_asked_for(argc, argv));
  CLI::App app{"Builds worlds from one YAML file: heights, land, rain, biomes, as layered images."};
  app.name("terrawright");
  app.set_version_flag("--version", "terrawright " TERRAWRIGHT_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Try:  terrawright build configs/island.yaml\n"
      "      terrawright build configs/island.yaml --seed 7 --set knobs.sea=55%\n"
      "      terrawright new world coast\n"
      "      terrawright new stage example.fog\n"
      "      terrawright watch configs/island.yaml\n"
      "      terrawright stages\n"
      "Plugins: --plugins, then TERRAWRIGHT_PLUGIN_PATH, then lib/terrawright/plugins of the installation.\n"
      "Exit codes: 0 done, 1 a stage or the world failed, 2 usage or config, 3 plugin or wrong stage, 4 expectation, "
      "lock or comparison failed, 130 stopped.");
  Arguments arguments;
  arguments.words_of_start.assign(argv, argv + argc);
  Exit (*verb)(const Arguments&) = nullptr;
  const auto add = [&](const char* name, const char* help, Exit (*function)(const Arguments&)) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([&verb, function] { verb = function; });
    return sub;
  };

  CLI::App* build_verb = add("build", "Build the world and write its files", build);
  add_config(*build_verb, arguments, one_folder, true);
  add_reports(*build_verb, arguments);
  build_verb
      ->add_option("--depfile", arguments.depfile,
                   "Write the files that the worlds depend on, for Make, Ninja and CMake")
      ->type_name("FILE");
  build_verb
      ->add_option("--depfile-target", arguments.made,
                   "Target of those dependencies in it (default: the first manifest)")
      ->needs("--depfile")
      ->type_name("NAME");
  build_verb
      ->add_option("--provenance", arguments.provenance,
                   "Write the inputs of all files, by SHA-256, as an in-toto statement with SLSA provenance v1")
      ->type_name("FILE");
  build_verb
      ->add_option("--log", arguments.log,
                   "Write events as they happen: lines of JSON with nodes, times, memory, bytes and hashes")
      ->type_name("FILE");
  build_verb->add_flag("--sha256", arguments.sha256,
                       "Print SHA-256 of the written content: a layer's raw cells, a text, a table as CSV");
  build_verb->add_flag("--digest", arguments.digest,
                       "Print one hash of everything that the outputs hold, as the page without a server shows it");
  build_verb
      ->add_option("--sums", arguments.sums,
                   "Write SHA-256 of all files into this one too, for sha256sum --check in its folder; with several "
                   "seeds its name needs {seed}")
      ->type_name("FILE");
  CLI::Option* lock = build_verb->add_flag(
      "--lock", arguments.lock,
      "Write inputs and results of this world, by hashes, into CONFIG's .lock.yaml, to be committed");
  build_verb
      ->add_flag("--locked", arguments.locked,
                 "Write nothing unless recipes, before the run, and pixels, after it, equal those of the lock file")
      ->excludes(lock);
  add_window(*build_verb, arguments);
  add_cache(*build_verb, arguments,
            "Folder of the cache for later builds, or off" + usual_cache + "; never changes a pixel");
  CLI::App* verify_verb = add("verify", "Rebuild worlds and compare them with their lock files", verify);
  verify_verb
      ->add_option("config", arguments.configs,
                   "Worlds, each with its lock file; all entries of those; with --files folders of builds")
      ->required()
      ->type_name("CONFIG");
  add_run(*verify_verb, arguments);
  add_seed(*verify_verb, arguments);
  add_cache(*verify_verb, arguments, "Folder of a trusted cache (default: none; everything is rebuilt)");
  CLI::Option* files = verify_verb->add_flag(
      "--files", arguments.files,
      "Compare the files of folders with their manifests, by SHA-256: missing, cut, changed and extra files");
  for (const char* other : {"--set", "--seed", "--cache"}) files->excludes(verify_verb->get_option(other));
  add_diff(*add("diff", "Compare two builds, configs or commits, layer by layer", diff), arguments);
  CLI::App* plan_verb = add("plan", "Show what build would do, and why: order, shapes, memory, files", plan);
  add_config(*plan_verb, arguments, same_folder);
  add_window(*plan_verb, arguments);
  add_cache(*plan_verb, arguments, "Folder of the cache, or off" + usual_cache);
  plan_verb->add_flag("--json", arguments.json, "Print JSON, for other programs");
  CLI::App* watch_verb = add("watch", "Open a page that shows the world and follows every saved change", watch);
  add_world(*watch_verb, arguments);
  add_seed(*watch_verb, arguments);
  add_place_options(*watch_verb, arguments);
  add_cache(*watch_verb, arguments, "Folder where layers are kept for later builds, or off" + usual_cache);
  CLI::App* validate_verb = add("validate", "Find every problem of a config without building it", validate);
  add_config(*validate_verb, arguments, same_folder, true);
  validate_verb->add_flag("--resolve", arguments.resolve,
                          "Print the world as one file: with what it extends and includes, --set and --seed in it");
  add_reports(*validate_verb, arguments);
  CLI::App* sweep_verb = add("sweep", "Build many worlds: seeds, and combinations of values", sweep);
  add_worlds(*sweep_verb, arguments, "Folder for the worlds, a folder each (default: out/<name of the world>-sweep)");
  add_list(*sweep_verb, "--seeds", arguments.sweep_seeds,
           "Seeds between commas, also ranges: 1..200,north (default: the config's)")
      ->type_name("SEEDS");
  sweep_verb->add_option("--shard", arguments.shard, "Build this share alone, as 2/5: the second of five equal ones")
      ->type_name("I/N");
  add_cache(*sweep_verb, arguments, "Folder of the cache for other worlds and later sweeps, or off" + usual_cache);
  add_search(*add("search", "Find seeds that meet the expectations, or the best of many; screens coarse previews first",
                  search),
             arguments);
  add_new(*add("new", "Create a world, a YAML file; or a stage, a folder that builds and tests it", new_world),
          arguments);
  CLI::App* graph_verb = add("graph", "Draw the world: nodes, ports and kinds, files, as DOT", graph);
  add_config(*graph_verb, arguments, same_folder);
  graph_verb->add_flag("--mermaid", arguments.mermaid, "Print Mermaid, which Markdown pages can show");
  CLI::App* stages_verb = add("stages", "List all stages, or find those about a word", stages);
  stages_verb->add_option("words", arguments.words, "Topic of the stages: 'flow direction', perlin")->type_name("WORD");
  add_common(*stages_verb, arguments);
  stages_verb->add_flag("--markdown", arguments.markdown, "Print Markdown, as the index of docs/stages/");
  stages_verb->add_flag("--words", arguments.list_words, "List the words by which stages are found, with the stages");
  CLI::App* describe_verb = add("describe", "Show a stage: ports, parameters, shape, origin, an example", describe);
  describe_verb->add_option("stage", arguments.stage, "The stage, such as sea.level")->required()->type_name("STAGE");
  add_common(*describe_verb, arguments);
  describe_verb->add_flag("--json", arguments.json, "Print JSON, for other programs");
  describe_verb->add_flag("--markdown", arguments.markdown, "Print Markdown, as a page of docs/stages/")
      ->excludes("--json");
  CLI::App* schema_verb = add("schema", "Print a JSON Schema of configs, for completion in editors", schema);
  schema_verb
      ->add_option("config", arguments.config,
                   "Schema for this world, which offers its knobs with their documentation, and its nodes")
      ->type_name("CONFIG");
  add_common(*schema_verb, arguments);
  CLI::App* check_verb = add("check", "Test stages: run each one in many ways that must give the same result", check);
  check_verb
      ->add_option("target", arguments.target,
                   "A library of stages (.so), a folder of them or a config (default: the built-in stages)")
      ->type_name("PLUGIN|FOLDER|CONFIG");
  add_list(*check_verb, "--stage", arguments.only, "This stage only, as sea.level; may be given several times")
      ->type_name("STAGE");
  check_verb
      ->add_option("--limit", arguments.limit, "Seconds after which a call counts as an endless loop (default: 60)")
      ->check(number(0.1, 86400))
      ->type_name("SECONDS");
  check_verb
      ->add_option("--budget", arguments.budget,
                   "Seconds for each stage, after which its other trials are skipped (default: 600, with --quick 30)")
      ->check(number(0.1, 86400))
      ->type_name("SECONDS");
  check_verb->add_flag("--quick", arguments.quick, "Fewer sizes, inputs and parameters");
  CLI::Option* const trial =
      check_verb->add_option("--trial", arguments.trial, "Run this trial alone, as a finding names it, in this process")
          ->type_name("ID");
  check_verb
      ->add_option("--keep", arguments.keep, "With --trial: write the inputs of the stage into this folder, as files")
      ->needs(trial)
      ->type_name("DIR");
  check_verb->add_flag("--quiet", arguments.quiet, "Print findings alone");
  add_common(*check_verb, arguments);
  CLI::App* bench_verb =
      add("bench", "Measure a stage: time and memory a cell, and both before its code changed", bench);
  bench_verb->add_option("stage", arguments.stage, "The stage, such as sea.level")->required()->type_name("STAGE");
  bench_verb->add_option("--threads", arguments.threads, "Number of threads beside one (default: all of the machine)")
      ->check(whole_number(1, 1024))
      ->type_name("N");
  add_cache(*bench_verb, arguments, "Folder for the measurements, or off" + usual_cache);
  add_common(*bench_verb, arguments);
  CLI::App* cache_verb = add("cache", "Show the cache of builds, or clear it", cache);
  add_cache(*cache_verb, arguments, "Folder of the cache" + usual_cache, "DIR");
  cache_verb->add_flag("--clear", arguments.clear, "Remove all that it holds");
  cache_verb->add_flag("--json", arguments.json, "Print JSON, for other programs");
  add_format(*cache_verb, arguments);
  CLI::App* completions_verb = app.add_subcommand("completions", "Print what a shell needs to complete command lines");
  completions_verb->add_option("shell", arguments.shell, "bash, zsh or fish")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}))
      ->type_name("SHELL");

  refuse_empty_words(app);
  try {
    app.parse(words_for_parser(argc, argv));
  } catch (const CLI::ParseError& error) {
    return answer(app, error);
  }
  if (completions_verb->parsed()) {
    print(completions_of(app, arguments.shell));
    return done;
  }
  // Not by the library: of several verbs with one variable it takes that of a verb that was not asked for.
  if (const char* named = std::getenv("TERRAWRIGHT_CACHE");
      named != nullptr && arguments.cache.empty() && verb != verify)
    arguments.cache = named;
  if (others() == nullptr || others()->rank() == 0) set_quiet(arguments.quiet);
  const bool for_all = verb == verify || verb == diff;  // whose seeds are not of worlds that are to be
  if (arguments.configs.empty()) arguments.configs.push_back(arguments.config);
  leave_out_locks(arguments);
  arguments.config = arguments.configs.front();
  if (!can_report(arguments)) return refused;
  try {
    return write_reports(arguments, for_all ? verb(arguments) : for_each_config(arguments, verb));
  } catch (const Ended& ended) {
    return write_reports(arguments, ended.code);
  }
}

int run_to_its_end(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (const Ended& ended) {
    return ended.code;
  }
}

int guarded_run(int argc, char** argv) {
  try {
    const Company company;
    const int code = run_to_its_end(argc, argv);
    company.end(code);
    return code;
  } catch (const std::system_error& error) {
    set_quiet(true);  // whoever it is, one of several processes too
    show_error(error.code() == std::errc::resource_unavailable_try_again ? engine::no_more_threads
                                                                         : report::reason_of(error));
    return failed;
  } catch (const std::exception& error) {
    set_quiet(true);
    show_error(report::reason_of(error));
    return failed;
  }
}

}  // namespace
}  // namespace terrawright::cli

int main(int argc, char** argv) {
  using namespace terrawright::cli;
  listen_for_signals();
  terrawright::system::open_standard_streams();
  terrawright::system::allow_many_open_files();
  terrawright::border::report_stage_ends(failed);
  const int code = guarded_run(argc, argv);
  if (const int error = close_output(); error != 0) {
    show_output_lost(error);
    return code == done ? failed : code;
  }
  return code;
}
