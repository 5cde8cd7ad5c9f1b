// SPDX-License-Identifier: Apache-2.0
#include "cli/describe/stage_sentences.hpp"

namespace terrawright::cli {

const std::vector<Synonyms>& synonyms() {
  static const std::vector<Synonyms> all = {
      {"biome.holdridge",
       "life zone, vegetation, ecosystem, climate zone, classification, potential evapotranspiration"},
      {"biome.table",
       "classification, rules, decision table, own biomes, custom biomes, land cover, vegetation, texture mask, splat "
       "map, splatmap, weight map, alpha map, material"},
      {"biome.whittaker",
       "vegetation, ecosystem, climate zone, classification, ecoregion, forest, desert, tundra, savanna, grassland"},
      {"climate.rain",
       "precipitation, rainfall, moisture, humidity, orographic, rain shadow, windward, leeward, water cycle, snow"},
      {"climate.temperature", "lapse rate, heat, warm, cold, freezing, snow line, season, insolation"},
      {"climate.wind", "air flow, airflow, circulation, trade wind, westerlies, vector field, flow field"},
      {"erosion.alluvial",
       "deposition, alluvium, floodplain, plain, lowland, sediment transport, Davy Lague, landscape evolution"},
      {"erosion.alluvial_step", "time step, deposition, sediment transport, repeat"},
      {"erosion.celerity", "stream power, drainage area, knickpoint, wave speed, erosion rate, rock strength"},
      {"erosion.creep",
       "hillslope diffusion, thermal erosion, thermal, talus, angle of repose, landslide, soil, smooth slopes"},
      {"erosion.flux", "sediment flux, bedload, sediment budget, load of rivers"},
      {"erosion.incise", "stream power, incision, downcutting, uplift, implicit step, Braun Willett, fastscape"},
      {"erosion.mean_rain", "mean rainfall, average precipitation, catchment mean"},
      {"erosion.route", "flow direction, flow routing, D8, river capture, drainage reorganisation"},
      {"erosion.seabed", "bathymetry, sea floor, restore, merge land and sea"},
      {"erosion.spread", "river width, comb, parallel gullies, smoothing"},
      {"erosion.step", "time step, stream power, landscape evolution, repeat"},
      {"erosion.stream_power",
       "hydraulic erosion, fluvial erosion, weathering, uplift, tectonics, landscape evolution, incision, valley, "
       "canyon, mountain, Braun Willett, fastscape, detachment"},
      {"erosion.surface", "sea surface, base level, water level, outlets"},
      {"erosion.transport",
       "sediment, deposition, alluvium, transport, Davy Lague, xi-q, erosion deposition, aggradation, subsidence"},
      {"feature.areas",
       "lake, forest, desert, plain, patch, region, polygon, pole of inaccessibility, connected components, blob, "
       "medial axis, label point"},
      {"feature.coast",
       "cape, headland, promontory, peninsula, bay, gulf, inlet, fjord, island, archipelago, ocean, coastline, shore"},
      {"feature.courses", "river, stream, main stem, tributary, confluence, source, mouth, hydrography, network"},
      {"feature.names",
       "toponym, place name, label, language, conlang, name generator, gazetteer, naming, words, town names"},
      {"feature.peaks", "summit, mountain, top, prominence, topographic prominence, spot height, col, saddle"},
      {"feature.places",
       "town, city, village, settlement, capital, burg, harbour, port, population, points of interest"},
      {"feature.ranges", "mountain range, massif, chain, ridge, cordillera, highlands, mountains, relief, landform"},
      {"feature.roads", "path, way, route, street, trail, travel, shortest path, Dijkstra, network, trade"},
      {"heights.diamond_square",
       "fractal, plasma, terrain, fbm, brownian, noise, octaves, roughness, Hurst, procedural, random heights, "
       "continent, heightmap generator, heightfield, Miller, island mask, falloff, seamless, tileable, tiling, "
       "wraparound, periodic, torus, toroidal"},
      {"heights.diamond_square_integer",
       "fractal, plasma, terrain, integer, retro, fixed point, classic, noise, seamless, tileable, periodic"},
      {"heights.midpoint_displacement",
       "fractal, plasma, terrain, subdivision, brownian, Fournier, creases, noise, fbm"},
      {"heights.noise",
       "white noise, random, static, hash, uniform, Perlin, gradient noise, value noise, simplex, ridged, "
       "multifractal, "
       "billow, turbulence, fbm, octaves, wavelength, frequency, lacunarity, persistence, clouds, hills"},
      {"heights.profile", "side view, 2d terrain, one-dimensional, side scroller, cross section, transect, silhouette"},
      {"island.particle_roll",
       "falloff, radial gradient, mask, atoll, archipelago, continent, rolling particle, deposition, sandpile, edge "
       "falloff"},
      {"island.spine",
       "mountain range, ridge, ridgeline, crest, chain, branching, massif, elongated, long island, cordillera, "
       "skeleton, "
       "island mask, falloff, polyline, spline"},
      {"map.sheet",
       "printed map, atlas, cartography, poster, wall map, labels, place names, legend, scale bar, graticule, fantasy "
       "map, "
       "antique, parchment, topographic, pdf, svg, paper"},
      {"sea.delta",
       "river delta, delta lobe, river mouth, estuary, prograding shore, progradation, clinoform, sediment, new land, "
       "bird's foot"},
      {"sea.floor",
       "bathymetry, sea bed, ocean depth, continental shelf, shelf break, continental slope, abyss, underwater"},
      {"sea.islets",
       "archipelago, small islands, despeckle, connected components, largest component, flood fill, cleanup"},
      {"sea.level",
       "ocean, water level, water table, shoreline, coastline, land share, percentile, quantile, threshold, land mask, "
       "hypsometry"},
      {"shape.blend", "mix, lerp, combine, compose, add, multiply, mask, overlay, layer, merge, interpolate, maximum"},
      {"shape.blur", "smooth, gaussian, box filter, low pass, mean, average, soften, denoise, convolution, kernel"},
      {"shape.distance",
       "distance transform, euclidean, signed distance field, sdf, coast distance, proximity, buffer, edge"},
      {"shape.curvature", "convexity, laplacian, ridge, valley, second derivative, profile curvature, plan curvature"},
      {"shape.curve",
       "spline, levels, tone curve, hypsometric curve, gradation, gamma, lookup, transfer, histogram, Fritsch Carlson"},
      {"shape.formula",
       "expression, math, arithmetic, coordinates, gradient, neighbours, convolution, kernel, smoothstep, beach, "
       "cliff, "
       "clamp, threshold, select, mask, condition, raster calculator, map algebra, "
       "minimum, "
       "maximum, invert, add, subtract, multiply, texture mask, splat map, splatmap, weight"},
      {"shape.frame",
       "border falloff, edge falloff, vignette, square gradient, box falloff, fade, margin, map edge, island mask"},
      {"shape.metres", "units, elevation, altitude, scale, vertical exaggeration, peak, summit, depth, bathymetry"},
      {"shape.normalise", "normalize, rescale, levels, unit range, stretch, min max, auto contrast"},
      {"shape.range_map", "rescale, linear, scale, offset, levels, clamp, remap, fit, invert"},
      {"shape.remap", "redistribute, exponent, power curve, plains, steep peaks, coastal plain, shelf"},
      {"shape.resample", "smooth, downsample, upsample, bicubic, subsample, low pass, simplify, interpolate"},
      {"shape.slope",
       "gradient, steepness, inclination, angle, derivative, tangent, cliff, texture mask, splat map, splatmap"},
      {"shape.stamp",
       "brush, stencil, decal, prefab, volcano, caldera, crater, cone, meteor, impact, mesa, hill, instance, cinder "
       "cone, "
       "place, points, landmark"},
      {"shape.steps", "quantise, quantize, posterise, posterize, levels, bands, discretise, classes, index, bins"},
      {"shape.terraces", "mesa, plateau, strata, cliff, ledge, stepped, bench, rice terrace"},
      {"shape.warp",
       "domain warp, distort, displace, displacement, swirl, twist, bend, turbulence, flow, vector field, deform"},
      {"source.image",
       "heightmap import, load, read, file, dem, elevation model, srtm, geotiff, tiff, png, raw, mask, sketch, "
       "painted, "
       "stamp, real world, digital elevation"},
      {"source.vector",
       "geojson, vector data, polygon, polyline, guide, drawn by hand, map editor, qgis, road, coastline"},
      {"view.ascii", "text map, console, terminal, characters, roguelike, tile map, symbols"},
      {"view.contours",
       "isoline, isohypse, topographic, topo map, contour line, elevation line, level set, cartography"},
      {"view.grey", "gray, grayscale, greyscale, heightmap export, preview, raw, black and white, displacement map"},
      {"view.hillshade", "shaded relief, lighting, illumination, shadow, sun, Lambert, aspect"},
      {"view.natural",
       "satellite, photograph, realistic picture, aerial view, orthophoto, texture shading, render, map colours, "
       "preview"},
      {"view.palette",
       "hypsometric tint, colour ramp, color ramp, gradient, colormap, color map, layer tint, lookup table"},
      {"view.relief", "shaded relief, map, render, picture, hypsometric tint, cartography, satellite, atlas, preview"},
      {"view.skyline", "silhouette, profile, side view, cross section, horizon, panorama"},
      {"view.waters", "river map, draw rivers, blue lines, hydrography, overlay, lakes"},
      {"water.accumulation",
       "flow accumulation, catchment, watershed, drainage area, upstream area, contributing area, upslope, discharge, "
       "basin"},
      {"water.breach",
       "carve, depression, pit, sink, breaching, conditioning, hydrological correction, Lindsay, notch"},
      {"water.breaching", "carve, depression, pit, sink, hydrological correction, river network, Lindsay"},
      {"water.drainage",
       "watershed, drainage basin, catchment, hydrology, flow direction, flow accumulation, river network, flow "
       "routing"},
      {"water.endorheic", "closed basin, salt lake, terminal lake, inland sea, evaporation, playa, sink, watershed"},
      {"water.fill",
       "depression filling, pit, sink, priority flood, Barnes, Planchon, flood, spill, hydrological correction"},
      {"water.flats", "plateau, flat resolution, Garbrecht Martz, plain, flow direction"},
      {"water.lakes", "pond, water body, basin, reservoir, depression, spill, tarn"},
      {"water.inflows", "upstream inflow, boundary condition, river source, incoming river, open map edge"},
      {"water.lines",
       "smooth rivers, meander, oxbow lake, sinuosity, generalisation, river geometry, vector rivers, floodplain"},
      {"water.receivers",
       "flow direction, d8, steepest descent, drainage direction, flow routing, single flow, downhill"},
      {"water.rivers",
       "stream, creek, Strahler, stream order, hydraulic geometry, discharge, channel, river network, width, brook"},
      {"water.runoff", "evapotranspiration, evaporation, water balance, Budyko, surplus, discharge, moisture"},
      {"water.dams",
       "landslide dam, moraine dam, fault scarp, barrier lake, ribbon lake, finger lake, impounded, Pareto"},
      {"water.valley",
       "valley floor, floodplain, flood plain, bluff, planation, strath, river terrace, flat bottomed valley, broad "
       "valley"},
  };
  return all;
}

const std::vector<Missing>& missing_things() {
  static const std::vector<Missing> all = {
      {"scatter, tree, object, point, poisson disk, vegetation placement, rocks",
       "scattering of objects",
       "biomes and slopes, written as layers, say where things may stand",
       {"biome.table", "shape.slope", "shape.formula", "shape.stamp"}},
      {"voronoi, worley, cellular noise, tectonic plate, plates, continental drift, delaunay",
       "plates or Voronoi cells",
       "uplift shaped by rivers comes nearest",
       {"erosion.stream_power", "heights.diamond_square"}},
      {"rotate, mirror, flip, transform",
       "turning or mirroring of a layer",
       "a layer can be bent: each cell shows what lies where vectors point",
       {"shape.warp"}},
      {"sphere, planet, globe, equirectangular, cube map, mercator, projection",
       "planets or projections",
       "a square world that repeats itself comes nearest: heights.diamond_square with edge: wrap",
       {"heights.diamond_square"}},
      {"droplet, hydraulic droplet, wind erosion, dune, sand, glacier, "
       "glacial, ice, snow cover",
       "erosion by droplets, wind or ice",
       "rivers that cut their valleys come nearest",
       {"erosion.alluvial", "erosion.creep", "shape.blur"}},
      {"normal map, ambient occlusion, occlusion, bump map, tangent space",
       "normal maps",
       "light and slope can be had, and the heights themselves as a 16-bit picture",
       {"view.hillshade", "shape.slope", "view.grey"}},
      {"building, bridge, border, country, politics",
       "buildings or borders",
       "towns and roads between them come nearest",
       {"feature.places", "feature.roads"}},
      {"cave, overhang, voxel, arch",
       "caves or overhangs",
       "heights are a grid, with one height at each place",
       {"shape.metres", "view.grey"}},
      {"mesh, obj, gltf, glb, triangles",
       "meshes",
       "an output writes heights as one: {file: \"{name}.glb\", layers: {height: metres}, error: 5 m}",
       {"shape.metres"}},
      {"ocean current, current, tide, wave, coast erosion, waterfall",
       "currents or waves",
       "shores, rivers and lakes come nearest",
       {"shape.remap", "water.rivers", "water.lakes"}},
  };
  return all;
}

}  // namespace terrawright::cli
