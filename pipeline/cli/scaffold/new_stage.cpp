// SPDX-License-Identifier: Apache-2.0
// Begins a stage: a folder with its code, a build file, a test, a world, a workflow and a page. The code is that of a
// stage in examples/, under another name.
#include <algorithm>
#include <array>
#include <filesystem>

#include "border/description.hpp"
#include "cli/scaffold/examples.hpp"
#include "cli/scaffold/new_files.hpp"
#include "cli/session.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "report/program_file.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;
using report::replaced;

// The stage of examples/ that one of a language and a kind begins as.
struct Model {
  const char *language, *kind, *file;
  const char *word, *type;  // of `example.word`, and of its struct; empty: it has none
};
constexpr std::array<Model, 9> models = {{
    {"c++", "point", "100-plugin/terrace.cpp", "terrace", "Terrace"},
    {"c++", "window", "100-plugin/box_mean.cpp", "box_mean", "BoxMean"},
    {"c++", "rounds", "100-plugin/equalise.cpp", "equalise", "Equalise"},
    {"c", "point", "800-languages/c/terrace.c", "terrace", ""},
    {"c", "window", "800-languages/c/box_mean.c", "box_mean", ""},
    {"c", "rounds", "800-languages/c/equalise.c", "equalise", ""},
    {"rust", "point", "800-languages/rust/stage.rs", "crater", "Crater"},
    {"rust", "window", "800-languages/rust/box_mean.rs", "box_mean", "BoxMean"},
    {"rust", "rounds", "800-languages/rust/equalise.rs", "equalise", ""},
}};

std::string beginning(const std::string& file) {
  const auto found =
      std::find_if(beginnings.begin(), beginnings.end(), [&](const Beginning& one) { return file == one.file; });
  return found->text;
}

// fog_bank is of the struct FogBankStage, which is no word of the headers.
std::string type_of(const std::string& word) {
  std::string type;
  bool begins = true;
  for (const char c : word) {
    if (c != '_') type += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    begins = c == '_';
  }
  return type + "Stage";
}

// Path at which CMake finds this Terrawright: an installation's prefix, or its sources; empty: none.
std::string prefix() {
  std::error_code error;
  const fs::path folder = fs::canonical(report::shared_folder() / "configs", error).parent_path();
  if (error) return {};
  if (fs::exists(folder / "cmake/TerrawrightConfig.cmake", error)) return folder.string();
  return folder.parent_path().parent_path().string();
}

class Scaffold {
 public:
  Scaffold(const std::string& id, const Model& model) : id_(id), model_(model) {
    const std::size_t slash = id.find('/'), name = slash == std::string::npos ? 0 : slash + 1, dot = id.find('.', name);
    family_ = id.substr(name, dot - name);
    word_ = id.substr(dot + 1);
    target_ = family_ + "_" + word_;
    is_rust_ = model.language == std::string("rust");
    source_ = is_rust_ ? "src/lib.rs" : word_ + fs::path(model.file).extension().string();
    test_ = is_rust_ ? source_ : "tests/" + word_ + ".cpp";
    libraries_ = is_rust_ ? "target/release" : "build";
  }

  // Run in its folder, one after the other; `hint`: the option for CMake that names this Terrawright.
  std::vector<std::string> commands(const std::string& hint = {}) const {
    std::vector<std::string> all = {"cargo build --release", "cargo test"};
    if (!is_rust_)
      all = {"cmake -S . -B build" + hint + " && cmake --build build", "ctest --test-dir build --output-on-failure"};
    all.push_back("terrawright check " + libraries_ + " --quick");
    all.push_back("terrawright build world.yaml --plugins " + libraries_);
    return all;
  }

  // Names of files are those in its folder.
  std::vector<NewFile> files() const {
    const std::string plugin = "TERRAWRIGHT_PLUGIN(\"org." + replaced(id_, "/", ".") +
                               "\", \"1.0.0\", terrawright_stage_" + word_ + "_of_" + family_ + "())\n";
    std::string code = named(beginning(model_.file));
    if (model_.language == std::string("c++")) code += plugin;
    std::vector<NewFile> all = {{source_, code}};
    if (is_rust_) {
      all.push_back({"src/terrawright.rs", beginning("800-languages/rust/terrawright.rs")});
      all.push_back({"Cargo.toml", filled("Cargo.toml")});
    } else {
      std::string test = named(beginning("100-plugin/tests/" + std::string(model_.word) + ".cpp"));
      if (model_.language == std::string("c"))
        test = replaced(test, "\nconst terrawright_stage* ", "\nextern \"C\" const terrawright_stage* ");
      all.push_back({test_, test});
      all.push_back({"CMakeLists.txt", filled("CMakeLists.txt")});
    }
    all.push_back({"world.yaml", filled("world.yaml")});
    all.push_back({".github/workflows/stage.yml", filled("stage.yml")});
    all.push_back({".gitignore", is_rust_ ? "/target/\n/out/\n" : "/build/\n/out/\n"});
    all.push_back({"README.md", filled("README.md")});
    return all;
  }
  const std::string& word() const { return word_; }
  bool is_rust() const { return is_rust_; }

