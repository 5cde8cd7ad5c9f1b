// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "cli/arguments.hpp"
#include "cli/verbs.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::cli {
namespace {

constexpr char list_of_stages[] =
    "terrawright stages --format json 2>/dev/null | sed -n 's/.*\"stage\":\"\\([^@\"]*\\)@.*/\\1/p'";

enum class Takes { nothing, words, config, file, folder, stage, shell, format };

Takes takes(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto holds = [&](const char* word) { return type.find(word) != std::string::npos; };
  if (type.empty() || option.get_expected_max() == 0) return Takes::nothing;
  if (type == "FORMAT") return Takes::format;
  if (type == "SHELL") return Takes::shell;
  if (type == "STAGE") return Takes::stage;
  if (type == "CONFIG") return Takes::config;
  if (holds("DIR")) return Takes::folder;
  if (holds("FILE") || holds("PLUGIN") || type == "PATH") return Takes::file;
  return Takes::words;
}

std::vector<std::string> choices(Takes what) {
  if (what == Takes::format) return {"text", "json", "github"};
  if (what == Takes::shell) return {"bash", "zsh", "fish"};
  return {};
}

std::string spaced(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

// "--set", "-h": as they are written.
std::vector<std::string> switches_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

// In single quotes for a shell.
std::string quoted(const std::string& text) { return "'" + report::replaced(text, "'", "'\\''") + "'"; }
std::string quoted_for_fish(const std::string& text) {
  return "'" + report::replaced(report::replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

// --- bash

std::string bash_values(Takes what) {
  switch (what) {
    case Takes::config:
      return "COMPREPLY=($(compgen -f -X '!*.yaml' -- \"$word\"; compgen -f -X '!*.yml' -- \"$word\"; compgen -d -- "
             "\"$word\"))";
    case Takes::file:
      return "COMPREPLY=($(compgen -f -- \"$word\"))";
    case Takes::folder:
      return "COMPREPLY=($(compgen -d -- \"$word\"))";
    case Takes::stage:
      return "COMPREPLY=($(compgen -W \"$(" + std::string(list_of_stages) + ")\" -- \"$word\"))";
    case Takes::format:
    case Takes::shell:
      return "COMPREPLY=($(compgen -W " + quoted(spaced(choices(what))) + " -- \"$word\"))";
    default:
      return "COMPREPLY=()";
  }
}

std::string bash(const CLI::App& app) {
  std::string verbs, options, values, words;
  for (const CLI::App* verb : verbs_of(app)) {
    verbs += (verbs.empty() ? "" : " ") + verb->get_name();
    std::vector<std::string> names;
    std::string own;
    for (const CLI::Option* option : verb->get_options()) {
      const Takes what = takes(*option);
      if (option->get_positional()) {
        own = bash_values(what);
        continue;
      }
      for (const std::string& name : switches_of(*option)) {
        names.push_back(name);
        if (what != Takes::nothing)
          values += "    " + verb->get_name() + "," + name + ") " + bash_values(what) + "; return ;;\n";
      }
    }
    options += "    " + verb->get_name() + ") options=" + quoted(spaced(names)) + " ;;\n";
    if (!own.empty()) words += "    " + verb->get_name() + ") " + own + " ;;\n";
  }
  return "# bash completion for terrawright\n"
         "_terrawright() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} options=\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W " +
         quoted(verbs + " --help --version") +
         " -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  # --option=value is three words.\n"
         "  [ \"$word\" != = ] || word=\n"
         "  [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  case $verb,$before in\n" +
         values +
         "  esac\n"
         "  case $verb in\n" +
         options +
         "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case $verb in\n" +
         words +
         "  esac\n"
         "}\n"
         "complete -o filenames -F _terrawright terrawright\n";
}

// --- zsh

std::string zsh_values(Takes what) {
  switch (what) {
    case Takes::config:
      return "_files -g \"*.(yaml|yml)\"";
    case Takes::file:
      return "_files";
    case Takes::folder:
      return "_files -/";
    case Takes::stage:
      return "compadd -- ${(f)\"$(" + std::string(list_of_stages) + ")\"}";
    case Takes::format:
    case Takes::shell:
      return "(" + spaced(choices(what)) + ")";
    default:
      return " ";
  }
}

std::string zsh_text(const std::string& text) {
  return report::replaced(
      report::replaced(report::replaced(report::replaced(text, "\\", "\\\\"), ":", "\\:"), "[", "\\["), "]", "\\]");
}

std::string zsh(const CLI::App& app) {
  std::string verbs, cases;
  for (const CLI::App* verb : verbs_of(app)) {
    verbs += "    " + quoted(verb->get_name() + ":" + zsh_text(verb->get_description())) + "\n";
    cases += "    " + verb->get_name() + ") _arguments";
    for (const CLI::Option* option : verb->get_options()) {
      const Takes what = takes(*option);
      const std::string value = ":" + zsh_text(option->get_type_name()) + ":" + zsh_values(what);
      if (option->get_positional()) {
        cases += " \\\n      " + quoted((option->get_expected_max() > 1 ? "*" : "") + value);
        continue;
      }
      for (const std::string& name : switches_of(*option)) {
        const bool is_value = what != Takes::nothing;
        cases += " \\\n      " + quoted("*" + name + (is_value && name.size() > 2 ? "=" : "") + "[" +
                                        zsh_text(option->get_description()) + "]" + (is_value ? value : ""));
      }
    }
    cases += " ;;\n";
  }
  return "#compdef terrawright\n"
         "_terrawright() {\n"
         "  local -a verbs\n"
         "  verbs=(\n" +
         verbs +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe verb verbs\n"
         "    return\n"
         "  fi\n"
         "  local verb=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $verb in\n" +
         cases +
         "  esac\n"
         "}\n"
         "# Found by its name, or sourced.\n"
         "if [ \"$funcstack[1]\" = _terrawright ]; then _terrawright \"$@\"; else compdef _terrawright terrawright; "
         "fi\n";
}

// --- fish

std::string fish_values(Takes what) {
  switch (what) {
    case Takes::config:
      return " -x -a '(__fish_complete_path (commandline -ct) | string match -r "
             "\".*(?:\\\\.ya?ml|/)(?:\\\\t.*)?\\$\")'";
    case Takes::file:
      return " -r -F";
    case Takes::folder:
      return " -x -a '(__fish_complete_directories)'";
    case Takes::stage:
      return " -x -a " + quoted_for_fish("(" + std::string(list_of_stages) + ")");
    case Takes::format:
    case Takes::shell:
      return " -x -a " + quoted_for_fish(spaced(choices(what)));
    case Takes::words:
      return " -x";
    default:
      return "";
  }
}

std::string fish(const CLI::App& app) {
  std::string script = "# fish completion for terrawright\ncomplete -c terrawright -f\n";
  for (const CLI::App* verb : verbs_of(app)) {
    script += "complete -c terrawright -n __fish_use_subcommand -a " + verb->get_name() + " -d " +
              quoted_for_fish(verb->get_description()) + "\n";
    const std::string there = "complete -c terrawright -n '__fish_seen_subcommand_from " + verb->get_name() + "'";
    for (const CLI::Option* option : verb->get_options()) {
      const Takes what = takes(*option);
      if (option->get_positional()) {
        if (what != Takes::words) script += there + fish_values(what) + "\n";
        continue;
      }
      script += there;
      for (const std::string& name : option->get_lnames()) script += " -l " + name;
      for (const std::string& name : option->get_snames()) script += " -s " + name;
      script += fish_values(what) + " -d " + quoted_for_fish(option->get_description()) + "\n";
    }
  }
  return script;
}

}  // namespace

std::string completions_of(const CLI::App& app, const std::string& shell) {
  return shell == "bash" ? bash(app) : shell == "zsh" ? zsh(app) : fish(app);
}

}  // namespace terrawright::cli
