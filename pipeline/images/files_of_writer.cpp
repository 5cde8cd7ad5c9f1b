// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>

#include "border/current_stage.hpp"
#include "engine/threads/tasks.hpp"
#include "images/delivery.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"
#include "store/layers/compression.hpp"
#include "store/layers/shape.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

static_assert(TERRAWRIGHT_CHUNK_SIDE == store::chunk_side);

bool is_plain_name(const std::string& name) {
  return !name.empty() && name.size() <= 255 && name != "." && name != ".." &&
         name.find_first_of("/\\:") == std::string::npos && report::printable(name) == name;
}

FilesOfWriter::FilesOfWriter(const MadePicture& from, const std::vector<std::string>& beside, std::uint64_t memory,
                             bool is_folder)
    : WriterSide(Call::write), from_(from), memory_(memory) {
  const std::filesystem::path& file = from.picture.file;
  if (is_folder) folder_ = std::make_unique<WholeFolder>(file);
  files_.push_back({"", is_folder ? nullptr : std::make_unique<WholeFile>(file), false, false});
  for (const std::string& name : beside)
    files_.push_back({name, std::make_unique<WholeFile>(file.parent_path() / name), false, false});
}

template <class Body>
void FilesOfWriter::remembering_failure(const Body& body) {
  try {
    body();
  } catch (const files::WriteFailed& failed) {
    // For a folder its own name: that of a file in it is private so far.
    failed_file_ = std::make_exception_ptr(
        folder_ ? files::WriteFailed(from_.picture.file, failed.reason(), failed.remedy()) : failed);
    std::rethrow_exception(failed_file_);
  }
}

void FilesOfWriter::fill(File& file) {
  if (file.whole->size() < file.reserved) file.whole->write("", 1, file.reserved - 1);  // and the system fills it up
}

void FilesOfWriter::add_to_folder(File& file) {
  fill(file);
  remembering_failure([&] {
    file.whole->settle();
    folder_->add(*file.whole);
  });
  file.whole.reset();
}

void FilesOfWriter::close(std::int64_t file) {
  File* of = file_of(file, 0, 0);
  if (of == nullptr) return;
  if (!folder_ || of->is_temporary) return blame("it closes a file that is not inside a folder");
  add_to_folder(*of);
  of->is_open = false;
  ++closed_;
}

std::vector<Written> FilesOfWriter::settled() {
  std::vector<Written> written;
  for (File& of : files_) {
    if (from_.cancelled) throw Stopped{};
    if (of.is_temporary) of.whole.reset();
    if (!of.whole) continue;
    if (folder_) {
      add_to_folder(of);
    } else {
      fill(of);
      written.emplace_back(std::move(of.whole), of.clipped);
      written.back().contents = std::move(of.contents);
    }
  }
  if (folder_) {
    written.emplace_back(std::move(folder_));
    for (File& of : files_) {
      written.back().clipped += of.clipped;
      written.back().contents.merge(of.contents);
    }
  }
  if (from_.cancelled) throw Stopped{};
  return written;
}

// The finished product.

const engine::Layer* FilesOfWriter::layer_of(std::uint64_t item, const char* fault) {
  if (is_item(item) && from_.made[item].layer) return from_.made[item].layer.get();
  blame(fault);
  return nullptr;
}

const engine::Layer* FilesOfWriter::cells_of(std::uint64_t item, const char* fault) {
  const engine::Layer* layer = layer_of(item, fault);
  KeptOfParts* const kept = from_.beside.of_parts;
  if (layer == nullptr || kept == nullptr || !kept->is_left_out(item)) return layer;
  needs_what_was_left_out_ = true;
  throw std::runtime_error("the cells of " + report::quote(from_.picture.parts[item].name) + " were not made");
}

// Null where nothing is kept of it.
KeptOfParts* FilesOfWriter::kept_of(std::uint64_t item) {
  const auto& under = from_.picture.writer->kept_under();
  if (item < under.size() && under[item]) return from_.beside.of_parts;
  blame("it keeps something of an item that create did not announce");
  return nullptr;
}

