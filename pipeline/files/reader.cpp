// SPDX-License-Identifier: Apache-2.0
#include "files/reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "report/utf8.hpp"

namespace terrawright::files {
namespace {

constexpr std::size_t piece = std::size_t{1} << 18;

Identity identity_in(const struct stat& facts) {
  return {facts.st_dev, facts.st_ino, static_cast<std::uint64_t>(facts.st_size), facts.st_mtim.tv_sec,
          facts.st_mtim.tv_nsec};
}

Identity identity_behind(int descriptor, const std::filesystem::path& path) {
  struct stat facts {};
  if (fstat(descriptor, &facts) == 0) return identity_in(facts);
  throw ReadFailed(path, errno);
}

}  // namespace

ReadFailed::ReadFailed(const std::filesystem::path& path, std::string reason, int error)
    : std::runtime_error("'" + report::printable(path.string()) + "' cannot be read: " + reason),
      reason_(std::move(reason)),
      error_(error) {}
ReadFailed::ReadFailed(const std::filesystem::path& path, int error)
    : ReadFailed(path, std::generic_category().message(error), error) {}

Identity identity_of(const std::filesystem::path& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) == 0) return identity_in(facts);
  throw ReadFailed(path, errno);
}

std::int64_t read_up_to(int descriptor, void* to, std::size_t size, std::uint64_t offset) noexcept {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got =
        pread(descriptor, static_cast<char*>(to) + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<std::int64_t>(done);
}

Reader::Reader(std::filesystem::path path)
    : path_(std::move(path)), descriptor_(open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) throw ReadFailed(path_, errno);
  try {
    identity_ = identity_behind(descriptor_, path_);
  } catch (...) {
    close(descriptor_);  // no destructor of ours does
    throw;
  }
}

Reader::~Reader() { close(descriptor_); }

std::size_t Reader::read_up_to(void* to, std::size_t size, std::uint64_t offset) const {
  const std::int64_t done = files::read_up_to(descriptor_, to, size, offset);
  if (done < 0) throw ReadFailed(path_, errno);
  return static_cast<std::size_t>(done);
}

void Reader::read(void* to, std::size_t size, std::uint64_t offset) const {
  if (read_up_to(to, size, offset) == size) return;
  demand_unchanged();
  throw ReadFailed(path_, "it ends after " + std::to_string(this->size()) + " bytes");
}

void Reader::each_piece(const std::function<void(std::string_view)>& take) const {
  std::string bytes(piece, '\0');
  std::uint64_t at = 0;
  for (std::size_t got; (got = read_up_to(bytes.data(), bytes.size(), at)) > 0; at += got)
    take(std::string_view(bytes).substr(0, got));
  if (at != size()) throw ReadFailed(path_, "it was changed meanwhile");
  demand_unchanged();
}

void Reader::demand_unchanged() const {
  if (!(identity_behind(descriptor_, path_) == identity_)) throw ReadFailed(path_, "it was changed meanwhile");
}

std::string text_of(const std::filesystem::path& path, std::size_t most) {
  const Reader file(path);
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
