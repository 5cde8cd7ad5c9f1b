A plugin's pages are made as those of the program, with pictures, where there is what draws them.

  $ $PYTHON -c 'import numpy, PIL, zarr, yaml' 2>/dev/null || exit 80
  $ compile shapes.so "$TERRAWRIGHT_ROOT"/examples/100-plugin/*.cpp -O2
  $ pages() { (cd "$TERRAWRIGHT_ROOT" && scripts/docs.sh "$(realpath "$(command -v terrawright)")" "$1" \
  >   --plugins "$CRAMTMP/shapes.so" --sources examples/100-plugin > "$CRAMTMP/said" 2>&1); }
  $ pages "$CRAMTMP/pages" || cat said
  cat: said: No such file or directory
  [1]
  $ cd pages/docs/stages
  /bin/bash: line 11: cd: pages/docs/stages: No such file or directory
  [1]
  $ grep -E "comes with|^## What" example.terrace.md
  grep: example.terrace.md: No such file or directory
  [2]
  $ grep -ohE "\(pictures/[a-z_.]*(hills|made|step.2).png\)" example.*.md | sort
  grep: example.*.md: No such file or directory
  [2]
  $ grep -E "^## example" README.md
  grep: README.md: No such file or directory
  [2]
  $ grep -oE "\[example.terrace\]\(example.terrace.md\)|pictures/example.equalise.png" README.md
  grep: README.md: No such file or directory
  [2]
  $ grep -c sea.level README.md
  grep: README.md: No such file or directory
  [2]

A second time nothing is drawn, and the pages of the program never go.

  $ touch "$CRAMTMP/between" && pages "$CRAMTMP/pages"
  [3]
  $ find pictures -newer "$CRAMTMP/between" -name "*.png"
  find: 'pictures': No such file or directory
  [1]
  $ pages .
  [2]