terrawright_blob FilesOfWriter::kept(std::uint64_t item) {
  KeptOfParts* const of = kept_of(item);
  auto found = of == nullptr ? std::nullopt : of->find(item);
  if (!found) return {};
  kept_ = std::move(*found);
  return {kept_.data(), kept_.size()};
}

void FilesOfWriter::keep(std::uint64_t item, std::string_view bytes) {
  if (KeptOfParts* const of = kept_of(item)) of->keep(item, bytes);
}

void FilesOfWriter::read(std::uint64_t item, const terrawright_rect& cells, void* to, std::int64_t stride) {
  const engine::Layer* layer = cells_of(item);
  if (layer == nullptr) return;
  const Rect all = layer->area();
  const bool inside = cells.x >= 0 && cells.y >= 0 && cells.width >= 0 && cells.height >= 0 &&
                      cells.x <= all.width - cells.width && cells.y <= all.height - cells.height;
  if (!inside) return blame("it reads cells beyond the item");
  if (cells.width == 0 || cells.height == 0) return;
  if (cells.width != all.width || stride != all.width) return layer->read(cells, to, stride);
  // In consecutive rows each chunk is read once.
  if (rows_of_ != item) whole_rows_.emplace(*layer);
  rows_of_ = item;
  whole_rows_->read(cells.y, cells.height, to);
}

terrawright_statistics FilesOfWriter::extremes(std::uint64_t item) {
  const engine::Layer* layer = layer_of(item);
  if (layer == nullptr) return {};
  if (layer->facts().kind == TERRAWRIGHT_KIND_COLOUR) cells_of(item);
  const auto& all = from_.picture.parts[item].of_tiles;
  const Statistics of = all ? *all : extremes_of(*layer, from_.cancelled);
  return {of.minimum, of.maximum, of.nans};
}

const terrawright_table* FilesOfWriter::rows(std::uint64_t item, std::uint64_t most) {
  if (!is_item(item) || !engine::is_table(from_.made[item])) {
    blame("it reads rows of what is no table");
    return nullptr;
  }
  auto found = rows_.find(item);
  if (found == rows_.end()) found = rows_.emplace(item, engine::RowBatches(from_.made[item])).first;
  const terrawright_table* table = found->second.next(most);
  if (table == nullptr) rows_.erase(found);  // and then from the first one again
  return table;
}

border::WriterSide::Breaks FilesOfWriter::breaks(std::uint64_t item) {
  const auto found = rows_.find(item);
  if (found != rows_.end() && found->second.begun())
    return {found->second.breaks().data(), found->second.breaks().size()};
  blame("it asks where lines break before it reads rows");
  return {};
}

terrawright_blob FilesOfWriter::bytes(std::uint64_t item) {
  if (is_item(item)) {
    const engine::Product& product = from_.made[item];
    if (product.text) return {product.text->data(), product.text->size()};
    if (product.grid) return {product.grid->data(), product.grid->size()};
    if (product.number) return {&*product.number, sizeof *product.number};
  }
  blame("it reads bytes of what is no text, grid or number");
  return {};
}

const std::vector<const char*>* FilesOfWriter::attributes(std::uint64_t item) {
  const engine::Layer* layer = layer_of(item, "it asks what files say of what is no layer");
  if (layer == nullptr) return nullptr;
  const auto [found, is_new] = attributes_.try_emplace(item);
  auto& [own, texts] = found->second;
  if (!is_new) return &texts;
  const auto& parts = from_.picture.parts;
  const auto texture =
      std::find_if(parts.begin(), parts.end(), [](const Part& part) { return part.name == "texture"; });
  own = attributes_of(parts[item], texture == parts.end() ? "" : texture->recipe, *layer, from_.provenance);
  for (const auto& [name, value] : own) {
    texts.push_back(name.c_str());
    texts.push_back(value.c_str());
  }
  return &texts;
}

std::int32_t FilesOfWriter::parallel(std::uint64_t n, std::int32_t (*body)(void*, std::uint64_t), void* context) {
  std::atomic<std::int32_t> answer{0};
  const border::CurrentStage* const here = border::CurrentStage::current();
  engine::parallel(n, [&](std::uint64_t i) {
    const border::CurrentStage inside(here);
    if (answer.load(std::memory_order_relaxed) != 0) return;
    const border::FloatControl control;
    const std::int32_t one = body(context, i);
    if (one != 0) answer = one;
  });
  return answer;
}

