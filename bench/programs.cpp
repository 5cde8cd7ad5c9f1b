// SPDX-License-Identifier: Apache-2.0
// Whole drainages by programs that others use for them: heights read from a file, where water goes written to files.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>

#include "parts.hpp"
#include "process.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

constexpr float sea = -9999;  // for the others: no data

// As bench/drainage.cpp: 35 % land.
constexpr const char* terrain = R"(
terrawright: 1
name: terrain
world: {size: [65, 65], seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 65 %}}
  land: {use: sea.islets@1, in: {height: terrain, level: sea.level}}
  metres: {use: shape.metres@1, in: {height: land.height, level: sea.level}}
  filled: {use: water.fill@1, in: {height: metres}}
outputs: [{layers: {metres: metres, filled: filled}}]
)";

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

// heights.f32, without a header, for all; heights.sgrd says to SAGA what it is.
void write_heights(const std::vector<float>& metres, const std::string& side, const std::string& folder) {
  std::vector<float> heights = metres;
  for (float& height : heights) height = height > 0 ? height : sea;
  write(folder + "/heights.f32",
        std::string(reinterpret_cast<const char*>(heights.data()), heights.size() * sizeof(float)));
  std::filesystem::create_hard_link(folder + "/heights.f32", folder + "/heights.sdat");
  write(folder + "/heights.sgrd",
        "NAME\t= heights\nDATAFILE_OFFSET\t= 0\nDATAFORMAT\t= FLOAT\nBYTEORDER_BIG\t= FALSE\n"
        "TOPTOBOTTOM\t= TRUE\nPOSITION_XMIN\t= 0\nPOSITION_YMIN\t= 0\nCELLCOUNT_X\t= " +
            side + "\nCELLCOUNT_Y\t= " + side + "\nCELLSIZE\t= 1000\nZ_FACTOR\t= 1\nNODATA_VALUE\t= -9999\n");
  write(folder + "/drainage.yaml", "terrawright: 1\nname: drainage\nworld: {size: [" + side + ", " + side +
                                       "], cell: 1 km, seed: 1}\nstages:\n"
                                       "  heights: {use: source.image@1, with: {file: heights.f32, unit: m, encoding: "
                                       "f32, columns: " +
                                       side + ", rows: " + side +
                                       "}}\n"
                                       "  filled: {use: water.fill@1, in: {height: heights}}\n"
                                       "  flats: {use: water.flats@1, in: {filled: filled}}\n"
                                       "  receivers: {use: water.receivers@1, in: {filled: filled, distance: flats}}\n"
                                       "  water: {use: water.accumulation@1, in: {receivers: receivers}}\n"
                                       "outputs:\n  - {file: filled.tif, layers: {filled: filled}}\n"
                                       "  - {file: water.exr, layers: {water: water}}\n");
  // A steepest way down for each cell, and the cells upstream.
  write(folder + "/grass.sh", "set -e\nexport OMP_NUM_THREADS=1\ng.region n=" + side + " s=0 e=" + side +
                                  " w=0 rows=" + side + " cols=" + side +
                                  "\n"
                                  "r.in.bin -f input=heights.f32 output=heights bytes=4 anull=-9999 north=" +
                                  side + " south=0 east=" + side + " west=0 rows=" + side + " cols=" + side +
                                  "\n"
                                  "r.watershed -s elevation=heights accumulation=water drainage=receivers\n"
                                  "r.out.bin input=water output=water.bin bytes=8\n");
}

Cost saga(const std::vector<std::string>& tool, const std::string& folder) {
  std::vector<std::string> command = {"saga_cmd", "-c=1", "-f=q"};
  command.insert(command.end(), tool.begin(), tool.end());
  return run_process(command, folder);
}

// With a slope so small that little is raised, and across flats water still finds its way.
Cost saga_drainage(const std::string& folder) {
  Cost cost =
      saga({"ta_preprocessor", "5", "-ELEV", "heights.sgrd", "-FILLED", "filled.sgrd", "-MINSLOPE", "0.001"}, folder);
  cost += saga({"ta_hydrology", "0", "-ELEVATION", "filled.sgrd", "-FLOW", "water.sgrd", "-METHOD", "0"}, folder);
  return cost;
}

