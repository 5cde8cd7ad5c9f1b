A library that is of no use stops the worlds that need it, and no other. All lie in broken/NAME/x.so.

  $ cat > sound.cpp <<'END'
  > #include "terrawright/stage.hpp"
  > using namespace terrawright;
  > struct Plain {
  >   Out<Height> height;
  >   static void describe(Spec<Plain>& s) {
  >     s.stage(ID, "The same everywhere.");
  >     s.port(&Plain::height, "height", "Any.").unit("1");
  >   }
  >   void paint(Tile& tile) const {
  >     const auto to = tile[height];
  >     tile.each_cell([&](auto x, auto y) { to(x, y) = VALUE; });
  >   }
  > };
  > TERRAWRIGHT_PLUGIN("test.plain", "1", stage<Plain>())
  > END
  $ sound() { compile $1 "-DID=\"$2\"" -DVALUE=$3 sound.cpp; } # library, stage, its cells
  $ code() { mkdir -p broken/$1 && echo "$2" > c.cpp && compile broken/$1/x.so c.cpp "${@:3}"; } # name, lines
  $ entry() { # name, its body, lines before it
  >   code $1 "#include \"terrawright/abi.h\"
  >   $3
  >   extern \"C\" TERRAWRIGHT_EXPORT const terrawright_plugin* terrawright_plugin_v1(const terrawright_engine* engine) {
  >     (void)engine; $2 }" "${@:4}"
  > }
  $ sound sound.so made.plain 1
  $ mkdir -p broken/{none,empty,machine,nowhere,itself,memory,pipe,folder,id,known}
  $ echo "this is no library" > broken/none/x.so && touch broken/empty/x.so && mkfifo broken/pipe/x.so && mkdir broken/folder/x.so
  $ cp sound.so broken/machine/x.so && printf '\2\0' | dd of=broken/machine/x.so bs=1 seek=18 conv=notrunc status=none # SPARC
  $ ln -s nowhere broken/nowhere/x.so && ln -s x.so broken/itself/x.so && ln -s /proc/self/mem broken/memory/x.so
  $ sound broken/id/x.so Plain 1 && sound broken/known/x.so sea.level 1
  $ entry symbol "nowhere_at_all(); return nullptr;" "int nowhere_at_all();"
  $ shown='__attribute__((visibility("default")))'
  $ echo "$shown int gone() { return 1; }" > gone.cpp && compile ./libgone.so gone.cpp
  $ entry needs "gone(); return nullptr;" "int gone();" ./libgone.so && rm libgone.so
  $ code entry 'extern "C" int some_function() { return 1; }'
  $ for major in 0 9; do code major$major "extern \"C\" $shown const void* terrawright_plugin_v$major() { return nullptr; }"; done
  $ entry asleep 'engine->fail(engine->handle, "the licence server is asleep"); return nullptr;'
  $ entry nothing "return nullptr;"
  $ entry throws "throw 42;"

A world without such a stage has no warning. One that needs it has the reason and a remedy, and so has whoever names the file.

  $ world() { echo "{terrawright: 1, name: t, world: {size: [40, 40], seed: 1}, stages: {it: {use: $1@1}},
  > outputs: [{file: t.exr, layers: {h: it}}]}"; }
  $ world heights.diamond_square > without.yaml && world made.plain > with.yaml
  $ ran() { terrawright "$@" > said 2> err; echo -n "$? "; } # prints the exit code alone
  $ beside() { # folder, verb
  >   ran $2 without.yaml --strict --out out --plugins $1 && cat err
  >   ran $2 with.yaml --out out --plugins $1
  >   grep -cE "^error: plugin $1/x.so was refused: |^      = |^with.yaml:1:.*there is no stage 'made.plain'$|it may be in a plugin that was refused" err | tr '\n' ' '
  >   ran stages --plugins $1 && grep -c "^sea.level" said | tr '\n' ' ' && grep -o "^warning: plugin .*" err
  > }
  $ for folder in broken/*; do beside $folder validate; done
  0 3 4 0 1 warning: plugin broken/asleep/x.so was refused: it cannot be used: the licence server is asleep
  0 3 4 0 1 warning: plugin broken/empty/x.so was refused: it is not a shared library that loads here (broken/empty/x.so: file too short)
  0 3 4 0 1 warning: plugin broken/entry/x.so was refused: it exports no terrawright_plugin_v1, so it is no Terrawright plugin
  0 3 4 0 1 warning: plugin broken/folder/x.so was refused: it is not a regular file
  0 3 4 0 1 warning: plugin broken/id/x.so was refused: stage 1 of it has an id that is not family.word in lower case
  0 3 4 0 1 warning: plugin broken/itself/x.so was refused: it cannot be read (Too many levels of symbolic links)
  0 3 4 0 1 warning: plugin broken/known/x.so was refused: its stage sea.level@1 is there already, from this program
  0 3 4 0 1 warning: plugin broken/machine/x.so was refused: it is not a shared library that loads here (broken/machine/x.so: *) (glob)
  0 3 4 0 1 warning: plugin broken/major0/x.so was refused: it was built for interface 0.x, and this engine speaks 1.0
  0 3 4 0 1 warning: plugin broken/major9/x.so was refused: it was built for interface 9.x, and this engine speaks 1.0
  0 3 4 0 1 warning: plugin broken/memory/x.so was refused: it cannot be read (Input/output error)
  0 3 4 0 1 warning: plugin broken/needs/x.so was refused: it is not a shared library that loads here (./libgone.so: cannot open shared object file: No such file or directory)
  0 3 4 0 1 warning: plugin broken/none/x.so was refused: it is not a shared library that loads here (broken/none/x.so: file too short)
  0 3 4 0 1 warning: plugin broken/nothing/x.so was refused: its entry describes no plugin
  0 3 4 0 1 warning: plugin broken/nowhere/x.so was refused: it cannot be read (No such file or directory)
  0 3 4 0 1 warning: plugin broken/pipe/x.so was refused: it is not a regular file
  0 3 4 0 1 warning: plugin broken/symbol/x.so was refused: it is not a shared library that loads here (broken/symbol/x.so: undefined symbol: _Z14nowhere_at_allv)
  0 3 4 0 1 warning: plugin broken/throws/x.so was refused: it cannot be used: its entry threw an exception
  $ for library in broken/*/x.so; do [ -d $library ] || ran validate without.yaml --plugins $library; done
  3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3  (no-eol)

