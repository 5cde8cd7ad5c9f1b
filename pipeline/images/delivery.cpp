// SPDX-License-Identifier: Apache-2.0
#include "images/delivery.hpp"

#include <algorithm>
#include <exception>

#include "border/description.hpp"
#include "engine/engine.hpp"
#include "images/picture.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

std::uint32_t geometry_flag(engine::RowGeometry places) {
  if (places == engine::RowGeometry::points) return TERRAWRIGHT_PORT_POINTS;
  return places == engine::RowGeometry::lines ? static_cast<std::uint32_t>(TERRAWRIGHT_PORT_LINES) : 0;
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
  void tells(const std::string& text, const std::string& json) override {
    constexpr std::size_t most = 4096;
    if (text.size() > most || json.size() > most) return blame("it tells more than " + std::to_string(most) + " bytes");
    delivery_.facts_ = json.empty() ? report::Json::object() : report::json_or_none(json);
    if (!delivery_.facts_.is_object()) return blame("it tells what is no JSON object");
    for (const char* own : {"files", "layers", "tiles", "writer"})
      if (delivery_.facts_.contains(own) && !(delivery_.is_folder() && std::string_view(own) == "tiles"))
        return blame(std::string("it tells `") + own + "`, which the program does");
    delivery_.text_ = report::one_line(text);
  }
  void will_keep(std::uint64_t item, const std::string& under) override {
    if (item >= delivery_.items_.size() || !border::is_layer(delivery_.items_[item].kind))
      return blame("it keeps something of what is no layer");
    delivery_.kept_under_[item] = under;
  }
  void when_clipped(const std::string& remedy) override { delivery_.clip_remedy_ = report::one_line(remedy); }
  void will_write(const std::string& name) override {
    if (delivery_.is_folder()) return blame("it names a file beside a folder");
    const bool plain = is_plain_name(name) && name[0] != '.';
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
      legends_(parts_.size()),
      kept_under_(parts_.size()) {
  const Provenance& from = order_.provenance;
  order_.classes.resize(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    legends_[i] = detail::plain_legend(part.facts.legend);
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const bool cells = border::is_layer(part.facts.kind);
    items_.push_back({sizeof(terrawright_item), order_.ports[i], part.facts.kind, geometry_flag(part.places),
                      part.name.c_str(), part.facts.unit.c_str(), part.recipe.c_str(), legends_[i].data(),
                      legends_[i].size(), cells ? part.facts.width : 0, cells ? part.facts.height : 0,
                      part.title.c_str(), part.doc.c_str(), part.metres, order_.classes[i].data(),
                      order_.classes[i].size(), part.same_as});
  }
  for (const terrawright_item& item : items_) item_list_.push_back(&item);
  delivery_ = {sizeof delivery_,
               (from.window ? unsigned{TERRAWRIGHT_DELIVERY_WINDOW} : 0) |
                   (picture.is_tile ? unsigned{TERRAWRIGHT_DELIVERY_TILE} : 0) |
                   (picture.by_layer ? unsigned{TERRAWRIGHT_DELIVERY_BY_LAYER} : 0),
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

std::shared_ptr<const Delivery> Delivery::of_tile(const Picture& tile) const {
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

std::string Delivery::identity() const {
  return order_.name + " " + std::to_string(order_.writer->writer().revision) + " " + order_.build;
}

void Delivery::load(const Picture& picture) const {
  border::WriterSide side(border::WriterSide::Call::prepare);
  instance_->prepare(side);
  if (!side.failures().empty()) throw failed(picture.file, side.failures().front());
}

files::WriteFailed Delivery::failed(const std::filesystem::path& file, const border::WriterMessage& why) const {
  return {file, order_.says + (why.where.empty() ? "" : why.where + ": ") + why.text, why.remedy};
}

std::vector<Written> Delivery::write(const MadePicture& from) const {
  const std::filesystem::path& file = from.picture.file;
  FilesOfWriter side(from, beside_, memory_, is_folder());
  const std::int32_t answer = instance_->write(side);
  if (from.cancelled || answer == TERRAWRIGHT_ANSWER_STOPPED) throw Stopped{};
  if (answer == TERRAWRIGHT_ANSWER_DONE) return side.settled();
  if (side.needs_what_was_left_out()) throw engine::Lost{};
  if (side.failed_file()) std::rethrow_exception(side.failed_file());
  throw failed(file, side.failures().front());
}

}  // namespace terrawright::images
