// SPDX-License-Identifier: Apache-2.0
// Runs a planned world and writes its files. Prints nothing itself: it reports to the caller.
#pragma once
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "build/expectations/expectations.hpp"
#include "build/load.hpp"
#include "engine/engine.hpp"
#include "images/write.hpp"

namespace terrawright::build {

class Observer : public engine::Observer {
 public:
  // Problems, in the order in which they come up; at the end of the run too where there are none.
  virtual void found(const report::Diagnostics& /*problems*/) {}
  // Other work, in a line.
  virtual void tells(const std::string& /*line*/) {}
};

struct Built;

struct Options {
  const std::atomic<bool>& stop;    // set: stop within a tile
  bool sha256 = false;              // hash what is written: a layer's raw cells, a text, a table as CSV
  bool refuse_clipped = false;      // a file whose range clips cells is not kept
  std::filesystem::path sums = {};  // where the files' SHA-256 go too, as sha256sum lists them; empty: nowhere
  engine::Ranks* ranks = nullptr;   // the processes that build it together, in the cache's folder; none: this one alone
  // Shown what was made, the manifest not among it, before any file gets its name; after an error none does.
  std::function<void(const Built& built, report::Diagnostics& problems)> judge = {};
  // A statement about the old files: deleted before any file is renamed, as it is no longer true; empty: none.
  std::filesystem::path statement = {};
  // Keeps what comes out of these ports, in Built::kept.
  std::vector<graph::Link> keep = {};
};

// A text or a table that the config wants to be shown.
struct Text {
  std::string layer, text;
};

enum class Ending {
  done,
  refused,  // before anything ran
  failed,
  unlike,  // what was made is not what it had to be, as Options::judge said; no file has its name
  stopped,
};

struct Built {
  Ending ending = Ending::done;
  engine::Outcome outcome;
  std::vector<images::Written> files;         // in the order of the config, then the manifest; all have their names
  std::vector<Text> printed;                  // in the order of the config
  std::map<std::string, std::string> sha256;  // by "node" or "node.port"
  std::vector<Judged> expectations;           // in the order of the config
  std::vector<engine::Product> kept;          // in the order of Options::keep
  std::map<std::string, engine::PortRecord> crops;  // of a window: of what is written, by the same names
};

// Gives no file its name unless all are whole.
Built build(const Plan& plan, const Options& options, Observer& observer);

// Metadata for the files of an output.
images::Provenance provenance_of(const Plan& plan, std::size_t output);

std::string clipped_text(const images::Written& file);

}  // namespace terrawright::build
