# SPDX-License-Identifier: Apache-2.0
# Sheets of odd worlds and tables, for transcripts: their stages are made/odd.cpp.
compile odd.so "$TESTDIR/made/odd.cpp"
odd() { terrawright $1 t.yaml --plugins ./odd.so --out o --quiet 2>&1; }
draw() { # with its words in variables: whether a reader of XML reads the sheet, or the exit code and the error
  cat > t.yaml <<END
terrawright: 1
name: t
world: {${world:-size: [65, 65], cell: 1 km}, seed: 42}
stages:
  land: {use: odd.land@1, with: {${land:-form: hill}}}
  f: {use: odd.features@1, with: {$features}}
  sheet: {use: map.sheet@1, in: {height: land, land: land.land$in}, with: {style: ${style:-topographic}, ${paper:-paper: A5}$with}}
outputs: [{file: s.svg, sheet: sheet}]
END
  rm -rf o; odd build > said; code=$?
  if [ $code = 0 ]; then xmllint --noout o/s.svg && echo drawn; return; fi
  if [ $code = 2 ] && odd validate > valid; then echo taken by validate; fi
  test -e o/s.svg && echo a file is left; grep -o -m1 "t.yaml:.*error: .*" said | sed "s/^/$code /"
}
styles=(topographic atlas antique)
styles_of() { [ -n "$TERRAWRIGHT_AT_LENGTH" ] && echo ${styles[*]} || echo ${styles[$1 % 3]}; }  # of a content's number
# Each style once. Positions, fonts and letters that differ by style are left out.
each() { for style in ${styles[*]}; do draw; done |
  sed -E 's/:[0-9]+: error/: error/; s/the font [A-Za-z0-9 ]+ has/the font has/; s/(which the [a-z]+) .*/\1/; s/ and the map holds [^;]*;//' | uniq -c; }
