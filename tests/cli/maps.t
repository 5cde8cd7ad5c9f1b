A world's maps in three styles as SVG, PDF and PNG: configs/island_map.yaml on fewer cells and smaller paper.

  $ mkdir parts && sed 's/{style: /{paper: A5, style: /' "$TERRAWRIGHT_ROOT/configs/parts/maps.yaml" > parts/maps.yaml
  $ sed 's/^extends: .*/extends: island\nworld: {size: [129, 129], cell: 2 km}/; /^outputs:/q' "$TERRAWRIGHT_ROOT/configs/island_map.yaml" > map.yaml
  $ for style in topographic atlas antique; do
  >   for file in "svg" "pdf" "png, dpi: 100"; do echo "  - {file: $style.${file}, sheet: maps.$style}"; done
  > done >> map.yaml
  $ for table in peaks rivers places placed; do echo "  - {file: $table.csv, layers: {$table: maps.$table}}"; done >> map.yaml
  $ build() { terrawright build map.yaml --quiet --out "$@"; }
  $ build o --threads 2 && xmllint --noout o/*.svg

All words of a sheet are in its PDF. Those that are bent or kerned come apart for a reader, so spaces do not count.

  $ cat > words.py <<'END'
  > import re, subprocess, sys
  > def words(style): return re.findall('aria-label="([^"]*)"', open(f"o/{style}.svg").read())
  > def tight(text): return re.sub("[ \n\f]", "", text)
  > END
  $ for style in topographic atlas antique; do python - $style <<'END'; done
  > from words import *
  > text = tight(subprocess.run(["pdftotext", "-raw", f"o/{sys.argv[1]}.pdf", "-"], stdout=-1, text=True).stdout)
  > print(len(words(sys.argv[1])) > 60, [word for word in words(sys.argv[1]) if "&" not in word and tight(word) not in text])
  > END
  True []
  True []
  True []

Its fonts are subsets, embedded, with Unicode. It is one page; a PNG is A5 at 100 dots an inch, whichever way it lies.

  $ for style in topographic atlas antique; do
  >   pdffonts o/$style.pdf | tail -n +3 > fonts; [ $(wc -l < fonts) -ge 2 ] || echo few fonts
  >   grep -v "[+].*yes yes yes" fonts; pdfinfo o/$style.pdf | grep Pages
  > done | uniq -c
        3 Pages:           1
  $ file o/topographic.png o/atlas.png | grep -oE "827 x 583|583 x 827"
  827 x 583
  827 x 583

As many names of each table as the sheet says have a place. A chief town is in capitals.

  $ python <<'END'
  > from words import *; import csv
  > def column(table, name): return [row[name] for row in csv.DictReader(open(f"o/{table}.csv"))]
  > placed, sheet = dict(zip(column("placed", "kind"), map(int, column("placed", "placed")))), set(words("topographic"))
  > for table, kind in ("places", "town"), ("peaks", "peak"), ("rivers", "river"):
  >     found = sum(name in sheet for name in column(table, "name")) + (kind == "town")
  >     print(kind, placed[kind] > 0, found >= placed[kind])
  > END
  town True True
  peak True True
  river True True

Maps are the same bytes whatever the threads and tiles.

  $ build b --threads 1 --tile 64 && diff -r o b

A map is the same whichever way its output is written.

  $ sheet() { sed '/^outputs:/,$d' "$TERRAWRIGHT_ROOT/packs/atlas/stages/map/sheet/sheet.yaml"; echo outputs:; cat; }
  $ sheet > t.yaml <<'END'
  >   - {file: a.svg, sheet: sheet, text: letters}
  >   - {write: print.svg@1, file: b.svg, in: {sheet: sheet}, with: {text: letters}}
  >   - {file: c.svg, layers: {sheet: sheet}, text: letters}
  >   - {file: a.PDF, sheet: sheet}
  >   - {write: print.pdf@1, file: b.map, in: {drawing: sheet}}
  >   - {file: a.png, sheet: sheet, dpi: 100}
  >   - {write: print.png@1, file: b.png, in: {sheet: sheet}, with: {dpi: 100}}
  > END
  $ terrawright build t.yaml --quiet --out ways && cd ways && cmp a.svg b.svg && cmp a.svg c.svg && cmp a.PDF b.map && cmp a.png b.png; cd ..
  $ terrawright plan t.yaml --out ways | grep -A1 "ways/[ab]" | tr -s ' ' | paste -sd '' | sed 's/--/\n/g'
   ways/a.svg print.svg@1, text letters
   ways/b.svg print.svg@1, text letters
   ways/a.PDF sheet: grid in display_list, from sheet ways/b.map print.pdf@1
   ways/a.png print.png@1, dpi 100
   ways/b.png print.png@1, dpi 100

The libraries that draw a map are among those that decide its bytes, and only then.

  $ stated() {
  >   sheet <<< "  - {$1}" > t.yaml; terrawright build t.yaml --quiet --out libraries --provenance p.json 2> err
  >   grep -oE "lib(cairo|pixman-1|freetype|harfbuzz|z|png[0-9]*)[.]so" p.json | sort -u | xargs
  > }
  $ stated "file: t.pdf, sheet: sheet"
  libcairo.so libfreetype.so libharfbuzz.so libpixman-1.so libpng16.so libz.so
  $ stated "file: t.png, layers: {land: land.land}"
  libpng16.so libz.so
