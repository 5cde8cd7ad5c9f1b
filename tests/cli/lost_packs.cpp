// SPDX-License-Identifier: Apache-2.0
// Packs of builds that are killed, or fail. Their content is in packs.t.
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

TEST_CASE("A build that is killed, or fails, at any step leaves the old pack or the new one, whole",
          "[cli.packs][kills][preloaded]") {
  const std::string what = GENERATE("KILL_AT", "FAIL_AT");
  const TemporaryFolder folder;
  const std::string text = read(TERRAWRIGHT_ROOT "/examples/360-packs/world.yaml"),
                    stages = text.substr(text.find("\nstages:"), text.find("outputs:") - text.find("\nstages:"));
  const std::string outputs =
      "  - {pack: unity, folder: p, heights: land, range: [-310 m, 905 m], fit: resample, weights: {snow: snow.mask, "
      "grass: rest}, tiles: {side: 32}}\n";
  write(folder / "w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [65, 65], cell: 32 m, seed: 11, latitude: 46 deg}\n" + stages +
            "outputs:\n" + outputs);
  const auto command = [&](const std::string& percentile, const std::string& to) {
    return TERRAWRIGHT_PROGRAM " build " + folder / "w.yaml" +
           " --quiet --cache off --set stages.sea.with.percentile=" + percentile + "% --out " + folder / to;
  };
  REQUIRE(shell(command("50", "old")).exit == 0);
  REQUIRE(shell(command("60", "new")).exit == 0);
  const auto list = [&](const std::string& of) { return read(folder / (of + "/p/.terrawright-files")); };
  int olds = 0, news = 0;
  for (int step = 1; news < 3; ++step) {
    REQUIRE(step < 100);
    std::filesystem::remove_all(folder / "to");
    std::filesystem::copy(folder / "old", folder / "to", std::filesystem::copy_options::recursive);
    const Ran ran = shell("ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=" TERRAWRIGHT_AT_CALL " " +
                          what + "=" + std::to_string(step) + " " + command("60", "to"));
    INFO(what << " " << step << ": " << ran.exit << ran.err);
    CHECK(shell("cd " + folder / "to/p" + " && sha256sum --check --quiet .terrawright-files").exit == 0);
    const bool is_old = list("to") == list("old");
    CHECK((is_old || list("to") == list("new")));
    olds += is_old ? 1 : 0;
    news += is_old ? 0 : 1;
    if (what == "FAIL_AT") CHECK(shell("find " + folder / "to" + " -name '.terrawright-*.part'").out.empty());
  }
  CHECK(olds > 10);
}
