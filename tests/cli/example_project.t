The example of plugins is a project that stands alone, and its stages pass their test. TERRAWRIGHT_AT_LENGTH tries clang, too.

  $ example=$TERRAWRIGHT_ROOT/examples/100-plugin
  $ for compiler in g++ ${TERRAWRIGHT_AT_LENGTH:+clang++}; do
  >   (cmake -S $example -B $compiler -DCMAKE_CXX_COMPILER=$compiler && cmake --build $compiler &&
  >     ctest --test-dir $compiler --output-on-failure --no-tests=error) > said 2>&1 || cat said
  >   terrawright validate --quiet $example/world.yaml --plugins $compiler
  > done
