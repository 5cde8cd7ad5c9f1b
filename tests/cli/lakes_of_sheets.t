Every lake that a map of the shipped worlds shows has a river that enters or leaves it.

  $ cat > lakes.py <<'END'
  > import math, re, sys
  > svg = open(sys.argv[1]).read()
  > def lines_of(layer):
  >     """The lines of a layer's paths, "M17925 13404l5 2-4 4z", clips left out."""
  >     group = svg[svg.index(f'id="group-{layer}"'):].split('id="group-')[1]
  >     for path in re.findall(' d="([^"]*)"', re.sub("<clipPath.*?</clipPath>", "", group, flags=re.S)):
  >         assert re.fullmatch("(M[0-9.]+[ -][0-9.]+(l[0-9. -]+)?z?)+", path), path
  >         for line in path.split("M")[1:]:
  >             numbers = [float(number) for number in re.findall("-?[0-9.]+", line)]
  >             spots = list(zip(numbers[::2], numbers[1::2]))
  >             for n in range(1, len(spots)):
  >                 spots[n] = (spots[n - 1][0] + spots[n][0], spots[n - 1][1] + spots[n][1])
  >             yield spots
  > def inside(ring, x, y):
  >     return sum((a[1] > y) != (b[1] > y) and x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
  >                for a, b in zip(ring[-1:] + ring, ring)) % 2
  > spots = []  # of all rivers, a twentieth of a millimetre apart
  > for line in lines_of("rivers"):
  >     for (x, y), (to_x, to_y) in zip(line, line[1:]):
  >         steps = math.ceil(math.hypot(to_x - x, to_y - y) / 5)
  >         spots += [(x + (to_x - x) * s / steps, y + (to_y - y) * s / steps) for s in range(steps + 1)] if steps else []
  > lakes = list(lines_of("lakes"))
  > dry = [ring[0] for ring in lakes if not any(inside(ring, *spot) for spot in spots
  >        if min(p[0] for p in ring) <= spot[0] <= max(p[0] for p in ring))]
  > print(len(lakes) >= 8, dry)
  > END
  $ for world in realistic_map island_map; do for seed in 1 ${TERRAWRIGHT_AT_LENGTH:+2 3 4 5 6 7 8}; do
  >   [ -n "$TERRAWRIGHT_AT_LENGTH" ] || small="--set world.size=[513,513]"
  >   rm -rf o; terrawright build "$TERRAWRIGHT_ROOT/configs/$world.yaml" --quiet --out o --seed $seed ${small:+$small --set "world.cell=500 m"} \
  >     --set 'outputs=[{file: "a-{seed}.svg", sheet: maps.topographic}]' 2> err || cat err; python lakes.py o/a-$seed.svg
  > done; done | sort -u
  True []
