// SPDX-License-Identifier: Apache-2.0
// A window keeps the chunks that it paints, and none that is kept is painted again. Its cells are those of the world.
#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <thread>

#include "border/description.hpp"
#include "build/run.hpp"
#include "cli/program.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"
#include "support/length.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t much_room = 5'000'000'000;

// Counts the tiles that are painted; in a world that is known nothing is surveyed.
struct Counting final : engine::Observer {
  void progress(std::size_t, std::size_t, std::size_t) override { ++tiles; }
  int tiles = 0;
};

struct WindowRead {
  std::vector<std::string> cells;  // by link
  int painted = 0;
  std::string said;
};

std::string cells_in(const engine::Layer& layer, const Rect& area) {
  std::string cells(static_cast<std::size_t>(area.width * area.height) * layer.cell_bytes(), '\0');
  layer.read(area, cells.data(), area.width);
  return cells;
}

// Layers that files of a shipped config take, with a cache in a folder.
class KeptWorld {
 public:
  KeptWorld(const std::string& config, const std::vector<std::string>& set) {
    report::Diagnostics problems;
    const auto source =
        std::make_shared<report::Source>(report::Source{TERRAWRIGHT_ROOT "/" + config, test::config_file(config)});
    auto graph = build::graph_of(source, set, test::catalogue(), problems);
    INFO(problems.text());
    REQUIRE(graph);
    graph_.emplace(std::move(*graph));
    for (const graph::Output& output : graph_->outputs) {
      for (const graph::OutputLayer& layer : output.layers) {
        const std::uint32_t kind = graph_->nodes[layer.from.node].flows[layer.from.port].kind;
        if (border::is_layer(kind)) links_.push_back(layer.from);
      }
    }
    REQUIRE(links_.size() > 1);
  }

  const graph::Graph& graph() const { return *graph_; }
  const std::vector<graph::Link>& links() const { return links_; }
  Rect all() const { return {0, 0, graph_->world->width, graph_->world->height}; }
  fs::path cache() const { return fs::path(folder_ / "cache"); }
  std::shared_ptr<store::Store> open(std::uint64_t most = much_room) const { return store::Store::open(cache(), most); }

  WindowRead read(const Rect& window, std::shared_ptr<store::Store> store, std::int64_t tile = 512,
                  int threads = 2) const {
    engine::Options options;
    options.store = std::move(store);
    options.tile = tile;
    options.threads = threads;
    if (window.width < all().width || window.height < all().height) options.window = window;
    Counting counting;
    report::Diagnostics problems;
    const auto kept = build::keep({*graph_, options}, links_, counting, problems);
    WindowRead read{{}, counting.tiles, problems.text()};
    INFO(read.said);
    REQUIRE(kept.outcome.done);
    for (const engine::Product& made : kept.made) read.cells.push_back(cells_in(*made.layer, window));
    return read;
  }
  // As the whole world has them.
  std::vector<std::string> cut(const WindowRead& whole, const Rect& window) const {
    std::vector<std::string> cut;
    for (const std::string& cells : whole.cells) {
      const std::size_t cell = cells.size() / static_cast<std::size_t>(all().width * all().height);
      std::string& part = cut.emplace_back();
      for (std::int64_t y = window.y; y < window.y + window.height; ++y)
        part.append(cells, static_cast<std::size_t>(y * all().width + window.x) * cell,
                    static_cast<std::size_t>(window.width) * cell);
    }
    return cut;
  }
  std::set<fs::path> files() const {
    std::set<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(cache()))
      if (entry.is_regular_file()) files.insert(entry.path());
    return files;
  }

 private:
  const test::TemporaryFolder folder_;
  std::optional<graph::Graph> graph_;
  std::vector<graph::Link> links_;
};

std::string size_of(int width, int height) {
  return "world.size=[" + std::to_string(width) + "," + std::to_string(height) + "]";
}

void turn_a_bit(const fs::path& file, unsigned at) {
  std::string bytes = test::read(file);
  bytes[at % bytes.size()] = static_cast<char>(bytes[at % bytes.size()] ^ 4);
  test::write(file, bytes);
}

}  // namespace