void* FilesOfWriter::scratch(std::uint64_t bytes) {
  if (bytes > memory_ - taken_) {
    blame("it takes more scratch memory than the " + std::to_string(memory_) + " bytes that it said it needs");
    return nullptr;
  }
  taken_ += bytes;
  if (bytes > PTRDIFF_MAX) throw std::bad_alloc();
  return scratch_.emplace_back().resize(bytes);
}

// Files.

void FilesOfWriter::fail_as(WholeFile& file) {
  remembering_failure([&] { file.settle(); });
}

bool FilesOfWriter::takes_name(const std::string& name) {
  constexpr std::size_t most = 1000;
  bool good = name.size() <= most && name != list_name;
  bool is_free = true;  // no file is where it has a folder, and the other way round
  for (std::size_t begin = 0, end = 0; good && end != std::string::npos; begin = end + 1) {
    end = name.find('/', begin);
    good = is_plain_name(name.substr(begin, end - begin));
    if (end != std::string::npos && inside_.count(name.substr(0, end)) != 0) is_free = false;
  }
  const auto below = inside_.lower_bound(name + "/");
  if (below != inside_.end() && below->compare(0, name.size() + 1, name + "/") == 0) is_free = false;
  if (!folder_) {
    blame("it adds a file to what is no folder");
  } else if (!good) {
    blame("it adds a file " + report::quote(report::printable(name)) + ", which is no plain name inside a folder");
  } else if (!is_free) {
    blame("it adds the file " + report::quote(name) + " where a file and a folder would have one name");
  } else if (!inside_.insert(name).second) {
    blame("it adds the file " + report::quote(name) + " twice");
  } else {
    return true;
  }
  return false;
}

std::int64_t FilesOfWriter::open(const std::string& name) {
  if (folder_) return open_inside(name);
  const auto found = std::find_if(files_.begin(), files_.end(),
                                  [&](const File& file) { return !file.is_temporary && file.name == name; });
  if (found == files_.end()) {
    blame("it opens the file " + report::printable(name) + ", which create did not announce");
    return -1;
  }
  if (found->is_open) {
    blame("it opens a file twice");
    return -1;
  }
  found->is_open = true;
  return found - files_.begin();
}

std::int64_t FilesOfWriter::open_inside(const std::string& name) {
  constexpr std::size_t most = 512;
  const bool too_many = files_.size() - closed_ > most;
  if (too_many) blame("it opens more than " + std::to_string(most) + " files at once");
  if (too_many || !takes_name(name)) return -1;
  remembering_failure([&] {
    files_.push_back({name, std::make_unique<WholeFile>(folder_->temporary() / name), true, false});
  });
  return static_cast<std::int64_t>(files_.size()) - 1;
}

void FilesOfWriter::add_file(const std::string& name, std::string_view bytes) {
  if (takes_name(name)) remembering_failure([&] { folder_->write(name, bytes); });
}

// A layer's squares.

FilesOfWriter::Chunks& FilesOfWriter::chunks_of(std::uint64_t item, const engine::Layer& layer) {
  const auto found = chunks_.find(item);
  if (found != chunks_.end()) return found->second;
  const engine::LayerFacts& facts = layer.facts();
  Chunks chunks{layer, {facts.kind, facts.unit, facts.width, facts.height}, nullptr, {}};
  if (from_.beside.kept) chunks.kept = from_.beside.kept(item);
  if (chunks.kept && !(chunks.kept->shape() == chunks.shape)) chunks.kept = nullptr;
  return chunks_.emplace(item, std::move(chunks)).first->second;
}

void FilesOfWriter::add_chunk(std::uint64_t item, std::int64_t column, std::int64_t row, const std::string& name) {
  const engine::Layer* layer = cells_of(item, "it adds a chunk of what is no layer");
  if (layer == nullptr || !takes_name(name)) return;
  const auto along = [](std::int64_t cells) { return (cells - 1) / store::chunk_side + 1; };
  const std::int64_t columns = along(layer->facts().width), rows = along(layer->facts().height);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return blame("it adds a chunk beyond the item");
  remembering_failure(
      [&] { add_chunk_of(chunks_of(item, *layer), static_cast<std::size_t>(row * columns + column), name); });
}

