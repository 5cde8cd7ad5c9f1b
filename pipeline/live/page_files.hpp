// SPDX-License-Identifier: Apache-2.0
// The page's own files, as they are in pipeline/live/page/.
#pragma once
#include <string>
#include <vector>

namespace terrawright::live {

struct PageFile {
  std::string name, text;
};
const std::vector<PageFile>& page_files();

}  // namespace terrawright::live
