// SPDX-License-Identifier: Apache-2.0
#include "build/known_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <map>

#include "build/manifest.hpp"
#include "graph/sha256.hpp"
#include "images/delivery.hpp"
#include "report/json.hpp"

namespace terrawright::build {
namespace {

using report::Json;

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec; }

// Two changes within so much may leave the same time: a tick of the system's clock, or what the disk's format tells
// apart.
std::int64_t granule(std::int64_t time) { return time % 1000000 == 0 ? 2'000'000'000 : 20'000'000; }

// Empty where it cannot be read to its end: then it is written anew.
std::string standing_hash_of(const std::filesystem::path& file) {
  std::error_code unknown;
  if (std::filesystem::is_directory(std::filesystem::symlink_status(file, unknown)))
    return images::sha256_of_whole(file).value_or("");
  try {
    return graph::sha256_of_file(file);
  } catch (const files::ReadFailed&) {
    return "";
  }
}

// The program's own writers, whose build every stage of its own tells.
std::string program(const graph::Catalogue& catalogue) {
  for (const graph::Offer* offer : catalogue.all()) {
    if (offer->file.empty() && !offer->composed) return offer->build;
  }
  return "";
}

// All that is in it, as one; not when names were given or taken, which other builds do to files that they share.
std::optional<FileFacts> facts_of_folder(const std::filesystem::path& folder) {
  FileFacts all;
  std::map<std::string, std::string> entries;
  std::error_code failed;
  for (std::filesystem::recursive_directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed)) {
    struct stat facts {};
    if (lstat(it->path().c_str(), &facts) != 0) return std::nullopt;
    const bool is_file = S_ISREG(facts.st_mode);
    if (!is_file && !S_ISDIR(facts.st_mode)) return std::nullopt;
    const std::int64_t modified = nanoseconds(facts.st_mtim);
    if (is_file) all.bytes += static_cast<std::uint64_t>(facts.st_size);
    all.modified = std::max(all.modified, modified);
    entries[it->path().string()] =
        std::to_string(facts.st_ino) + " " + std::to_string(facts.st_size) + " " + std::to_string(modified) + "\n";
  }
  if (failed) return std::nullopt;
  graph::Sha256 hash;
  for (const auto& [name, entry] : entries) {
    hash.add(name.c_str(), name.size() + 1);
    hash.add(entry.data(), entry.size());
  }
  all.inode = std::stoull(hash.hex().substr(0, 16), nullptr, 16);
  return all;
}

}  // namespace

std::optional<FileFacts> facts_of(const std::filesystem::path& file) {
  struct stat facts {};
  if (lstat(file.c_str(), &facts) != 0) return std::nullopt;
  if (S_ISDIR(facts.st_mode)) return facts_of_folder(file);
  if (!S_ISREG(facts.st_mode)) return std::nullopt;
  return FileFacts{static_cast<std::uint64_t>(facts.st_size), facts.st_ino, nanoseconds(facts.st_mtim),
                   nanoseconds(facts.st_ctim)};
}

std::int64_t KnownFiles::now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return nanoseconds(time);
}

KnownFiles::KnownFiles(const Plan& plan, std::shared_ptr<store::Store> store)
    : plan_(plan),
      store_(std::move(store)),
      made_by_("terrawright file 1\nprogram=" + program(*plan.graph.catalogue) + "\nconfig=" + config_hash(plan.graph) +
               "\nseed=" + plan.graph.world->seed_text + "\n") {}

std::string KnownFiles::key(std::size_t output, const std::filesystem::path& file) const {
  std::error_code unknown;
  const auto& writer = plan_.files[output].writer;
  const std::string code = writer ? writer->build() : "";
  std::string text = made_by_ + (code.empty() ? "" : "writer=" + code + "\n") +
                     "file=" + std::filesystem::absolute(file, unknown).lexically_normal().string() + "\n";
  for (const graph::OutputLayer& layer : plan_.graph.outputs[output].layers)
    text += layer.name + "=" + plan_.graph.nodes[layer.from.node].keys[layer.from.port] + "\n";
  return graph::sha256(text);
}

std::optional<std::vector<images::Written>> KnownFiles::standing(std::size_t i) {
  if (!store_ || plan_.files[i].file.empty()) return std::nullopt;
  std::vector<images::Written> files;
  for (const std::filesystem::path& path : images::files_of(plan_.files[i])) {
    auto file = standing(i, path);
    if (!file) return std::nullopt;
    files.push_back(std::move(*file));
  }
  return files;
}

std::optional<images::Written> KnownFiles::standing(std::size_t output, const std::filesystem::path& file) {
  const auto facts = facts_of(file);
  if (!facts) return std::nullopt;
  const std::string key = this->key(output, file);
  const auto found = store_->find(key);
  if (!found) return std::nullopt;
  try {
    const Json json = Json::from_cbor(*found);
    const FileFacts then{json.at("bytes"), json.at("inode"), json.at("modified"), json.at("changed")};
    if (then.bytes != facts->bytes) return std::nullopt;
    images::Written written(file, then.bytes, json.at("sha256"), json.at("clipped"),
                            std::filesystem::is_directory(file));
    if (json.contains("contents")) written.contents = json["contents"];
    const bool may_have_changed = json.at("seen").get<std::int64_t>() - then.modified < granule(then.modified);
    if (!(then == *facts) || may_have_changed) {
      if (standing_hash_of(file) != written.sha256()) return std::nullopt;
      keep(key, written, *facts);
    }
    seen_.push_back({file, *facts});
    return written;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

bool KnownFiles::still_stand() const {
  for (const Seen& seen : seen_) {
    const auto facts = facts_of(seen.file);
    if (!facts || !(*facts == seen.facts)) return false;
  }
  return true;
}

void KnownFiles::remember(std::size_t i, const images::Written& file, std::int64_t before) {
  const auto facts = store_ ? facts_of(file.path()) : std::nullopt;
  if (facts && facts->modified <= before && facts->bytes == file.bytes) keep(key(i, file.path()), file, *facts);
}

void KnownFiles::keep(const std::string& key, const images::Written& file, const FileFacts& facts) {
  const Json json = {
      {"bytes", facts.bytes}, {"inode", facts.inode},    {"modified", facts.modified}, {"changed", facts.changed},
      {"seen", now()},        {"sha256", file.sha256()}, {"clipped", file.clipped},    {"contents", file.contents}};
  store_->keep(key, json.to_cbor());
}

std::optional<std::string> KnownFiles::sha256_of(const graph::Link& layer) {
  if (!store_) return std::nullopt;
  return store_->find(graph::sha256("terrawright sha256 1\n" + plan_.graph.nodes[layer.node].keys[layer.port] + "\n"));
}

void KnownFiles::remember_sha256(const graph::Link& layer, const std::string& value) {
  if (!store_) return;
  store_->keep(graph::sha256("terrawright sha256 1\n" + plan_.graph.nodes[layer.node].keys[layer.port] + "\n"), value);
}

}  // namespace terrawright::build
