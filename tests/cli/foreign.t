A process that cannot read a picture is an error with its place. The program lies in an installation with other readers.

  $ whole=$(dirname "$(realpath "$(command -v terrawright)")")/lib/terrawright/terrawright_openimageio
  $ mkdir -p bin lib/terrawright && cp "$(command -v terrawright)" bin && reader=lib/terrawright/terrawright_openimageio
  $ oiiotool --pattern fill:top=0.1,0.1,0.1:bottom=1,1,1 33x33 3 -d uint8 -o a.webp
  $ config t "size: [33, 33], cell: 1 km, seed: 42" > t.yaml <<'END'
  > stages:
  >   drawn: {use: source.image@1, with: {file: a.webp, channel: 1, low: 0, high: 255, unit: m}}
  > outputs: [{file: t.png, layers: {height: drawn}, range: [0, 255]}]
  > END
  $ read_by() { printf '#!/bin/bash\n%s\n' "$1" > $reader; chmod +x $reader; }
  $ both() { # verbs
  >   rm -rf out; for verb in validate build; do
  >     bin/terrawright $verb t.yaml --quiet --out out 2>&1 | sed "s,$PWD/,," | grep -o "t.yaml.*error: .*"; echo $verb ${PIPESTATUS[0]}
  >   done | sort | uniq -c; ls out 2> err
  > }
  $ both
        1 build 1
        2 t.yaml:5:45: error: cannot read 'a.webp': this installation lacks lib/terrawright/terrawright_openimageio, which reads it: install the package libopenimageio-dev and build the program with it; convert the picture to .png, .tif or .exr
        1 validate 1
  [2]
  $ read_by 'kill -SEGV $$' && both
        1 build 1
        2 t.yaml:5:45: error: cannot read 'a.webp': OpenImageIO (lib/terrawright/terrawright_openimageio) was ended by signal 11 (Segmentation fault); convert the picture to .png, .tif or .exr
        1 validate 1
  [2]
  $ read_by 'head -c 1000 /dev/urandom' && both
        1 build 1
        2 t.yaml:5:45: error: cannot read 'a.webp': OpenImageIO gave no facts of a picture; convert the picture to .png, .tif or .exr
        1 validate 1
  [2]

It is one while the world is made, too. A bad picture is the config's mistake.

  $ read_by "[ \$1 = facts ] && exec $whole \"\$@\"; kill -SEGV \$\$" && both
        1 build 1
        1 t.yaml:5:16: error: 'drawn' failed: OpenImageIO (lib/terrawright/terrawright_openimageio) was ended by signal 11 (Segmentation fault); convert the picture to .png, .tif or .exr
        1 validate 0
  $ read_by "exec $whole \"\$@\"" && both
        1 build 0
        1 validate 0
  t-42.manifest.json
  t.png
  t.png.aux.xml
  $ echo nonsense > a.webp && both
        1 build 2
        2 t.yaml:5:45: error: cannot read 'a.webp': it is not an image that can be read: File size is less than WebP header for file "a.webp"
        1 validate 2
  [2]
