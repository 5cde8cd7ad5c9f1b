Printed maps of odd worlds and tables: each is a sheet, or an error at its place.

  $ . "$TESTDIR/made/odd_sheet.sh"

Worlds of every odd shape give a sheet. Beyond the antimeridian it is west.

  $ small=("size: [1, 1], cell: 1 km" "size: [2, 2], cell: 1 km" "size: [65, 65], cell: 1 km") forms=(sea land even)
  $ for form in 0 1 2; do for size in 0 1 2; do for style in $(styles_of $((form + size))); do
  >   world=${small[size]} land="form: ${forms[form]}" draw
  > done; done; done | sort -u
  drawn
  $ n=0 && for world in "size: [65, 65], cell: 1 cm" "size: [65, 65], cell: 1000 km" "size: [65, 65], cell: 10 km, latitude: 89 deg" \
  >   "size: [65, 65], cell: 10 km, latitude: -89 deg"; do for style in $(styles_of $((n++))); do draw; done; done | sort -u
  drawn
  $ for style in $(styles_of 1); do
  >   world="size: [3, 100], cell: 1 km" land="form: land" draw
  >   world="size: [65, 65], cell: 10 km, latitude: 40 deg, longitude: 179 deg" draw
  >   grep -oE 'aria-label="18[0-9]°[^"]*|° W"' o/s.svg
  > done | sort -u
  aria-label="180\xc2\xb0 (esc)
  drawn
  \xc2\xb0 W" (esc)
  $ world=""

A world without a slope has no contours, and one without a sea keeps its scale.

  $ for form in even sea land; do land="form: $form" draw; grep -oE "Contour( interval)?" o/s.svg | sort -u; done
  drawn
  drawn
  drawn
  Contour
  Contour interval
  $ for style in atlas antique; do
  >   land="form: land" with=", title: Stureland" draw; grep -oE '"(Stureland|Height in metres|Leagues)"' o/s.svg | sort -u
  > done; style=""
  drawn
  "Height in metres"
  "Stureland"
  drawn
  "Leagues"
  "Stureland"

Worlds that no paper can show are refused, the same in each style.

  $ lakes=", lake_depth: land.depth, lake_level: land.level"
  $ world="size: [1, 1000], cell: 1 km" each; world="size: [2, 2], cell: 1 mm" land="form: land" each
        3 1 t.yaml:7: error: 'sheet' failed: a world of 1 x 1000 cells is too narrow for a sheet: its map would be less than 3 mm wide
        3 1 t.yaml:7: error: 'sheet' failed: all of the world is 2 x 2 mm in nature, and nothing is drawn larger than that
  $ world="size: [65, 65], cell: 1 km, wrap: x" each
        3 2 t.yaml:7: error: map.sheet@1: the world wraps, and a sheet has edges; set wrap: none, or leave this stage out
  $ for form in nan infinite high; do land="form: $form" each; done
        3 1 t.yaml:7: error: 'sheet' failed: a height is NaN at cell (2, 1)
        3 1 t.yaml:7: error: 'sheet' failed: a height is infinite at cell (2, 1)
        3 1 t.yaml:7: error: 'sheet' failed: a height is more than a million kilometres at cell (2, 1)
  $ for form in no_depth no_level; do in=$lakes land="form: $form" each; done
        3 1 t.yaml:7: error: 'sheet' failed: the depth of a lake is NaN at cell (1, 1)
        3 1 t.yaml:7: error: 'sheet' failed: a lake has no level that is a height at cell (1, 1)

Twenty thousand lakes, and as many places, give a sheet.

  $ world="size: [430, 430], cell: 1 km" land="form: lakes" in=$lakes each
        3 drawn
  $ in=", places: f.points" features="count: ${TERRAWRIGHT_AT_LENGTH:+1}20000" draw
  drawn

Tables of any content give a sheet. Each may be left out, alone or with all others.

  $ points="peaks capes bays islands mainland seas places" lines="ranges forests deserts plains lakes courses reaches roads"
  $ all=$(printf ", %s: f.points" $points; printf ", %s: f.lines" $lines) n=0
  $ for features in "count: 0" "columns: none" "columns: wrong" "columns: nan" "columns: huge" "columns: least" \
  >   "columns: loops" "where: far" "where: outside" "where: empty" "where: one" 'name: "  "'; do
  >   for style in $(styles_of $((n++))); do in=$all draw; done
  > done | sort -u
  drawn
  $ features="count: 3" n=0
  $ for port in $points $lines; do
  >   for style in $(styles_of $((n++))); do in=$(sed "s/, $port: f[.][a-z]*//" <<< "$all") draw; done
  > done | sort -u
  drawn
  $ for style in $(styles_of 2); do
  >   in=$all draw; mv o/s.svg with.svg; in=${all/, places: f.points/} draw; cmp -s with.svg o/s.svg && echo as without places
  >   for in in ", lake_depth: land.depth" ", lake_level: land.level" ""; do features="" draw; done
  > done | sort -u
  drawn
  $ features="" in=""

Papers, scales and pixels that fit nothing are refused before anything runs, or with the cause.

  $ with="" && for paper in "size: [0 mm, 0 mm]" "size: [1 mm, 1 mm]" "size: [1e9 mm, 1e9 mm]" "size: [1 mm]" \
  >   "size: [2000 mm, 2000 mm], ground: 0.05 mm" "scale: 0" "scale: 1" "scale: 1e12"; do each; done
        3 2 t.yaml:7: error: map.sheet@1: the sides of a paper are 50 to 2000 mm; on less there is no room for a map with its frame
        3 2 t.yaml:7: error: map.sheet@1: the sides of a paper are 50 to 2000 mm; on less there is no room for a map with its frame
        3 2 t.yaml:7: error: map.sheet@1: the sides of a paper are 50 to 2000 mm; on less there is no room for a map with its frame
        3 2 t.yaml:7: error: map.sheet@1: a paper has a width and a height, and this is 1 numbers
        3 2 t.yaml:7: error: map.sheet@1: on this paper pixels of this side are more than 500 million; larger ones, or a smaller paper, make a picture that can be written
        3 2 t.yaml:7: error: 'scale' is 0; map.sheet@1 allows 1 to 1000000000000
        3 1 t.yaml:7: error: 'sheet' failed: at this scale the land is 51000000 x 51000000 mm, a larger number, a larger paper or `auto` shows all of it
        3 1 t.yaml:7: error: 'sheet' failed: at this scale all of the world is 0 x 0 mm; a smaller number or `auto` makes a map of it
  $ paper="size: [60 mm, 60 mm]" draw
  2 t.yaml:7:99: error: map.sheet@1: the paper is too small: between its margins there is no room for a map of 15 mm
