Commits of Git are compared, and the repository stays as it is.

  $ export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t.invalid GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t.invalid
  $ mkdir -p "my worlds/sub" && cd "my worlds"
  $ sea() { echo "{stages: {level: {use: sea.level@1, in: {height: h}, with: {percentile: $1}}}}" > sub/sea.yaml; }
  $ sea "60 %" && config w "size: [130, 97], cell: 1 km, seed: 42" > sub/w.yaml <<'END'
  > include: [sea.yaml]
  > stages:
  >   h: {use: heights.noise@1, with: {kind: gradient, octaves: 5}}
  >   steps: {use: shape.steps@1, in: {field: h}, with: {count: 4}}
  >   land: {use: sea.islets@1, in: {height: h, level: level.level}}
  > outputs: [{file: h.exr, layers: {h: h}}, {file: rest.exr, layers: {land: land.land, steps: steps}}]
  > END
  $ git init -q . && git add . && git commit -q -m one && sea "40 %"
  $ state() { git status --porcelain && git rev-parse HEAD; }
  $ state > ../before
  $ terrawright diff HEAD:sub/w.yaml sub/w.yaml 2>&1 | grep -oE "^A .*|^(h|land.land)  [a-z]*"
  A HEAD:sub/w.yaml
  h  same
  land.land  differs
  [4]
  $ (cd sub && terrawright diff --git HEAD w.yaml) 2>&1 | grep -oE "land  (same|differs)"
  land  differs
  [4]
  $ git stash -q && terrawright diff --quiet --git HEAD sub/w.yaml > ../said 2>&1
  $ git stash pop -q && state | diff ../before -

What is no commit is refused, and nothing of it is run.

  $ for bad in "--output=oops:sub/w.yaml" "HEAD;touch oops:sub/w.yaml" HEAD:../w.yaml HEAD:/sub/w.yaml HEAD:sub/none.yaml none:sub/w.yaml; do
  >   terrawright diff -- "$bad" sub/w.yaml 2>&1 | grep error; echo ${PIPESTATUS[0]}
  > done
  error: --output=oops:sub/w.yaml: there is no commit '--output=oops'
  2
  error: HEAD;touch oops:sub/w.yaml: there is no commit 'HEAD;touch oops'
  2
  error: HEAD:../w.yaml: '../w.yaml' is no path from the root of the repository
  2
  error: HEAD:/sub/w.yaml: '/sub/w.yaml' is no path from the root of the repository
  2
  error: HEAD:sub/none.yaml: git says: fatal: path 'sub/none.yaml' does not exist in '*' (glob)
  2
  error: none:sub/w.yaml: there is no commit 'none'
  2
  $ terrawright diff --git=--output=oops sub/w.yaml 2> ../err
  [2]
  $ ls . sub
  .:
  sub
  
  sub:
  sea.yaml
  w.yaml
