// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <new>

#include "store/folders/folder.hpp"
#include "store/record.hpp"
#include "system/memory.hpp"

namespace terrawright::store {
namespace {

constexpr std::size_t worth_mapping = std::size_t{64} << 10;  // bytes; fewer are read sooner

}  // namespace

std::shared_ptr<const MappedRecord> MappedRecord::open(int at, const std::string& path) {
  std::uint64_t size = 0;
  const system::Descriptor file = open_file(at, path, &size);
  if (!file) return nullptr;
  if (size >= worth_mapping && system::is_on_local_disk(file.number())) {
    const void* const begin = system::map_file(file.number(), size);
    if (begin != nullptr)
      return std::shared_ptr<const MappedRecord>(new MappedRecord(static_cast<const char*>(begin), size, true));
  }
  auto* const bytes = static_cast<char*>(::operator new (size, std::align_val_t{64}));
  std::shared_ptr<const MappedRecord> record(new MappedRecord(bytes, size, false));
  return system::read_at(file.number(), bytes, size, 0) ? std::move(record) : nullptr;
}

MappedRecord::~MappedRecord() {
  auto* const begin = const_cast<char*>(begin_);
  if (is_mapped_) {
    system::unmap_pages(begin, size_);
  } else {
    ::operator delete (begin, std::align_val_t{64});
  }
}

}  // namespace terrawright::store
