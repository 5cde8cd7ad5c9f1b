// SPDX-License-Identifier: Apache-2.0
#include "build/together.hpp"

#include <algorithm>

#include "engine/cbor.hpp"

namespace terrawright::build {
namespace {

using engine::binary, engine::packed, engine::text_of, engine::unpacked;

// The failure of one is that of all.
template <class Step>
void step(engine::Ranks& ranks, const Step& body) {
  engine::Json problem;
  try {
    body();
  } catch (const images::WriteFailed& failure) {
    problem = {binary(failure.path().string()), binary(failure.reason()), binary(failure.remedy())};
  }
  for (const std::string& said : ranks.say(packed(problem))) {
    const engine::Json heard = unpacked(said);
    if (!heard.is_null()) throw images::WriteFailed(text_of(heard[0]), text_of(heard[1]), text_of(heard[2]));
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
  engine::Json json = {engine::Json::array(), mine.sha256, engine::Json::array()};
  for (const auto& [name, bytes] : mine.read) json[2].push_back({binary(name), binary(bytes)});
  for (const OfOutput& output : mine.outputs) {
    engine::Json files = engine::Json::array(), printed = engine::Json::array();
    for (const FileMade& file : output.files)
      files.push_back({binary(file.path), file.bytes, file.sha256, file.clipped, file.is_folder, file.contents});
    for (const Text& text : output.printed) printed.push_back({binary(text.layer), binary(text.text)});
    json[0].push_back({output.output, files, printed});
  }
  std::vector<OfFiles> all;
  for (const std::string& said : ranks.say(packed(json))) {
    const engine::Json heard = unpacked(said);
    OfFiles of{{}, heard[1].get<std::map<std::string, std::string>>(), {}};
    for (const engine::Json& read : heard[2]) of.read.emplace(text_of(read[0]), text_of(read[1]));
    for (const engine::Json& output : heard[0]) {
      of.outputs.push_back({output[0], {}, {}});
      for (const engine::Json& file : output[1])
        of.outputs.back().files.push_back({text_of(file[0]), file[1], file[2], file[3], file[4], file[5]});
      for (const engine::Json& text : output[2])
        of.outputs.back().printed.push_back({text_of(text[0]), text_of(text[1])});
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
