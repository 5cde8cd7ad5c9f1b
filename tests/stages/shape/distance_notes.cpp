// SPDX-License-Identifier: Apache-2.0
// Notes of a mask and verdicts about the sites around a tile are small.
#include "field.hpp"
#include "support/stage_runs.hpp"

const terrawright_stage* terrawright_stage_distance_of_shape();

using namespace terrawright;

namespace {

// The stage, with its notes and verdicts weighed on their way to the host.
struct Weights {
  std::size_t notes = 0, told = 0, everybody = 0;
} weights;
const terrawright_host* host;

terrawright_host weighing(const terrawright_job& job) {
  host = job.host;
  terrawright_host weighs = *job.host;
  weighs.note = [](void* handle, const void* bytes, std::uint64_t size) {
    weights.notes += size;
    host->note(handle, bytes, size);
  };
  weighs.verdict = [](void* handle, std::uint64_t tile, const void* bytes, std::uint64_t size) {
    (tile == TERRAWRIGHT_EVERY_TILE ? weights.everybody : weights.told) += size;
    host->verdict(handle, tile, bytes, size);
  };
  return weighs;
}

terrawright_stage weighed() {
  terrawright_stage stage = *terrawright_stage_distance_of_shape();
  stage.survey = [](const void* self, const terrawright_job* job) {
    const terrawright_host weighs = weighing(*job);
    terrawright_job copy = *job;
    copy.host = &weighs;
    return terrawright_stage_distance_of_shape()->survey(self, &copy);
  };
  stage.resolve = [](const void* self, const terrawright_job* job) {
    const terrawright_host weighs = weighing(*job);
    terrawright_job copy = *job;
    copy.host = &weighs;
    return terrawright_stage_distance_of_shape()->resolve(self, &copy);
  };
  return stage;
}

}  // namespace

TEST_CASE("tiles of 512 cells tell less than 0.01 bytes a cell of a mask and are told less than 0.005",
          "[shape.distance]") {
  const auto built = test::build(
      "terrawright: 1\nname: t\nworld: {size: [1537, 1025], seed: 42}\nstages:\n"
      "  h: {use: heights.diamond_square@1, with: {seeding: island, nodes: 3}}\n"
      "  sea: {use: sea.level@1, in: {height: h}, with: {percentile: 70 %}}\n"
      "outputs: [{layers: {land: sea.land}}]\n");
  const auto mask = built.cells<std::uint8_t>("sea.land");
  const auto cells = static_cast<double>(mask.size());
  const terrawright_stage stage = weighed();
  testing::StageRun run(&stage, 1537, 1025);
  run.input("mask", mask);
  weights = {};
  test::painted(run, 512);
  INFO(weights.notes << " bytes told, " << weights.told << " and " << weights.everybody << " heard");
  CHECK(weights.notes > 0);
  CHECK(static_cast<double>(weights.notes) < 0.01 * cells);
  CHECK(weights.told > 0);
  CHECK(static_cast<double>(weights.told) < 0.005 * cells);
  CHECK(weights.everybody <= 64);
}

TEST_CASE("what tiles tell of a mask grows with their sides, not with their cells", "[shape.distance]") {
  std::mt19937 random(3);
  std::vector<std::uint8_t> mask;
  for (int i = 0; i < 512 * 512; ++i) mask.push_back(random() % 2 == 0 ? 1 : 0);
  const terrawright_stage stage = weighed();
  testing::StageRun run(&stage, 512, 512);
  run.input("mask", mask);
  std::vector<std::size_t> notes;
  for (const std::int64_t tile : {64, 128, 256}) {
    weights = {};
    test::painted(run, tile);
    notes.push_back(weights.notes);
  }
  INFO(notes[0] << ", " << notes[1] << ", " << notes[2]);
  CHECK(notes[1] < notes[0] * 6 / 10);
  CHECK(notes[2] < notes[1] * 6 / 10);
}
