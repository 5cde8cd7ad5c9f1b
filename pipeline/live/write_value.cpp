// SPDX-License-Identifier: Apache-2.0
// A value goes into the config's file, where somebody may be writing too.
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "config/yaml/written.hpp"
#include "files/open_file.hpp"
#include "graph/sha256.hpp"
#include "images/whole_file.hpp"
#include "live/serve.hpp"
#include "system/files.hpp"

namespace terrawright::live {
namespace {

namespace fs = std::filesystem;

// Hash of the text without a byte-order mark, as the config is read.
std::string hash_of(const std::string& text) {
  return graph::sha256(text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? text.substr(3) : text);
}

// A file beside another one, which is gone unless it took its name.
class Beside {
 public:
  explicit Beside(const fs::path& file)
      : file_(file), descriptor_(system::open_private(file.parent_path().string(), name_)) {
    if (!descriptor_) name_.clear();
  }
  ~Beside() {
    if (!name_.empty()) system::remove_file(name_);
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  const std::string& name() const { return name_; }
  // 0 or an errno.
  int write(const std::string& text) {
    const bool is_written = descriptor_ && system::take_rights(descriptor_.number(), file_.string()) &&
                            system::write_all(descriptor_.number(), text.data(), text.size()) &&
                            system::write_out(descriptor_.number());
    return is_written ? 0 : errno;
  }
  int take_the_name() {
    if (!system::rename(name_, file_.string())) return errno;
    name_.clear();
    images::flush_folder(file_.parent_path());
    return 0;
  }

 private:
  const fs::path file_;
  std::string name_;
  const system::Descriptor descriptor_;
};

}  // namespace

std::string write_value(const std::string& file, const std::string& text_sha256, const std::vector<std::string>& keys,
                        const std::string& value,
                        const std::function<std::string(const std::string& beside)>& refusal) try {
  constexpr const char* changed = "the file has changed meanwhile: it is read again; look, and write once more";
  std::error_code error;
  const fs::path target = fs::canonical(file, error);
  if (error) return file + " is not there any more";
  if (!fs::is_regular_file(target, error)) return file + " is not a regular file";
  const std::string text = files::text_of(target);
  if (text_sha256.empty() || hash_of(text) != text_sha256) return changed;
  report::Diagnostics problems;
  const auto source = std::make_shared<report::Source>(report::Source{file, text});
  const auto after = config::spliced(source, keys, value, problems);
  if (!after) return problems.text();
  Beside beside(target);
  int why = beside.write(*after);
  if (why == 0) {
    if (std::string refused = refusal(beside.name()); !refused.empty()) return refused;
  }
  if (why == 0 && hash_of(files::text_of(target)) != text_sha256) return changed;
  if (why == 0) why = beside.take_the_name();
  return why == 0 ? "" : file + " could not be written and is as it was: " + std::strerror(why);
} catch (const files::ReadFailed& failed) {
  return failed.what();
}

}  // namespace terrawright::live
