// SPDX-License-Identifier: Apache-2.0
// A value goes into the config's file, where somebody may be writing too.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace terrawright::live {

// As config/spliced.hpp says; only while the file has the text of which this is the SHA-256. The new file is written
// beside, is whole on the disk and then takes the name, with the owner's rights of the old one; a link stays a link.
// `refusal` says why the file beside is not a good config, or nothing. Empty: done; else why not, and where.
std::string write_value(const std::string& file, const std::string& text_sha256, const std::vector<std::string>& keys,
                        const std::string& value, const std::function<std::string(const std::string& beside)>& refusal);

}  // namespace terrawright::live
