Ctrl-C and its like, from the beginning to the end. A library takes its time while it is loaded, and its stage while it runs.

  $ compile slow.so "$TESTDIR/made/slow.cpp"
  $ config t "size: [17, 17], seed: 1" > t.yaml <<'END'
  > stages:
  >   h: {use: heights.noise@1}
  >   one: {use: test.slow@1, in: {in: h}}
  >   two: {use: test.slow@1, in: {in: one}}
  >   three: {use: test.slow@1, in: {in: two}}
  > outputs: [{file: a.exr, layers: {h: three}}]
  > END
  $ heard=--default-signal=INT,TERM,HUP
  $ ran() { # environment, what is done to $pid once it waits, words
  >   rm -rf mark out; env $1 TERRAWRIGHT_TEST_MARK=mark terrawright ${3:-build t.yaml --out out} --plugins ./slow.so > said 2> err & pid=$!
  >   until [ -s mark ] || ! kill -0 $pid 2> gone; do sleep 0.01; done; eval "$2"; wait $pid; echo $?
  > }

A signal answers 130 before there is anything to stop.

  $ for signal in INT TERM HUP; do ran "$heard TERRAWRIGHT_TEST_LOADING=20" "kill -$signal \$pid" stages; cat said; done
  130
  130
  130

The first signal of a build says what a second one does, which stops at once.

  $ for signal in INT TERM HUP; do
  >   ran "$heard TERRAWRIGHT_TEST_RUNNING=1" "kill -$signal \$pid"; head -1 err
  >   grep -o "stopped; nothing in the output folder was changed" err; [ ! -e out/a.exr ] || ls out
  > done | sort | uniq -c
        3 130
        3 stopped; nothing in the output folder was changed
        3 stopping; a second Ctrl-C stops at once
  $ ran "$heard TERRAWRIGHT_TEST_RUNNING=20" 'kill -INT $pid; until [ -s err ]; do sleep 0.01; done; sleep 0.3; kill -INT $pid'; cat err
  130
  stopping; a second Ctrl-C stops at once

One that comes twice at once, as `timeout` sends it, is one. A busy machine may bring the second one late, as a signal of its
own: then once more.

  $ for i in {1..5}; do
  >   ran "$heard TERRAWRIGHT_TEST_RUNNING=1" 'kill -TERM $pid; until [ -s err ]; do sleep 0.01; done; kill -TERM $pid' > code
  >   grep -o "stopped; nothing in the output folder was changed" err && break
  > done; cat code
  stopped; nothing in the output folder was changed
  130

Signals that were ignored stay ignored, as of nohup and of jobs in the background.

  $ ran "--ignore-signal=INT,HUP TERRAWRIGHT_TEST_RUNNING=0.5" 'kill -INT $pid; kill -HUP $pid'; ls out/a.exr
  0
  out/a.exr

The progress line names what runs, with the time left. A warning does not end it.

  $ ran "-u TERRAWRIGHT_CACHE XDG_CACHE_HOME=/proc/none TERRAWRIGHT_TEST_RUNNING=1.5" true
  0
  $ grep -o "^warning: " err; grep -oE "%  two \(3 of 4\), about [0-9]+ s left$" err | sed 's/[0-9]* s/N s/' | sort -u
  warning: 
  %  two (3 of 4), about N s left

A particle that makes a million deposits stops in their middle: two seconds into work of minutes.

  $ interrupted() { env --default-signal=INT timeout --preserve-status -s INT "$@"; }
  $ interrupted -k 60 2 terrawright build "$TERRAWRIGHT_ROOT/stages/island/particle_roll/particle_roll.yaml" --quiet \
  >   --set stages.mask.with.life=1000000 --out p 2> err
  [130]

Who is told that nothing was changed finds nothing changed, however late the signal comes.

  $ config w "size: [1025, 1025], cell: 30 m, seed: 1" > w.yaml <<< 'stages: {n: {use: heights.noise@1}}
  > outputs: [{file: "{seed}.exr", layers: {n: n}}]'
  $ for late in $(seq 0.010 $([ -n "$TERRAWRIGHT_AT_LENGTH" ] && echo 0.012 || echo 0.024) 0.499); do
  >   rm -rf late; interrupted $late terrawright build w.yaml --cache off --quiet --out late 2> err; code=$?
  >   [ -e late/w-1.manifest.json ] && right=0 || right=130; [ -e late/1.exr ] && file=0 || file=130
  >   [ "$code $file" = "$right $right" ] || echo "after $late s: $code, file $file, manifest $right"; echo $code
  > done | sort -u | grep -vx 0
  130

Ctrl-C that comes when a world is written changes nothing of it, and stops those after it.

  $ for i in {0..19}; do for seeds in 1 40; do
  >   rm -rf last; env --default-signal=INT terrawright build w.yaml --cache off --quiet --out last $(printf ' --seed %s' $(seq $seeds)) 2> err &
  >   until [ -e last/w-1.manifest.json ]; do :; done; for ((k = 0; k < 600 * (i % 10); ++k)); do :; done
  >   kill -INT $! 2> gone; wait $!; echo "of $seeds: $?"; [ ! -e last/w-40.manifest.json ] || ls last
  > done; done | sort | uniq -c
       20 of 1: 0
       20 of 40: 130
