// SPDX-License-Identifier: Apache-2.0
// A record's file in memory as the system keeps it, where it is a disk of this machine: no byte is copied. In a folder
// that other machines change it is read, as a vanished page would end the program.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "store/record.hpp"

namespace terrawright::store {

class MappedRecord {
 public:
  // Null where it cannot be read. Nobody has looked whether it is what was kept.
  static std::shared_ptr<const MappedRecord> open(int at, const std::string& path);
  ~MappedRecord();
  MappedRecord(const MappedRecord&) = delete;
  MappedRecord& operator=(const MappedRecord&) = delete;

  std::string_view whole() const { return {begin_, size_}; }
  // Aligned to 64 bytes where record_head more are.
  std::string_view bytes() const { return whole().substr(record_head); }

 private:
  MappedRecord(const char* begin, std::size_t size, bool is_mapped)
      : begin_(begin), size_(size), is_mapped_(is_mapped) {}
  const char* const begin_;
  const std::size_t size_;
  const bool is_mapped_;
};

}  // namespace terrawright::store
