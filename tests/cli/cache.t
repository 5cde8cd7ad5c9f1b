The verb `cache` shows what a folder holds, and how much it may.

  $ echo '{terrawright: 1, name: t, world: {size: [65, 65], seed: 42}, outputs: [{file: t.exr, layers: {h: h}}],
  > stages: {h: {use: heights.diamond_square@1}}}' > t.yaml
  $ keep() { terrawright build t.yaml --quiet --out o --cache "$1"; }
  $ keep cache && terrawright cache --cache cache
  cache: 6 entries, * kB of at most 5.00 GB (glob)
  $ terrawright cache --json --cache-size 20GB --cache cache > shown
  $ jq -c '[.folder, .entries > 0, .bytes > 10000, .size]' shown
  ["cache",true,true,20000000000]
  $ terrawright cache --format json --cache-size 1.5T --cache cache | jq -c '[.event, .entries > 0, .size]'
  ["cache",true,1500000000000]

What is kept is removed by --clear, which says how much, and nothing else is.

  $ echo mine > cache/mine.txt && terrawright cache --clear --cache cache
  removed 6 entries, * kB, from cache (glob)
  $ cat cache/mine.txt
  mine
  $ terrawright cache --cache cache
  cache: 0 entries, 0.0 kB of at most 5.00 GB
  $ keep cache && terrawright cache --clear --json --cache cache > cleared
  $ jq -n -c --slurpfile a shown --slurpfile b cleared '[$b[0].folder, ($b[0].removed == ($a[0] | {entries, bytes}))]'
  ["cache",true]

The user's cache folder is meant where no other is named, and looking makes none.

  $ unset TERRAWRIGHT_CACHE XDG_CACHE_HOME && mkdir home && export HOME=$PWD/home
  $ terrawright cache
  */home/.cache/terrawright: 0 entries, 0.0 kB of at most 5.00 GB (glob)
  $ terrawright cache --clear && ls -A home
  removed 0 entries, 0.0 kB, from */home/.cache/terrawright (glob)
  $ keep "$PWD/xdg/terrawright" && XDG_CACHE_HOME=$PWD/xdg terrawright cache | grep -o "xdg/terrawright: [1-9]"
  xdg/terrawright: 6
  $ XDG_CACHE_HOME=xdg terrawright cache
  */home/.cache/terrawright: 0 entries, 0.0 kB of at most 5.00 GB (glob)
  $ env -u HOME terrawright cache
  error: the user has no cache folder: neither XDG_CACHE_HOME nor HOME is an absolute path
        = name a folder with --cache DIR
  [2]

A folder that is no cache is neither shown nor cleared.

  $ mkdir cats && echo cat > cats/cat.jpg
  $ for clear in "" --clear; do terrawright cache $clear --cache cats || echo $?; done 2>&1 | sort | uniq -c
        2       = name the folder of a cache with --cache DIR
        2 2
        2 error: 'cats' is not a cache of terrawright, and not empty: it holds 'cat.jpg'
  $ cat cats/cat.jpg
  cat

Sizes and folders that are none are refused.

  $ for size in 0 20 -1GB GB 1kB "5 apples" nanGB infGB 1e30GB 0.1MB; do terrawright cache --cache-size "$size" || echo $?; done 2>&1 |
  >   grep -oE "'.*' is not a size from 1MB on|^2" | xargs -d '\n' | sed "s/ is not a size from 1MB on//g"
  '0' 2 '20' 2 '-1GB' 2 'GB' 2 '1kB' 2 '5 apples' 2 'nanGB' 2 'infGB' 2 '1e30GB' 2 '0.1MB' 2
  $ terrawright build t.yaml --cache-size 20
  error: --cache-size: '20' is not a size from 1MB on, such as 500MB, 20GB or 1TB
        = terrawright build --help shows what it takes
  [2]
  $ terrawright cache --cache ''
  error: --cache: '' names nothing
        = terrawright cache --help shows what it takes
  [2]
  $ terrawright cache --cache off
  error: without a cache there is nothing to show
        = name its folder, --cache DIR; one called off is ./off
  [2]
  $ terrawright cache --cache ./off
  ./off: 0 entries, 0.0 kB of at most 5.00 GB

Damage of all that it holds is a failure of a build with --strict, and no stop.

  $ config d "size: [65, 65], seed: 1" > damaged.yaml <<'END'
  > stages: {h: {use: heights.noise@1}, s: {use: shape.steps@1, in: {field: h}, with: {count: 4}}}
  > outputs: [{file: d.exr, layers: {s: s}, overviews: true}, {file: e.exr, layers: {h: h, s: s}}]
  > END
  $ terrawright build damaged.yaml --quiet --cache ill --out o
  $ find ill -type f ! -name CACHEDIR.TAG | while read file; do
  >   printf XXXXXXXX | dd of="$file" bs=1 seek=$(($(stat -c %s "$file") / 2)) conv=notrunc status=none
  > done
  $ rm -r o && terrawright build damaged.yaml --strict --quiet --cache ill --out o 2>&1 | grep -oE "error: the cache.*entr|stopped"
  error: the cache in 'ill' had * damaged entr (glob)
  [1]
