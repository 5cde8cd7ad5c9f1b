// SPDX-License-Identifier: Apache-2.0
#include "engine/cbor.hpp"

namespace terrawright::engine {

std::string packed(const Json& json) {
  const std::vector<std::uint8_t> bytes = Json::to_cbor(json);
  return std::string(bytes.begin(), bytes.end());
}
Json unpacked(const std::string& bytes) { return Json::from_cbor(bytes); }

Json binary(const std::string& text) { return Json::binary({text.begin(), text.end()}); }
std::string text_of(const Json& binary) {
  const auto& bytes = binary.get_binary();
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace terrawright::engine
