A map speaks the language of its table, and every word of it is one element of the SVG.

  $ sheet() { sed '/^outputs:/,$d' "$TERRAWRIGHT_ROOT/packs/atlas/stages/map/sheet/sheet.yaml"; echo outputs:; cat; }
  $ cp "$TERRAWRIGHT_ROOT/configs/parts/german.yaml" .
  $ sheet <<< "  - {file: a.svg, sheet: sheet, text: letters}" > t.yaml
  $ for style in topographic atlas antique; do
  >   terrawright build t.yaml --quiet --out o --set "stages.sheet.with={style: $style, title: Nebelland, words: {file: german.yaml}}"
  >   grep -oE ">(Nebelland|NEBELLAND|Wegstunden|Höhe in Metern|Tiefenlinie in Metern)</text>|Leagues|Height in metres|Depth line" o/a.svg | sort -u
  > done
  >NEBELLAND</text>
  >Tiefenlinie in Metern</text>
  >H\xc3\xb6he in Metern</text> (esc)
  >Nebelland</text>
  >Nebelland</text>
  >Wegstunden</text>

A letter that the sheet's fonts lack, as one of Middle Welsh, is written in a font of the user's.

  $ cp "$TERRAWRIGHT_ROOT/pipeline/lettering/fonts/EBGaramond12-Regular.otf" mine.otf
  $ sheet > t.yaml <<'END'
  >   - {file: a.svg, sheet: sheet, text: letters}
  >   - {file: a.pdf, sheet: sheet}
  >   - {file: a.png, sheet: sheet, dpi: 100}
  > END
  $ build() { # parameters, folder
  >   terrawright build t.yaml --quiet --out ${2:-o} --set "stages.sheet.with={paper: A5, $1}" 2>&1 | grep -oE "error: .*|= .*"; return ${PIPESTATUS[0]}
  > }
  $ build "title: Ỻandaf"
  error: map.sheet@1: the font Lato Light has no letter "\xe1\xbb\xba" (U+1EFA), which the title "\xe1\xbb\xbaandaf" is written with: write it with letters that the font has, or name a font of your own that has all of them, `font: FILE.ttf` (esc)
  [2]
  $ build "title: Ỻandaf, font: mine.otf"
  $ grep -oE "font-family=\"'EB Garamond|>ỺANDAF<" o/a.svg | sort -u
  >\xe1\xbb\xbaANDAF< (esc)
  font-family="'EB Garamond
  $ pdftotext -raw o/a.pdf - | grep -o ỺANDAF; pdffonts o/a.pdf | grep -o EBGaramond
  \xe1\xbb\xbaANDAF (esc)
  EBGaramond
  EBGaramond
  $ build "title: Stureland, font: mine.otf" latin && grep -c "EB Garamond" latin/a.svg; cmp -s o/a.png latin/a.png
  0
  [1]

A font that cannot be used is refused, and so is a letter that it lacks.

  $ head -c $(($(wc -c < mine.otf) / 2)) mine.otf > cut.otf; echo no font > none.otf
  $ build "title: A, font: cut.otf"
  error: map.sheet@1: 'cut.otf' cannot be used: it is cut off or damaged; name a whole .ttf or .otf file
  [2]
  $ build "title: A, font: none.otf"
  error: map.sheet@1: 'none.otf' cannot be used: it is no .ttf or .otf font; name a whole .ttf or .otf file
  [2]
  $ build "title: A, font: gone.otf"
  error: cannot read 'gone.otf': there is no such file beside the config; correct the name, or copy the file there
  [2]
  $ build "title: 日本, font: mine.otf"
  error: map.sheet@1: the font EB Garamond 12 has no letter "\xe6\x97\xa5" (U+65E5), which the title "\xe6\x97\xa5\xe6\x9c\xac" is written with: write it with letters that the font has, or name a font of your own that has all of them, `font: FILE.ttf` (esc)
  [2]
  $ build "title: ש, font: mine.otf"
  error: map.sheet@1: the letter "\xd7\xa9" (U+05E9), which the title "\xd7\xa9" is written with, is of a script from right to left, and sheets are written from left to right: write it in another script (esc)
  [2]

Keys and layers that are no map's are refused, in the words of its writers.

  $ while read -r output; do
  >   sheet <<< "  - {$output}" > t.yaml; terrawright validate --quiet t.yaml 2>&1 | sed -n '/error:/,$p' | grep -oE "error: .*|[~=] .*"
  > done <<'END'
  > file: a.png, sheet: sheet, coarsen: 2
  > file: "{layer}.png", sheet: sheet
  > file: a.csv, layers: {sheet: sheet}
  > print: true, sheet: sheet
  > END
  error: `coarsen` makes coarser layers, and a sheet writes none here
  ~ remove it
  error: a sheet is one drawing, and its name cannot contain '{layer}'
  ~ write a name with {name} and {seed} alone
  error: 'sheet' is a grid, but a .csv file needs a table
  ~ write it to a .pdf, .png or .svg file
  error: the layer 'sheet' is a grid, not a text
  ~ delete it: the manifest holds such values
  [2]
