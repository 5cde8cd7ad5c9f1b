Files are held against what their manifests list. The world has every kind of file and folder.

  $ cat "$TESTDIR/made/every_kind.yaml" - > w.yaml <<'END'
  >   - {file: "{seed}.exr", layers: {h: h}}
  >   - {file: "{seed}.png", range: [-300 m, 900 m], layers: {m: m}}
  >   - {file: "{seed}.tif", layers: {s: steps}}
  >   - {file: "{seed}.zarr", layers: {m: m, s: steps}}
  >   - {tiles: {side: 64, file: "{seed}/{x}/{y}.exr"}, layers: {h: h}}
  >   - {pyramid: {file: "{seed}-tiles/{z}/{x}/{y}.png"}, layers: {r: relief}}
  >   - {pack: unreal, folder: "{seed}-unreal", heights: m, range: [-300 m, 900 m]}
  > END
  $ build() { terrawright build w.yaml --quiet --out "$@"; }
  $ faults() { # exit code of verify, then the files that are not as listed
  >   terrawright verify --format json --files "$@" > said 2> err; code=$?
  >   jq -rs --argjson code $code '[.[] | select(.event == "files_verified")] | (if all(.holds == ($code == 0)) then $code else "not as it holds" end),
  >     (.[].faults[] | "\(.file) \(.is)")' said
  > }
  $ build A && faults A && faults A/ && faults A/w-42.manifest.json
  0
  0
  0

Every file that is missing, cut, changed or extra is named; lists of folders have no sizes.

  $ flip() { # a bit of a file
  >   python -c 'import sys; b = bytearray(open(sys.argv[1], "rb").read()); b[7919 * int(sys.argv[2]) % len(b)] ^= 1
  > open(sys.argv[1], "wb").write(b)' $1 ${2:-1}
  > }
  $ find A -type f ! -name "*.manifest.json" | sort > files && [ $(wc -l < files) -gt 40 ] && n=0
  $ while read -r file; do
  >   cp $file whole; expected=$file
  >   case $file in *.zarr/*|*-tiles/*|*-unreal/*) cut=changed ;; *) cut=cut ;; esac
  >   case $((n++ % 4)) in
  >     0) rm $file; is=missing ;;
  >     1) truncate -s $(($(wc -c < whole) / 2)) $file; is=$cut ;;
  >     2) flip $file $n; is=changed ;;
  >     3) expected=$(dirname $file)/other; cp $file $expected; is=extra ;;
  >   esac
  >   faults A | diff <(echo 4; echo $expected $is) - && echo $is; cp whole $file; rm -f $(dirname $file)/other
  > done < files | sort -u
  changed
  cut
  extra
  missing
  $ faults A
  0

All of them are named at once, in each of several folders.

  $ build B --seed 7 2> err; rm A/42.exr; truncate -s 100 A/42.png; flip B/7.tif; faults A B
  4
  A/42.exr missing
  A/42.png cut
  B/7.tif changed
  $ terrawright verify --files A
  error: A/42.exr is missing
        = build the world again, or restore the file that its manifest lists
  error: A/42.png is cut: 100 bytes, listed with * (glob)
        = build the world again, or restore the file that its manifest lists
  A: does not hold, 52 files of 1 manifests, 2 faults
  [4]

Files that a build writes beside are its own, and so are those of several builds. Beside no manifest nothing is extra.

  $ rm -r A B && build A --seed 1 --seed 2 --sums 'A/{seed}.sha256' --provenance A/statement.json && faults A; faults .
  0
  0
  $ build A --window 10,10,50x50; faults A
  0
  $ echo "not the list any more" > A/1.sha256; faults A; rm A/1.sha256
  4
  A/1.sha256 extra

A manifest that is cut vouches for nothing. A folder or file that is no build is refused.

  $ truncate -s 1000 A/w-1.manifest.json; faults A; faults A/w-1.manifest.json
  4
  A/w-1.manifest.json unreadable
  4
  A/w-1.manifest.json unreadable
  $ mkdir none && for target in none nowhere nowhere.manifest.json w.yaml; do terrawright verify --files $target; echo $?; done
  error: there is no build in 'none': it has no .manifest.json
        = name a folder that build wrote, or a manifest
  2
  error: nowhere: 'nowhere' cannot be read: No such file or directory
        = name a folder that build wrote, or a manifest
  2
  error: nowhere.manifest.json: 'nowhere.manifest.json' cannot be read: No such file or directory
        = name a folder that build wrote, or a manifest
  2
  error: w.yaml: it is not a manifest of a build, or damaged
        = name a folder that build wrote, or a manifest
  2
  $ terrawright verify --files A --seed 1
  error: --seed excludes --files
        = terrawright verify --help shows what it takes
  [2]

A comparison fails on files that are not those of the manifest.

  $ rm -r A; build A; build other --seed 7; cp -r A B; terrawright diff A B --quiet
  $ unlike() { # said once for A and B, B and A, B and its config
  >   for pair in "A B" "B A" "B w.yaml"; do terrawright diff $pair > said 2> err; echo "$? $(grep -c same said) $(grep -o "B/[^ ]* is [a-z]*" err | head -1)"; done | uniq -c
  >   rm -r B; cp -r A B
  > }
  $ cp other/7.exr B/42.exr; unlike
        3 4 0 B/42.exr is cut
  $ truncate -s -1 B/42.png; unlike
        3 4 0 B/42.png is cut
  $ flip B/42.png; unlike
        3 4 0 B/42.png is changed
  $ rm B/42.png; unlike
        3 4 0 B/42.png is missing
  $ rm B/42/1/0.exr; unlike
        3 4 0 B/42/1/0.exr is missing
  $ rm B/42.zarr/m/0/0; unlike
        3 4 0 B/42.zarr/m/0/0 is missing
  $ echo extra > B/42.zarr/m/0/1; unlike
        3 4 0 B/42.zarr/m/0/1 is extra
