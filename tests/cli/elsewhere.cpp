// SPDX-License-Identifier: Apache-2.0
// A build's files are the same bytes in another folder, of another user, in another locale and time zone, with another
// mask of rights.
#include <unistd.h>

#include <filesystem>
#include <map>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files[entry.path().lexically_relative(folder).string()] = read(entry.path().string());
  return files;
}

}  // namespace

TEST_CASE("Folders, users, locales, time zones and masks change no byte of a file", "[elsewhere]") {
  const TemporaryFolder folder;
  const std::string config =
      "terrawright: 1\nname: w\nworld: {size: [127, 127], cell: 1 km, latitude: 46 deg, seed: 42}\nstages:\n"
      "  n: {use: heights.noise@1, with: {kind: gradient}}\n"
      "  h: {use: shape.range_map@1, in: {field: n}, with: {from: [-1, 1], to: [0, 1]}}\n"
      "  m: {use: shape.metres@1, in: {height: h, level: 0.4}, with: {peak: 900 m, depth: 300 m}}\n"
      "  steps: {use: shape.steps@1, in: {field: h}, with: {count: 4}}\n"
      "  relief: {use: view.relief@1, in: {height: m}}\n  peaks: {use: feature.peaks@1, in: {height: m}}\n"
      "outputs:\n  - {file: a.exr, layers: {h: h}}\n  - {file: a.png, range: [-300 m, 900 m], layers: {m: m}}\n"
      "  - {file: a.tif, layers: {s: steps}}\n  - {file: a.zarr, layers: {m: m, s: steps}}\n"
      "  - {file: s.png, layers: {s: steps}, legend: steps}\n"
      "  - {tiles: {side: 64, file: \"t/{x}/{y}.exr\"}, layers: {h: h}}\n  - {file: p.csv, layers: {p: peaks.peaks}}\n"
      "  - {file: p.geojson, layers: {p: peaks.peaks}}\n"
      "  - {pyramid: {file: \"web/{z}/{x}/{y}.png\"}, layers: {r: relief}}\n"
      "  - {pyramid: {file: a.pmtiles}, layers: {r: relief}}\n"
      "  - {file: a.glb, layers: {height: m}, texture: relief, error: 5 m}\n  - {file: a.html, scene: {height: m}}\n"
      "  - {pack: unreal, folder: unreal, heights: m, range: [-300 m, 900 m]}\n";
  for (const std::string place : {"one", "another place/deep/er"}) {
    fs::create_directories(folder / place);
    write(folder / place + "/w.yaml", config);
  }
  const std::string build = TERRAWRIGHT_PROGRAM " build ";
  const auto built = [&](const std::string& call, const std::string& out) {
    const Ran ran = shell(call);
    INFO(call << "\n" << ran.out << ran.err);
    REQUIRE(ran.exit == 0);
    return files_in(out);
  };
  const std::string one = folder / "one", other = folder / "another place/deep/er";
  const auto files =
      built("cd " + one + " && " + build + "w.yaml --quiet --cache off --sums out/SUMS --out out", one + "/out");
  CHECK(files.size() > 40);
  // Numbers of such a locale: commas for points, if the machine has it.
  const bool german = shell("localedef -i de_DE -f UTF-8 " + (folder / "de_DE.UTF-8")).exit == 0;
  CHECK((german || !fs::exists("/usr/share/i18n/locales/de_DE")));
  const std::string strange =
      "env -i PATH=/usr/bin:/bin HOME=/nonexistent USER=someone LOCPATH=" + folder.path().string() +
      " LC_ALL=de_DE.UTF-8 LANGUAGE=de TZ=Pacific/Kiritimati ";
  const std::string there = "'" + other + "'";
  CHECK(files == built("umask 077; cd / && " + strange + build + there + "/w.yaml --quiet --cache off --sums " + there +
                           "/out/SUMS --threads 1 --tile 64 --out " + there + "/out",
                       other + "/out"));
  if (geteuid() != 0) {
    WARN("another user: not as root, so not tried");
    return;
  }
  shell("chmod -R a+rwX " + folder.path().string());
  CHECK(files == built("cd " + there + " && setpriv --reuid 12345 --regid 54321 --clear-groups " + strange + "TMPDIR=" +
                           there + " " + build + "w.yaml --quiet --cache off --sums theirs/SUMS --out theirs",
                       other + "/theirs"));
}
