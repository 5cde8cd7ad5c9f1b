assimp finds the heights of a raster in meshes, at their place and within the error.

  $ world() { # size; outputs come in
  >   config mesh "size: ${1:-[150, 131]}, cell: 250 m, seed: 42, latitude: 52 deg, longitude: 11 deg" > w.yaml <<END
  > stages:
  >   terrain: {use: heights.diamond_square@1, with: {seeding: island, stencil: cubic}}
  >   sea: {use: sea.level@1, in: {height: terrain}}
  >   metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  >   picture: {use: view.relief@1, in: {height: metres}}
  > outputs:
  > END
  >   cat >> w.yaml
  > }
  $ cat > all <<'END'
  >   - {file: h.tif, layers: {height: metres}}
  >   - {file: p.png, layers: {picture: picture}}
  >   - {file: one.glb, layers: {height: metres}, texture: picture, error: 20 m}
  >   - {file: levels.glb, layers: {height: metres}, texture: picture, error: [0 m, 15 m, 0.2 km]}
  >   - {file: plain.glb, layers: {height: metres}, error: 50 m}
  >   - {file: one.obj, layers: {height: metres}, texture: picture, error: 20 m}
  >   - {file: plain.obj, layers: {height: metres}, error: 100 m}
  > END
  $ build() { rm -rf ${to:-out}; terrawright build w.yaml --quiet --out ${to:-out} "$@"; }
  $ within() { python "$TESTDIR/meshes.py" out/h.tif out/$1 11 52 "${@:2}" > said && echo "$1 holds"; }
  $ all() {
  >   within levels.glb 0 15 200 out/p.png; within one.obj 20 out/p.png; within one.glb 20 out/p.png; within plain.glb 50
  >   within plain.obj 100
  > }
  $ world < all && for window in "" "--window 0,1,2x40" ${TERRAWRIGHT_AT_LENGTH:+"--window 21,12,98x77"}; do
  >   build $window && all | xargs
  > done | uniq
  levels.glb holds one.obj holds one.glb holds plain.glb holds plain.obj holds

A coarser mesh lies where a coarser raster lies.

  $ world <<'END'
  >   - {file: h.tif, layers: {height: metres}, coarsen: 4}
  >   - {file: p.png, layers: {picture: picture}, coarsen: 4}
  >   - {file: c.glb, layers: {height: metres}, texture: picture, error: 20 m, coarsen: 4}
  > END
  $ for window in "" "--window 20,12,96x80"; do build $window; within c.glb 20 out/p.png; done | uniq -c
        2 c.glb holds

A mesh is the same whatever tiles and threads make it, and in the manifest.

  $ world "[600, 530]" < all && to=one build && to=two build --tile 100 --threads 3 && diff -r one two
  $ jq -r '.files[] | "\(.sha256)  \(.path)"' one/mesh-42.manifest.json | (cd one && sha256sum --check) | cut -d: -f1 | xargs
  h.tif p.png p.png.aux.xml one.glb levels.glb plain.glb one.obj one.mtl one.texture.png plain.obj
  $ jq -c '[.config.outputs | .[2].texture, .[3].error_metres, .[0].error_metres]' one/mesh-42.manifest.json
  ["picture",[0,15,200],null]

The plan lists the files of a mesh and counts its memory: heights and errors of all cells, and a band of vertices.

  $ plan() { world "[2049, 2049]"; terrawright plan w.yaml --json --out out "$@" 2> err; }
  $ raster="  - {file: h.tif, layers: {height: metres}}"
  $ mesh="  - {file: a.obj, layers: {height: metres}, texture: picture, error: 5 m}"
  $ plan <<< "$mesh" | jq -c '.outputs[0].files'
  ["out/a.obj","out/a.mtl","out/a.texture.png"]
  $ peak() { plan <<< "$raster
  >   - {file: a.$1, layers: {height: metres}$2}" | jq .memory.peak; }
  $ echo $(($(peak glb ", error: 5 m") - $(peak tif) - 8 * 2049 * 2049 - 257 * 2049 * 16))
  0
  $ plan --memory 100MB <<< "$mesh" > said
  [2]
  $ grep -oE "to write this file .* memory|write coarsen: 2 .*window" err
  to write this file of 2049 x 2049 cells takes 42.0 MB of memory
  write coarsen: 2 for a file of fewer cells, or a part with --window
