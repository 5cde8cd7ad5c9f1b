A lock has an entry for each seed and set of overrides, and keeps the others.

  $ world() { # sea, seed, range, stage
  >   config w "size: [65, 65], seed: ${2:-42}" > w.yaml <<END
  > knobs:
  >   sea: {value: ${1:-60 %}, doc: The sea}
  > stages:
  >   h: ${4:-{use: heights.noise@1\}}
  >   l: {use: sea.level@1, in: {height: h}, with: {percentile: \$sea}}
  >   islets: {use: sea.islets@1, in: {height: h, level: l.level}}
  > outputs:
  >   - {file: "{name}-{seed}.exr", layers: {h: h, land: islets.land}}
  >   - {file: "{name}-{seed}.png", range: ${3:-[-1, 1]}, layers: {h: h}}
  > END
  > }
  $ build() { terrawright build w.yaml --quiet --out o "$@"; }
  $ entries() { grep -E '^  ( seed|- seed|  seed|  set):' w.lock.yaml | tr -d '\n'; echo; }
  $ world && build --lock && cp w.lock.yaml first
  $ build --lock && diff first w.lock.yaml
  $ build --lock --seed 7
  $ build --lock --seed 10 --set knobs.sea=55%
  $ build --lock --set knobs.sea=55%
  $ build --lock --seed 10 2> /dev/null && cp w.lock.yaml five
  $ entries
    - seed: "42"    set: []  - seed: "7"    set: []  - seed: "10"    set: []  - seed: "42"    set: ["knobs.sea=55%"]  - seed: "10"    set: ["knobs.sea=55%"]
  $ sed -n '/^  - seed/,/^[.][.][.]/p' first | sed '$d' > entry
  $ $PYTHON -c 'print(open("entry").read() in open("five").read())'
  True
  $ build --lock --seed 7 && diff five w.lock.yaml
  $ build --locked && build --locked --seed 7 --seed 10 2> /dev/null
  $ build --locked --seed 8
  error: w.lock.yaml has no entry for seed '8'
        = make one: terrawright build w.yaml --seed 8 --lock; there is: seed '42', seed '7', seed '10', seed '42' --set 'knobs.sea=55%', seed '10' --set 'knobs.sea=55%'
  [2]
  $ build --locked --lock
  error: --lock excludes --locked
        = terrawright build --help shows what it takes
  [2]
  $ build --locked --window 1,1,4x4
  error: --locked is of whole worlds, and --window writes a part of one
        = leave out one of them
  [2]

It says what every layer and file is, and names no folder of the machine.

  $ cp first w.lock.yaml && build
  $ jq -r '(.layers[] | "pixels: \"" + .xxh3_128 + "\"", "\"minimum\": \"" + (.minimum | tostring | if test("[.e]") then . else . + ".0" end) + "\""),
  >   (.nodes[].recipes[] | "recipe: \"" + . + "\""), (.files[] | "sha256: \"" + .sha256 + "\"")' o/w-42.manifest.json > facts
  $ [ $(wc -l < facts) -ge 14 ] && grep -c sha256 facts
  4
  $ while read -r fact; do grep -qF -- "$fact" w.lock.yaml || echo "$fact"; done < facts
  $ ! grep -q "$PWD" w.lock.yaml

A locked build refuses another recipe before it runs, with place and remedy.

  $ cp -r o before
  $ world "55 %" && build --locked --format json | jq -c '[.message, .line, .column, .hint, .related[0].file]'
  ["the node 'l' differs from its lock: percentile 60 % -> 55 %",5,16,"undo the change, or lock the new state: terrawright build w.yaml --lock","w.lock.yaml"]
  [4]
  $ world "60 %" 43 && build --locked 2>&1 | grep differs
  w.yaml:3:31: error: the world differs from its lock: seed 42 -> 43
  [4]
  $ world "60 %" 42 "[-1, 2]" && build --locked 2>&1 | grep differs
  w.yaml:12:12: error: this output differs from its lock: range ["-1","1"] -> ["-1","2"]
  [4]
  $ diff -r before o
  $ world && build --locked