void FilesOfWriter::add_chunk_of(Chunks& from, std::size_t chunk, const std::string& name) {
  const std::size_t bytes = store::chunk_bytes(from.shape);
  const auto add_zeros = [&] {
    if (from.zeros.empty()) {
      const std::vector<char> cells(bytes);
      from.zeros = store::compress(cells.data(), bytes, from.layer.cell_bytes());
    }
    folder_->write(name, from.zeros);
  };
  if (from.kept && from.kept->is_zero(chunk)) return add_zeros();
  if (from.kept) {
    const store::StoredLayer::File file = from.kept->file(chunk);
    if (file.open) return folder_->write(name, file.bytes, file.open.number());
  }
  const Rect& area = from.layer.chunk_area(chunk);
  cells_.resize(static_cast<std::size_t>(area.width * area.height) * from.layer.cell_bytes());
  from.layer.read(area, cells_.data(), area.width);
  const char* whole = store::gathered(from.shape, chunk, cells_.data(), area.width);
  if (store::is_zero(whole, bytes)) return add_zeros();
  folder_->write(name, store::compress(whole, bytes, from.layer.cell_bytes()));
}

std::int64_t FilesOfWriter::open_temporary() {
  remembering_failure([&] {
    // It never gets that name.
    const std::filesystem::path path = folder_ ? folder_->temporary() / "aside" : from_.picture.file;
    files_.push_back({"", std::make_unique<WholeFile>(path), true, true});
    files_.back().whole->hash_when_settled();  // which it never is
  });
  return static_cast<std::int64_t>(files_.size()) - 1;
}

FilesOfWriter::File* FilesOfWriter::file_of(std::int64_t file, std::uint64_t offset, std::uint64_t size) {
  constexpr std::uint64_t most = std::uint64_t{1} << 62;
  const auto i = static_cast<std::size_t>(file);
  const bool open = file >= 0 && i < files_.size() && files_[i].is_open;
  if (open && offset < most && size < most) return &files_[i];
  blame(open ? "it goes beyond the end of any file" : "it goes to a file that is not open");
  return nullptr;
}

void FilesOfWriter::put(std::int64_t file, std::uint64_t offset, const void* bytes, std::uint64_t size) {
  File* to = file_of(file, offset, size);
  if (to == nullptr) return;
  if (offset > std::max(to->whole->size(), to->reserved)) return blame("it leaves a hole in a file");
  if (to->whole->write(bytes, size, offset) != 0) fail_as(*to->whole);
}

void FilesOfWriter::get(std::int64_t file, std::uint64_t offset, void* bytes, std::uint64_t size) {
  File* from = file_of(file, offset, size);
  if (from == nullptr) return;
  if (offset + size > from->whole->size()) return blame("it reads back what it has not written");
  if (from->whole->read(bytes, size, offset) != size) fail_as(*from->whole);
}

void FilesOfWriter::reserve(std::int64_t file, std::uint64_t bytes) {
  File* of = file_of(file, 0, bytes);
  if (of == nullptr) return;
  of->whole->reserve(bytes);
  if (of->whole->first_error() != 0) fail_as(*of->whole);
  of->reserved = std::max(of->reserved, bytes);
}

void FilesOfWriter::clipped(std::int64_t file, std::uint64_t cells) {
  File* of = file_of(file, 0, 0);
  if (of == nullptr) return;
  if (of->is_temporary) return blame("it counts cells of a file that nobody sees");
  of->clipped += cells;
}

void FilesOfWriter::content(std::int64_t file, std::uint64_t item, const std::string& sha256) {
  if (!is_item(item)) return blame("it tells the content of no item");
  content_as(file, from_.picture.parts[item].name, sha256);
}

void FilesOfWriter::content_as(std::int64_t file, const std::string& name, const std::string& sha256) {
  File* of = file_of(file, 0, 0);
  if (of == nullptr) return;
  if (of->is_temporary) return blame("it tells the content of a file that nobody sees");
  of->contents[name] = sha256;
}

}  // namespace terrawright::images
