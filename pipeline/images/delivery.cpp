// SPDX-License-Identifier: Apache-2.0
#include "images/delivery.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <new>
#include <optional>
#include <set>

#include "border/kind.hpp"
#include "engine/layer_rows.hpp"
#include "engine/long_table.hpp"
#include "engine/row_batches.hpp"
#include "images/bands.hpp"
#include "images/metadata.hpp"
#include "report/utf8.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

// Answers while files are written.
class FilesOfWriter final : public border::WriterSide {
 public:
  // `memory`: bytes of scratch that it may take.
  FilesOfWriter(const MadePicture& from, const std::vector<std::string>& beside, std::uint64_t memory)
      : WriterSide(Call::write), names_{""}, memory_(memory), from_(from) {
    names_.insert(names_.end(), beside.begin(), beside.end());
    const std::filesystem::path& file = from.picture.file;
    for (const std::string& name : names_)
      files_.push_back({std::make_unique<WholeFile>(name.empty() ? file : file.parent_path() / name)});
  }

  std::vector<Written> settled() {
    std::vector<Written> written;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (from_.cancelled) throw Stopped{};
      File& of = files_[i];
      if (of.file->size() < of.reserved) of.file->write("", 1, of.reserved - 1);  // and the system fills it up
      written.emplace_back(std::move(of.file), of.clipped);
      written.back().contents = std::move(of.contents);
    }
    if (from_.cancelled) throw Stopped{};
    return written;
  }

  bool cancelled() override { return from_.cancelled; }

  void read(std::uint64_t item, const terrawright_rect& cells, void* to, std::int64_t stride) override {
    const engine::Layer* layer = layer_of(item);
    if (layer == nullptr) return;
    const Rect all = layer->area();
    const bool inside = cells.x >= 0 && cells.y >= 0 && cells.width >= 0 && cells.height >= 0 &&
                        cells.x <= all.width - cells.width && cells.y <= all.height - cells.height;
    if (!inside) return blame("it reads cells beyond the item");
    if (cells.width == 0 || cells.height == 0) return;
    if (cells.width != all.width || stride != all.width) return layer->read(cells, to, stride);
    // Of rows one after the other each chunk is read once.
    if (rows_of_ != item) whole_rows_.emplace(*layer);
    rows_of_ = item;
    whole_rows_->read(cells.y, cells.height, to);
  }
  terrawright_statistics extremes(std::uint64_t item) override {
    const engine::Layer* layer = layer_of(item);
    if (layer == nullptr) return {};
    const auto& all = from_.picture.parts[item].of_tiles;
    const Statistics of = all ? *all : extremes_of(*layer, from_.cancelled);
    return {of.minimum, of.maximum, of.nans};
  }
  const terrawright_table* rows(std::uint64_t item, std::uint64_t most) override {
    if (!is_item(item) || !engine::is_table(from_.made[item])) return blamed("it reads rows of what is no table");
    auto found = rows_.find(item);
    if (found == rows_.end()) found = rows_.emplace(item, engine::RowBatches(from_.made[item])).first;
    return found->second.next(most);
  }
  Breaks breaks(std::uint64_t item) override {
    const auto found = rows_.find(item);
    if (found != rows_.end() && found->second.begun())
      return {found->second.breaks().data(), found->second.breaks().size()};
    blame("it asks where lines break before it reads rows");
    return {};
  }
  terrawright_blob bytes(std::uint64_t item) override {
    if (is_item(item)) {
      const engine::Product& product = from_.made[item];
      if (product.text) return {product.text->data(), product.text->size()};
      if (product.grid) return {product.grid->data(), product.grid->size()};
      if (product.number) return {&*product.number, sizeof *product.number};
    }
    blame("it reads bytes of what is no text, grid or number");
    return {};
  }
  void* scratch(std::uint64_t bytes) override {
    constexpr std::size_t line = 64;
    if (bytes > memory_ - taken_) {
      blame("it takes more scratch memory than the " + std::to_string(memory_) + " bytes that it said it needs");
      return nullptr;
    }
    taken_ += bytes;
    if (bytes > PTRDIFF_MAX - line) throw std::bad_alloc();
    void* memory = std::aligned_alloc(line, (static_cast<std::size_t>(bytes) / line + 1) * line);
    if (memory == nullptr) throw std::bad_alloc();
    scratch_.emplace_back(memory, std::free);
    return memory;
  }

  std::int64_t open(const std::string& name) override {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) {
      blame("it opens the file " + report::printable(name) + ", which create did not announce");
      return -1;
    }
    if (opened_.insert(name).second) return found - names_.begin();
    blame("it opens a file twice");
    return -1;
  }
  std::int64_t open_temporary() override {
    remembering_failure([&] {
      files_.push_back({std::make_unique<WholeFile>(from_.picture.file)});  // which never gets that name
    });
    return static_cast<std::int64_t>(files_.size()) - 1;
  }
  void put(std::int64_t file, std::uint64_t offset, const void* bytes, std::uint64_t size) override {
    File* to = file_of(file, offset, size);
    if (to == nullptr) return;
    if (offset > std::max(to->file->size(), to->reserved)) return blame("it leaves a hole in a file");
    if (to->file->write(bytes, size, offset) != 0) fail_as(*to->file);
  }
  void get(std::int64_t file, std::uint64_t offset, void* bytes, std::uint64_t size) override {
    File* from = file_of(file, offset, size);
    if (from == nullptr) return;
    if (offset + size > from->file->size()) return blame("it reads back what it has not written");
    if (from->file->read(bytes, size, offset) != size) fail_as(*from->file);
  }
  void reserve(std::int64_t file, std::uint64_t bytes) override {
    File* of = file_of(file, 0, bytes);
    if (of == nullptr) return;
    of->file->reserve(bytes);
    if (of->file->first_error() != 0) fail_as(*of->file);
    of->reserved = std::max(of->reserved, bytes);
  }
  const std::vector<const char*>* attributes(std::uint64_t item) override {
    const engine::Layer* layer = layer_of(item, "it asks what files say of what is no layer");
    if (layer == nullptr) return nullptr;
    const auto [found, is_new] = attributes_.try_emplace(item);
    auto& [own, texts] = found->second;
    if (!is_new) return &texts;
    own = attributes_of(from_.picture.parts[item].name, *layer, from_.provenance);
    for (const auto& [name, value] : own) {
      texts.push_back(name.c_str());
      texts.push_back(value.c_str());
    }
    return &texts;
  }
  void clipped(std::int64_t file, std::uint64_t cells) override {
    if (file_of(file, 0, 0) == nullptr) return;
    if (is_temporary(file)) return blame("it counts cells of a file that nobody sees");
    files_[static_cast<std::size_t>(file)].clipped += cells;
  }
  void content(std::int64_t file, std::uint64_t item, const std::string& sha256) override {
    if (file_of(file, 0, 0) == nullptr) return;
    if (is_temporary(file) || !is_item(item)) return blame("it tells the content of no file, or of no item");
    files_[static_cast<std::size_t>(file)].contents[from_.picture.parts[item].name] = sha256;
  }
  // A file's own failure, if there was one: with its path, its reason and its remedy.
  std::exception_ptr failed_file() const { return failed_file_; }

 private:
  bool is_item(std::uint64_t item) const { return item < from_.made.size(); }
  const engine::Layer* layer_of(std::uint64_t item, const char* fault = "it reads cells of what is no layer") {
    if (is_item(item) && from_.made[item].layer) return from_.made[item].layer.get();
    blame(fault);
    return nullptr;
  }
  template <class Body>
  void remembering_failure(const Body& body) {
    try {
      body();
    } catch (const WriteFailed&) {
      failed_file_ = std::current_exception();
      throw;
    }
  }
  void fail_as(WholeFile& file) {
    remembering_failure([&] { file.settle(); });
  }
  const terrawright_table* blamed(const char* what) {
    blame(what);
    return nullptr;
  }
  struct File {
    std::unique_ptr<WholeFile> file;
    std::uint64_t reserved = 0;  // bytes that it has at least
    std::uint64_t clipped = 0;
    std::map<std::string, std::string> contents = {};  // as Written has them
  };
  bool is_temporary(std::int64_t file) const { return static_cast<std::size_t>(file) >= names_.size(); }
  File* file_of(std::int64_t file, std::uint64_t offset, std::uint64_t size) {
    constexpr std::uint64_t most = std::uint64_t{1} << 62;
    const auto i = static_cast<std::size_t>(file);
    const bool open = file >= 0 && i < files_.size() && (i >= names_.size() || opened_.count(names_[i]) != 0);
    if (open && offset < most && size < most) return &files_[i];
    blame(open ? "it goes beyond the end of any file" : "it goes to a file that is not open");
    return nullptr;
  }

  std::vector<std::string> names_;
  std::exception_ptr failed_file_;
  const std::uint64_t memory_;
  std::uint64_t taken_ = 0;
  const MadePicture& from_;
  std::vector<File> files_;  // one for each name, then temporary ones
  std::map<std::uint64_t, std::pair<Attributes, std::vector<const char*>>> attributes_;
  std::set<std::string> opened_;
  std::map<std::uint64_t, engine::RowBatches> rows_;
  std::optional<std::uint64_t> rows_of_;  // the item whose rows were read last
  std::optional<engine::LayerRows> whole_rows_;
  std::vector<std::unique_ptr<void, void (*)(void*)>> scratch_;
};

}  // namespace

