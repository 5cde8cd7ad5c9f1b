// SPDX-License-Identifier: Apache-2.0
// Text between the tags of XML.
#pragma once
#include <string>

namespace terrawright::images {

inline std::string xml_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace terrawright::images
