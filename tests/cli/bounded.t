Configs made to cost much: each is refused, or taken, before it does. What would be made of them has no room in memory.
Seconds depend on the machine and on its load: those of two configs are compared, with a wide margin.

  $ cat > costs.py <<'END'
  > import resource, subprocess, sys
  > head = "terrawright: 1\nname: t\nworld: {size: [33, 33], cell: 1 km, seed: 1}\n"
  > island = "stages: {n: {use: heights.diamond_square@1}}\n"
  > outputs = lambda node: "outputs: [{file: a.exr, layers: {h: %s}}]\n" % node
  > plain = island + outputs("n")
  > def composites(n, more=""):  # each uses the one before it twice: the last has 2^(n - 1) nodes
  >     return "composites:\n  my.c0@1: {in: {h: }, stages: {x: {use: shape.blend@1, in: {a: $h, b: $h}, with: {mode: add}}}, out: {h: x}}\n" + "".join(
  >         "  my.c%d@1: {in: {h: }, stages: {a: {use: my.c%d@1, in: {h: $h}}, b: {use: my.c%d@1, in: {h: a}}}, out: {h: b}}\n" % (i, i - 1, i - 1)
  >         for i in range(1, n)) + more
  > def doubling(n, nodes="", more=""):
  >     return composites(n, more) + island.replace("n:", nodes + "n:").replace("}}\n", "}, d: {use: my.c%d@1, in: {h: n}}}\n" % (n - 1)) + outputs("d")
  > def row(n, more=""):
  >     return "stages:\n  n0: {use: heights.diamond_square@1}\n" + "".join(
  >         "  n%d: {use: shape.blend@1, in: {a: n%d, b: n0}, with: {mode: add}}\n" % (i, i - 1) for i in range(1, n)) + more + outputs("n%d" % (n - 1))
  > def wrapped(inner):  # 3000 that nobody uses
  >     return doubling(15, "", "".join("  my.d%d@1: {in: {h: }, stages: {x: {use: %s, in: {h: $h}}}, out: {h: x}}\n" % (i, inner) for i in range(3000)))
  > def times(given):  # 1000 times 1000 times ..., by literals and by parameters that go through all of them
  >     return "composites:\n" + "".join(
  >         "  my.r%d@1: {in: {h: }, stages: {x: {use: %s, repeat: $n, in: {%s}, then: {%s: x}%s}}, with: {n: {value: %s}}, out: {h: x}}\n" % (
  >             i, *(("my.r%d@1" % (i - 1), "h: $h", "h") if i else ("shape.blend@1", "a: $h, b: $h", "a")),
  >             ", with: {n: 1000}" if i and given else "", 1 if given else 1000) for i in range(30)
  >     ) + island.replace("}}\n", "}, d: {use: my.r29@1, in: {h: n}, with: {n: 1000}}}\n") + outputs("d")
  > def steps(n):
  >     return ("stages: {n: {use: heights.noise@1}, m: {use: shape.metres@1, in: {height: n, level: 0.5}}, "
  >             "e: {use: erosion.stream_power@1, in: {height: m}, with: {steps: %d}}}\n" % n + outputs("e"))
  > def line(n): return plain + "knobs: {" + "".join("k%d: {value: 1}, " % i for i in range(n)) + "}\n"
  > def wrong(n):
  >     return "stages:\n" + "".join("  n%d: {use: shape.blend@1, in: {a: z%d, b: q}}\n" % (i, i) for i in range(n)) + outputs("n0")
  > def opened(item): return "x: " + item * (4000000 // len(item)) + "\n"
  > def anchors():
  >     nested = "[" + "1, " * 200000 + "1]"
  >     for i in range(60): nested = "&a%d [%s]" % (i, nested)
  >     return plain + "x: " + nested + "\n"
  > def text():
  >     return plain + "knobs:\n  k:\n    value: 1\n    doc: |\n      " + "[{" * 100 + "\n      \"" + "\n      [" * 100 + "\n"
  > def cost(verb, config):  # exit code, what is said, seconds of the processor, MB
  >     open("t.yaml", "w").write(head + config)
  >     run = "import resource, subprocess, sys; code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, timeout=300).returncode; \
  > used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1000); sys.exit(code)"
  >     ran = subprocess.run([sys.executable, "-c", run, "terrawright", verb, "t.yaml"], capture_output=True, text=True)
  >     return (ran.returncode, ran.stderr, *map(float, ran.stdout.split()))
  > def tried(config, more=50, verb="validate", words=""):  # the exit code where it says so in so many MB more than a plain one takes
  >     code, said, seconds, megabytes = cost(verb, config)
  >     print(code if words in said and megabytes < cost(verb, plain)[3] + more else f"{code}, {megabytes} MB: {said}")
  > def compared(config, peer, most=24, verb="validate"):
  >     """The exit code. Eight times as much takes eight times as long; by squares it would be 64 times. Once, and up to ten times
  >     while the ratio is not below `most`: others may slow the one and not the other."""
  >     mine, other = [], []
  >     while len(mine) < 10 and (not mine or min(mine)[0] >= most * min(other)[0]):
  >         for of, list_ in (config, mine), (peer, other): list_.append((lambda c: (c[2], c[0]))(cost(verb, of)))
  >     print(min(mine)[1] if min(mine)[0] < most * min(other)[0] else f"{min(mine)} and {min(other)}")
  > END
  $ costs() { (echo "from costs import *"; cat) > with.py; python with.py; }

Composites that double are refused by their name before anything is made of them, and so are their users together.

  $ costs <<'END' | uniq -c
  > tried(doubling(15), 1e9)
  > for n in 16, 40, 300: tried(doubling(n), words="the composite 'my.c15@1' has more than 20000 nodes")
  > tried(doubling(15, "e: {use: my.c14@1, in: {h: n}}, "), 1e9, words="the world has more than 20000 nodes")
  > tried(doubling(15, "e: {use: my.c14@1, in: {h: n}}, "), 1e9, words="my.c14@1")
  > END
        1 0
        5 2

What is repeated is counted before it is made. A thousand steps are legal.

  $ costs <<'END' | uniq -c
  > for given in False, True: tried(times(given), words="has more than 20000 nodes")
  > tried(steps(1000), 1e9)
  > END
        2 2
        1 0

Up to 20,000 nodes the work is linear. Composites that nobody uses cost what is written, of 16,384 nodes each or of one.

  $ costs <<'END' | uniq -c
  > compared(doubling(15), doubling(12), verb="plan")
  > compared(row(20000), row(2500), verb="plan")
  > compared(wrapped("my.c14@1"), wrapped("my.c0@1"), 5)
  > tried(row(20000, "  m: {use: heights.diamond_square@1}\n"), 1e9, words="the world has more than 20000 nodes")
  > END
        3 0
        1 2

So it is for one long line, and for names that are wrong beside as many that are not.

  $ costs <<'END' | uniq -c
  > compared(line(40000), line(5000))
  > compared(wrong(10000), wrong(1250))
  > END
        2 2

Brackets without end are refused before they take memory. In a text they are text.

  $ costs <<'END' | uniq -c
  > for item in "[", "{", "[a: ", "{a: ", "[]", "{}", "[1],", "- ", "? ", "[&a ": tried(opened(item), 100)
  > tried(anchors(), 250)
  > tried(text(), words="nothing uses the knob 'k'")
  > print("nested" in cost("validate", text())[1])
  > END
       12 2
        1 False

A config names files, and nothing that could be read for ever.

  $ validate() { timeout 60 terrawright validate "$@" 2>&1 | grep -oE "^[^:]*:4:|nobody writes to the pipe|valid world" | sort -u; echo ${PIPESTATUS[0]}; }
  $ mkfifo pipe.yaml && mkdir folder.yaml
  $ for name in pipe.yaml folder.yaml; do
  >   python -c "from costs import *; print(head + 'include: [$name]\n' + plain)" > t.yaml && validate t.yaml
  >   python -c "from costs import *; print(head + '''stages: {n: {use: heights.noise@1}, b: {use: biome.whittaker@1, with: {rules: {file: $name}}}}
  > ''' + outputs('n'))" > t.yaml && validate t.yaml
  > done | sort | uniq -c
        4 2
        4 t.yaml:4:

A config may come through a pipe that somebody writes to.

  $ python -c 'from costs import *; print(head + plain)' > t.yaml && validate <(sleep 0.2; cat t.yaml)
  valid world
  0
  $ cat t.yaml > pipe.yaml & validate pipe.yaml; validate pipe.yaml
  valid world
  0
  nobody writes to the pipe
  2
