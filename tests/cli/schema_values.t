Schema and program agree on values.

  $ try() { # end, facts of the world, parameters
  >   n=$((n + 1)); config t "size: [65, 65], seed: 1$2" > $1$n.yaml <<END
  > knobs: {k: 1}
  > stages:
  >   t: {use: heights.diamond_square@1}
  >   s: {use: sea.level@1, in: {height: t}, with: $3}
  >   m: {use: shape.metres@1, in: {height: t, level: s.level}, with: {peak: \$k}}
  > outputs: [{file: a.exr, layers: {m: m, s: s}}]
  > END
  >   terrawright validate $1$n.yaml > said 2>&1 && program=good || program=bad
  >   [ $program = $1 ] || echo "$2|$3: $program"
  > }
  $ for sea in "60 %" 60% 100 "99.5 %" "1e1 %" "-0 %" "100.00 %" '$k'; do try good "" "{percentile: $sea}"; done
  $ for with in "" "{border: free}" "{}"; do try good "" "$with"; done
  $ for fact in "cell: 0.001" "cell: 1000000" "cell: 5 mm" "cell: 1.5e2 km" "latitude: -90" "latitude: 45°" \
  >   "longitude: -170.5" 'cell: $k'; do try good ", $fact" "{}"; done
  $ for sea in "101 %" 101 "-1 %" "60 m" sixty "[60]" yes '"60 %", border: maybe'; do try bad "" "{percentile: $sea}"; done
  $ for with in "{percent: 60 %}" "{border: [free]}" "[60 %]" "60 %"; do try bad "" "$with"; done
  $ for fact in "cell: 0.0005" "cell: 1000001" "cell: -5 m" "cell: 5 deg" "cell: 05 m" "cell: +5 m" "cell: .5 m" \
  >   "latitude: 91" "longitude: 181"; do try bad ", $fact" "{}"; done
  $ verdict() { $PYTHON "$TERRAWRIGHT_ROOT/tests/schema/validate.py" "$TERRAWRIGHT_ROOT/schema/terrawright.schema.json" "$@"; }
  $ ls good* | wc -l; ls bad* | wc -l
  19
  21
  $ verdict good* bad* | cut -d' ' -f1 | uniq -c
       19 taken
       21 refused
