JUnit has a suite for each world, whole and well-formed.

  $ expecting() { cat "$TESTDIR/made/expecting.yaml" - > w.yaml; }  # its own lines come in
  $ build() { terrawright build w.yaml --quiet --out out --junit reports/j.xml "$@" 2>/dev/null; }
  $ cat > look.py <<'END'
  > import sys, xml.etree.ElementTree as tree
  > for suite in tree.parse("reports/j.xml").getroot():
  >     print(suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped"))
  >     for case in suite.findall("testcase"):
  >         print(" ", ascii(case.get("name")), case.get("line"), [child.tag for child in case])
  > END
  $ expecting <<'END'
  > expect:
  >   - {name: "a < b & \"c\" \u0007", that: sea.land_share > 50 %, reason: "]]> <reason>"}
  >   - {name: warns, that: sea.land_share > 50 %, warn: true}
  >   - {name: holds, that: sea.land_share > $least}
  > END
  $ build --seed 1 --seed 2
  [4]
  $ $PYTHON look.py
  t 1 4 1 0 0
    'world' None []
    'a < b & "c" \ufffd' 12 ['failure']
    'warns' 13 ['system-out']
    'holds' 14 []
  t 2 4 1 0 0
    'world' None []
    'a < b & "c" \ufffd' 12 ['failure']
    'warns' 13 ['system-out']
    'holds' 14 []

The second world is built though the first is not as expected.

  $ ls out/t-2.exr
  out/t-2.exr

A window's are skipped, a broken config is an error.

  $ expecting <<< 'expect: [{name: m, that: max(metres) > 9 km}, {name: k, that: sea.land_share > $least}]'
  $ build --window 0,0,20x20; $PYTHON look.py
  t 42 3 0 0 1
    'world' None []
    'm' 11 ['skipped']
    'k' 11 []
  $ expecting <<< 'expect: [{name: m, that: max(metrse) > $least}]'
  $ build
  [2]
  $ $PYTHON look.py
  w 1 0 1 0
    'world' 11 ['error']
  $ build --seed 1 --seed 2
  [2]
  $ $PYTHON look.py
  w 1 0 1 0
    'world' 11 ['error']
  $ expecting <<< 'expect: [{name: k, that: sea.land_share > $least}]'
  $ terrawright validate --quiet w.yaml --junit reports/j.xml 2> err && $PYTHON look.py
  t 42 1 0 0 0
    'world' None []

An unwritable file is reported before anything is built.

  $ terrawright build w.yaml --out new --junit .
  error: the file of --junit, '.', is a folder
        = name a file with --junit
  [2]
  $ ! test -e new
