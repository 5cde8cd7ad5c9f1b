A .zarr folder is planned, built and listed with the hash of its list.

  $ of() { # verb, folder: all that the island writes into its EXR, and nothing else
  >   terrawright $1 "$TERRAWRIGHT_ROOT/tests/worlds/earlier/island.yaml" --quiet --set world.size=[600,520] \
  >     --set "outputs.0.file={name}.zarr" --out "$2" "${@:3}"
  > }
  $ of plan a | grep -A1 "a/island.zarr$"
    a/island.zarr
        height: height in m, from metres
  $ of build a && jq -c '[.files[0] | .path, .list]' a/island-42.manifest.json
  ["island.zarr",".terrawright-files"]
  $ (cd a/island.zarr && jq -r '.files[0] | "\(.sha256)  \(.list)"' ../island-42.manifest.json | sha256sum --check)
  .terrawright-files: OK
  $ (cd a/island.zarr && sha256sum --check --quiet .terrawright-files)

Chunks in a cache are shared, and nothing else changes.

  $ of build b --cache cache --tile 100 --threads 1 && diff -r a b
  $ find a -type f -links +1; find b -type f -links +1 | grep -om1 "island.zarr/"
  island.zarr/

Nothing is written again where all stands.

  $ before=$(stat -c %y b/island.zarr) && of build b --cache cache && [ "$before" = "$(stat -c %y b/island.zarr)" ]
  $ terrawright cache --clear --cache cache > said && diff -r a b && find b -type f -links +1

It is replaced whole, but not what somebody wrote into it. A manifest that would lie is removed.

  $ cp -r a c && of build c --seed 7 2> err; of build d --seed 7 2> err; diff -r c/island.zarr d/island.zarr
  $ ! test -e c/island-42.manifest.json
  $ echo mine > c/island.zarr/height/0/0 && of build c --seed 7 2>&1 | grep -o "no build wrote 'height/0/0'"
  no build wrote 'height/0/0'
  [1]
  $ cat c/island.zarr/height/0/0
  mine

A window of it has the cells of the whole.

  $ of build w --window 70,5,530x515
  $ $PYTHON -W ignore -c 'import zarr
  > whole, part = zarr.open("a/island.zarr", "r"), zarr.open("w/island.zarr", "r")
  > assert part.attrs["window"] == "70,5,530x515" and "window" not in whole.attrs
  > for name, array in whole.arrays():
  >     cells = array[70:600] if name == "x" else array[5:520] if name == "y" else array[5:520, 70:600]
  >     if array.ndim > 1: assert cells.tobytes() == part[name][:].tobytes(), name
  >     else: assert abs(cells - part[name][:]).max() < 1e-9, name
  > print(len(list(whole.arrays())))'
  10
