// SPDX-License-Identifier: Apache-2.0
#include "images/bands.hpp"
#include "images/encoder.hpp"
#include "images/metadata.hpp"
#include "images/writers.hpp"

namespace terrawright::images {

std::vector<Written> write_tif(const MadePicture& from) {
  const engine::LayerFacts& facts = from.layer().facts();
  EncodedImage encoded{facts.width, facts.height, "Y"};
  // In time for the largest that offsets of 32 bits reach.
  encoded.bigtiff = facts.width * facts.height > 1000000000;
  encoded.attributes = {{"compression", "none"},
                        {"DateTime", no_date},
                        {"Software", from.provenance.generator},
                        // TIFF has no room for attributes of any name.
                        {"ImageDescription", to_json(attributes_of(from.name(), from.layer(), from.provenance))}};

  Encoder encoder(from.picture.file, encoded);
  each_band<float>(from.layer(), from.cancelled,
                   [&](std::int64_t y, std::int64_t rows, const float* cells) { encoder.rows(y, rows, cells); });
  return just(encoder.close());
}

}  // namespace terrawright::images
