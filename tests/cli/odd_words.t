Printed maps with odd words: each is a sheet, or an error at its place.

  $ . "$TESTDIR/made/odd_sheet.sh"

An input of another kind is refused where it stands.

  $ for in in ", places: f.lines" ", places: f.plain" ", roads: f.points" ", courses: land" ", lake_depth: f.points" \
  >   ", biome: land.land" ", nothing: land"; do features="count: 1" draw; done
  2 t.yaml:7:73: error: input 'places' of map.sheet@1 needs a table of points, but 'f.lines' is a table of lines
  2 t.yaml:7:73: error: input 'places' of map.sheet@1 needs a table of points, but 'f.plain' is a table without places
  2 t.yaml:7:72: error: input 'roads' of map.sheet@1 needs a table of lines, but 'f.points' is a table of points
  2 t.yaml:7:74: error: input 'courses' of map.sheet@1 needs a table, but 'land' is a height
  2 t.yaml:7:77: error: input 'lake_depth' of map.sheet@1 needs a scalar, but 'f.points' is a table
  2 t.yaml:7:72: error: input 'biome' of map.sheet@1 needs a class, but 'land.land' is a mask
  2 t.yaml:7:65: error: map.sheet@1 has no input 'nothing'

Words that a font cannot write are refused with the letter and its number. A text that is no UTF-8 is its stage's fault.

  $ in=", places: f.points"
  $ for words in 'name: "שלום"' 'name: "Fo\nk"' 'name: "Fo\rk"' 'name: "Fok🗺"' 'columns: control' 'columns: bytes'; do
  >   features="count: 1, $words" each
  > done
        3 1 t.yaml:7: error: 'sheet' failed: the letter "\xd7\xa9" (U+05E9), which the town (esc)
        3 1 t.yaml:7: error: 'sheet' failed: the font has no letter "\xef\xbf\xbd" (U+000A), which the town (esc)
        3 1 t.yaml:7: error: 'sheet' failed: the font has no letter "\xef\xbf\xbd" (U+000D), which the town (esc)
        3 1 t.yaml:7: error: 'sheet' failed: the font has no letter "\xf0\x9f\x97\xba" (U+1F5FA), which the town (esc)
        3 1 t.yaml:7: error: 'sheet' failed: the font has no letter "\xef\xbf\xbd" (U+001B), which the town (esc)
        3 1 t.yaml:6: error: 'f' failed: its code is wrong: of the table 'points', its column 'name' has a text that is not UTF-8
  $ in="" && for with in ', title: "Fo\rk"' ', title: "Fo\nk"' ', title: ש' ", title: $(printf 'o%.0s' {1..300})" ', imprint: ש'; do each; done
        3 2 t.yaml:7: error: map.sheet@1: the font has no letter "\xef\xbf\xbd" (U+000D), which the title (esc)
        3 2 t.yaml:7: error: map.sheet@1: the font has no letter "\xef\xbf\xbd" (U+000A), which the title (esc)
        3 2 t.yaml:7: error: map.sheet@1: the letter "\xd7\xa9" (U+05E9), which the title (esc)
        3 2 t.yaml:7: error: map.sheet@1: this title has 300 letters, and more than 60 are too small to be read; write a shorter one
        3 2 t.yaml:7: error: map.sheet@1: the letter "\xd7\xa9" (U+05E9), which the imprint (esc)

Features that have names are not named once more.

  $ sed -i 's/^  sheet:.*/  named: {use: feature.names@1, in: {features: f.points}}\n&/; s/land: land.land/&, places: named/; s/, imprint: [^}]*//' t.yaml
  $ odd build | grep -o "t.yaml.*error: .*"
  t.yaml:7:48: error: 'named' failed: these features have names already: a column `name` is in their table
  [1]

Words with marks of XML, combining marks and forty letters are on the sheet as they are.

  $ for style in ${styles[*]}; do
  >   for name in "<&>'" "Fókq̣" "Москва" abcdefghijklmnopqrstuvwxyzabcdefghijklmn; do
  >     features="count: 2, name: \"$name\"" in=", places: f.points" with=", title: \"$name\"" draw
  >     shown=$(sed "s/&/\&amp;/; s/</\&lt;/; s/>/\&gt;/" <<< "$name")
  >     grep -cF "aria-label=\"$shown 1\"" o/s.svg; grep -cF "<title>$shown</title>" o/s.svg
  >   done
  > done | sort | uniq -c
       24 1
       12 drawn
