// SPDX-License-Identifier: Apache-2.0
#include "live/private_folder.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace terrawright::live {
namespace {

namespace fs = std::filesystem;

const std::string prefix = "terrawright-watch-";

// -1: somebody has it.
int locked(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  if (descriptor >= 0) close(descriptor);
  return -1;
}

void remove_leftovers(const fs::path& among) {
  std::error_code error;
  for (fs::directory_iterator it(among, error), end; !error && it != end; it.increment(error)) {
    if (it->path().filename().string().compare(0, prefix.size(), prefix) != 0) continue;
    struct stat facts;
    if (lstat(it->path().c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != geteuid()) continue;
    const int lock = locked(it->path());
    if (lock < 0) continue;
    std::error_code unsaid;
    fs::remove_all(it->path(), unsaid);
    close(lock);
  }
}

}  // namespace

PrivateFolder::PrivateFolder() {
  const fs::path among = fs::temp_directory_path();
  remove_leftovers(among);
  std::string name = (among / (prefix + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr)
    throw std::system_error(errno, std::generic_category(), "no folder for temporary files in " + among.string());
  path_ = name;
  lock_ = locked(path_);
}

PrivateFolder::~PrivateFolder() {
  std::error_code unsaid;
  fs::remove_all(path_, unsaid);
  if (lock_ >= 0) close(lock_);
}

}  // namespace terrawright::live
