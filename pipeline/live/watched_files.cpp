// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <filesystem>
#include <sstream>

#include "live/serve.hpp"

namespace terrawright::live {
namespace {

// An editor that truncates and writes does so within the first; a burst is built now and then, not only at its end.
constexpr auto rest = std::chrono::milliseconds(80);
constexpr auto longest = std::chrono::milliseconds(1000);

}  // namespace

void WatchedFiles::watch(const std::set<std::string>& files, std::chrono::system_clock::time_point since) {
  const auto seconds = std::chrono::duration<double>(since.time_since_epoch()).count();
  std::map<std::string, Facts> now;
  for (const std::string& file : files) {
    const auto known = files_.find(file);
    const Facts facts = known != files_.end() ? known->second : system::facts_of(file);
    const double saved = facts ? 1e-9 * static_cast<double>(facts->changed) : 0.0;
    if (known == files_.end() && facts && saved > seconds) {
      pending_.insert(file);
      if (!changing_) first_ = last_ = std::chrono::steady_clock::now();
      changing_ = true;
    }
    now.emplace(file, facts);
  }
  files_ = std::move(now);
}

bool WatchedFiles::look(Time now) {
  for (auto& [file, known] : files_) {
    const Facts facts = system::facts_of(file);
    if (facts == known) continue;
    known = facts;
    pending_.insert(file);
    last_ = now;
    if (!changing_) first_ = now;
    changing_ = true;
  }
  if (!changing_ || (now - last_ < rest && now - first_ < longest)) return false;
  changing_ = false;
  changed_ = std::move(pending_);
  pending_.clear();
  return true;
}

namespace {

namespace fs = std::filesystem;

constexpr auto between_lists = std::chrono::milliseconds(500);  // new libraries are looked for so often
// Files have the time of the system's last tick: one that is saved now may say that it was saved so long ago.
constexpr auto stamps_behind = std::chrono::milliseconds(20);

}  // namespace

Libraries::Libraries(std::function<std::set<std::string>()> there) : there_(std::move(there)) {
  if (there_) files_.watch(known_ = there_(), listed_);
}

std::set<std::string> Libraries::changed(WatchedFiles::Time now) {
  std::set<std::string> libraries;
  if (!there_) return libraries;
  if (now - looked_ > between_lists) {
    looked_ = now;
    const auto listing = std::chrono::system_clock::now();
    known_.merge(there_());  // one that is gone may come back
    std::set<std::string> all = known_;
    all.insert(beside_.begin(), beside_.end());
    files_.watch(all, listed_ - stamps_behind);
    listed_ = listing;
  }
  if (!files_.look(now)) return libraries;
  std::error_code error;
  for (const std::string& file : files_.changed()) {
    for (const std::string& library : known_) {
      const bool is_beside = known_.count(file) == 0 && fs::path(library).parent_path() == fs::path(file).parent_path();
      if ((library == file || is_beside) && fs::exists(library, error)) libraries.insert(library);
    }
  }
  return libraries;
}

LibraryCheck::LibraryCheck(const std::string& program, std::string library)
    : library_(std::move(library)), process_({program, "check", library_, "--quick", "--format", "json"}) {}

Json LibraryCheck::result_if_over() {
  process_.hear();
  std::vector<Message> unused;
  if (process_.receive(unused)) return nullptr;
  process_.ending();
  Json result = {{"library", library_},
                 {"passed", process_.exit_code() == 0},
                 {"stages", Json::array()},
                 {"findings", Json::array()}};
  std::istringstream lines(process_.said());
  for (std::string line; std::getline(lines, line);) {
    const Json event = report::json_or_none(line);
    if (!event.is_object() || !event.contains("event")) continue;
    if (event["event"] == "stage") result["stages"].push_back(event["stage"]);
    if (event["event"] != "finding") continue;
    const std::string details = event["details"];
    result["findings"].push_back(event["stage"].get<std::string>() + ": " + event["symptom"].get<std::string>() +
                                 (details.empty() ? "" : " " + details));
  }
  return result;
}

}  // namespace terrawright::live