Files of other bytes with the same pixels warn where a library is another one, else fail. The lines and sum are those of
a lock that was.

  $ locked_by() { $PYTHON -c "import hashlib, re
  > text = open('w.lock.yaml').read()
  > $1
  > entry = text[text.index('  - seed'):text.rindex('...')]
  > sum = hashlib.sha256(re.sub(r'    sum: .*\n', '', entry).encode()).hexdigest()
  > open('w.lock.yaml', 'w').write(re.sub('sum: .*', 'sum: \"' + sum + '\"', text))"; }
  $ cp first w.lock.yaml
  $ locked_by "text = re.sub(r'(w-42.png.*sha256: .)\w', lambda m: m[1] + ('a' if m[0][-1] != 'a' else 'b'), text, 1)"
  $ build --locked 2>&1 | grep -E "bytes|broken"
  w.lock.yaml:154:7: error: 'w-42.png' has other bytes, with the same pixels, though the program and its libraries are those of the lock
    154 |       "w-42.png": {bytes: 9173, sha256: "a7cef3fa49982d757135865b210bb6d342de4ba89c9a59f3b5226f3d4a8...
  [4]
  $ locked_by "text = re.sub(r'(libz.*: .)\w+', r'\g<1>00', text)"
  $ build --locked 2>&1 | grep bytes
  w.lock.yaml:154:7: warning: 'w-42.png' has other bytes, with the same pixels: libz.so.1, libzstd.so.1
    154 |       "w-42.png": {bytes: 9173, sha256: "a7cef3fa49982d757135865b210bb6d342de4ba89c9a59f3b5226f3d4a8...
  $ build --locked --strict 2> err
  [4]
  $ terrawright verify w.yaml > said 2>&1

One that is cut short or changed is bad input with its place, for each verb; tests/errors holds its other refusals.

  $ refused() {
  >   for call in "build --quiet --out o --locked" "verify" "build --quiet --out o --lock"; do
  >     terrawright $call w.yaml 2>&1 | grep -oE "w.lock.yaml:[0-9:]* error.*"; echo ${PIPESTATUS[0]}
  >   done | sort | uniq -c
  >   cp first w.lock.yaml
  > }
  $ changed() { sed -i "$1" w.lock.yaml; cmp -s first w.lock.yaml && echo unchanged; refused; }
  $ head -c $(($(wc -c < first) / 2)) first > w.lock.yaml && refused
        3 2
        3 w.lock.yaml:84:1: error: the lock file is cut short: its last line is not '...'
  $ : > w.lock.yaml; refused
        3 2
        3 w.lock.yaml:1:1: error: the lock file is cut short: its last line is not '...'
  $ changed '0,/pixels: "/ s//pixels: "zz/'
        3 2
        3 w.lock.yaml:48:21: error: 'zzc1da9e04f9ef05430c0cdcab80fd3014' is no hash of 32 hexadecimal digits
  $ changed 's/^    nodes:/    node:/'
        3 2
        3 w.lock.yaml:27:5: error: the entry has no key 'node'
        3 w.lock.yaml:5:5: error: the entry lacks the key 'nodes'
  $ (sed '/^[.][.][.]/,$d' first; cat entry; echo ...) > w.lock.yaml && refused
        3 2
        3 w.lock.yaml:156:5: error: seed '42' has two entries
  $ build --locked

Locks made at the same time keep one another's entries.

  $ rm w.lock.yaml
  $ for seed in 1 2 3 4 5 6; do terrawright build w.yaml --lock --quiet --threads 1 --seed $seed --out at$seed & done 2> /dev/null; wait
  $ entries | grep -o 'seed: "[0-9]*"' | cut -d'"' -f2 | sort | xargs
  1 2 3 4 5 6
  $ terrawright verify w.yaml --quiet 2> /dev/null

Of worlds named by a pattern, lock files are none. One whose world is not named is a mistake.

  $ mkdir pattern && cd pattern && cp ../w.yaml w.yaml && cp w.yaml v.yml
  $ terrawright build *.yaml --quiet --lock --out o && terrawright build *.y*ml --quiet --lock --out o && ls *.lock*
  v.lock.yaml
  w.lock.yaml
  $ terrawright build *.y*ml --quiet --locked --out o
  $ terrawright verify *.y*ml > said
  $ terrawright verify w.lock.yaml
  error: there is no lock file 'w.lock.lock.yaml'
        = make it: terrawright build w.lock.yaml --lock
  [2]

One that cannot be written is refused before the build. Root may write everywhere.

  $ mkdir closed && cp w.yaml closed && chmod 500 closed
  $ [ $(id -u) = 0 ] || ! terrawright build closed/w.yaml --lock --quiet --out nothing 2> err
  $ ! test -e nothing