TEST_CASE("Windows and the whole find one another's chunks, and have the same cells", "[build.parts][length]") {
  const std::vector<std::string> worlds = {"island",   "realistic",   "continent", "volcano",
                                           "tileable", "archipelago", "fjords"};
  const std::size_t n = GENERATE(range(std::size_t{0}, std::size_t{14}));
  if (!test::at_length() && n % 8 != 0 && n % 8 != 5) return;
  const std::string config = "configs/" + worlds[n / 2] + ".yaml";
  const bool wraps = config == "configs/tileable.yaml";
  KeptWorld world(config, {wraps ? size_of(1024, 1024) : size_of(1100, 700)});
  const WindowRead whole = world.read(world.all(), nullptr);
  std::mt19937 random(5);
  const auto windows = [&](int count, int tile) {
    for (int i = 0; i < count; ++i) {
      const auto stretch = [&](std::int64_t side) {
        const std::int64_t length = 1 + random() % (side / (1 + i % 3));
        return std::pair<std::int64_t, std::int64_t>(random() % (side - length + 1), length);
      };
      const auto [x, width] = stretch(world.all().width);
      const auto [y, height] = stretch(world.all().height);
      const Rect window{x, y, width, height};
      INFO(config << " " << x << "," << y << "," << width << "x" << height << ", tile " << tile);
      for (const int threads : {1, 2})
        REQUIRE((world.read(window, world.open(), tile, threads).cells == world.cut(whole, window)));
    }
  };
  const bool first = n % 2 == 0;  // the windows, in a world that nobody knows
  if (!first) world.read(world.all(), world.open());
  windows(5, 512);
  windows(1, 64);
  CHECK((world.read(world.all(), world.open()).cells == whole.cells));
  windows(2, 512);
}

TEST_CASE("Nothing is painted twice by windows of a world that is known", "[build.parts][length]") {
  const int threads = GENERATE(1, 2);
  if (threads == 1 && !test::at_length()) return;
  KeptWorld world("configs/realistic.yaml", {size_of(2049, 1537)});
  const WindowRead whole = world.read(world.all(), world.open());
  const Rect one{700, 600, 200, 200}, beside{1100, 600, 200, 200}, both{700, 600, 600, 200};
  const auto painted = [&](const Rect& window) {
    const WindowRead read = world.read(window, world.open(), 512, threads);
    CHECK(read.said.empty());
    CHECK((read.cells == world.cut(whole, window)));
    return read.painted;
  };
  const fs::path before = world.cache().parent_path() / "before";
  fs::copy(world.cache(), before, fs::copy_options::recursive);
  const int alone = painted(beside);
  fs::remove_all(world.cache());
  fs::rename(before, world.cache());

  const int at_first = painted(one);
  CHECK(at_first > 0);
  CHECK(painted(one) == 0);
  CHECK(painted({600, 550, 420, 470}) == 0);  // in the same chunk
  const int next_to_it = painted(beside);
  CHECK(next_to_it > 0);
  CHECK(next_to_it <= alone);  // less where it needs tiles of the chunk beside it
  CHECK(painted(both) == 0);
  CHECK(painted(beside) == 0);
}

TEST_CASE("Chunks of windows that are damaged or gone are made again, and told", "[build.parts]") {
  KeptWorld world("configs/realistic.yaml", {size_of(1100, 1100)});
  const WindowRead whole = world.read(world.all(), world.open());
  const Rect window{100, 100, 300, 300};
  const std::set<fs::path> before = world.files();
  const int painted = world.read(window, world.open()).painted;
  std::vector<fs::path> parts;
  for (const fs::path& file : world.files()) {
    if (before.count(file) == 0) parts.push_back(file);
  }
  REQUIRE(parts.size() > 3);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    INFO(parts[i]);
    if (i % 3 == 2) {
      fs::remove(parts[i]);
    } else if (i % 3 == 1) {
      fs::resize_file(parts[i], fs::file_size(parts[i]) / 2);
    } else {
      turn_a_bit(parts[i], static_cast<unsigned>(i * 7919));
    }
    const WindowRead again = world.read(window, world.open());
    CHECK((again.cells == world.cut(whole, window)));
    CHECK(again.painted <= painted);
    // Damage in the chunks that this window reads is reported; the rest is unknown.
    if (!again.said.empty()) {
      CHECK_THAT(again.said, Catch::Contains(" damaged entr") && Catch::Contains("(a chunk of the layer '"));
      CHECK(again.painted > 0);
    }
    CHECK(world.read(window, world.open()).painted == 0);
    CHECK(world.read(window, world.open()).said.empty());
  }
  for (const fs::path& part : parts) {
    if (fs::exists(part)) turn_a_bit(part, 100);
  }
  const WindowRead all = world.read(window, world.open());
  CHECK_FALSE(all.said.empty());
  CHECK((all.cells == world.cut(whole, window)));
}