// Wang and Liu's filling without a slope is ours; SAGA writes the lowest row first.
void check_saga(const std::vector<float>& filled, std::int64_t side, const std::string& folder) {
  saga({"ta_preprocessor", "5", "-ELEV", "heights.sgrd", "-FILLED", "level.sgrd", "-MINSLOPE", "0"}, folder);
  std::ifstream stream(folder + "/level.sdat", std::ios::binary);
  std::vector<float> row(static_cast<std::size_t>(side));
  for (auto y = filled.end(); y != filled.begin(); y -= side) {
    stream.read(reinterpret_cast<char*>(row.data()), static_cast<std::streamsize>(row.size() * sizeof(float)));
    const bool same = std::equal(row.begin(), row.end(), y - side, [](float a, float b) { return a == b || b <= 0; });
    if (!stream || !same) throw std::runtime_error("water.fill and SAGA differ");
  }
}

struct Program {
  const char *name, *command;
  std::function<Cost(const std::string& folder)> run;
};

void measure(std::int64_t size, const std::vector<Program>& programs, const Options& options) {
  const std::string folder = options.folder + "/programs", side = std::to_string(size);
  std::filesystem::create_directories(folder);
  {
    const Ran ran = run_world(terrain, {"world.size=[" + side + "," + side + "]"}, 1);
    write_heights(cells_of(*ran.layers.at("metres")), side, folder);
    if (is_installed("saga_cmd")) check_saga(cells_of(*ran.layers.at("filled")), size, folder);
  }
  std::vector<Cost> best;
  for (int i = 0; i < std::min(options.repeat, 3); ++i) {
    for (std::size_t p = 0; p < programs.size(); ++p) {
      const Cost cost = programs[p].run(folder);
      if (i == 0) best.push_back(cost);
      best[p] = best_of(best[p], cost);
    }
  }
  for (std::size_t p = 0; p < programs.size(); ++p) {
    std::printf("%-32s %5ld %9.2f %9.2f %9.1f %7.2f %9.0f\n", programs[p].name, static_cast<long>(size), best[p].wall,
                best[p].processor, best[p].processor * 1e9 / static_cast<double>(size * size),
                best[p].processor / best[0].processor, static_cast<double>(best[p].peak) / 1e6);
  }
  std::fflush(stdout);
  std::filesystem::remove_all(folder);
}

}  // namespace

void programs(const Options& options) {
  if (!options.wants("against.programs")) return;
  std::vector<Program> found = {{"terrawright build", TERRAWRIGHT_PROGRAM, [](const std::string& folder) {
                                   return run_process({TERRAWRIGHT_PROGRAM, "build", "drainage.yaml", "--quiet",
                                                       "--threads", "1", "--cache", "off", "--out", folder},
                                                      folder);
                                 }}};
  const Program grass = {"GRASS r.watershed -s", "grass", [](const std::string& folder) {
                           return run_process({"grass", "--tmp-location", "XY", "--exec", "bash", "grass.sh"}, folder);
                         }};
  const Program saga = {"SAGA Fill Sinks XXL, Top-Down", "saga_cmd", saga_drainage};
  for (const Program& program : {grass, saga}) {
    if (is_installed(program.command)) {
      found.push_back(program);
    } else {
      std::printf("\n%s is not measured: there is no %s on this machine.", program.name, program.command);
    }
  }
  std::printf(
      "\nDrainage by whole programs, one thread: heights from a file, depressions, cells upstream to a file; 35 %% "
      "land.\nSeconds on the wall and of the processor, its ns per cell, times ours, highest memory.\n"
      "%-32s %5s %9s %9s %9s %7s %9s\n",
      "program", "side", "wall s", "cpu s", "ns/cell", "times", "peak MB");
  for (const std::int64_t size : options.sizes) measure(size, found, options);
}

}  // namespace terrawright::bench