 private:
  // The model under the new name. Its author decides on its licence.
  std::string named(std::string text) const {
    const std::string word = model_.word;
    text = replaced(text, "// SPDX-License-Identifier: Apache-2.0\n", "");
    text = replaced(text, "\"org.example." + word + "\"", "\"org." + replaced(id_, "/", ".") + "\"");
    text = replaced(text, "\"example." + word + "\"", "\"" + id_ + "\"");
    text = replaced(text, " example." + word + "@1", " " + id_ + "@1");
    text = replaced(text, "name: " + word + "\n", "name: example\n");
    text = replaced(text, "_" + word + "_of_example", "_" + word_ + "_of_" + family_);
    text = replaced(text, "(example, " + word + ", ", "(" + family_ + ", " + word_ + ", ");
    return *model_.type == 0 ? text : replaced(text, model_.type, type_of(word_));
  }
  // A file of scaffold/ with its @words@ filled in.
  std::string filled(const std::string& file) const {
    std::string lines, runs;
    for (const std::string& command : commands()) {
      lines += (lines.empty() ? "    " : "\n    ") + command;
      runs += "      - run: " + command + "\n";
    }
    const std::string hint = is_rust_ ? ""
                                      : "If the `terrawright` of an installation is in the `PATH`, CMake finds the "
                                        "rest of it; else add\n`-DCMAKE_PREFIX_PATH=PREFIX` to the first.\n\n";
    std::string text = beginning(file);
    const std::pair<const char*, const std::string&> words[] = {
        {"@commands@", lines},       {"@hint@", hint},   {"@id@", id_},
        {"@libraries@", libraries_}, {"@runs@\n", runs}, {"@source@", source_},
        {"@target@", target_},       {"@test@", test_},  {"@word@", word_}};
    for (const auto& [word, value] : words) text = replaced(text, word, value);
    return text;
  }

  const std::string id_;
  const Model& model_;
  std::string family_, word_, target_, source_, test_, libraries_;
  bool is_rust_ = false;
};

void check_id(const Arguments& arguments, report::Diagnostics& problems) {
  const std::string& id = arguments.name;
  if (!border::is_stage_id(id) || id.size() > 100) {
    problems.error({}, report::quote(id) + " cannot be the id of a stage",
                   "write family.word, each of lower-case letters, digits and '_', as example.fog; before it may stand "
                   "who makes it, as acme/example.fog");
    return;
  }
  const graph::Offer* const known = load_catalogue(arguments).find(id);
  if (known == nullptr) return;
  problems.error({},
                 known->file.empty() ? report::quote(id) + " is a stage of the program"
                                     : report::quote(id) + " is a stage of " + report::quote(known->file),
                 "choose another word or family, or name who makes yours: acme/" + id.substr(id.find('/') + 1));
}

}  // namespace

Exit new_stage(const Arguments& arguments) {
  report::Diagnostics problems;
  check_id(arguments, problems);
  if (!arguments.like.empty())
    problems.error({}, "a stage is not like a world", "leave --like out; --kind and --language say how a stage begins");
  show_or_end(problems);
  const auto* const model = std::find_if(models.begin(), models.end(), [&](const Model& one) {
    return one.language == (arguments.language.empty() ? "c++" : arguments.language) &&
           one.kind == (arguments.kind.empty() ? "point" : arguments.kind);
  });
  const Scaffold scaffold(arguments.name, *model);
  const fs::path folder = arguments.out.empty() ? scaffold.word() : arguments.out;
  std::error_code error;
  if (fs::exists(fs::symlink_status(folder, error)))
    refuse(report::quote(folder.string()) + " is there already, and nothing is written into it",
           "choose another folder with --out, or move it away first");
  error.clear();  // that nothing is there is none
  std::vector<NewFile> files = scaffold.files();
  for (NewFile& file : files) {
    const fs::path path = folder / file.name;
    file.name = path.string();
    if (!error) fs::create_directories(path.parent_path(), error);
  }
  Exit exit = failed;
  if (error) {
    show_error("cannot make the folder " + report::quote(folder.string()) + ": " + error.message(),
               "may you write into the folder that it is to lie in?");
  } else {
    exit = write_all(files);
  }
  if (exit != done) {
    fs::remove_all(folder, error);
    return exit;
  }
  const std::string found = scaffold.is_rust() ? "" : prefix();
  std::vector<std::string> commands = scaffold.commands(found.empty() ? "" : " -DCMAKE_PREFIX_PATH='" + found + "'");
  if (json_lines()) {
    Json names = Json::array();
    for (const NewFile& file : files) names.push_back(file.name);
    print_event("new", {{"folder", folder.string()}, {"files", names}, {"commands", commands}});
    return done;
  }
  for (const NewFile& file : files) print(file.name + "\n");
  std::string text = "Try:  cd '" + folder.string() + "'\n";
  for (const std::string& command : commands) text += "      " + command + "\n";
  print(text);
  return done;
}

}  // namespace terrawright::cli
