// SPDX-License-Identifier: Apache-2.0
#include "store/spill.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"
#include "store/layers/compression.hpp"
#include "system/memory.hpp"

namespace terrawright::store {
namespace {

// Free space that goes back to the disk at once is allocated again with the next chunk, which costs more than it saves.
constexpr std::uint64_t unused_at_most = 64 << 20;

std::filesystem::path nearest_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::path found = std::filesystem::absolute(folder, failed);
  if (failed) return folder;
  while (!std::filesystem::is_directory(found, failed) && found.has_relative_path()) found = found.parent_path();
  return found;
}

}  // namespace

SpillFailed Spill::failure(const std::string& what, int error) const {
  const std::string where = report::printable(folder_.empty() ? "." : folder_.string());
  return {what + " in " + where + ": " + std::generic_category().message(error),
          system::memory_with_files() ? report::smaller_world
          : system::is_full(error)
              ? "make room there, allow more memory with --memory, or write to another disk with --out"
              : "allow more memory with --memory, or write to another folder with --out"};
}

// Under the lock.
int Spill::file() {
  if (file_) return file_.number();
  file_ = system::open_unnamed(nearest_folder(folder_).string());
  if (!file_) throw failure("cannot make a file for layers that do not fit into memory", errno);
  return file_.number();
}

Spill::Block Spill::put(const void* bytes, std::size_t size, std::size_t type_size) {
  const std::string_view compressed = compress(bytes, size, type_size);
  Block block;
  block.bytes = static_cast<std::uint32_t>(compressed.size());
  block.hash = hash_of(compressed);
  int to = -1;
  std::uint64_t before = 0;
  {
    const std::lock_guard lock(mutex_);
    to = file();
    before = extents_.taken();
    const std::uint64_t end = extents_.end();
    block.offset = extents_.take(compressed.size());
    if (block.offset < end) unused_ -= std::min(unused_, extents_.taken() - before);
    most_ = std::max(most_, extents_.taken());
  }
  if (system::write_at(to, compressed.data(), compressed.size(), block.offset)) return block;
  const int error = errno;
  drop(block);
  throw failure("cannot write " + report::bytes_text(compressed.size()) +
                    " of layers that do not fit into memory, beside " + report::bytes_text(before) + " of them",
                error);
}

void Spill::get(const Block& block, void* to, std::size_t size) const {
  char* buffer = thread_buffer(Use::compressed, block.bytes);
  // It was open when the chunk was put.
  if (!system::read_at(file_.number(), buffer, block.bytes, block.offset))
    throw failure("cannot read layers that do not fit into memory", errno);
  const std::string_view compressed(buffer, block.bytes);
  if (hash_of(compressed) == block.hash && expand(compressed, to, size)) return;
  throw SpillFailed("layers that do not fit into memory came back from the disk with other bytes than were written",
                    "the disk of " + report::printable(folder_.string()) +
                        " or the memory of this machine is failing; write to another disk with --out");
}

void Spill::drop(const Block& block) noexcept {
  const std::lock_guard lock(mutex_);
  const std::uint64_t taken = extents_.taken();
  extents_.give_back(block.offset, block.bytes);
  unused_ += taken - extents_.taken();
  if (unused_ > std::max(unused_at_most, extents_.taken())) punch();
}

// Under the lock, so that no stretch is taken meanwhile. If the file system cannot do it, the space is reused all the
// same.
void Spill::punch() noexcept {
  for (const auto& [offset, bytes] : extents_.free()) {
    system::give_back(file_.number(), offset, bytes);
  }
  system::resize(file_.number(), extents_.end());
  unused_ = 0;
}

std::uint64_t Spill::bytes() const {
  const std::lock_guard lock(mutex_);
  return extents_.taken();
}

std::uint64_t Spill::most_bytes() const {
  const std::lock_guard lock(mutex_);
  return most_;
}

}  // namespace terrawright::store
