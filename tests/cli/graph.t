The graph of a world is drawn with nodes, ports and files, as DOT and as Mermaid.

  $ config small "size: [65, 65], seed: 1" > world.yaml <<'END'
  > stages:
  >   terrain: {use: heights.diamond_square@1}
  >   dome: {use: island.particle_roll@1}
  >   sea: {use: sea.level@1, in: {height: terrain}}
  >   metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  > outputs: [{file: "a/{name}.exr", layers: {heights: metres, land: sea}}]
  > END
  $ terrawright graph world.yaml
  world.yaml:6:3: warning: no output needs 'dome', so it does not run
      6 |   dome: {use: island.particle_roll@1}
        |   ^~~~ write one of its layers to an output, or delete it
  digraph "small" {
    rankdir=TB
    node [shape=box, style=rounded, fontname=sans]
    edge [fontname=sans, fontsize=10]
    n0 [label="terrain\nheights.diamond_square@1"]
    n1 [label="sea\nsea.level@1"]
    n2 [label="metres\nshape.metres@1"]
    u0 [label="dome\nisland.particle_roll@1", style="rounded,dashed", tooltip="no output needs it"]
    f0 [label="a/small.exr", shape=note, style=solid]
    n0 -> n1 [label="height (height)"]
    n0 -> n2 [label="height (height)"]
    n1 -> n2 [label="level (number)", style=dashed]
    n2 -> f0 [label="height to heights (height in m)"]
    n1 -> f0 [label="land (mask)"]
  }
  $ terrawright graph world.yaml --mermaid 2> err
  flowchart TB
    n0("terrain<br>heights.diamond_square@1")
    n1("sea<br>sea.level@1")
    n2("metres<br>shape.metres@1")
    u0("dome<br>island.particle_roll@1"):::unneeded
    f0[/"a/small.exr"/]
    n0 -->|"height (height)"| n1
    n0 -->|"height (height)"| n2
    n1 -.->|"level (number)"| n2
    n2 -->|"height to heights (height in m)"| f0
    n1 -->|"land (mask)"| f0
    classDef unneeded stroke-dasharray: 4

What build refuses has no graph.

  $ terrawright graph "$TERRAWRIGHT_ROOT/configs/island.yaml" --set knobs.sea=wet
  --set:1:11: error: the knob 'sea': 'wet' is not a number
      1 | knobs.sea=wet
        |           ^~~ write a number
  [2]
