// SPDX-License-Identifier: Apache-2.0
#include "packs/viewer/writers/scene/html/scene_work.hpp"

#include <exception>
#include <utility>

namespace terrawright::scene {

// A line of JSON, then the bytes of the blocks.
LayerWork::LayerWork(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos) return;
  try {
    LayerWork work;
    const Json json = Json::parse(bytes.substr(0, end));
    for (const auto& [asked, numbers] : json.at("surveys").items())
      work.surveys_.emplace(asked, Survey(numbers.get<std::vector<double>>()));
    for (const auto& [asked, of] : json.at("estimates").items())
      work.estimates_[asked] = {of.at(0).get<std::size_t>(), static_cast<encode::Predictor>(of.at(1).get<int>())};
    for (const auto& [asked, size] : json.at("sizes").items()) work.sizes_[asked] = size.get<std::uint64_t>();
    const Json& coded = json.at("coded");
    work.coded_as_ = coded.at("as").get<std::string>();
    work.coded_.description = coded.at("description");
    work.coded_.sha256 = coded.at("sha256").get<std::string>();
    std::size_t at = end + 1;
    for (const Json& block : coded.at("blocks")) {
      const auto size = block.at(0).get<std::size_t>();
      if (size > bytes.size() - at) return;
      work.coded_.blocks.push_back({block.at(1), std::string(bytes.substr(at, size))});
      at += size;
    }
    *this = std::move(work);
  } catch (const std::exception&) {  // it is computed again
  }
}

std::string LayerWork::bytes() const {
  Json surveys = Json::object(), estimates = Json::object(), blocks = Json::array();
  for (const auto& [asked, survey] : surveys_) surveys[asked] = survey.numbers();
  for (const auto& [asked, of] : estimates_) estimates[asked] = Json::array({of.bytes, static_cast<int>(of.predictor)});
  for (const SceneBlock& block : coded_.blocks) blocks.push_back(Json::array({block.bytes.size(), block.coding}));
  const Json coded = {
      {"as", coded_as_}, {"description", coded_.description}, {"sha256", coded_.sha256}, {"blocks", blocks}};
  const Json json = {{"surveys", surveys}, {"estimates", estimates}, {"sizes", sizes_}, {"coded", coded}};
  std::string bytes = report::json_line(json);
  bytes += '\n';
  for (const SceneBlock& block : coded_.blocks) bytes += block.bytes;
  return bytes;
}

std::uint64_t LayerWork::size_of(const CodedLayer& layer) {
  std::uint64_t bytes = 0;
  for (const SceneBlock& block : layer.blocks) bytes += bytes_in_page(block.bytes.size());
  return bytes;
}

}  // namespace terrawright::scene
