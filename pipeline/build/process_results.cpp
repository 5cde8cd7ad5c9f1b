// SPDX-License-Identifier: Apache-2.0
#include "build/process_results.hpp"

#include <algorithm>

#include "report/json.hpp"

namespace terrawright::build {
namespace {

using report::Json;

// The failure of one is that of all.
template <class Step>
void step(engine::Ranks& ranks, const Step& body) {
  Json problem;
  try {
    body();
  } catch (const files::WriteFailed& failure) {
    problem = {Json::binary(failure.path().string()), Json::binary(failure.reason()), Json::binary(failure.remedy())};
  }
  for (const std::string& said : ranks.say(problem.to_cbor())) {
    const Json heard = Json::from_cbor(said);
    if (!heard.is_null()) throw files::WriteFailed(heard[0].bytes(), heard[1].bytes(), heard[2].bytes());
  }
}

}  // namespace

std::vector<FileMade> facts_of(const std::vector<images::Written>& files) {
  std::vector<FileMade> facts;
  for (const images::Written& file : files)
    facts.push_back({file.path().string(), file.bytes, file.sha256(), file.clipped, file.is_folder(), file.contents});
  return facts;
}

std::vector<OfFiles> told(engine::Ranks& ranks, const OfFiles& mine) {
  Json json = {Json::array(), mine.sha256, Json::array()};
  for (const auto& [name, bytes] : mine.read) json[2].push_back({Json::binary(name), Json::binary(bytes)});
  for (const OfOutput& output : mine.outputs) {
    Json files = Json::array(), printed = Json::array();
    for (const FileMade& file : output.files)
      files.push_back({Json::binary(file.path), file.bytes, file.sha256, file.clipped, file.is_folder, file.contents});
    for (const Text& text : output.printed) printed.push_back({Json::binary(text.layer), Json::binary(text.text)});
    json[0].push_back({output.output, files, printed});
  }
  std::vector<OfFiles> all;
  for (const std::string& said : ranks.say(json.to_cbor())) {
    const Json heard = Json::from_cbor(said);
    OfFiles of{{}, heard[1], {}};
    for (const Json& read : heard[2]) of.read.emplace(read[0].bytes(), read[1].bytes());
    for (const Json& output : heard[0]) {
      of.outputs.push_back({output[0], {}, {}});
      for (const Json& file : output[1])
        of.outputs.back().files.push_back({file[0].bytes(), file[1], file[2], file[3], file[4], file[5]});
      for (const Json& text : output[2]) of.outputs.back().printed.push_back({text[0].bytes(), text[1].bytes()});
    }
    all.push_back(std::move(of));
  }
  return all;
}

void commit_together(engine::Ranks& ranks, const std::vector<std::filesystem::path>& untrue,
                     const std::vector<images::WholeFile*>& files, images::WholeFile* manifest,
                     const std::vector<images::WholeFolder*>& folders) {
  step(ranks, [&] { images::commit(untrue, {}); });
  step(ranks, [&] { images::commit({}, files, nullptr, folders); });
  step(ranks, [&] { images::commit({}, {}, manifest); });
}

}  // namespace terrawright::build
