Coarse files hold the same blocks in every format, and say how large their cells are.

  $ config c "size: [131, 70], cell: 100 m, seed: 42" > c.yaml <<'END'
  > stages:
  >   terrain: {use: heights.diamond_square@1}
  >   high: {use: shape.formula@1, in: {a: terrain}, with: {formula: "height = a; mask = a > 0", unit: m}}
  > outputs:
  >   - {file: fine.tif, layers: {height: high.height}}
  >   - {file: coarse.tif, layers: {height: high.height}, coarsen: 8}
  >   - {file: coarse.zarr, layers: {height: high.height, land: high.mask}, coarsen: 8 cells}
  >   - {file: coarse.exr, layers: {height: high.height, land: high.mask}, coarsen: 8, overviews: true}
  >   - {file: coarse.png, layers: {land: high.mask}, coarsen: 8}
  >   - {tiles: {side: 8, overlap: 1, file: "x{x}_y{y}.tif"}, layers: {height: high.height}, coarsen: 8}
  > END
  $ cat > look.py <<'END'
  > import json, numpy, zarr
  > from osgeo import gdal
  > gdal.UseExceptions()
  > read = lambda file: gdal.Open(file).ReadAsArray()
  > facts = lambda file: {key.replace("terrawright:", ""): value for key, value in
  >                       json.loads(gdal.Open(file).GetMetadataItem("TIFFTAG_IMAGEDESCRIPTION")).items()}
  > END
  $ python() { (cat look.py; cat) > with.py && $PYTHON -W ignore with.py; }
  $ build() { terrawright build ${config:-c.yaml} --quiet "$@"; }
  $ build --out a
  $ python <<'END'
  > fine, coarse = read("a/fine.tif"), read("a/coarse.tif")
  > assert coarse.shape == (9, 17), coarse.shape
  > for y in range(9):
  >   for x in range(17):
  >     mean = fine[8 * y:8 * y + 8, 8 * x:8 * x + 8].astype("f8").mean()
  >     assert abs(coarse[y, x] - mean) <= 1e-6 * (1 + abs(mean)), (y, x)
  > group = zarr.open("a/coarse.zarr", "r")
  > assert (group["height"][:] == coarse).all()
  > assert group.attrs["coarsen"] == 8 and group.attrs["metres_per_cell"] == 800
  > assert group["height"].attrs["metres_per_cell"] == 800
  > assert ((read("a/coarse.png") > 0) == (group["land"][:] > 0)).all()
  > of = facts("a/coarse.tif")
  > assert (of["coarsen"], of["metres_per_cell"], of["window"], of["world_size"]) == ("8", "800", "0,0,131x70", "131x70"), of
  > assert "coarsen" not in facts("a/fine.tif")
  > tile = read("a/x1_y0.tif")
  > assert tile.shape == (9, 9) and (tile == coarse[:9, 8:17]).all()
  > assert facts("a/x1_y0.tif")["window"] == "64,0,67x70", facts("a/x1_y0.tif")
  > END
  $ jq -c '[.config.outputs[1].coarsen, .config.outputs[3].overviews]' a/c-42.manifest.json
  [8,true]

A window's coarse cells are those of the world, and one that cuts through them is refused.

  $ terrawright plan c.yaml --window 30,16,40x30 2>&1 | sed -n 1,3p
  c.yaml:9:12: error: --window cuts through the blocks of 8 x 8 cells that `coarsen` makes one of
      9 |   - {file: coarse.tif, layers: {height: high.height}, coarsen: 8}
        |            ^~~~~~~~~~ write --window 24,16,48x32
  [2]
  $ build --window 24,16,107x54 --out b && python <<'END'
  > assert (read("b/coarse.tif") == read("a/coarse.tif")[2:, 3:]).all()
  > assert facts("b/coarse.tif")["window"] == "24,16,107x54"
  > END

Coarse files do not depend on tiles, threads or what the cache has.

  $ build --tile 32 --threads 2 --cache cache --out one && build --tile whole --threads 1 --cache cache --out two
  $ for file in coarse.tif coarse.exr coarse.png x1_y0.tif coarse.zarr/height/0/0; do cmp one/$file two/$file; done

An .exr in squares and with overviews is read by source.image.

  $ config s "size: [131, 70], cell: 100 m, seed: 42" > s.yaml <<'END'
  > stages: {terrain: {use: heights.diamond_square@1}, image: {use: source.image@1, with: {file: made/t.exr}}}
  > outputs: [{file: a.tif, layers: {h: terrain}}, {file: b.tif, layers: {h: image}}]
  > END
  $ for how in tiled overviews; do
  >   echo "{terrawright: 1, name: t, world: {size: [131, 70], cell: 100 m, seed: 42},
  >     stages: {terrain: {use: heights.diamond_square@1}}, outputs: [{file: t.exr, layers: {h: terrain}, $how: true}]}" > t.yaml
  >   config=t.yaml build --out made; config=s.yaml build --out out
  >   python <<< 'print((read("out/a.tif") == read("out/b.tif")).all())'
  > done
  True
  True
