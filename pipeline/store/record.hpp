// SPDX-License-Identifier: Apache-2.0
// Bytes in a file with their hash.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace terrawright::store {

// Bytes of the file before those of the record.
constexpr std::size_t record_head = 29;

// Whether every byte is what was kept under that key; the record's own begin at record_head.
bool is_record(std::string_view record, const std::string& key);
// Nothing where it is not.
std::optional<std::string> of_record(std::string record, const std::string& key);

// Fills `to` with so many bytes from `offset` on; false where it cannot.
using ReadPiece = std::function<bool(char* to, std::size_t bytes, std::uint64_t offset)>;
// Into a new file; false, with errno, where it cannot be written.
bool write_record(int at, const std::string& name, const std::string& key, std::string_view bytes);
// The same into a new file and out of it, in pieces.
bool write_record(int at, const std::string& name, const std::string& key, std::uint64_t size, const ReadPiece& read);
// False, with errno EBADMSG where a byte differs: then what `take` got is of no use.
bool read_record(int at, const std::string& path, const std::string& key,
                 const std::function<void(std::string_view)>& take);

// A record's file in memory as the system keeps it, where it is a disk of this machine: no byte is copied. In a folder
// that other machines change it is read, as a vanished page would end the program.

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
