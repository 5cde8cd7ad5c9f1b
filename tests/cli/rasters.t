Rasters of the rivers of an example lie where its table lies, by the eyes of GDAL, in a world that is not square.

  $ world() { # facts of the world, more stages; outputs come in
  >   printf 'terrawright: 1\nname: place\nworld: {size: [300, 260], cell: 1 km, seed: 42, %s}\n' "$1" > w.yaml
  >   (stages_of stages/water/rivers/rivers.yaml; [ -z "$2" ] || echo "  $2"; echo outputs:; cat) >> w.yaml
  > }
  $ build() { rm -rf out; terrawright build w.yaml --quiet --out out "$@"; }
  $ listed() { jq -r '.files[].path' out/place-42.manifest.json; }
  $ rasters() { # layer, keys, side of tiles
  >   echo "  - {file: r.geojson, layers: {rivers: rivers.table}}"
  >   for file in r.png r.tif "cog.tif, cog: true"; do echo "  - {file: $file, layers: {$1}$2}"; done
  >   for file in r.exr r.zarr; do echo "  - {file: $file, layers: {$1, height: filled}$2}"; done
  >   echo "  - {tiles: {side: ${3:-128}, overlap: 1, file: 'png/{x}_{y}.png'}, layers: {$1}$2}"
  >   echo "  - {tiles: {side: ${3:-128}, overlap: 1, edge: cut, file: 'tif/{x}_{y}.tif'}, layers: {$1}$2}"
  > }
  $ lie() { # the name of the layer
  >   (cd out && python "$TESTDIR/place.py" r.geojson r.png -- r.tif -- r.exr r.png -- cog.tif -- ZARR:r.zarr:/$1 -- \
  >     png/*.png -- tif/*.tif && echo all lie there)
  > }
  $ here="latitude: 52 deg, longitude: 11 deg"
  $ while IFS='|' read -r facts window; do rasters "river: rivers" | world "$facts"; build $window && lie river; done <<END | uniq -c
  > $here|
  > $here|--window 40,22,194x202
  > latitude: -33.3 deg, longitude: -170.25 deg|
  > latitude: 0 deg|
  > END
        4 all lie there

A coarser raster lies on the same corner with larger cells. A block with a cell of a river has a share of them.

  $ cat > coarser.py <<'END'
  > import sys
  > from osgeo import gdal
  > n, of = int(sys.argv[1]), lambda file: gdal.Open(file).GetGeoTransform()
  > fine, near = of("out/fine.tif"), lambda a, b: abs(a - b) <= 1e-12 * abs(b)
  > for files, step in ("r.tif r.png cog.tif png/0_0.png tif/0_0.tif", 0), ("png/1_1.png tif/1_1.tif", 128):
  >     for file in files.split() + ([] if step else ["r.zarr"]):
  >         its = of(f"ZARR:out/{file}:/share" if file == "r.zarr" else "out/" + file)
  >         print(near(its[0], fine[0] + step * fine[1]), near(its[3], fine[3] + step * fine[5]),
  >               near(its[1], n * fine[1]), near(its[5], n * fine[5]))
  > END
  $ shares="shares: {use: shape.formula@1, in: {mask: rivers}, with: {formula: weight = mask}}" layer="share: shares.weight"
  $ for n in 4 8; do for window in "" "--window 40,24,192x200"; do
  >   (echo "  - {file: fine.tif, layers: {$layer}}"; rasters "$layer" ", coarsen: $n" $((128 / n))) | world "$here" "$shares"
  >   build $window && lie share && python coarser.py $n
  > done; done | sort | uniq -c
       32 True True True True
        4 all lie there

The plan names the files of the manifest in its order.

  $ biomes="biomes: {use: biome.whittaker@1, in: {height: filled, temperature: temperature, rain: rain.annual, ocean: land.ocean, lake: lakes, river: rivers}}"
  $ world "latitude: 52 deg" "$biomes" <<'END'
  >   - {file: "{layer}.exr", layers: {height: filled, order: rivers.order}, coarsen: 4, overviews: true, for: godot}
  >   - {file: "{layer}-squares.exr", layers: {height: filled, wind: wind.wind, biome: biomes}, tiled: true}
  >   - {file: "{layer}-coarse.tif", layers: {biome: biomes, order: rivers.order}, coarsen: 8, cog: true}
  >   - {file: b.png, layers: {b: biomes}, legend: biomes, coarsen: 4}
  >   - {file: wide.png, layers: {b: biomes}, legend: {layer: biomes, beside: true}, coarsen: 4}
  >   - {tiles: {side: 40, file: "{x}_{y}.png"}, layers: {b: biomes}, coarsen: 4}
  >   - {file: r.csv, layers: {rivers: rivers.table}}
  > END
  $ build && terrawright plan --json w.yaml --out out | jq -r '.outputs[].files[]' | sed 's,^out/,,' | diff - <(listed)
  $ listed | wc -l
  34
  $ for file in b.png wide.png biome-coarse.tif; do gdalinfo -json out/$file | jq -c .size; done | xargs
  [75,65] [229,143] [38,33]

Sidecars are files of the output, where they are wanted.

  $ rasters "river: rivers" | world "$here"
  $ build && listed | grep -xE "(r.png|r.exr|png/0_0.png|png/2_1.png).aux.xml" | (cd out && xargs ls) | xargs
  png/0_0.png.aux.xml png/2_1.png.aux.xml r.exr.aux.xml r.png.aux.xml
  $ terrawright plan w.yaml --out out | grep -o "r.png.aux.xml"
  r.png.aux.xml
  $ world "$here" <<< "  - {file: r.png, layers: {river: rivers}, sidecar: false}" && build && listed
  r.png

A longitude moves the world and changes no cell; it has its limits.

  $ hashes() { world "$1" <<< "  - {file: r.exr, layers: {height: filled, wind: wind.wind}}"; build --sha256 2> err; }
  $ hashes "longitude: 77 deg" > east; hashes "latitude: 40 deg" | diff - east; grep -c sha256 east
  2
  $ world "longitude: 181 deg" <<< "  - {file: r.png, layers: {river: rivers}}" && terrawright validate w.yaml 2>&1 | grep error
  w.yaml:3:60: error: 'longitude' is 181 deg
  [2]

A raster that lies on no globe has no place.

  $ world "latitude: 89.9 deg" <<< "  - {file: r.png, layers: {river: rivers}}
  >   - {file: r.tif, layers: {river: rivers}}"
  $ build && ls out | xargs && listed | xargs && gdalinfo -json out/r.tif | jq 'has("coordinateSystem")'
  place-42.manifest.json r.png r.tif
  r.png r.tif
  false
