The tutorial has seven steps, each with a file, a command and a small picture; what comes after has no file.

  $ tutorial=$TERRAWRIGHT_ROOT/docs/tutorial page=$TERRAWRIGHT_ROOT/docs/tutorial/README.md
  $ awk '/^## / { n++ } n { print > ("step" n) }' "$page" && ls step* | wc -l
  8
  $ ! grep -q '^<!-- [0-9].*yaml -->$' step8
  $ for n in 1 2 3 4 5 6 7; do
  >   head -1 step$n | grep -q "^## $n[.] " || echo "step $n has another number"
  >   file=$(sed -n 's/^<!-- \([0-9].*[.]yaml\) -->$/\1/p' step$n) && cp "$tutorial/$file" of$n.yaml
  >   sed -n 's/^    terrawright //p' step$n > commands$n && [ -s commands$n ] || echo "step $n has no command"
  >   [ "$(sed -nE 's/^!\[.{20,}\]\((.*)\)$/\1/p' step$n)" = ${file%.yaml}.jpg ] || echo "step $n has another picture"
  >   grep -qF "[$file]($file)" "$page" || echo "$file has no link"
  >   find "$tutorial/${file%.yaml}.jpg" \( -size -10001c -o -size +60000c \)
  > done

Whoever follows it word by word gets what it says. A command with something set shows something else. That its YAML is
that of the files beside it, describe_pages.t holds.

  $ sed -n 's/^    terrawright //p' step8 > commands8; : > before
  $ for n in 1 2 3 4 5 6 7 8; do
  >   [ -e of$n.yaml ] && cp of$n.yaml land.yaml
  >   while read -r command; do
  >     case $command in build*) more="--quiet --strict" ;; *) more="" ;; esac
  >     eval terrawright $command $more > said 2>&1 < /dev/null || { echo "$command"; cat said; }
  >     [ -n "$more" ] || continue
  >     mv out/land/look.png now 2> err || cp out/land/land-12.png now
  >     case "$n $command" in 5*|*--seed*|*knobs.wind*) ;; *) cmp -s now before && echo "the same: $command" ;; esac
  >     mv now before
  >   done < commands$n
  > done
  $ cd out/land && ls land-12.png land-12-rain.png land-12-biomes.legend.png land-12.exr land-12-rivers.geojson land-3.png | paste -sd ' '
  land-12-biomes.legend.png land-12-rain.png land-12-rivers.geojson land-12.exr land-12.png land-3.png
  $ grep -oE '(lakes|rivers|land_share)"' land-12.manifest.json | sort -u | paste -sd ' '
  lakes" land_share" rivers"

The README is short, and its world is built as it stands there.

  $ cd "$CRAMTMP" && page=$TERRAWRIGHT_ROOT/README.md
  $ [ $(wc -l < "$page") -le 120 ] && [ $(wc -w < "$page") -le 900 ]
  $ sed -n '/^```yaml$/,/^```$/p' "$page" | sed '/^```/d' > first.yaml
  $ terrawright build first.yaml --quiet --strict && ls out/first/first.png
  out/first/first.png