Every verb works beside one.

  $ for verb in plan graph "build --quiet"; do beside broken/none "$verb" | cut -c1-60; done | uniq -c
        3 0 3 4 0 1 warning: plugin broken/none/x.so was refused: it i
  $ for verb in "stages sea" "describe sea.level" schema; do
  >   ran $verb --plugins broken/none && grep -q "sea.level" said && grep -c "x.so was refused: " err
  > done | uniq -c
        3 0 1
  $ ran describe made.plain --plugins broken/none; ran validate with.yaml --seed 1 --seed 2 --plugins broken/none
  3 3  (no-eol)

A library that is cut off anywhere is refused, and does not end the program.

  $ mkdir cut && size=$(wc -c < sound.so)
  $ for left in 20 63 64 100 4096 $((size / 4)) $((size / 2)) $((size / 4 * 3)) $((size - 4096)) $((size - 1)); do
  >   head -c $left sound.so > cut/x.so && ran stages --plugins cut && grep -oE "x.so was refused: it is (cut off: |not a shared)" err
  > done | sort | uniq -c
        8 0 x.so was refused: it is cut off: 
        2 0 x.so was refused: it is not a shared
  $ beside cut validate | sed "s/$((size - 1)) bytes of $size/SIZE - 1 bytes of SIZE/"
  0 3 4 0 1 warning: plugin cut/x.so was refused: it is cut off: SIZE - 1 bytes of SIZE are there

A sound library beside broken ones works. All that may have a missing stage are named at once.

  $ mkdir all && for folder in broken/*; do cp -rP $folder/x.so all/$(basename $folder).so; done && cp sound.so all
  $ ran build with.yaml --strict --quiet --sha256 --out out --plugins all && cat err && wc -l < said
  0 1
  $ world made.plane > other.yaml && ran validate other.yaml --plugins all
  3  (no-eol)
  $ [ $(grep -c "\.so was refused: " err) = $(ls broken | wc -l) ] && grep -o "did you mean 'made.plain'?" err
  did you mean 'made.plain'?

The first of two libraries has a stage that both have, with a warning where it is used. Two names of one library are one.

  $ mkdir a b && cp sound.so a/a.so && sound b/b.so made.plain 2
  $ build() { terrawright build with.yaml --quiet --sha256 --out out --plugins "$@"; }
  $ build a > a.said && build b > b.said && ! cmp a.said b.said > said
  $ build a --plugins b > both && cmp both a.said
  with.yaml:1:80: warning: made.plain@1 is taken from a/a.so; b/b.so has it too, and was refused
      1 | {terrawright: 1, name: t, world: {size: [40, 40], seed: 1}, stages: {it: {use: made.plain@1}},
        |                                                                                ^~~~~~~~~~~~
        = put your name before it, as in my_company/made.plain, give it another version, or remove one of the two
  $ build b --plugins a 2> err | cmp - b.said
  $ ran build with.yaml --quiet --out out --plugins a --strict --plugins b
  2  (no-eol)
  $ ran build without.yaml --quiet --out out --plugins a --strict --plugins b && cat err
  0  (no-eol)
  $ ln -s a.so a/c.so && build a --strict --plugins a/a.so | cmp - a.said

A library can be named itself, whatever its name; those beside it are not looked at.

  $ mkdir one && cp sound.so one && cp sound.so one/sound.so.1 && echo "not looked at" > one/broken.so
  $ for name in sound.so sound.so.1; do ran describe made.plain --plugins one/$name && cat err; done
  0 0  (no-eol)
  $ ran describe --plugins one/sound.so made.plain # words after it belong to the verb
  0  (no-eol)
  $ ran stages --plugins one/nowhere.so && cat err
  3 error: plugin one/nowhere.so was refused: it cannot be read (No such file or directory)
        = mend its path or the link, or remove it
  $ ran stages --plugins nowhere; TERRAWRIGHT_PLUGIN_PATH=/nowhere/at/all ran validate without.yaml
  3 0  (no-eol)
