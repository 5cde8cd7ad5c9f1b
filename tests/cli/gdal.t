GDAL takes every layer for what it is. The stages are those of an example, with biomes and a relief.

  $ world() { # outputs come in
  >   printf 'terrawright: 1\nname: place\nworld: {size: [300, 260], cell: 1 km, seed: 42, latitude: 52 deg}\n' > w.yaml
  >   (stages_of stages/water/rivers/rivers.yaml; cat <<'END'; cat) >> w.yaml
  >   biomes: {use: biome.whittaker@1, in: {height: filled, temperature: temperature, rain: rain.annual, ocean: land.ocean, lake: lakes, river: rivers}}
  >   relief: {use: view.relief@1, in: {height: filled, biome: biomes, temperature: temperature}}
  > outputs:
  > END
  > }
  $ build() { rm -rf out; terrawright build w.yaml --quiet --out out "$@" 2>&1 | sed '/no output needs/,+2d'; }
  $ wrong() { world; terrawright validate --quiet w.yaml 2>&1 | sed -n '/error:/,$p' | grep -oE "(error|note): .*|did you mean.*|remove .*"; }

Greys of a PNG become metres.

  $ world <<'END' && build
  >   - {file: h.png, layers: {height: filled}, range: [-4000 m, 2000 m]}
  >   - {file: h.tif, layers: {height: filled}}
  > END
  $ python <<'END'
  > from osgeo import gdal
  > files = [gdal.Open("out/h." + kind) for kind in ("png", "tif")]
  > p, t = (file.GetRasterBand(1) for file in files)
  > off = abs(p.ReadAsArray() * p.GetScale() + p.GetOffset() - t.ReadAsArray())
  > print(p.GetUnitType(), t.GetUnitType(), p.GetDescription(), off.max() <= 6000 / 65535)
  > END
  m m height True

Masks, classes, counts, vectors and colours of a .tif are those of the .zarr.

  $ for cog in "" ", cog: true"; do
  >   world <<END && build && python "$TESTDIR/kinds.py" out && echo as in the .zarr
  >   - {file: biome.tif, layers: {biome: biomes}$cog}
  >   - {file: land.tif, layers: {land: land.land}$cog}
  >   - {file: wind.tif, layers: {wind: wind.wind}$cog}
  >   - {file: order.tif, layers: {order: rivers.order}$cog}
  >   - {file: relief.tif, layers: {relief: relief}$cog}
  >   - {file: all.zarr, layers: {biome: biomes, land: land.land, wind: wind.wind, order: rivers.order, relief: relief}}
  > END
  > done
  as in the .zarr
  as in the .zarr

