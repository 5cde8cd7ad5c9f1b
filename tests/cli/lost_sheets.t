A map that finds the disk full says so and leaves nothing. No file may grow beyond 64 KiB here.

  $ (stages_of packs/atlas/stages/map/sheet/sheet.yaml; printf 'terrawright: 1\nname: t\nworld: {size: [65, 65], cell: 1 km, seed: 42}\n') > stages
  $ for kind in svg pdf png; do (cat stages; echo "outputs: [{file: s.$kind, sheet: sheet}]") > $kind.yaml; done
  $ build() { terrawright build $1.yaml --quiet --out $1; }
  $ for kind in svg pdf png; do (trap '' XFSZ; ulimit -f 64; build $kind); echo $?; ls -A $kind 2>&1; done
  error: svg/s.svg: cannot write the file: File too large (the file system or a limit of this process (ulimit -f) allows no larger files)
  1
  error: pdf/s.pdf: cannot draw the sheet: cairo cannot be given the list: File too large
  1
  error: png/s.png: cannot draw the sheet: cairo cannot be given the list: File too large
  1

It is there as a whole or not at all, whenever the program is killed. The next build deletes leftovers of one that is dead.

  $ for kind in svg pdf png; do
  >   build $kind; mv $kind whole-$kind
  >   for tenth in 1 ${TERRAWRIGHT_AT_LENGTH:+2} 3 ${TERRAWRIGHT_AT_LENGTH:+4} 5 ${TERRAWRIGHT_AT_LENGTH:+6}; do
  >     rm -rf $kind; timeout -s KILL 0.$tenth terrawright build $kind.yaml --quiet --out $kind
  >     [ ! -e $kind/s.$kind ] || cmp whole-$kind/s.$kind $kind/s.$kind
  >   done
  >   build $kind
  >   for i in $(seq 600); do [ $(ls -A $kind | wc -l) = 2 ] || { sleep 0.1; build $kind; }; done  # while one of its processes lives
  >   diff -r whole-$kind $kind; ls -A $kind | xargs
  > done 2> err
  s.svg t-42.manifest.json
  s.pdf t-42.manifest.json
  s.png t-42.manifest.json
