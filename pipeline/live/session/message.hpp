// SPDX-License-Identifier: Apache-2.0
// Messages between the session, its worker and the page.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "report/diagnostic.hpp"
#include "report/json.hpp"

namespace terrawright::live {

using report::Json;

// Each with its excerpt, as a person reads it in a terminal. `unread`: the path of a file that cannot be read.
Json json_of(const report::Diagnostics& diagnostics);
Json problem(const std::string& message, const std::string& hint);

// A text member of an object; empty: there is none.
std::string text_of(const Json& body, const char* key);

struct Message {
  Json head;
  std::shared_ptr<const std::string> bytes = nullptr;
};

// Receives what a job reports, from any thread. `bytes` may be null.
using Sink = std::function<void(Json head, const std::string* bytes)>;

}  // namespace terrawright::live
