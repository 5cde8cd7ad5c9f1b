// SPDX-License-Identifier: Apache-2.0
#include "images/write.hpp"

#include "images/csv.hpp"
#include "images/format.hpp"
#include "images/formats.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

Written::Written(std::unique_ptr<WholeFile> whole, std::uint64_t outside) : file(std::move(whole)), clipped(outside) {
  file->settle();
  bytes = file->size();
}

std::vector<Written> write(const Picture& picture, const Provenance& provenance, const std::atomic<bool>& cancelled) {
  Plan plan{picture.file, {}, picture.range, {}, provenance.metres_per_cell, provenance.latitude};
  for (const Part& part : picture.parts) {
    PlannedPart planned{part.name, {}};
    planned.facts.kind = part.table ? TERRAWRIGHT_KIND_TABLE : TERRAWRIGHT_KIND_TEXT;
    planned.facts.width = provenance.width;
    planned.facts.height = provenance.height;
    if (part.layer) planned.facts = part.layer->facts();
    if (part.table) planned.places = part.table->places;
    plan.parts.push_back(std::move(planned));
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
      return just(text_file(picture.file, *picture.parts.front().text));
    case Format::csv:
      return just(text_file(picture.file, csv_of(*picture.parts.front().table)));
    case Format::geojson:
      return just(text_file(picture.file, geojson_of(job)));
  }
  return {};
}

}  // namespace terrawright::images
