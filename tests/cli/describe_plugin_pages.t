A plugin's pages are made as those of the program, with pictures, where there is what draws them.

  $ $PYTHON -c 'import numpy, PIL, zarr, yaml' 2>/dev/null || exit 80
  $ compile shapes.so "$TERRAWRIGHT_ROOT"/examples/100-plugin/*.cpp -O2
  $ pages() { (cd "$TERRAWRIGHT_ROOT" && scripts/docs.sh "$(realpath "$(command -v terrawright)")" "$1" \
  >   --plugins "$here/shapes.so" --sources examples/100-plugin > "$here/said" 2>&1) || { echo $?; cat "$here/said"; }; }
  $ here=$PWD && pages "$here/pages" && cd pages/docs/stages
  $ grep -E "comes with|^## What" example.terrace.md
  | comes with | org.example.shapes 1.0.0 |
  ## What values do
  $ grep -ohE "\(pictures/[a-z_.]*(hills|made|step.2).png\)" example.*.md | sort | cut -d. -f2-3 | xargs
  box_mean.hills box_mean.made equalise.hills equalise.made terrace.hills terrace.made terrace.step
  $ grep -E "^## example" README.md
  ## example
  $ grep -oE "\[example.terrace\]\(example.terrace.md\)|pictures/example.equalise.png" README.md
  pictures/example.equalise.png
  [example.terrace](example.terrace.md)
  $ ! grep sea.level README.md

A second time nothing is drawn, and the pages of the program never go.

  $ touch "$here/between" && pages "$here/pages"
  $ find pictures -newer "$here/between" -name "*.png"
  $ pages .
  2
  docs.sh: pages of a plugin, or with all pictures, go to another folder: those of the program are here