std::uint32_t places_flag(engine::Places places) {
  if (places == engine::Places::points) return TERRAWRIGHT_PORT_POINTS;
  return places == engine::Places::lines ? static_cast<std::uint32_t>(TERRAWRIGHT_PORT_LINES) : 0;
}

Statistics extremes_of(const engine::Layer& layer, const std::atomic<bool>& cancelled) {
  if (layer.facts().kind != TERRAWRIGHT_KIND_COLOUR) return layer.statistics();
  Statistics alpha{255, 0, 0};
  each_band<Colour>(layer, cancelled, [&](std::int64_t, std::int64_t rows, const Colour* cells) {
    const auto [least, most] = std::minmax_element(cells, cells + rows * layer.facts().width,
                                                   [](const Colour& a, const Colour& b) { return a.alpha < b.alpha; });
    alpha.minimum = std::min<double>(alpha.minimum, least->alpha);
    alpha.maximum = std::max<double>(alpha.maximum, most->alpha);
  });
  return alpha;
}

namespace {
std::uint32_t flags_of(const Picture& picture, bool is_window) {
  std::uint32_t flags = is_window ? TERRAWRIGHT_DELIVERY_WINDOW : 0;
  if (picture.is_tile) flags |= TERRAWRIGHT_DELIVERY_TILE;
  if (picture.by_layer) flags |= TERRAWRIGHT_DELIVERY_BY_LAYER;
  return flags;
}
}  // namespace

