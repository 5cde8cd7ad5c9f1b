Pages of docs/stages and the schema are what the program says of its stages. If not: run scripts/docs.sh and look.

  $ cd "$TERRAWRIGHT_ROOT"
  $ scripts/docs.sh "$(realpath "$(command -v terrawright)")" "$CRAMTMP" > "$CRAMTMP/said" 2>&1 || cat "$CRAMTMP/said"
  $ diff -r docs/stages "$CRAMTMP/docs/stages"
  $ diff schema/terrawright.schema.json "$CRAMTMP/schema/terrawright.schema.json"
  $ diff docs/tutorial/README.md "$CRAMTMP/docs/tutorial/README.md"
  $ diff docs/glossary.md "$CRAMTMP/docs/glossary.md"
