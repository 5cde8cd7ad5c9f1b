tests/errors/ is the specification of what the program says when something is wrong: CASE.yaml, and beside it CASE.txt with the
exact text on standard error and the exit code. The leading comments of a case can say
# verb: build                      what is run, for what goes wrong while running; else validate
# arguments: --set world.seed=yes  what stands behind it
# command: new world coast         in the place of both, run in this folder
A change of texts is a decision: scripts/approve.sh writes the new ones and shows the difference.

  $ cd "$TERRAWRIGHT_ROOT" && cases=$(ls tests/errors/*.yaml | sed -n '/[.]lock[.]/!s,.*/\(.*\)[.]yaml,\1,p') && [ $(wc -w <<< $cases) -ge 40 ]
  $ diff <(ls tests/errors/*.txt) <(printf 'tests/errors/%s.txt\n' $cases)
  $ said() { # case
  >   local file=tests/errors/$1.yaml verb="" arguments="" command=""
  >   while read -r hash key rest; do
  >     case "$hash $key" in "# verb:") verb=$rest ;; "# arguments:") arguments=$rest ;; "# command:") command=$rest ;; "# "*) ;; *) break ;; esac
  >   done < $file
  >   if [ -n "$command" ]; then (cd tests/errors && eval "terrawright $command"); echo "exit $?" >&2; return; fi
  >   if [[ $verb = build && $arguments != *--out* ]]; then arguments="--out \"$CRAMTMP/out\" $arguments"; fi
  >   eval "terrawright ${verb:-validate} $file ${verb:+--quiet} $arguments"; echo "exit $?" >&2
  > }
  $ for case in $cases; do
  >   said $case 2> "$CRAMTMP/said" > "$CRAMTMP/out.said"; [ -z "$TERRAWRIGHT_APPROVE" ] || cp "$CRAMTMP/said" tests/errors/$case.txt
  >   diff -u -N --label approved --label said tests/errors/$case.txt "$CRAMTMP/said" || echo "$case: not the approved text"
  > done
