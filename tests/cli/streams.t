What does not fit onto a full disk is said, whatever the verb.

  $ ln -s "$TERRAWRIGHT_ROOT/configs" configs
  $ echo '{terrawright: 1, name: t, world: {size: [17, 17], seed: 42}, outputs: [{print: true, layers: {m: map}}],
  > stages: {h: {use: heights.noise@1}, map: {use: view.ascii@1, in: {field: h}}}}' > t.yaml
  $ island="configs/island.yaml" small="build configs/island.yaml --set world.size=[65,65] --out"
  $ while read -r words; do
  >   terrawright $words 2>&1 > /dev/full | grep -oE "standard output could.*"; echo ${PIPESTATUS[0]}
  > done <<END | sort | uniq -c
  > schema
  > describe sea.level
  > describe sea.level --json
  > stages
  > stages --markdown
  > validate $island
  > plan $island
  > plan --json $island
  > graph $island
  > graph --mermaid $island
  > $small a --quiet --sha256
  > $small b
  > build --quiet t.yaml --out c
  > --help
  > build --help
  > --version
  > plan --format json $island
  > END
       17 1
       17 standard output could not be written: No space left on device

An error stays what it is.

  $ terrawright validate --format json configs/none.yaml > /dev/full
  error: standard output could not be written: No space left on device
        = make room, or write to another place; what is missing there is not said elsewhere
  [2]

A reader of standard output or error who went is no error. The pipe is closed before the program begins.

  $ into_nobody() { (sleep 0.3; "$@"; echo $? > code) | true; cat code; }
  $ into_nobody terrawright schema
  0
  $ into_nobody terrawright schema --format json
  0
  $ into_nobody terrawright $small d 2> err && ls d/island-42.manifest.json
  0
  d/island-42.manifest.json
  $ into_nobody terrawright describe nonsense
  error: there is no stage 'nonsense'
        = stages are: biome.holdridge, biome.table, biome.whittaker, climate.rain, climate.temperature, climate.wind, erosion.alluvial, erosion.alluvial_step, erosion.celerity, erosion.creep, erosion.flux, erosion.incise, erosion.mean_rain, erosion.route, erosion.seabed, erosion.spread, erosion.step, erosion.stream_power, erosion.surface, erosion.transport, feature.areas, feature.coast, feature.courses, feature.names, feature.peaks, feature.places, feature.ranges, feature.roads and 55 more
  2
  $ terrawright schema 2> err | head -1; cat err
  {
  $ build_e() { terrawright $small e 2>&1 > /dev/null; }
  $ into_nobody build_e && ls e/island-42.manifest.json
  0
  e/island-42.manifest.json

No file becomes a standard stream that was closed.

  $ terrawright $small whole > said 2>&1
  $ for closed in "2>&-" "1>&-" "0<&-" "0<&- 1>&-" "1>&- 2>&-" "0<&- 1>&- 2>&-"; do
  >   rm -rf f; eval "terrawright $small f > said 2>&1 $closed" || echo "$closed: $?"; diff -r whole f
  > done

A loaded library reports them from the inside.

  $ cat > look.cpp <<'END'
  > #include <unistd.h>
  > #include <cstdlib>
  > #include <fstream>
  > static const bool looked = [] {
  >   std::ofstream seen(std::getenv("MARK"));
  >   for (const char* stream : {"/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/fd/2"}) {
  >     char to[256] = {};
  >     seen << (readlink(stream, to, 255) < 0 ? "closed" : to) << '\n';
  >   }
  >   return true;
  > }();
  > END
  $ mkdir plugins && compile plugins/look.so look.cpp
  $ MARK=seen terrawright stages --plugins plugins 0<&- 1>&- 2>&-; cat seen
  /dev/null
  /dev/null
  /dev/null
