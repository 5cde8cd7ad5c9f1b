#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing (root or sudo), builds a release and proves at length what the tests show in short. The last
# lines are the figures: scripts/proofs.sh LABEL
#   store                   100 builds killed while they keep layers in a cache: each entry is whole or not there
#   lost [OPTIONS]          300 kills, every call on files killed or failing, reads, memory and threads that fail, full
#                           disks, odd names, 100 races, odd places:
#                           every file with a final name is whole, and the next run makes all of it (tests/kills/lost.py)
#   stopped [WORD...]       every built-in stage and slow file ends within a second of Ctrl-C, and leaves nothing
#   first                   the README's first command in a bare root of Debian: seconds to the picture; as root
#   sizes                   each world keeps what its knobs promise, at three widths and four sizes up to 2049 cells
#   length                  tests of which a run tries few seeds, sizes or ways, with all of them; the whole page for authors;
#                           every golden at one and at two threads
#   compilers               g++ and clang++ at four levels make the layers of a release; three processors its files
#   aarch64 [files]         64-bit ARM, under qemu, gives the same hashes of all layers and the same bytes of every format;
#                           its SDK finds contracting plugins; its wheel and archive run in bare roots; as root
#   wasm                    every world at 257 cells in WebAssembly, with and without SIMD: the hash of every layer and file; a
#                           plugin as a side module; two worlds at 1025 cells
#   mutants [COUNT [SEED]]  broken configs end soon, within their memory, with a place
#   check                   every built-in stage and those of the examples keep their word, in all trials
#   windows [PART...]       files outside pipeline/system that do not pass MinGW's compiler, and why
#   packs                   programs without atlas, without viewer and without both build the other worlds
#   blender                 Debian's Blender imports meshes and an EXR, and finds the heights in them
#   browser                 examples/450-web-map in a headless Chromium: the map lies where the GeoTIFF does
#   viewer                  the page of a 3-D view in a headless Chromium: cells, controls, links, hands, odd worlds
#   qgis                    raster, GeoJSON and tiles of that world in one project of QGIS lie on each other
#   package                 wheel, archive and image of a container are made twice, equal, and used in bare roots; the .deb
#                           in a clean root of Debian: the same files, man pages, completions, nothing left; as root
#   site                    scripts/site.sh, and all links of its pages; they load nothing from other hosts
#   farm                    examples/300-farm and 350-giant-world in a Slurm of this machine; as root
set -euo pipefail
cd "$(dirname "$0")/.."

