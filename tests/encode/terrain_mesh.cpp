// SPDX-License-Identifier: Apache-2.0
// Meshes of heights against all of their cells, by brute force.
#include "mesh/terrain/terrain_mesh.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "support/catch.hpp"
#include "support/noise.hpp"
#include "terrawright/failure.hpp"

using namespace terrawright;
using encode::MeshVertex;
using encode::TerrainMesh;
using Triangle = std::array<std::uint32_t, 3>;

namespace {

struct Ground {
  std::int64_t width, height;
  std::vector<float> cells;

  double at(std::int64_t x, std::int64_t y) const { return cells[static_cast<std::size_t>(y * width + x)]; }
};

// Hills of several sizes, a cliff, a plain and a needle.
Ground hills(std::int64_t width, std::int64_t height) {
  Ground ground{width, height, {}};
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      double h = 0;
      for (const std::int64_t size : {64, 23, 9, 3}) {
        const double u = static_cast<double>(x % (2 * size) - size), v = static_cast<double>(y % (2 * size) - size);
        h += (1 - u * u / static_cast<double>(size * size)) * v / 2;
      }
      h += test::noise(static_cast<std::size_t>(y * width + x)) % 1000 / 1000.0;
      if (x > width / 2) h -= 40;
      if (y > height / 2 && x < width / 3) h = -5;
      if (x == width / 4 && y == height / 4) h = 90;
      ground.cells.push_back(static_cast<float>(h));
    }
  }
  return ground;
}

struct Mesh {
  std::vector<MeshVertex> vertices;
  std::vector<Triangle> triangles;
};

Mesh mesh_of(const TerrainMesh& mesh, double error, double cell = 2) {
  Mesh made;
  mesh.each_vertex(error, cell, [&](const MeshVertex& vertex) { made.vertices.push_back(vertex); });
  mesh.each_triangle(error, [&](const Triangle& triangle) { made.triangles.push_back(triangle); });
  return made;
}

// Twice the area of a, b, c: above 0 where they go counter-clockwise as seen from above, south being down.
std::int64_t area(const MeshVertex& a, const MeshVertex& b, const MeshVertex& c) {
  return (c.x - a.x) * (b.y - a.y) - (b.x - a.x) * (c.y - a.y);
}

// Over all cells in all triangles that hold them; counts the triangles that hold each.
double greatest_distance(const Ground& ground, const Mesh& mesh, std::vector<int>& holding) {
  double greatest = 0;
  holding.assign(ground.cells.size(), 0);
  for (const Triangle& triangle : mesh.triangles) {
    const MeshVertex &a = mesh.vertices[triangle[0]], &b = mesh.vertices[triangle[1]], &c = mesh.vertices[triangle[2]];
    const auto whole = static_cast<double>(area(a, b, c));
    for (std::int64_t y = std::min({a.y, b.y, c.y}); y <= std::max({a.y, b.y, c.y}); ++y) {
      for (std::int64_t x = std::min({a.x, b.x, c.x}); x <= std::max({a.x, b.x, c.x}); ++x) {
        const MeshVertex p{x, y, 0, {}};
        const std::int64_t of_a = area(p, b, c), of_b = area(a, p, c), of_c = area(a, b, p);
        if (of_a < 0 || of_b < 0 || of_c < 0) continue;
        ++holding[static_cast<std::size_t>(y * ground.width + x)];
        const double plane = (static_cast<double>(of_a) * a.height + static_cast<double>(of_b) * b.height +
                              static_cast<double>(of_c) * c.height) /
                             whole;
        greatest = std::max(greatest, std::abs(ground.at(x, y) - plane));
      }
    }
  }
  return greatest;
}

void check(const Ground& ground, double error) {
  INFO(ground.width << " x " << ground.height << " cells, error " << error);
  const TerrainMesh mesh(ground.width, ground.height, ground.cells, [] {});
  const Mesh made = mesh_of(mesh, error);
  const encode::MeshCounts counts = mesh.counts(error);
  REQUIRE(counts.vertices == made.vertices.size());
  REQUIRE(counts.triangles == made.triangles.size());

  // Vertices are cells, each once, row by row; normals are of length 1 and point up.
  int wrong = 0;
  float lowest = 1e9f, highest = -1e9f;
  for (std::size_t i = 0; i < made.vertices.size(); ++i) {
    const MeshVertex& v = made.vertices[i];
    const auto& [x, y, z] = v.normal;
    const double length =
        std::sqrt(static_cast<double>(x) * x + static_cast<double>(y) * y + static_cast<double>(z) * z);
    wrong += static_cast<double>(v.height) == ground.at(v.x, v.y) && std::abs(length - 1) < 1e-6 && y > 0 ? 0 : 1;
    if (i > 0)
      wrong += made.vertices[i - 1].y * ground.width + made.vertices[i - 1].x < v.y * ground.width + v.x ? 0 : 1;
    lowest = std::min(lowest, v.height);
    highest = std::max(highest, v.height);
  }
  CHECK(wrong == 0);
  CHECK(counts.lowest == lowest);
  CHECK(counts.highest == highest);

  // They cover the ground once: no triangle lies the wrong way round or has no area, all together have that of the
  // ground, every side is that of one more triangle or lies at the edge.
  std::int64_t all = 0, least = 1;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  std::vector<bool> used(made.vertices.size());
  for (const Triangle& t : made.triangles) {
    const std::int64_t one = area(made.vertices[t[0]], made.vertices[t[1]], made.vertices[t[2]]);
    all += one;
    least = std::min(least, one);
    for (std::size_t k = 0; k < 3; ++k) {
      ++sides[{t[k], t[(k + 1) % 3]}];
      used[t[k]] = true;
    }
  }
  CHECK(all == 2 * (ground.width - 1) * (ground.height - 1));
  CHECK(least > 0);
  CHECK(std::find(used.begin(), used.end(), false) == used.end());
  int open = 0, twice = 0;
  for (const auto& [side, times] : sides) {
    twice += times == 1 ? 0 : 1;
    const MeshVertex &a = made.vertices[side.first], &b = made.vertices[side.second];
    const bool at_edge =
        (a.x == b.x && (a.x == 0 || a.x == ground.width - 1)) || (a.y == b.y && (a.y == 0 || a.y == ground.height - 1));
    open += sides.count({side.second, side.first}) == 1 || at_edge ? 0 : 1;
  }
  CHECK(twice == 0);
  CHECK(open == 0);

  std::vector<int> holding;
  CHECK(greatest_distance(ground, made, holding) <= error + 1e-9);
  CHECK(*std::min_element(holding.begin(), holding.end()) >= 1);
}

}  // namespace