A cloud-optimised GeoTIFF is one to GDAL's validator. Its overviews are means; other formats are refused.

  $ config c "size: [1, 1], seed: 1" > cog.yaml <<'END'
  > stages:
  >   t: {use: heights.diamond_square@1}
  >   l: {use: sea.level@1, in: {height: t}}
  >   m: {use: sea.islets@1, in: {height: t, level: l.level}}
  > outputs:
  >   - {file: h.tif, layers: {h: t}, cog: true}
  >   - {file: plain.tif, layers: {h: t}}
  >   - {file: m.tif, layers: {m: m.land}, cog: true}
  > END
  $ cat > overviews.py <<'END'
  > from osgeo import gdal
  > opened = gdal.Open("cog/h.tif")
  > o, a, b = opened.GetRasterBand(1), opened.ReadAsArray(), gdal.Open("cog/plain.tif").ReadAsArray()
  > assert a.tobytes() == b.tobytes()
  > count = sum(1 for k in range(1, 7) if max(a.shape) * 2 / 2 ** k > 256)
  > near = lambda cell, cells: abs(cell - cells.mean(dtype=float)) < 1e-3
  > for k in range(count):
  >     n, small = 2 ** (k + 1), o.GetOverview(k).ReadAsArray()
  >     assert near(small[0, 0], a[:n, :n])
  >     assert near(small[-1, -1], a[(a.shape[0] - 1) // n * n:, (a.shape[1] - 1) // n * n:])
  > print(a.shape, opened.GetMetadataItem("LAYOUT", "IMAGE_STRUCTURE"), o.GetOverviewCount() == count, count)
  > END
  $ for size in 1,1 256,256 700,300 1100,1400; do
  >   terrawright build cog.yaml --quiet --set world.size=[$size] --out cog 2> err
  >   for file in h m; do
  >     python -m osgeo_utils.samples.validate_cloud_optimized_geotiff --full-check=yes cog/$file.tif | grep -o "is a valid .*"
  >   done | uniq -c
  >   python overviews.py
  > done | paste - -
        2 is a valid cloud optimized GeoTIFF\t(1, 1) COG True 0 (esc)
        2 is a valid cloud optimized GeoTIFF\t(256, 256) COG True 0 (esc)
        2 is a valid cloud optimized GeoTIFF\t(300, 700) COG True 2 (esc)
        2 is a valid cloud optimized GeoTIFF\t(1400, 1100) COG True 3 (esc)
  $ wrong <<< "  - {file: r.png, layers: {river: rivers}, cog: true}"
  error: `cog` belongs to .tif and .tiff files
  remove `cog`
  [2]

{layer} in a name makes a file of each layer.

  $ layers="layers: {height: filled, river: rivers}"
  $ world <<END && build && jq -r '.files[].path' out/place-42.manifest.json | grep -v xml | (cd out && xargs ls) | paste -sd ' '
  >   - {file: "{name}-{layer}.exr", $layers}
  >   - {file: "godot/{layer}.exr", for: godot, $layers}
  >   - {tiles: {side: 200, file: "{layer}/{x}_{y}.tif"}, $layers}
  > END
  godot/height.exr godot/river.exr height/0_0.tif height/0_1.tif height/1_0.tif height/1_1.tif place-height.exr place-river.exr river/0_0.tif river/0_1.tif river/1_0.tif river/1_1.tif
  $ wrong <<'END'
  >   - {file: r.exr, for: unity, layers: {river: rivers}}
  >   - {file: s.exr, for: godot, layers: {river: rivers, height: filled}}
  > END
  error: 'for' cannot be 'unity'
  error: an .exr file `for` one program holds one layer; the layer 'height' is one too many
  [2]

A legend is a picture of its own unless it is asked for beside the map. It belongs to no other output.

  $ world <<'END' && build && ls out | xargs
  >   - {file: b.png, layers: {b: biomes}, legend: biomes}
  >   - {file: wide.png, layers: {b: biomes}, legend: {layer: biomes, beside: true}}
  > END
  b.legend.json b.legend.png b.png b.png.aux.xml place-42.manifest.json wide.legend.json wide.png wide.png.aux.xml
  $ for file in b wide; do gdalinfo -json out/$file.png | jq -c .size; done | xargs
  [300,260] [454,260]
  $ wrong <<'END'
  >   - {file: b.png, layers: {b: biomes}, legend: biomes}
  >   - {file: c.png, layers: {b: biomes}, legend: {layre: biomes}}
  > END
  error: 'legend' has no key 'layre'
  did you mean 'layer'?
  [2]
  $ wrong <<'END'
  >   - {file: b.png, layers: {b: biomes}, legend: biomes}
  >   - {file: b.legend.png, layers: {r: rivers}}
  > END
  error: two outputs write 'b.legend.png'
  note: the other one
  [2]

Web Mercator has the ground of its latitude. A system that is user-defined and not described is warned of.

  $ python <<'END'
  > import struct
  > import numpy as np
  > from osgeo import gdal, osr
  > def write(name, epsg, x, y):
  >   made = gdal.GetDriverByName("GTiff").Create(name, 100, 120, 1, gdal.GDT_Float32)
  >   system = osr.SpatialReference()
  >   system.ImportFromEPSG(epsg)
  >   made.SetProjection(system.ExportToWkt())
  >   made.SetGeoTransform((x, 30, 0, y, 0, -30))
  >   made.GetRasterBand(1).WriteArray(np.ones((120, 100), np.float32))
  > write("mercator.tif", 3857, 0, 6800125)
  > write("zone.tif", 32633, 500000, 5760000)
  > bytes = open("zone.tif", "rb").read()
  > system = lambda code: struct.pack("<4H", 3072, 0, 1, code)
  > assert system(32633) in bytes
  > open("own.tif", "wb").write(bytes.replace(system(32633), system(32767)))
  > END
  $ for file in mercator zone own; do
  >   config d "size: [100, 120], cell: 30 m, latitude: 52 deg, seed: 1" > dem.yaml <<END
  > stages: {h: {use: source.image@1, with: {file: $file.tif}}}
  > outputs: [{file: h.exr, layers: {h: h}}]
  > END
  >   terrawright validate dem.yaml 2>&1 | grep -oE "(error|warning): [^;]*|write world: [^}]*|valid world"
  > done
  error: source.image@1: the image covers 1828.92 m x 2198.4 m by its own place, the world 2970 m x 3570 m
  write world: {cell: 18.474 m
  valid world
  warning: source.image@1: the image names no reference system that is known, so that its steps are taken for the world's cells of 30 m
  valid world
