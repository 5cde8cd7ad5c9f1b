A machine that gives no threads gets an error, not an abort. The libraries of sanitizers want to come first.

  $ ldd "$(command -v terrawright)" | grep -qE "lib[at]san" && exit 80
  [1]
  $ cat > stingy.cpp <<'END' # refuses all threads, or those whose stack is as large as the task library's
  > #include <dlfcn.h>
  > #include <errno.h>
  > #include <pthread.h>
  > #include <stdlib.h>
  > using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  > extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
  >                                                                      void* (*body)(void*), void* context) {
  >   size_t stack = 0;
  >   if (attributes != nullptr) pthread_attr_getstacksize(attributes, &stack);
  >   if (getenv("TERRAWRIGHT_TEST_LARGE") == nullptr || stack == size_t{4} << 20) return EAGAIN;
  >   return reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, body, context);
  > }
  > END
  $ compile stingy.so stingy.cpp
  $ build() { LD_PRELOAD=$PWD/stingy.so terrawright build --quiet --out a "$@"; }
  $ island="$TERRAWRIGHT_ROOT/configs/island.yaml --set world.size=[65,65]"

No library that a .tif needs wants a thread.

  $ build $island --threads 1 --set 'outputs=[{file: t.tif, layers: {height: terrain}}]' && ls a/t.tif
  a/t.tif

The libraries have theirs, and the run gets none.

  $ TERRAWRIGHT_TEST_LARGE=1 build $island --threads 3
  error: 2 more threads are needed, and the machine gives 0: Resource temporarily unavailable
        = ask for fewer with --threads, 1 needs none; or raise the limit (ulimit -u)
  [1]
  $ ! test -e a/island-42.exr
  $ build $island --threads 1
