// SPDX-License-Identifier: Apache-2.0
#include "cli/diff/git.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "files/reader.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;

struct Answer {
  int exit = -1;
  std::string out, err;
};

// No shell: arguments arrive as they are. Its output goes to files in `scratch`.
Answer run(std::vector<std::string> words, const fs::path& scratch) {
  const std::string out = scratch / "out", err = scratch / "err";
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(words[0] + " cannot be started: " + std::strerror(errno));
  if (child == 0) {
    const int in = open("/dev/null", O_RDONLY);
    const int to_out = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int to_err = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in >= 0 && to_out >= 0 && to_err >= 0 && dup2(in, 0) >= 0 && dup2(to_out, 1) >= 0 && dup2(to_err, 2) >= 0)
      execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  Answer ended{WIFEXITED(status) ? WEXITSTATUS(status) : 128, files::text_of(out), files::text_of(err)};
  if (ended.exit == 127) throw std::runtime_error("the program " + words[0] + " cannot be started; is it installed?");
  return ended;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string git(std::vector<std::string> words, const fs::path& near, const fs::path& scratch) {
  words.insert(words.begin(), {"git", "-C", near.empty() ? "." : near.string()});
  const Answer ended = run(words, scratch);
  if (ended.exit != 0) throw std::runtime_error("git says: " + report::printable(first_line(ended.err)));
  return ended.out;
}

}  // namespace

std::optional<GitFile> git_file(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) return std::nullopt;
  return GitFile{text.substr(0, colon), text.substr(colon + 1)};
}

GitFile at_commit(const std::string& ref, const fs::path& file) {
  const fs::path real = fs::weakly_canonical(fs::absolute(file));
  fs::path root = real.parent_path();
  std::error_code unknown;
  while (!fs::exists(root / ".git", unknown)) {
    if (root == root.parent_path())
      throw std::runtime_error(report::quote(file.string()) + " lies in no repository of Git");
    root = root.parent_path();
  }
  return {ref, real.lexically_relative(root).generic_string()};
}

fs::path checked_out(const GitFile& file, const fs::path& near, const fs::path& folder) {
  const fs::path scratch = folder / "said";
  const fs::path tree = folder / "tree";
  fs::create_directories(scratch);
  fs::create_directories(tree);
  // From here on the commit is a number: a name that looks like an option is none.
  const std::string commit =
      first_line(git({"rev-parse", "--verify", "--quiet", "--end-of-options", file.ref + "^{commit}"}, near, scratch));
  fs::path path = fs::path(file.path).lexically_normal();
  if (path.is_absolute() || (!path.empty() && *path.begin() == ".."))
    throw std::runtime_error(report::quote(file.path) + " is no path from the root of the repository");
  const std::string root = first_line(git({"rev-parse", "--show-toplevel"}, near, scratch));
  const fs::path archive = folder / "archive.tar";
  std::vector<std::string> words = {"archive", "--format=tar", "--output=" + archive.string(), commit};
  // A config reads what lies beside it and below.
  if (path.has_parent_path()) words.insert(words.end(), {"--", ":(literal)" + path.parent_path().generic_string()});
  git({"cat-file", "-e", commit + ":" + path.generic_string()}, root, scratch);
  git(words, root, scratch);
  const Answer unpacked = run({"tar", "-x", "-f", archive.string(), "-C", tree.string()}, scratch);
  if (unpacked.exit != 0) throw std::runtime_error("tar says: " + report::printable(first_line(unpacked.err)));
  fs::remove(archive);
  return tree / path;
}

}  // namespace terrawright::cli
