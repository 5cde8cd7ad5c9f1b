// SPDX-License-Identifier: Apache-2.0
// wind_field.hpp: the wind on the faces of the climate's squares, in m/s, u to the right and v down.
//
// u has (width + 1) x height faces, v width x (height + 1). The marching axis, that of the mean wind's larger
// component, keeps one sign on every face, which is what lets rain be swept from the windward side.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "terrawright/blob.hpp"
#include "terrawright/magnify.hpp"

namespace terrawright::climate {

// The coarse grid on which wind and rain are solved, for every size of the world.
//
// width x height nodes at the cells x = i * block, y = j * block. A node stands for the cells x with
// i * block - block / 2 < x <= i * block + block / 2 (likewise y) that lie in the world.

struct ClimateGrid {
  std::int64_t width, height;  // nodes
  std::int64_t block;          // cells between nodes, a power of two
};

inline std::int64_t nodes_along(std::int64_t cells, std::int64_t block) { return (cells - 1 + block - 1) / block + 1; }

// The smallest block for which the longer side has at most `resolution` nodes; resolution >= 2.
inline ClimateGrid climate_grid(std::int64_t width, std::int64_t height, std::int64_t resolution) {
  std::int64_t block = 1;
  while (nodes_along(std::max(width, height), block) > resolution) block *= 2;
  return {nodes_along(width, block), nodes_along(height, block), block};
}

// The node that stands for cell x of an axis.
inline std::int64_t node_of(std::int64_t x, std::int64_t block) { return block == 1 ? x : (x + block / 2 - 1) / block; }

// Number of an axis' cells that node i represents. The last node may stand for none.
inline std::int64_t cells_of(std::int64_t i, std::int64_t block, std::int64_t cells) {
  if (block == 1) return 1;
  const std::int64_t first = std::max<std::int64_t>(i * block - block / 2 + 1, 0);
  const std::int64_t last = std::min(i * block + block / 2, cells - 1);
  return std::max<std::int64_t>(last - first + 1, 0);
}

// Positions of the cells between the nodes.
inline MagnifyAxis cells_between(std::int64_t nodes, std::int64_t block) { return {1, block, nodes}; }

struct MeanWind {
  double u, v;
  bool marches_along_x() const { return std::fabs(u) >= std::fabs(v); }
};

// From speed and the azimuth in degrees it blows from, clockwise from north.
inline MeanWind mean_wind(double speed, double from) {
  return {-speed * terrawright_sinpi(from / 180.0), speed * terrawright_cospi(from / 180.0)};
}

struct WindField {
  std::vector<double> u, v;
};

inline WindField uniform_wind(const ClimateGrid& grid, const MeanWind& mean) {
  return {std::vector<double>(static_cast<std::size_t>((grid.width + 1) * grid.height), mean.u),
          std::vector<double>(static_cast<std::size_t>(grid.width * (grid.height + 1)), mean.v)};
}

// `psi` is a stream function at the (width + 1) x (height + 1) corners: without divergence to the last bit of
// the differences. The marching component differs from its mean by at most `share` of it, and somewhere by that.
inline WindField stream_wind(const ClimateGrid& grid, const MeanWind& mean, const std::vector<double>& psi,
                             double share, double spacing) {
  const std::int64_t w = grid.width, h = grid.height;
  const auto at = [&](std::int64_t i, std::int64_t j) { return psi[static_cast<std::size_t>(j * (w + 1) + i)]; };
  WindField field = uniform_wind(grid, mean);
  for (std::int64_t j = 0; j < h; ++j) {
    for (std::int64_t i = 0; i <= w; ++i) field.u[static_cast<std::size_t>(j * (w + 1) + i)] = at(i, j + 1) - at(i, j);
  }
  for (std::int64_t j = 0; j <= h; ++j) {
    for (std::int64_t i = 0; i < w; ++i) field.v[static_cast<std::size_t>(j * w + i)] = at(i + 1, j) - at(i, j);
  }
  const bool along_x = mean.marches_along_x();
  double largest = 0;
  for (const double difference : along_x ? field.u : field.v) largest = std::max(largest, std::fabs(difference));
  const double marching = std::fabs(along_x ? mean.u : mean.v);
  const double s = largest > 0 ? share * marching * spacing / largest : 0.0;
  for (double& u : field.u) u = mean.u + s * u / spacing;
  for (double& v : field.v) v = mean.v - s * v / spacing;
  return field;
}

// A field of directions and speeds: `direction` and `strength` at the corners, -1 .. 1. A square's wind is that of
// the mean of its corners; a face has the mean of its two squares. Not free of divergence.
inline WindField angle_wind(const ClimateGrid& grid, double speed, double from, const std::vector<double>& direction,
                            const std::vector<double>& strength, double turn, double speed_change) {
  const std::int64_t w = grid.width, h = grid.height;
  const auto centre = [&](const std::vector<double>& corners, std::int64_t i, std::int64_t j) {
    const double* above = corners.data() + j * (w + 1) + i;
    const double* below = above + (w + 1);
    return ((above[0] + above[1]) + (below[0] + below[1])) * 0.25;
  };
  std::vector<MeanWind> squares;
  squares.reserve(static_cast<std::size_t>(w * h));
  for (std::int64_t j = 0; j < h; ++j) {
    for (std::int64_t i = 0; i < w; ++i) {
      squares.push_back(
          mean_wind(speed * (1.0 + speed_change * centre(strength, i, j)), from + turn * centre(direction, i, j)));
    }
  }
  const auto square = [&](std::int64_t i, std::int64_t j) -> const MeanWind& {
    return squares[static_cast<std::size_t>(std::clamp<std::int64_t>(j, 0, h - 1) * w +
                                            std::clamp<std::int64_t>(i, 0, w - 1))];
  };
  WindField field = uniform_wind(grid, {0, 0});
  for (std::int64_t j = 0; j < h; ++j) {
    for (std::int64_t i = 0; i <= w; ++i) {
      field.u[static_cast<std::size_t>(j * (w + 1) + i)] = (square(i - 1, j).u + square(i, j).u) * 0.5;
    }
  }
  for (std::int64_t j = 0; j <= h; ++j) {
    for (std::int64_t i = 0; i < w; ++i) {
      field.v[static_cast<std::size_t>(j * w + i)] = (square(i, j - 1).v + square(i, j).v) * 0.5;
    }
  }
  return field;
}

// Factors of the inflow's humidity along the left, right, top and bottom sides, 1 - share .. 1 + share: a face has
// the mean of `bend`, -1 .. 1, at its two corners.
inline std::vector<double> inflow_humidity(const ClimateGrid& grid, const std::vector<double>& bend, double share) {
  std::vector<double> factors;
  const auto side = [&](std::int64_t start, std::int64_t step, std::int64_t faces) {
    const double* corner = bend.data() + start;
    for (std::int64_t f = 0; f < faces; ++f, corner += step) {
      factors.push_back(1.0 + share * ((corner[0] + corner[step]) * 0.5));
    }
  };
  const std::int64_t row = grid.width + 1;
  side(0, row, grid.height);
  side(grid.width, row, grid.height);
  side(0, 1, grid.width);
  side(grid.height * row, 1, grid.width);
  return factors;
}

// The form "climate flow" of a grid port: the wind in float64, exactly as rain marches on it.
//
// Sections: one FlowHeader; then for each sector of the wind rose its Sector, its u faces, its v faces, and the
// factors of the inflow's humidity along the left, right, top and bottom sides.

constexpr const char* flow_form = "climate flow";

struct FlowHeader {
  ClimateGrid grid;
  std::int64_t sectors;
};

struct Sector {
  double weight;
  MeanWind mean;
};

inline void add_sector(Blob& flow, const Sector& sector, const WindField& field, const std::vector<double>& humidity) {
  flow.add_one(sector);
  flow.add(field.u);
  flow.add(field.v);
  flow.add(humidity);
}

class FlowView {
 public:
  explicit FlowView(const BlobView& blob) : blob_(blob) {}
  const FlowHeader& header() const { return blob_.one<FlowHeader>(0); }
  const ClimateGrid& grid() const { return header().grid; }
  std::size_t sectors() const { return static_cast<std::size_t>(header().sectors); }
  const Sector& sector(std::size_t k) const { return blob_.one<Sector>(1 + 4 * k); }
  Items<double> u(std::size_t k) const { return blob_.items<double>(2 + 4 * k); }
  Items<double> v(std::size_t k) const { return blob_.items<double>(3 + 4 * k); }
  Items<double> humidity(std::size_t k) const { return blob_.items<double>(4 + 4 * k); }

 private:
  BlobView blob_;
};

}  // namespace terrawright::climate
