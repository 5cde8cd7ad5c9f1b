// SPDX-License-Identifier: Apache-2.0
#include "images/bands.hpp"
#include "images/encoder.hpp"
#include "images/formats.hpp"

namespace terrawright::images {

std::vector<Written> write_tif(const Job& job) {
  const Part& part = job.picture.parts.front();
  OIIO::ImageSpec spec = spec_of(part.layer->facts(), 1, OIIO::TypeDesc::FLOAT);
  spec.attribute("compression", "none");
  // Offsets of 64 bits, in time for the largest that 32 bits reach.
  if (spec.image_bytes() > 4000000000u) spec.attribute("tiff:bigtiff", 1);
  spec.attribute("DateTime", no_date);
  spec.attribute("Software", job.provenance.generator);
  // TIFF has no room for attributes of any name.
  spec.attribute("ImageDescription", to_json(attributes_of(part, job.provenance)));

  Encoder encoder(job.picture.file, {spec});
  each_band<float>(*part.layer, job.cancelled, [&](std::int64_t y, std::int64_t rows, const float* cells) {
    encoder.rows(y, rows, OIIO::TypeDesc::FLOAT, cells);
  });
  return just(encoder.close());
}

}  // namespace terrawright::images
