The example of plugins is a project that stands alone, and its stages pass their tests: in short one of them, by g++.

  $ example=$TERRAWRIGHT_ROOT/examples/100-plugin
  $ for compiler in g++ ${TERRAWRIGHT_AT_LENGTH:+clang++}; do
  >   (cmake -S $example -B $compiler -DCMAKE_CXX_COMPILER=$compiler &&
  >     cmake --build $compiler --target ${TERRAWRIGHT_AT_LENGTH:+all} test_terrace &&
  >     ctest --test-dir $compiler -R "terrace${TERRAWRIGHT_AT_LENGTH:+|.}" --output-on-failure --no-tests=error) > said 2>&1 || cat said
  >   [ -z "$TERRAWRIGHT_AT_LENGTH" ] || terrawright validate --quiet $example/world.yaml --plugins $compiler
  > done