TEST_CASE("Whatever befalls the cache between windows, their cells are right", "[build.parts]") {
  KeptWorld world("configs/realistic.yaml", {size_of(1100, 600)});
  const WindowRead whole = world.read(world.all(), world.open());
  std::mt19937 random(3);
  const Rect window{400, 200, 300, 200};
  int told = 0;
  for (int i = 0; i < 25; ++i) {
    const std::set<fs::path> files = world.files();
    const fs::path& file = *std::next(files.begin(), static_cast<std::ptrdiff_t>(random() % files.size()));
    INFO(i << " " << file);
    if (file.filename() == "CACHEDIR.TAG") continue;
    i % 4 == 0 ? void(fs::remove(file)) : turn_a_bit(file, static_cast<unsigned>(random()));
    // A layer that is cached whole is read when the caller requests it: its damage is then reported to the caller, and
    // the entry is deleted.
    const WindowRead again = [&] {
      try {
        return world.read(window, world.open());
      } catch (const std::runtime_error& lost) {
        CHECK_THAT(lost.what(), Catch::Contains("a layer of the cache is damaged or gone"));
        ++told;
        return world.read(window, world.open());
      }
    }();
    CHECK((again.cells == world.cut(whole, window)));
    told += again.said.empty() ? 0 : 1;
  }
  CHECK(told > 0);
}

TEST_CASE("Chunks of windows count as what the cache holds, and go when they were not used", "[build.parts]") {
  KeptWorld world("configs/island.yaml", {size_of(1100, 1100)});
  const WindowRead whole = world.read(world.all(), world.open());
  const store::Usage before = world.open()->usage();
  const Rect window{10, 10, 300, 300};
  world.read(window, world.open());
  const store::Usage after = world.open()->usage();
  CHECK(after.entries > before.entries);
  CHECK(after.bytes > before.bytes);
  CHECK(world.open(after.bytes / 3)->age().entries > 0);
  CHECK(world.open()->usage().bytes <= after.bytes / 3);
  CHECK((world.read(window, world.open()).cells == world.cut(whole, window)));
}

TEST_CASE("Windows at once, of one cache, have the cells of the world", "[build.parts]") {
  KeptWorld world("configs/realistic.yaml", {size_of(1600, 700)});
  const WindowRead whole = world.read(world.all(), world.open());
  std::vector<std::thread> threads;
  std::vector<WindowRead> read(4);
  const auto window = [](std::size_t t) { return Rect{100 + 350 * static_cast<std::int64_t>(t), 100, 300, 500}; };
  for (std::size_t t = 0; t < read.size(); ++t)
    threads.emplace_back([&, t] { read[t] = world.read(window(t), world.open(), 512, 1); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < read.size(); ++t) CHECK((read[t].cells == world.cut(whole, window(t))));
  CHECK(world.read({100, 100, 1350, 500}, world.open()).painted == 0);
}

TEST_CASE("Runs on demand find the chunks of those before", "[build.parts]") {
  KeptWorld world("configs/realistic.yaml", {size_of(1100, 700)});
  const WindowRead whole = world.read(world.all(), world.open());
  const Rect area{300, 300, 400, 200};
  const std::atomic<bool> never{false};
  const auto painted = [&] {
    engine::Options options;
    options.store = world.open();
    options.threads = 2;
    options.stop = &never;
    Counting counting;
    report::Diagnostics problems;
    engine::OnDemand run(world.graph(), options, counting);
    REQUIRE(run.resolve(world.links(), problems).done);
    for (std::size_t k = 0; k < world.links().size(); ++k) {
      const graph::Link& link = world.links()[k];
      REQUIRE(run.make(
          link, area, [] { return false; }, problems));
      CHECK((cells_in(*run.product(link).layer, area) == world.cut(whole, area)[k]));
    }
    return counting.tiles;
  };
  CHECK(painted() > 0);
  CHECK(painted() == 0);
}