// Answers while the instance is made.
class Delivery::Creating final : public border::WriterSide {
 public:
  explicit Creating(Delivery& delivery) : WriterSide(Call::create), delivery_(delivery) {}
  void warn(const border::WriterMessage& said) override { delivery_.warnings_.push_back(said); }
  void needs_memory(std::uint64_t bytes) override {
    constexpr std::uint64_t most = std::uint64_t{1} << 56;  // so that sums of it are numbers
    delivery_.memory_ = std::min(bytes, most);
  }
  void needs_disk(std::uint64_t sure, std::uint64_t compressed) override {
    delivery_.disk_ = FileBytes{static_cast<double>(sure), static_cast<double>(compressed)};
  }
  void will_write(const std::string& name) override {
    const bool plain = !name.empty() && name.size() <= 255 && name[0] != '.' &&
                       name.find_first_of("/\\:") == std::string::npos && report::printable(name) == name;
    auto& all = delivery_.beside_;
    const std::string quoted = report::quote(report::printable(name));
    if (!plain) return blame("it names a file " + quoted + ", which is no plain name");
    if (name == delivery_.file_ || std::find(all.begin(), all.end(), name) != all.end())
      return blame("it names the file " + quoted + " twice");
    constexpr std::size_t most = 64;
    if (all.size() == most) return blame("it names more than " + std::to_string(most) + " files");
    all.push_back(name);
  }

