The program binds no image library. Only a process of its own that reads a .tif needs libtiff.

  $ world() { # outputs, more stages
  >   echo "{terrawright: 1, name: t, world: {size: [33, 33], cell: 1 km, seed: 42},
  >     stages: {terrain: {use: heights.diamond_square@1}$2}, outputs: [$1]}"
  > }
  $ for kind in png exr tif; do world "{file: t.$kind, layers: {height: terrain}$([ $kind = png ] && echo ', range: [-10, 10]')}" > $kind.yaml; done
  $ loads() { LD_DEBUG=files terrawright "$@" 2>&1 > said | grep -oE "libyaml-cpp|libtiff|libOpenImageIO" | sort -u; }
  $ configs=$TERRAWRIGHT_ROOT/configs
  $ loads --version
  libyaml-cpp
  $ for words in "describe sea.level" stages "validate $configs/realistic.yaml" "plan $configs/realistic.yaml" \
  >   "build png.yaml --quiet --out out" "build exr.yaml --quiet --out out" "build tif.yaml --quiet --out out"; do
  >   loads $words
  > done | sort | uniq -c
        7 libyaml-cpp
  $ oiiotool out/t.exr -d uint8 -o out/t.bmp
  $ for file in t.exr t.tif t.bmp; do
  >   world "{file: r.png, layers: {image: image}, range: [-10, 10]}" \
  >     ", image: {use: source.image@1, with: {file: out/$file, unit: m, channel: 0}}" > reads.yaml
  >   loads build reads.yaml --quiet --out out
  > done | sort | uniq -c
        3 libyaml-cpp

A program that lost its drawing library says so before it builds.

  $ whole=$(dirname "$(realpath "$(command -v terrawright)")")/lib/terrawright
  $ mkdir -p alone/bin && cp "$(command -v terrawright)" alone/bin && parts=alone/lib/terrawright
  $ of() { alone/bin/terrawright "$@" --quiet; }
  $ config t "size: [33, 33], cell: 1 km, seed: 42" > pdf.yaml <<'END'
  > stages:
  >   terrain: {use: heights.diamond_square@1}
  >   sea: {use: sea.level@1, in: {height: terrain}}
  >   metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}, with: {peak: 900 m}}
  >   sheet: {use: map.sheet@1, in: {height: metres, land: sea.land}, with: {paper: A5}}
  > outputs: [{file: t.pdf, sheet: sheet}]
  > END
  $ of build pdf.yaml --out lost
  error: lost/t.pdf: this installation lacks */alone/lib/terrawright/terrawright_cairo, which draws printed maps as .pdf and .png files: install the program with all its parts (glob)
  [1]
  $ ! test -e lost
  $ of validate pdf.yaml && for kind in png exr tif; do of build $kind.yaml --out lost || echo $kind; done

One of another version is refused; in an install prefix of its own it is found.

  $ mkdir -p $parts && printf '#!/bin/sh\n' > $parts/terrawright_cairo && chmod +x $parts/terrawright_cairo
  $ of build pdf.yaml --out lost 2>&1 | grep -o "it is of another version of the program"
  it is of another version of the program
  [1]
  $ cp $whole/terrawright_cairo $parts && of build pdf.yaml --out lost && ls lost/t.pdf
  lost/t.pdf

A program that lost what reads its .tif files says so. The end of its process does not end the program.

  $ world "{file: r.png, layers: {image: image}, range: [-10, 10]}" ", image: {use: source.image@1, with: {file: out/t.tif, unit: m}}" > reads.yaml
  $ of build reads.yaml --out lost 2>&1 | grep error
  reads.yaml:2:98: error: cannot read 'out/t.tif': this installation lacks */alone/lib/terrawright/terrawright_tiff, which reads it: install the program with all its parts; convert the picture to .png or .exr (glob)
  [1]
  $ cp $whole/terrawright_tiff $parts && of build reads.yaml --out lost 2> err
  $ printf '#!/bin/sh\nkill -ABRT $$\n' > $parts/terrawright_tiff
  $ of build reads.yaml --out lost 2>&1 | grep -oE "was ended by.*"
  was ended by signal 6 (Aborted); convert the picture to .png or .exr
  [1]
