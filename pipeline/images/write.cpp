// SPDX-License-Identifier: Apache-2.0
#include "images/write.hpp"

#include "images/format.hpp"
#include "images/formats.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

std::vector<Written> write(const Picture& picture, const Provenance& provenance, const std::atomic<bool>& cancelled) {
  Plan plan{picture.file, {}, picture.range, {}};
  for (const Part& part : picture.parts) {
    engine::LayerFacts text;
    text.kind = TERRAWRIGHT_PLAIN_TEXT;
    plan.parts.push_back({part.name, part.text ? text : part.layer->facts()});
  }
  if (picture.legend) plan.legend = picture.legend->facts();
  const std::vector<Refusal> reasons = refusals(plan);
  if (!reasons.empty()) throw WriteFailed(picture.file, reasons.front().text, reasons.front().remedy);

  if (cancelled) throw Stopped{};
  const Job job{picture, provenance, cancelled};
  switch (*format_of(picture.file)) {
    case Format::exr:
      return write_exr(job);
    case Format::png:
      return write_png(job);
    case Format::tif:
      return write_tif(job);
    case Format::txt:
      return {{picture.file, write_text(picture.file, *picture.parts.front().text)}};
  }
  return {};
}

}  // namespace terrawright::images