 private:
  Delivery& delivery_;
};

Delivery::Delivery(Order order, const Picture& picture)
    : order_(std::move(order)),
      file_(picture.file.filename().string()),
      ending_(report::ascii_lower(picture.file.extension().string())),
      parts_(picture.parts),
      legends_(parts_.size()) {
  const Provenance& from = order_.provenance;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    legends_[i] = detail::plain_legend(part.facts.legend);
    recipes_.push_back(from.recipe_of(part.name));
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const bool cells = border::is_layer(part.facts.kind);
    items_.push_back({sizeof(terrawright_item), order_.ports[i], part.facts.kind, places_flag(part.places),
                      part.name.c_str(), part.facts.unit.c_str(), recipes_[i].c_str(), legends_[i].data(),
                      legends_[i].size(), cells ? part.facts.width : 0, cells ? part.facts.height : 0});
  }
  for (const terrawright_item& item : items_) item_list_.push_back(&item);
  delivery_ = {sizeof delivery_,
               flags_of(picture, from.window.has_value()),
               file_.c_str(),
               ending_.c_str(),
               order_.values,
               item_list_.data(),
               item_list_.size(),
               &order_.world,
               from.world.c_str(),
               from.seed.c_str(),
               from.generator.c_str(),
               from.window.value_or(Rect{0, 0, from.width, from.height}),
               from.coarsen};
  Creating side(*this);
  auto instance = std::make_unique<border::WriterInstance>(
      order_.writer, border::StageNames{file_, order_.name, order_.plugin, "writer"}, side, delivery_);
  failures_ = side.failures();
  if (*instance) instance_ = std::move(instance);
}

std::shared_ptr<const PictureWriter> Delivery::of_tile(const Picture& tile) const {
  Order order = order_;
  order.provenance.window = tile.window->cells;
  auto delivery = std::make_shared<const Delivery>(std::move(order), tile);
  if (!delivery->failures().empty()) throw failed(tile.file, delivery->failures().front());
  return delivery;
}

std::vector<std::filesystem::path> Delivery::files(const Picture& picture) const {
  std::vector<std::filesystem::path> files{picture.file};
  for (const std::string& name : beside_) files.push_back(picture.file.parent_path() / name);
  return files;
}

void Delivery::load(const Picture& picture) const {
  border::WriterSide side(border::WriterSide::Call::prepare);
  instance_->prepare(side);
  if (!side.failures().empty()) throw failed(picture.file, side.failures().front());
}

WriteFailed Delivery::failed(const std::filesystem::path& file, const border::WriterMessage& why) const {
  return {file, order_.says + (why.where.empty() ? "" : why.where + ": ") + why.text, why.remedy};
}

std::vector<Written> Delivery::write(const MadePicture& from) const {
  const std::filesystem::path& file = from.picture.file;
  FilesOfWriter side(from, beside_, memory_);
  const std::int32_t answer = instance_->write(side);
  if (from.cancelled || answer == TERRAWRIGHT_ANSWER_STOPPED) throw Stopped{};
  if (answer == TERRAWRIGHT_ANSWER_DONE) return side.settled();
  if (side.failed_file()) std::rethrow_exception(side.failed_file());
  throw failed(file, side.failures().front());
}

}  // namespace terrawright::images
