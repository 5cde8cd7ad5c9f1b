// SPDX-License-Identifier: Apache-2.0
#include "store/mapped_record.hpp"

#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "store/descriptor.hpp"
#include "store/folder.hpp"

namespace terrawright::store {
namespace {

constexpr std::size_t worth_mapping = std::size_t{64} << 10;  // bytes; fewer are read sooner

bool is_of_this_machine(int file) {
  constexpr unsigned long xfs = 0x58465342, zfs = 0x2fc12fc1;
  struct statfs facts {};
  if (fstatfs(file, &facts) != 0) return false;
  const auto type = static_cast<unsigned long>(facts.f_type);
  const auto known = {std::uint64_t{EXT4_SUPER_MAGIC},     std::uint64_t{xfs},         std::uint64_t{zfs},
                      std::uint64_t{BTRFS_SUPER_MAGIC},    std::uint64_t{TMPFS_MAGIC}, std::uint64_t{F2FS_SUPER_MAGIC},
                      std::uint64_t{OVERLAYFS_SUPER_MAGIC}};
  return std::find(known.begin(), known.end(), type) != known.end();
}

}  // namespace

std::shared_ptr<const MappedRecord> MappedRecord::open(int at, const std::string& path) {
  std::uint64_t size = 0;
  const Descriptor file = open_file(at, path, &size);
  if (!file) return nullptr;
  if (size >= worth_mapping && is_of_this_machine(file.number())) {
    void* const begin = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.number(), 0);
    if (begin != MAP_FAILED)
      return std::shared_ptr<const MappedRecord>(new MappedRecord(static_cast<const char*>(begin), size, true));
  }
  const std::size_t rounded = size / 64 * 64 + 64;
  auto* const bytes = static_cast<char*>(std::aligned_alloc(64, rounded));
  if (bytes == nullptr) throw std::bad_alloc();
  std::shared_ptr<const MappedRecord> record(new MappedRecord(bytes, size, false));
  return read_at(file.number(), bytes, size, 0) ? std::move(record) : nullptr;
}

MappedRecord::~MappedRecord() {
  auto* const begin = const_cast<char*>(begin_);
  if (is_mapped_) {
    munmap(begin, size_);
  } else {
    std::free(begin);
  }
}

}  // namespace terrawright::store
