A window is written into a folder of its own, so that the world stays.

  $ of() { terrawright $1 "$TERRAWRIGHT_ROOT/configs/island.yaml" --set world.size=[200,150] "${@:2}"; }
  $ of build --quiet
  $ of build --window 20,30,100x90 2>&1 > said | grep -o "window 20,30,100x90 of 200 x 150 cells"
  window 20,30,100x90 of 200 x 150 cells
  $ ls out/island/island-42.manifest.json out/island/island-42.exr
  out/island/island-42.exr
  out/island/island-42.manifest.json
  $ cd out/island/window-20-30-100x90 && ls *.exr *.manifest.json
  island-42-window-20-30-100x90.manifest.json
  island-42.exr
  $ grep -lF "20,30,100x90" island-42.exr island-42-biomes.png
  island-42.exr
  island-42-biomes.png
  $ jq -c '[.window, ([.classes[].cells] | add)]' island-42-biomes.legend.json
  ["20,30,100x90",9000]
  $ grep -o '"cells": 9000' island-42-biomes.legend.json; grep -om1 '"window":"20,30,100x90"' island-42-rivers.geojson
  "cells": 9000
  "window":"20,30,100x90"
  $ cd ../../..

In units it is the same window, whatever the tiles and threads.

  $ hashes() { of build --sha256 --quiet --out w "$@"; }
  $ hashes --window 20,30,100x90 > expected && grep -c " drainage/filled$" expected
  1
  $ hashes --window 5km,7.5km,25kmx22.5km --tile 64 --threads 1 | cmp - expected
  $ hashes --window '5 km, 30, 25000 m x 90' --tile whole | cmp - expected
  $ ! hashes --window 21,30,100x90 2> err | cmp - expected > said

Option --out is taken as it is given, and other files of the same names make a manifest untrue.

  $ ls w/*.manifest.json
  w/island-42-window-21-30-100x90.manifest.json

Seeds have the same window each.

  $ of build --quiet --seed 1 --seed 2 --window 0,0,64x64 --out seeds && ls seeds/*.manifest.json
  seeds/island-1-window-0-0-64x64.manifest.json
  seeds/island-2-window-0-0-64x64.manifest.json

A plan says what it cuts, and a build tells programs which.

  $ of plan --window 20,30,100x90 | grep -oE "window 20,30,100x90: pass |out/island/window-20-30-100x90/island-42.exr"
  window 20,30,100x90: pass 
  out/island/window-20-30-100x90/island-42.exr
  out/island/window-20-30-100x90/island-42.exr
  $ of plan --json --window 20,30,100x90 | jq -c .window; of plan --json | jq 'has("window")'
  {"x":20,"y":30,"width":100,"height":90}
  false
  $ of build --format json --window 20,30,100x90 --out json | grep -om1 '"window":"20,30,100x90"' | head -1
  "window":"20,30,100x90"
