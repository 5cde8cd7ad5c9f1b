// SPDX-License-Identifier: Apache-2.0
#include "files/open_file.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "report/utf8.hpp"

namespace terrawright::files {
namespace {

constexpr std::size_t piece = std::size_t{1} << 18;

Identity identity_in(const std::optional<system::Facts>& facts, const std::filesystem::path& path) {
  if (facts) return {facts->device, facts->inode, facts->size, facts->modified};
  throw ReadFailed(path, errno);
}

}  // namespace

ReadFailed::ReadFailed(const std::filesystem::path& path, std::string reason, int error)
    : std::runtime_error("'" + report::printable(path.string()) + "' cannot be read: " + reason),
      reason_(std::move(reason)),
      error_(error) {}
ReadFailed::ReadFailed(const std::filesystem::path& path, int error)
    : ReadFailed(path, std::generic_category().message(error), error) {}

Identity identity_of(const std::filesystem::path& path) { return identity_in(system::facts_of(path.string()), path); }

OpenFile::OpenFile(std::filesystem::path path)
    : path_(std::move(path)), file_(system::open(path_.string(), system::reads)) {
  if (!file_) throw ReadFailed(path_, errno);
  identity_ = identity_in(system::facts_of(file_.number()), path_);
}

std::size_t OpenFile::read_up_to(void* to, std::size_t size, std::uint64_t offset) const {
  const std::int64_t done = system::read_up_to(file_.number(), to, size, offset);
  if (done < 0) throw ReadFailed(path_, errno);
  return static_cast<std::size_t>(done);
}

void OpenFile::read(void* to, std::size_t size, std::uint64_t offset) const {
  if (read_up_to(to, size, offset) == size) return;
  demand_unchanged();
  throw ReadFailed(path_, "it ends after " + std::to_string(this->size()) + " bytes");
}

void OpenFile::each_piece(const std::function<void(std::string_view)>& take) const {
  std::string bytes(piece, '\0');
  std::uint64_t at = 0;
  for (std::size_t got; (got = read_up_to(bytes.data(), bytes.size(), at)) > 0; at += got)
    take(std::string_view(bytes).substr(0, got));
  if (at != size()) throw ReadFailed(path_, "it was changed meanwhile");
  demand_unchanged();
}

void OpenFile::demand_unchanged() const {
  if (!(identity_in(system::facts_of(file_.number()), path_) == identity_))
    throw ReadFailed(path_, "it was changed meanwhile");
}

std::string text_of(const std::filesystem::path& path, std::size_t most) {
  const OpenFile file(path);
  std::string text;
  // One byte more than there are, so that the end is seen.
  for (bool ended = false; !ended && text.size() < most;) {
    const std::size_t at = text.size();
    const std::uint64_t left = file.size() > at ? file.size() - at : 0;
    text.resize(at + std::min<std::uint64_t>(most - at, std::max<std::uint64_t>(left + 1, 4096)));
    const std::size_t got = file.read_up_to(text.data() + at, text.size() - at, at);
    ended = at + got < text.size();
    text.resize(at + got);
  }
  if (text.size() >= most) return text;
  file.demand_unchanged();
  // Files that the system makes as they are read have no size.
  if (file.size() != 0 && text.size() != file.size()) throw ReadFailed(path, "it ends too early");
  return text;
}

}  // namespace terrawright::files
