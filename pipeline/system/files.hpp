// SPDX-License-Identifier: Apache-2.0
// Files and folders of the operating system. A call that fails returns false, nothing or -1, and errno has the reason.
// Calls that a signal interrupts are repeated. Paths are UTF-8.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace terrawright::system {

bool close_descriptor(int number) noexcept;

// An open file, folder, pipe or socket, closed at the end of its scope.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }
  int release() noexcept { return std::exchange(number_, -1); }
  bool close() noexcept { return number_ < 0 || close_descriptor(release()); }

 private:
  int number_ = -1;
};

// ---- Facts ----

enum class Type { file, folder, pipe, socket, link, other };
struct Facts {
  Type type = Type::other;
  std::uint64_t device = 0, inode = 0;  // together the identity of a file
  std::uint64_t size = 0;
  std::int64_t modified = 0, changed = 0;  // nanoseconds since 1970: the content, and anything
  bool is_file() const { return type == Type::file; }
  bool is_folder() const { return type == Type::folder; }
  friend bool operator==(const Facts& a, const Facts& b) {
    return a.type == b.type && a.is_same(b) && a.size == b.size && a.modified == b.modified && a.changed == b.changed;
  }
  bool is_same(const Facts& other) const { return device == other.device && inode == other.inode; }
};
enum class Links { followed, not_followed };
std::optional<Facts> facts_of(int descriptor);
std::optional<Facts> facts_of(const std::string& path, Links links = Links::followed);
std::optional<Facts> facts_in(int folder, const std::string& name);  // links are not followed

// The reason in words; empty: this user may write to the file or folder.
std::string why_not_writable(const std::string& path);
bool is_readable(const std::string& path);
// The error of a call tells of no room: on the disk, in the quota, or in one file.
bool is_full(int error);
// Bytes that are free for this user.
std::optional<std::uint64_t> free_bytes(int folder);
// The file's disk belongs to this machine, and its mapped pages do not vanish with a network.
bool is_on_local_disk(int file);

// ---- Opening: a union of these. No descriptor outlives an exec ----

enum : unsigned {
  reads = 1,
  writes = 2,
  creates = 4,
  is_new = 8,  // and fails if it exists
  truncates = 16,
  folder_only = 32,
  no_link = 64,    // the last step of the path
  no_links = 128,  // any step of the path
  no_wait = 256,   // for the other end of a pipe, nor in reads and writes
};
Descriptor open(const std::string& path, unsigned how, unsigned mode = 0666);
Descriptor open_in(int folder, const std::string& name, unsigned how);
// A new file in the folder, under a name that no other one has: `.terrawright-` and six characters. `path` becomes its
// path.
Descriptor open_private(const std::string& folder, std::string& path);
// A file in the folder that goes with its descriptor.
Descriptor open_unnamed(const std::string& folder);
// A file in memory that goes with its descriptors.
Descriptor open_in_memory(const char* name);
// Nothing to read, and what is written is lost; also without /dev.
Descriptor open_nothing();
// Another descriptor of the same file, none of the first `least`. The old number is free again.
Descriptor moved_above(Descriptor descriptor, int least);
bool wait_for_data(int descriptor, bool waits);  // for one that was opened with no_wait, and back

// ---- Bytes ----

// All bytes. read_at: a file that ends early has EIO.
bool write_all(int to, const void* bytes, std::size_t size);
bool write_at(int file, const void* bytes, std::size_t size, std::uint64_t offset);
bool read_at(int file, void* bytes, std::size_t size, std::uint64_t offset);
// Bytes that were read; fewer at the end of the file; -1: it failed.
std::int64_t read_up_to(int file, void* bytes, std::size_t size, std::uint64_t offset) noexcept;
// Bytes that came from a file, pipe or terminal; 0 at its end; -1 with EAGAIN: none yet.
std::int64_t read_some(int from, void* bytes, std::size_t most) noexcept;
// Bytes that one call wrote; -1: it failed.
std::int64_t write_some_at(int file, const void* bytes, std::size_t size, std::uint64_t offset) noexcept;

bool resize(int file, std::uint64_t size);
bool reserve(int file, std::uint64_t bytes);                                   // room on the disk; the size stays
void give_back(int file, std::uint64_t offset, std::uint64_t bytes) noexcept;  // room on the disk, if it can
void begin_writing_out(int file) noexcept;                                     // to the disk, without waiting
bool write_out(int file_or_folder);                                            // and waits
bool write_out_disk(int file);                                                 // all of its disk

// ---- Names ----

bool rename(const std::string& from, const std::string& to);
bool exchange(const std::string& one, const std::string& other);  // EINVAL, ENOSYS or ENOTSUP where it cannot be
bool remove_file(const std::string& path);
bool make_folder(const std::string& path, unsigned mode = 0777);
bool remove_folder(const std::string& path);  // an empty one
// Another name for an open file.
bool give_name(int file, const std::string& path);
// Owner and rights of `like`, as far as this user may.
bool take_rights(int file, const std::string& like);

bool rename_in(int from_folder, const std::string& from, int to_folder, const std::string& to);
bool remove_file_in(int folder, const std::string& name);
bool make_folder_in(int folder, const std::string& name);
bool remove_folder_in(int folder, const std::string& name);
void touch_in(int folder, const std::string& path);  // it was used now; errno stays
struct Name {
  std::string text;
  bool is_file, is_folder;
};
std::vector<Name> names_in(int folder);

// ---- Locks: of a process, which the system releases with it ----

enum class Lock { taken, held_by_another, unknown };  // unknown: the file system has no locks
Lock lock(int file, bool waits = false);

}  // namespace terrawright::system
