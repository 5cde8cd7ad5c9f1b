A process that gets no threads or no memory for a picture ends with the right bytes or an error.

  $ whole=$(dirname "$(realpath "$(command -v terrawright)")")/lib/terrawright/terrawright_openimageio
  $ mkdir -p bin lib/terrawright && cp "$(command -v terrawright)" bin && reader=lib/terrawright/terrawright_openimageio
  $ oiiotool --pattern fill:top=0.1,0.1,0.1:bottom=1,1,1 33x33 3 -d uint8 -o a.webp
  $ echo '{terrawright: 1, name: t, world: {size: [33, 33], cell: 1 km, seed: 42}, stages: {drawn: {use: source.image@1, with:
  > {file: a.webp, channel: 1, low: 0, high: 255, unit: m}}}, outputs: [{file: t.png, layers: {height: drawn}, range: [0, 255]}]}' > t.yaml
  $ gcc -shared -fPIC -O1 -o poor.so "$TESTDIR/made/poor.c" -ldl
  $ poorly() {
  >   rm -rf out struck; printf '#!/bin/bash\nSTRUCK=%s %s LD_PRELOAD=%s exec %s "$@"\n' $PWD/struck "$1" $PWD/poor.so $whole > $reader
  >   chmod +x $reader; bin/terrawright build t.yaml --quiet --out out > said 2>&1
  > }
  $ poorly && mv out/t.png right.png
  $ struck() { # what is lacking
  >   poorly "$1"; code=$?; [ -e struck ] || echo "$1: not struck"
  >   case $code in 0) cmp out/t.png right.png ;; 1|2) grep -q "error: " said || echo "$1: $code" ;; *) echo "$1: $code" ;; esac
  > }
  $ struck NO_THREADS=1; echo $code
  1
  $ at_length=${TERRAWRIGHT_AT_LENGTH:+1} n=1 told=0; while [ $n -le 20000 ]; do
  >   struck NO_MEMORY_AT=$n; [ $code != 1 ] || told=$((told + 1))
  >   [ $n -lt 8 ] && n=$((n + 3)) || n=$((n + (at_length ? n / 2 : n)))
  > done; echo $((told > 3))
  1
