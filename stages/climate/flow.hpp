// SPDX-License-Identifier: Apache-2.0
// flow.hpp: the form "climate flow" of a grid port: the wind in float64, exactly as rain marches on it.
//
// Sections: one FlowHeader; then for each sector of the wind rose its Sector, its u faces, its v faces, and the
// factors of the inflow's humidity along the left, right, top and bottom sides.
#pragma once
#include <cstdint>
#include <vector>

#include "climate_grid.hpp"
#include "terrawright/blob.hpp"
#include "wind_field.hpp"

namespace terrawright::climate {

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
