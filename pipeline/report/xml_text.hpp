// SPDX-License-Identifier: Apache-2.0
// Text between the tags of XML and HTML, and in their attributes.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "report/diagnostic.hpp"

namespace terrawright::report {

inline std::string xml_text(std::string_view plain) {
  std::string text(plain);
  for (const auto& [from, to] :
       {std::pair("&", "&amp;"), std::pair("<", "&lt;"), std::pair(">", "&gt;"), std::pair("\"", "&quot;")})
    text = replaced(std::move(text), from, to);
  return text;
}

}  // namespace terrawright::report
