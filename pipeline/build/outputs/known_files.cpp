// SPDX-License-Identifier: Apache-2.0
#include "build/outputs/known_files.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "build/manifest/manifest.hpp"
#include "config/quantity.hpp"
#include "graph/sha256.hpp"
#include "images/delivery.hpp"
#include "report/json.hpp"
#include "system/files.hpp"

namespace terrawright::build {
namespace {

using report::Json;

// Key of the bytes of a file whose facts are cached under `key`.
std::string bytes_key(const std::string& key) { return graph::sha256("terrawright bytes 1\n" + key + "\n"); }

// Two changes within so much may leave the same time: a tick of the system's clock, or what the disk's format tells
// apart.
std::int64_t granule(std::int64_t time) { return time % 1000000 == 0 ? 2'000'000'000 : 20'000'000; }

// Empty if it cannot be read to its end: then it is written again.
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

// All that is in it, as one; not when names were given or taken, which other builds do to files that they share.
std::optional<FileFacts> facts_of_folder(const std::filesystem::path& folder) {
  FileFacts all;
  std::map<std::string, std::string> entries;
  std::error_code failed;
  for (std::filesystem::recursive_directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed)) {
    const auto facts = system::facts_of(it->path().string(), system::Links::not_followed);
    if (!facts || (!facts->is_file() && !facts->is_folder())) return std::nullopt;
    if (facts->is_file()) all.bytes += facts->size;
    all.modified = std::max(all.modified, facts->modified);
    entries[it->path().string()] =
        std::to_string(facts->inode) + " " + std::to_string(facts->size) + " " + std::to_string(facts->modified) + "\n";
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

std::string program_of(const graph::Catalogue& catalogue) {
  for (const graph::Offer* offer : catalogue.added()) {
    if (offer->file.empty() && !offer->composed) return offer->build;
  }
  return "";
}

std::optional<FileFacts> facts_of(const std::filesystem::path& file) {
  const auto facts = system::facts_of(file.string(), system::Links::not_followed);
  if (facts && facts->is_folder()) return facts_of_folder(file);
  if (!facts || !facts->is_file()) return std::nullopt;
  return FileFacts{facts->size, facts->inode, facts->modified, facts->changed};
}

std::int64_t KnownFiles::now() {
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

KnownFiles::KnownFiles(const Plan& plan, std::shared_ptr<store::Store> store) : plan_(plan), store_(std::move(store)) {
  if (!store_) return;
  const std::string program = program_of(*plan.graph.catalogue);
  const std::vector<std::string> written = outputs_of(plan.graph);
  for (std::size_t i = 0; i < plan.files.size(); ++i) {
    const config::World& world = *plan.graph.world;
    const auto& writer = plan.files[i].writer;
    std::string text = "terrawright file 2\nprogram=" + program + "\nworld=" + world.name + "\nseed=" + world.seed_text;
    for (const double number : {world.cell, world.latitude, world.longitude}) text += " " + config::canonical(number);
    text += "\nsize=" + std::to_string(world.width) + " " + std::to_string(world.height) + " " +
            std::to_string(world.wrap) + "\nwriter=" + (writer ? writer->build() : "") + "\n" +
            (i < written.size() ? written[i] : "") + "\n";
    for (const graph::OutputLayer& layer : plan.graph.outputs[i].layers)
      text += layer.name + "=" + plan.graph.nodes[layer.from.node].keys[layer.from.port] + "\n";
    made_of_.push_back(std::move(text));
  }
}

std::string KnownFiles::key(std::size_t output, const std::filesystem::path& file) const {
  std::error_code unknown;
  return graph::sha256(made_of_[output] +
                       "file=" + std::filesystem::absolute(file, unknown).lexically_normal().string() + "\n");
}

std::string KnownFiles::content_key(std::size_t output, const std::filesystem::path& file) const {
  return graph::sha256(made_of_[output] + "content=" + file.filename().string() + "\n");
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

std::uint64_t KnownFiles::most_bytes() const { return std::min(plan_.kept_file_size, store_->most_bytes() / 16); }

bool KnownFiles::may_be_kept(std::size_t i) const {
  const images::Picture& picture = plan_.files[i];
  return store_ && plan_.kept_file_size > 0 && !picture.file.empty() && picture.writer && !picture.tiles &&
         !picture.writer->is_folder();
}

bool KnownFiles::is_kept_as_layers(std::size_t i) const {
  if (!may_be_kept(i) || plan_.window || plan_.files[i].coarsen > 1) return false;
  const auto& bytes = plan_.files[i].writer->disk();
  return bytes && bytes->compressible == 0 && bytes->fixed > 0 && bytes->fixed <= static_cast<double>(most_bytes());
}

bool KnownFiles::has_layers(std::size_t i) const {
  const auto& layers = plan_.graph.outputs[i].layers;
  return std::all_of(layers.begin(), layers.end(), [&](const graph::OutputLayer& layer) {
    return store_->has_layer(plan_.graph.nodes[layer.from.node].keys[layer.from.port]);
  });
}

bool KnownFiles::can_be_restored(std::size_t i) const {
  if (!may_be_kept(i)) return false;
  const auto files = images::files_of(plan_.files[i]);
  return std::all_of(files.begin(), files.end(), [&](const auto& file) {
    const std::string key = content_key(i, file);
    return store_->has(key) && store_->has(bytes_key(key));
  });
}

std::optional<std::vector<images::Written>> KnownFiles::restored(std::size_t i) {
  if (!can_be_restored(i)) return std::nullopt;
  std::vector<images::Written> files;
  try {
    for (const std::filesystem::path& path : images::files_of(plan_.files[i])) {
      const std::string key = content_key(i, path);
      const auto found = store_->find(key);
      if (!found) return std::nullopt;
      const Json json = Json::from_cbor(*found);
      auto file = std::make_unique<images::WholeFile>(path);
      std::uint64_t size = 0;
      const bool whole = store_->find(bytes_key(key), [&](std::string_view piece) {
        file->write(piece.data(), piece.size(), size);
        size += piece.size();
      });
      if (!whole) return std::nullopt;
      images::Written& written = files.emplace_back(std::move(file), json.at("clipped").get<std::uint64_t>());
      if (written.sha256() != json.at("sha256").get<std::string>()) return std::nullopt;
      if (json.at("contents").is_object()) written.contents = json["contents"];
    }
  } catch (const std::exception&) {  // its writer reports a file that cannot be written
    return std::nullopt;
  }
  return files;
}

void KnownFiles::keep(std::size_t i, const std::vector<images::Written>& files) {
  if (!may_be_kept(i) || (is_kept_as_layers(i) && has_layers(i))) return;
  for (const images::Written& written : files) {
    if (!written.file || written.bytes > most_bytes()) return;
  }
  for (const images::Written& written : files) {
    const std::string key = content_key(i, written.path());
    const Json json = {{"sha256", written.sha256()}, {"clipped", written.clipped}, {"contents", written.contents}};
    store_->keep(bytes_key(key), written.bytes, [&](char* to, std::size_t bytes, std::uint64_t offset) {
      return written.file->read(to, bytes, offset) == bytes;
    });
    store_->keep(key, json.to_cbor());
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
