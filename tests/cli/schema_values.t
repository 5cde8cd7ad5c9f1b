Schema and program agree on values.

  $ for end in good bad; do
  >   while IFS='|' read -r world sea; do
  >     n=$((n + 1)); cat > $end$n.yaml <<END
  > terrawright: 1
  > name: t
  > world: {size: [65, 65], seed: 1$world}
  > knobs: {k: 1}
  > stages:
  >   t: {use: heights.diamond_square@1}
  >   s: {use: sea.level@1, in: {height: t}, with: $sea}
  >   m: {use: shape.metres@1, in: {height: t, level: s.level}, with: {peak: \$k}}
  > outputs: [{file: a.exr, layers: {m: m, s: s}}]
  > END
  >     terrawright validate $end$n.yaml > said 2>&1 && program=good || program=bad
  >     [ $program = $end ] || echo "$world|$sea: $program"
  >   done < <(cat /dev/fd/$([ $end = good ] && echo 3 || echo 4))
  > done 3<<'GOOD' 4<<'BAD'
  > |{percentile: 60 %}
  > |{percentile: 60%}
  > |{percentile: 100}
  > |{percentile: 99.5 %}
  > |{percentile: 1e1 %}
  > |{percentile: -0 %}
  > |{percentile: 100.00 %}
  > |{percentile: $k}
  > |
  > |{border: free}
  > |{}
  > , cell: 0.001|{}
  > , cell: 1000000|{}
  > , cell: 5 mm|{}
  > , cell: 1.5e2 km|{}
  > , latitude: -90|{}
  > , latitude: 45°|{}
  > , longitude: -170.5|{}
  > , cell: $k|{}
  > GOOD
  > |{percentile: 101 %}
  > |{percentile: 101}
  > |{percentile: -1 %}
  > |{percentile: 60 m}
  > |{percentile: sixty}
  > |{percentile: [60]}
  > |{percentile: yes}
  > |{percentile: "60 %", border: maybe}
  > |{percent: 60 %}
  > |{border: [free]}
  > |[60 %]
  > |60 %
  > , cell: 0.0005|{}
  > , cell: 1000001|{}
  > , cell: -5 m|{}
  > , cell: 5 deg|{}
  > , cell: 05 m|{}
  > , cell: +5 m|{}
  > , cell: .5 m|{}
  > , latitude: 91|{}
  > , longitude: 181|{}
  > BAD
  $ verdict() { $PYTHON "$TERRAWRIGHT_ROOT/tests/schema/validate.py" "$TERRAWRIGHT_ROOT/schema/terrawright.schema.json" "$@"; }
  $ ls good* | wc -l; ls bad* | wc -l
  19
  21
  $ verdict good* | grep -v "^taken"
  [1]
  $ verdict bad* | grep -v "^refused"
  [1]
