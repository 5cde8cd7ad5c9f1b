The largest world, of 2^20 + 1 cells a side, is planned without a number that is too large.

  $ world() {
  >   config t "size: [1048577, 1048577], cell: 1 m, seed: 42" > t.yaml <<'END'
  > stages:
  >   noise: {use: heights.noise@1, with: {lowest: -10, highest: 10}}
  >   metres: {use: shape.metres@1, in: {height: noise, level: 0}}
  > outputs:
  > END
  >   cat >> t.yaml
  > }
  $ world <<'END'
  >   - {file: "{name}.zarr", layers: {height: metres}}
  >   - {tiles: {side: 2048, overlap: 1, file: "{name}_x{x}_y{y}.exr"}, layers: {height: metres}, sidecar: false}
  > END
  $ plan() { terrawright plan t.yaml --memory ${memory:-100000GB} "$@"; }

No known disk has room for its files; all is printed nevertheless.

  $ plan --json > plan.json 2> err || grep -q " of disk in " err
  $ jq -c '[pow(1048577; 2) as $cells | (.bytes.made / $cells / 8, .memory.peak / $cells / 4) | . >= 1 and . <= 3]' plan.json
  [true,true]
  $ jq -c '.bytes.made <= 8.04 * pow(1048577; 2)' plan.json
  true
  $ jq -c '[.outputs[1] | .tiles, (.files | length), .files[-1]]' plan.json
  [{"columns":512,"rows":512,"side":2048,"overlap":1,"width":2049,"height":2049},262144,"out/t/t_x511_y511.exr"]

Its layers wait in files where memory is short, but for the rows that a pass holds.

  $ (memory=8GB plan --json 2> err || true) | jq -c '[.memory | .peak <= 8e9, .waiting_in_files >= 3.99 * pow(1048577; 2)]'
  [true,true]

A window of it may lie at its last cell.

  $ world <<< '  - {file: "{name}.tif", layers: {height: noise}}'
  $ plan 2>&1 | grep -o "a .tif file has at most .* cells a side"
  a .tif file has at most 1048576 cells a side
  [2]
  $ plan --window 1048576,1048576,1x1 --quiet > said 2> err
  $ plan --window 1048576,1048576,2x1 2>&1 | grep -o "error: --window.*"
  error: --window '1048576,1048576,2x1' reaches beyond the world, which has 1048577 x 1048577 cells of 1 m
  [2]
