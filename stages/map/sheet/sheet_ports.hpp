// SPDX-License-Identifier: Apache-2.0
// sheet_ports.hpp: what goes into a sheet and comes out.
#pragma once
#include "terrawright/stage.hpp"

namespace terrawright::map {

template <class Stage>
void describe_ports(Spec<Stage>& s) {
  const auto layer = [&s](auto member, const char* name, const char* doc) {
    return s.port(member, name, doc).only_in(TERRAWRIGHT_PHASE_SURVEY);
  };
  layer(&Stage::height, "height", "Heights above the sea.").unit("m");
  layer(&Stage::land, "land", "Mask of the land; all else is sea.");
  layer(&Stage::biome, "biome", "Classes, of which those named forest, desert, ice and tundra are shown.").optional();
  layer(&Stage::lake_depth, "lake_depth", "Depth of lakes, from water.lakes.").unit("m").optional();
  layer(&Stage::lake_level, "lake_level", "Height of lakes' surfaces, from water.lakes.").unit("m").optional();
  const auto points = [&s](auto member, const char* name, const char* doc) {
    s.port(member, name, doc).points().optional();
  };
  const auto lines = [&s](auto member, const char* name, const char* doc) {
    s.port(member, name, doc).lines().optional();
  };
  points(&Stage::peaks, "peaks",
         "Peaks, from feature.peaks; like all features with a column `name` from feature.names.");
  lines(&Stage::ranges, "ranges", "Ranges of mountains, from feature.ranges.");
  lines(&Stage::forests, "forests", "Forests, from feature.areas.");
  lines(&Stage::deserts, "deserts", "Deserts, from feature.areas.");
  lines(&Stage::plains, "plains", "Plains, from feature.areas.");
  lines(&Stage::lakes, "lakes", "Lakes, from feature.areas.");
  lines(&Stage::courses, "courses", "Rivers by their names, from feature.courses.");
  lines(&Stage::reaches, "reaches", "Rivers that are drawn: reaches, from water.rivers or feature.courses.");
  points(&Stage::capes, "capes", "Capes, from feature.coast.");
  points(&Stage::bays, "bays", "Bays, from feature.coast.");
  points(&Stage::islands, "islands", "Islands, from feature.coast.");
  points(&Stage::mainland, "mainland", "The land, from feature.coast, whose name is the title.");
  points(&Stage::seas, "seas", "Seas, from feature.coast.");
  points(&Stage::places, "places", "Towns and villages, from feature.places.");
  lines(&Stage::roads, "roads", "Roads, from feature.roads.");
  s.port(&Stage::sheet, "sheet", "The drawing, for an output .svg, .pdf or .png.").unit(display_list_unit);
  s.port(&Stage::labels, "labels", "How many names want a place.").unit("1").by_name();
  s.port(&Stage::placed, "placed", "How many names have one.").unit("1").by_name();
  s.port(&Stage::denominator, "denominator", "The scale: so many metres of the world are one on the paper.")
      .unit("1")
      .by_name();
  s.port(&Stage::labels_by_kind, "labels_by_kind", "One row for each kind of name: how many want a place and have one.")
      .by_name();
}

}  // namespace terrawright::map
