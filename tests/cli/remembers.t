A plan tells of each node whether it runs, and because of what. Without a build there is no cache.

  $ of() { terrawright $1 "$TERRAWRIGHT_ROOT/tests/worlds/earlier/island.yaml" --set world.size=[200,190] "${@:2}"; }
  $ planned() { of plan --json --out a --cache cache "$@" | jq -c '[.nodes[] | {(.name): ([.doing, .because // empty] | join(" because "))}] | add'; }
  $ planned | jq .sea && test -e cache
  "runs"
  [1]
  $ of build --quiet --out a --cache cache && planned | jq -c '[.[]] | unique'
  ["cached"]
  $ planned --set knobs.sea=55% | jq '.terrain, .wind, .sea, .slopes'
  "painted again"
  "cached"
  "runs because percentile 60 % -> 55 %"
  "runs because its input land changed, its input sea.level changed"
  $ planned --seed 7 2> err | jq .terrain
  "runs because seed 42 -> 7"
  $ planned --set world.size=[200,180] | jq .terrain
  "runs because size 200x190 -> 200x180"
  $ of plan --out a --cache cache --set knobs.sea=55% | grep -o "runs because percentile 60 % -> 55 %"
  runs because percentile 60 % -> 55 %

A build tells how many nodes ran.

  $ nodes() { of build --out $1 --cache counted --format json | jq -c 'select(.event == "done") | .nodes'; }
  $ nodes a; nodes a; nodes b
  {"ran":21,"painted_again":0,"cached":0}
  {"ran":0,"painted_again":0,"cached":21}
  {"ran":0,"painted_again":0,"cached":21}

A named folder that is no cache is refused, the user's own is done without.

  $ mkdir terrawright && echo cat > terrawright/cat.jpg
  $ of build --quiet --out out --cache terrawright
  error: 'terrawright' is not a cache of terrawright, and not empty: it holds 'cat.jpg'
        = name another folder with --cache DIR, or go without: --cache off
  [2]
  $ ! test -e out/island-42.exr
  $ (unset TERRAWRIGHT_CACHE; XDG_CACHE_HOME=$PWD of build --quiet --out out) 2>&1 | grep -oE "warning|nothing is kept for later builds"
  warning
  nothing is kept for later builds
  $ ls out/island-42.exr && cat terrawright/cat.jpg
  out/island-42.exr
  cat

Two builds at once with one cache are both right.

  $ for i in 1 2 3; do
  >   rm -rf shared; of build --quiet --out one --cache shared & of build --quiet --out two --cache shared && wait $! && diff -r one two
  > done
