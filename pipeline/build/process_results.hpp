// SPDX-License-Identifier: Apache-2.0
// A build of several processes, each of which writes some of the files: what they tell each other at its end.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "build/build.hpp"
#include "engine/processes/ranks.hpp"
#include "images/commit.hpp"

namespace terrawright::build {

struct FileMade {
  std::string path;
  std::uint64_t bytes = 0;
  std::string sha256;
  std::uint64_t clipped = 0;
  bool is_folder = false;
  std::map<std::string, std::string> contents = {};  // as of images::Written
};
std::vector<FileMade> facts_of(const std::vector<images::Written>& files);
struct OfOutput {
  std::size_t output = 0;
  std::vector<FileMade> files;
  std::vector<Text> printed;
};
struct OfFiles {
  std::vector<OfOutput> outputs;
  std::map<std::string, std::string> sha256;  // as in Built
  std::map<std::string, std::string> read;    // as in Expectations
};
// Files that each has written, by rank.
std::vector<OfFiles> told(engine::Ranks& ranks, const OfFiles& mine);

// As images::commit, each step by all of them: `untrue` and `manifest` are the first one's, files and folders each
// one's own. Throws WriteFailed in all of them.
void commit_together(engine::Ranks& ranks, const std::vector<std::filesystem::path>& untrue,
                     const std::vector<images::WholeFile*>& files, images::WholeFile* manifest,
                     const std::vector<images::WholeFolder*>& folders);

}  // namespace terrawright::build
