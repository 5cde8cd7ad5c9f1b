The program sha256sum checks every file of a build by its list: beside the files, above them and below them.

  $ config w "size: [33, 33], seed: 1" > w.yaml <<'END'
  > stages: {h: {use: heights.noise@1}}
  > outputs: [{file: "{name}-{seed}.exr", layers: {h: h}}, {file: "deep/er/{seed}.zarr", layers: {h: h}}]
  > END
  $ build() { terrawright build w.yaml --quiet --out o "$@"; }
  $ checked() { (cd "$(dirname $1)" && sha256sum --check --strict "$(basename $1)" 2>&1); }
  $ for list in o/sums.txt sums.txt o/deep/sums.txt elsewhere/sums.txt; do
  >   build --sums $list && checked $list | grep -oE "(w-1.exr|w-1.manifest.json|1.zarr/h/0/0): .*"
  > done | sort | uniq -c
        4 1.zarr/h/0/0: OK
        4 w-1.exr: OK
        4 w-1.manifest.json: OK
  $ build --sums o/sums.txt && echo "{}" > o/deep/er/1.zarr/h/.zarray
  $ checked o/sums.txt | grep FAILED
  deep/er/1.zarr/h/.zarray: FAILED
  [1]

It never speaks of files that are gone.

  $ rm -r o && build --sums o/sums.txt && cp o/sums.txt before
  $ build --set stages.h.with.octaves=2 --sums o/sums.txt && checked o/sums.txt > said
  $ ! cmp before o/sums.txt > said

One that cannot be is refused before the build.

  $ mkdir there && rm -r o
  $ build --sums there
  error: the list of sums 'there' is a folder
        = name a file with --sums
  [2]
  $ build --sums /proc/none/sums.txt
  error: the list of sums '/proc/none/sums.txt' cannot be written: No such file or directory
        = name another file with --sums
  [2]
  $ build --seed 1 --seed 2 --sums sums.txt
  error: --sums 'sums.txt' would be written anew for each seed
        = write {seed} into its name
  [2]
  $ ! test -e o/w-1.exr
  $ build --seed 1 --seed 2 --sums '{seed}.txt' && cat 1.txt 2.txt > all.txt && checked all.txt | grep -c OK
  32
