Folders, users, locales, time zones and masks change no byte of a file of any kind.

  $ sed '/^outputs:/i\  peaks: {use: feature.peaks@1, in: {height: m}}' "$TESTDIR/made/every_kind.yaml" > w.yaml
  $ cat >> w.yaml <<'END'
  >   - {file: a.exr, layers: {h: h}}
  >   - {file: a.png, range: [-300 m, 900 m], layers: {m: m}}
  >   - {file: a.tif, layers: {s: steps}}
  >   - {file: a.zarr, layers: {m: m, s: steps}}
  >   - {file: s.png, layers: {s: steps}, legend: steps}
  >   - {tiles: {side: 64, file: "t/{x}/{y}.exr"}, layers: {h: h}}
  >   - {file: p.csv, layers: {p: peaks.peaks}}
  >   - {file: p.geojson, layers: {p: peaks.peaks}}
  >   - {pyramid: {file: "web/{z}/{x}/{y}.png"}, layers: {r: relief}}
  >   - {pyramid: {file: a.pmtiles}, layers: {r: relief}}
  >   - {file: a.glb, layers: {height: m}, texture: relief, error: 5 m}
  >   - {file: a.html, scene: {height: m}}
  >   - {pack: unreal, folder: unreal, heights: m, range: [-300 m, 900 m]}
  > END
  $ here=$PWD program=$(realpath "$(command -v terrawright)") && other="another place/deep/er" && mkdir -p "$other" && cp w.yaml "$other"
  $ terrawright build w.yaml --quiet --sums out/SUMS --out out && [ $(find out -type f | wc -l) -gt 40 ]

A locale with commas for points, if the machine has it, in another folder with other rights.

  $ [ ! -e /usr/share/i18n/locales/de_DE ] || localedef -i de_DE -f UTF-8 $PWD/de_DE.UTF-8
  $ strange() {
  >   env -i PATH=/usr/bin:/bin HOME=/nonexistent USER=someone LOCPATH="$here" LC_ALL=de_DE.UTF-8 LANGUAGE=de \
  >     TZ=Pacific/Kiritimati TMPDIR="$here/$other" "$program" build "$@" --quiet --cache off
  > }
  $ (umask 077; cd /; strange "$here/$other/w.yaml" --sums "$here/$other/out/SUMS" --threads 1 --tile 64 --out "$here/$other/out")
  $ diff -r out "$other/out"

Another user, which root alone can be.

  $ [ $(id -u) != 0 ] || (chmod -R a+rwX . .. && cd "$other" && export -f strange && here=$here other=$other program=$program setpriv --reuid 12345 --regid 54321 --clear-groups \
  >   bash -c 'strange w.yaml --sums theirs/SUMS --out theirs' && diff -r "$here/out" theirs)