label=${1:-}
shift || true
case $label in
  store)
    scripts/setup.sh test_store
    TERRAWRIGHT_KILLS=100 build/release/tests/test_store "[store.kills]"
    ;;
  lost)
    scripts/setup.sh terrawright
    cmake --build --preset release --target at_call
    python3 tests/kills/lost.py build/release/terrawright build/release/tests/libat_call.so long "$@"
    ;;
  stopped)
    scripts/setup.sh terrawright
    python3 tests/kills/stopped.py build/release/terrawright . long "$@"
    ;;
  first)
    scripts/install.sh mmdebstrap
    tests/install/first.sh . build/first
    ;;
  length)
    scripts/setup.sh
    export TERRAWRIGHT_AT_LENGTH=1
    for room in $(grep -rl '\[length\]' tests --include='*.cpp' | cut -d/ -f2 | sort -u); do
      "build/release/tests/test_$room" "[length]" --durations yes
    done
    # shellcheck disable=SC2046
    tests/cli/transcripts.sh $(grep -lE 'TERRAWRIGHT_AT_LENGTH|odd_sheet.sh' tests/cli/*.t | grep -v widths)
    /usr/bin/python3 tests/pages/authoring.py build/release/terrawright .
    tests/install/moved.sh . build/release
    /usr/bin/python3 tests/goldens/outputs.py build/release/terrawright .
    ;;
  sizes)
    scripts/setup.sh terrawright
    scripts/setup.sh packages
    TERRAWRIGHT_AT_LENGTH=1 tests/cli/transcripts.sh tests/cli/widths.t
    ;;
  compilers)
    scripts/setup.sh terrawright
    tests/same_bits/compare.sh build/release long
    TERRAWRIGHT_AT_LENGTH=1 /usr/bin/python3 tests/same_bits/processors.py build/release/terrawright .
    ;;
  aarch64)
    scripts/setup.sh packages
    scripts/setup.sh terrawright
    scripts/install.sh g++-aarch64-linux-gnu qemu-user qemu-user-static patchelf binutils python3-venv
    tests/same_bits/aarch64.sh "$@"
    ;;
  wasm)
    scripts/setup.sh terrawright
    scripts/install.sh emscripten node-acorn
    tests/wasm/run.sh "$PWD/build/release/terrawright" "$PWD" "$PWD/build/wasm" long
    ;;
  mutants)
    scripts/setup.sh terrawright
    python3 tests/hostile/mutants.py build/release/terrawright . "${1:-3000}" "${2:-1}"
    ;;
  check)
    scripts/setup.sh terrawright
    cmake -S examples/100-plugin -B build/example_plugin > /dev/null
    cmake --build build/example_plugin > /dev/null
    cc -std=c11 -shared -fPIC -ffp-contract=off -Ipipeline/sdk examples/700-writer/esri_ascii.c -o build/example_plugin/esri_ascii.so
    build/release/terrawright check build/example_plugin
    for world in $(ls configs/*.yaml examples/*/world.yaml | grep -v lock.yaml); do
      echo "$world"
      build/release/terrawright check "$world" --plugins build/example_plugin
    done
    build/release/terrawright check
    ;;
  browser)
    scripts/setup.sh terrawright
    scripts/install.sh chromium python3-websocket
    /usr/bin/python3 tests/web/browser.py build/release/terrawright examples/450-web-map build/browser
    ;;
  viewer)
    scripts/setup.sh terrawright
    scripts/install.sh chromium python3-websocket
    /usr/bin/python3 tests/viewer/long.py build/release/terrawright . build/viewer
    ;;
  windows)
    scripts/setup.sh packages
    scripts/install.sh g++-mingw-w64-x86-64-posix libmd-dev
    python3 tests/windows/syntax.py . build/windows "$@"
    ;;
  packs)
    scripts/setup.sh terrawright
    for packs in "" atlas viewer; do
      cmake --preset release -B build/packs -DTERRAWRIGHT_TESTS=OFF -DTERRAWRIGHT_PACKS=$packs > /dev/null
      cmake --build build/packs --target terrawright > /dev/null
      # shellcheck disable=SC2046
      python3 tests/packs/left_out.py build/release/terrawright build/packs/terrawright . $(printf '%s\n' atlas viewer | grep -vx "$packs")
    done
    ;;
  qgis)
    scripts/setup.sh terrawright
    scripts/install.sh qgis python3-qgis
    build/release/terrawright build examples/450-web-map/world.yaml --out build/qgis/world --quiet
    QT_QPA_PLATFORM=offscreen /usr/bin/python3 tests/web/project.py build/qgis/world build/qgis
    ;;
  package)
    scripts/package.sh
    scripts/install.sh python3-venv mmdebstrap
    tests/install/portable.sh "$PWD" "$PWD/build/package" twice
    tests/install/image.sh "$PWD" "$PWD/build/package"
    tests/install/debian.sh build/package/terrawright_*.deb build/package/terrawright build/clean_root
    ;;
  site)
    scripts/site.sh build/site
    ;;
  farm)
    scripts/setup.sh terrawright
    scripts/install.sh slurm-wlm munge openmpi-bin
    python3 tests/farm/local.py build/release/terrawright examples/300-farm
    tests/farm/slurm.sh build/release/terrawright .
    ;;
  blender)
    scripts/setup.sh terrawright
    scripts/install.sh blender python3-numpy
    tests/blender/run.sh build/release/terrawright build/blender
    ;;
  *)
    sed -n '3,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
    ;;
esac
