// SPDX-License-Identifier: Apache-2.0
// A value back to YAML.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "document.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::config {

// The text of a document, a map: read again it says the same. Comments are not kept; what is short stands on one line.
std::string written(const Value& document);
// Any value, on one line.
std::string written_on_one_line(const Value& value);

// One value of a config's text in the place of another: comments, order and every other byte stay.

// The text of `source` with `value` where `keys` lead: {"world", "seed"}, {"knobs", "sea"} (the knob's value). Read
// again it says the same but for that value. Returns nothing, with an error that gives place and reason, if the value
// is not there, spans lines, or is shared by an anchor.
std::optional<std::string> spliced(const std::shared_ptr<const report::Source>& source,
                                   const std::vector<std::string>& keys, const std::string& value,
                                   report::Diagnostics& diagnostics);

}  // namespace terrawright::config
