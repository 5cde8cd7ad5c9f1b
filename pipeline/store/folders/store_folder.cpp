// SPDX-License-Identifier: Apache-2.0
#include "store/folders/store_folder.hpp"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "store/folders/folder.hpp"

namespace terrawright::store {
namespace {

constexpr std::size_t key_digits = 64;

std::string shelf_name(const std::string& key) {
  if (!is_hex(key, key_digits)) throw std::invalid_argument("a key is 64 hexadecimal digits");
  return key.substr(0, 2);
}

}  // namespace

std::string name_of(const Sort& sort, const std::string& key) { return key + sort.ending; }

std::string path_of(const Sort& sort, const std::string& key) {
  return sort.folder + ("/" + shelf_name(key)) + "/" + name_of(sort, key);
}

std::string key_of(const Sort& sort, const std::string& shelf, const std::string& name) {
  const std::string key = name.substr(0, key_digits);
  return is_hex(key, key_digits) && key.substr(0, 2) == shelf && name == name_of(sort, key) ? key : "";
}

system::Descriptor StoreFolder::shelf(const Sort& sort, const std::string& key) const {
  return open_folders(root(), sort.folder + ("/" + shelf_name(key)));
}

system::Descriptor StoreFolder::make_shelf(const Sort& sort, const std::string& key) const {
  const std::string name = shelf_name(key);
  const system::Descriptor all = make_folder(root(), sort.folder);
  return all ? make_folder(all.number(), name) : system::Descriptor();
}

StagingFolder* StoreFolder::staging() {
  {
    const std::lock_guard lock(mutex_);
    if (problem_ || most_bytes_ == 0) return nullptr;
    if (!staging_) staging_ = std::make_unique<StagingFolder>(root());
    if (staging_->good()) return staging_.get();
  }
  remember(errno);
  return nullptr;
}

bool StoreFolder::has_room(std::uint64_t bytes) {
  const auto free = system::free_bytes(root());
  if (!free || *free / 2 >= bytes) return true;  // else writing says it
  remember(Problem{
      "the disk of the cache in " + report::quote(path_.string()) + " has only " + report::bytes_text(*free) + " left",
      "make room there, or give the cache a folder on another disk with --cache DIR"});
  return false;
}

void StoreFolder::distrust(const std::string& key) {
  const std::lock_guard lock(mutex_);
  distrusted_.insert(key);
}

void StoreFolder::trust(const std::string& key) {
  const std::lock_guard lock(mutex_);
  distrusted_.erase(key);
}

bool StoreFolder::distrusts(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  return distrusted_.count(key) != 0;
}

void StoreFolder::is_damaged(const Sort& sort, const std::string& key) const {
  const std::string entry = path_of(sort, key);
  const std::lock_guard lock(mutex_);
  damage_[entry] = {entry, key};
}

std::vector<Damage> StoreFolder::take_damage() const {
  const std::lock_guard lock(mutex_);
  std::vector<Damage> all;
  for (auto& [entry, damage] : damage_) all.push_back(std::move(damage));
  damage_.clear();
  return all;
}

void StoreFolder::remember(int error) {
  const std::string where = report::quote(path_.string());
  const std::string why = std::generic_category().message(error);
  if (system::is_full(error)) {
    remember(Problem{"the cache in " + where + " could not keep more: " + why,
                     "make room there, give the cache a folder on another disk with --cache DIR, or remove what it "
                     "holds: terrawright cache --clear"});
  } else if (error == EMFILE || error == ENFILE) {
    remember(Problem{"the cache in " + where + " could not keep more: " + why,
                     "allow this process more open files (ulimit -n), or go without: --cache off"});
  } else {
    remember(Problem{"the cache in " + where + " cannot be written: " + why,
                     "let the folder be written, name another one with --cache DIR, or go without: --cache off"});
  }
}

void StoreFolder::remember(Problem problem) {
  const std::lock_guard lock(mutex_);
  if (!problem_) problem_ = std::move(problem);
}

std::optional<Problem> StoreFolder::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

}  // namespace terrawright::store
