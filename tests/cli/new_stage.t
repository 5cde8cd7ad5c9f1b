A new stage builds without a warning, passes its test and check, and makes its world, in each language and of each kind.

  $ green() { # id, word, options: the commands that `new` names, run one by one
  >   terrawright new stage $1 "${@:3}" --format json > event || cat event
  >   [ $(jq -r .folder event) = $2 ] && ls $(jq -r '.files[]' event) > said || cat event
  >   jq -r '.commands[]' event | sed '/^cmake -S/s/ &&/ -DCMAKE_COMPILE_WARNING_AS_ERROR=ON &/; s/^cargo .*/& --offline/' > commands
  >   while read -r command; do
  >     (cd $2; RUSTFLAGS="-D warnings" bash -c "$command" < /dev/null 2>&1) || echo "failed: $command"
  >   done < commands > all
  >   tested=$(grep -q ^ctest commands && echo "100% tests passed, 0 tests failed out of 1")
  >   for words in "1 stage in " "nothing was found" ${tested:+"$tested"}; do grep -qF "$words" all || cat all; done
  >   ! grep failed: all && ls $2/out/small/small-3.exr
  > }
  $ green example.fog fog
  fog/out/small/small-3.exr
  $ green acme.studio/my_family.height height --language c --kind window
  height/out/small/small-3.exr
  $ ! command -v cargo > said || green example.sea_fog sea_fog --language rust --kind rounds > said || cat said

The words may be those of C, C++, Rust, CMake or the headers.

  $ [ -z "$TERRAWRIGHT_AT_LENGTH" ] || for language in c++ c $(command -v cargo > said && echo rust); do
  >   for kind in point:class window:test rounds:tile; do
  >     mkdir $language-${kind%:*} && cd $language-${kind%:*}
  >     green int.${kind#*:} ${kind#*:} --language $language --kind ${kind%:*} > ../said || cat ../said; cd ..
  >   done
  > done

A new stage begins as its author's own. Its workflow runs the commands of its page.

  $ terrawright new stage example.fog_bank --out mine/here > said && cd mine/here
  $ grep -oE "struct FogBankStage \{|s.stage\(\"example.fog_bank\", " fog_bank.cpp
  struct FogBankStage {
  s.stage("example.fog_bank", 
  $ grep -rnE "terrace([^d]|$)|Terrace|SPDX|@(word|id|source|target|runs|test)@" .
  [1]
  $ sed -n 's/^    //p' README.md | while read -r command; do grep -cFx "      - run: $command" .github/workflows/stage.yml; done | uniq -c
        4 1
  $ cd ../..

It is refused where it would stand in the way, and nothing is written.

  $ mkdir empty && cd empty
  $ refused() { terrawright new stage "$@"; }
  $ for words in ../x.y "example.fog --language java"; do refused $words 2>&1 | head -1; echo ${PIPESTATUS[0]}; done
  error: '../x.y' cannot be the id of a stage
  2
  error: --language: 'java' is not one of its values; it takes: c++, c, rust
  2
  $ ls -A
  $ mkdir fog && ln -s nowhere link
  $ refused example.fog
  error: 'fog' is there already, and nothing is written into it
        = choose another folder with --out, or move it away first
  [2]
  $ refused example.fog --out link
  error: 'link' is there already, and nothing is written into it
        = choose another folder with --out, or move it away first
  [2]
  $ ls -A . fog
  .:
  fog
  link
  
  fog:
