A stage is compared with its code before: how often each cell is computed, and how many bytes a cell takes, are given.

  $ bench() { terrawright bench test.worn --plugins worn.so --cache cache "$@"; }
  $ worn() { compile worn.so "$TESTDIR/made/worn.cpp" -O2 -DTIMES=$1 -DBYTES=$2; }
  $ worn 40 1 && bench --threads 2 --format json > first
  $ worn 240 200 && bench --threads 2 --format json > slower
  $ jq -c '[.event, .stage, .ns_per_cell > 0, .bytes_per_cell > 0, .threads, .gain > 0]' first slower | uniq -c
        2 ["bench","test.worn@1",true,true,2,true]
  $ jq -c '[.before, .inputs]' first
  [null,"made-up inputs"]
  $ jq -c --slurpfile first first '[.side == $first[0].side, .before.time > 2, .before.bytes > 1.2]' slower
  [true,true,true]

Of the same code, the one before it counts.

  $ bench > said && grep -o "^test.worn@1 with made-up inputs, " said
  test.worn@1 with made-up inputs, 
  $ grep -oE "ns a cell on one thread|bytes a cell|times the time" said | sort -u | paste -sd '|'
  bytes a cell|ns a cell on one thread|times the time

A stage too slow for a larger world takes bytes, too.

  $ worn 20000 1 && terrawright bench test.worn --plugins worn.so --threads 1 --format json | jq -c '[.side, .bytes_per_cell > 0]'
  [128,true]

A stage of the program is measured, and nothing is kept without a cache.

  $ for i in 1 2; do
  >   terrawright bench shape.blur --threads 1 > said
  >   grep -oE "^shape.blur@1 with its example, |nothing is known of other code of it|threads" said
  > done | sort | uniq -c
        2 nothing is known of other code of it
        2 shape.blur@1 with its example, 

What cannot be measured is refused.

  $ terrawright bench sea.levle 2>&1 | grep -o "did you mean.*"
  did you mean 'sea.level'?
  [2]
  $ terrawright bench water.drainage 2>&1 | grep error
  error: 'water.drainage' is a composite, whose parts cost what they cost
  [2]
  $ terrawright bench 2>&1 | grep error
  error: bench needs a STAGE
  [2]