TEST_CASE("No cell is further from a mesh than the error, and meshes have no cracks", "[encode.mesh]") {
  using Size = std::pair<std::int64_t, std::int64_t>;
  const auto [width, height] =
      GENERATE(Size{2, 2}, Size{3, 2}, Size{2, 50}, Size{5, 5}, Size{17, 16}, Size{18, 33}, Size{65, 65}, Size{64, 100},
               Size{129, 40}, Size{257, 257}, Size{258, 31}, Size{300, 290}, Size{513, 130}, Size{100, 515});
  const Ground ground = hills(width, height);
  for (const double error : {0.0, 0.3, 2.0, 11.0, 45.0, 1000.0}) check(ground, error);
}

TEST_CASE("A mesh of 1026 x 700 cells keeps its error", "[encode.mesh]") { check(hills(1026, 700), 4); }

TEST_CASE("A plane is few triangles, and a needle in it is kept where the error is less than it", "[encode.mesh]") {
  const auto triangles = [](const Ground& ground, double error) {
    return TerrainMesh(ground.width, ground.height, ground.cells, [] {}).counts(error).triangles;
  };
  Ground ground{257, 257, {}};
  for (std::int64_t i = 0; i < 257 * 257; ++i) ground.cells.push_back(static_cast<float>(i % 257 * 2 - i / 257));
  CHECK(triangles(ground, 0) == 2);
  ground.width = 257, ground.height = 200;
  ground.cells.resize(257 * 200);
  CHECK(triangles(ground, 0) <= 4);
  ground.cells[100 * 257 + 77] += 8;
  CHECK(triangles(ground, 8) <= 4);
  CHECK(triangles(ground, 7.99) > 4);
  CHECK(triangles(ground, 7.99) < 200);
}

TEST_CASE("A greater error never has more triangles, and smooth land has far fewer than cells", "[encode.mesh]") {
  Ground ground{300, 200, {}};
  for (std::int64_t i = 0; i < 300 * 200; ++i) {
    const double x = static_cast<double>(i % 300 - 150) / 150, y = static_cast<double>(i / 300 - 100) / 100;
    ground.cells.push_back(static_cast<float>(1000 * (1 - x * x) * (1 - y * y)));
  }
  const TerrainMesh mesh(ground.width, ground.height, ground.cells, [] {});
  std::uint64_t before = 2 * 299 * 199 + 1;
  for (const double error : {0.0, 0.1, 1.0, 10.0, 100.0}) {
    const std::uint64_t now = mesh.counts(error).triangles;
    CHECK(now <= before);
    before = now;
  }
  CHECK(mesh.counts(1.0).triangles < 2 * 299 * 199 / 20);
}

TEST_CASE("A normal stands upright on a slope", "[encode.mesh]") {
  Ground ground{40, 30, {}};  // 3 up per cell to the east, 4 up per cell to the south; cells are 2 wide
  for (std::int64_t i = 0; i < 40 * 30; ++i) ground.cells.push_back(static_cast<float>(i % 40 * 3 + i / 40 * 4));
  const TerrainMesh mesh(ground.width, ground.height, ground.cells, [] {});
  const double length = std::sqrt(1.5 * 1.5 + 1 + 2 * 2);
  mesh.each_vertex(0, 2, [&](const MeshVertex& v) {
    CHECK(v.normal[0] == Approx(-1.5 / length));
    CHECK(v.normal[1] == Approx(1 / length));
    CHECK(v.normal[2] == Approx(-2 / length));
  });
}

TEST_CASE("A mesh that is stopped stops", "[encode.mesh]") {
  const Ground ground = hills(40, 40);
  CHECK_THROWS_AS(TerrainMesh(ground.width, ground.height, ground.cells, [] { throw Stopped{}; }), Stopped);
}
