// SPDX-License-Identifier: Apache-2.0
#include "report/json.hpp"

namespace terrawright::report {

std::string json_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string json_text(const Json& json, bool ascii) {
  return json.dump(2, ' ', ascii, Json::error_handler_t::replace) + "\n";
}

Json json_of(std::string_view text) { return Json::parse(text); }
Json json_or_none(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace terrawright::report
