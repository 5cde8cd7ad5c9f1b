// SPDX-License-Identifier: Apache-2.0
// Pictures that another process reads: nothing that becomes of it is the end of the program.
#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const std::string reader = fs::path(TERRAWRIGHT_PROGRAM).parent_path() / "lib/terrawright/terrawright_openimageio";

// Fails the Nth call of malloc, or every pthread_create; and writes to a file which it was, so that a test sees that
// one was struck.
const std::string poor = R"(
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
extern void* __libc_malloc(size_t);
static atomic_long calls;
static void strike(void) {
  const int file = open(getenv("STRUCK"), O_WRONLY | O_CREAT, 0600);
  close(file);
}
static long number(const char* name) { return getenv(name) ? atol(getenv(name)) : 0; }
void* malloc(size_t size) {
  static long at = -1;
  if (at < 0) at = number("NO_MEMORY_AT");
  if (at == 0 || ++calls != at) return __libc_malloc(size);
  strike();
  errno = ENOMEM;
  return NULL;
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* context) {
  if (number("NO_THREADS")) {
    strike();
    return EAGAIN;
  }
  return ((int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*))dlsym(RTLD_NEXT, "pthread_create"))(
      thread, attributes, body, context);
}
)";

// The program in an installation of its own, with any reader.
class Installed {
 public:
  Installed() {
    fs::create_directories(folder / "bin");
    fs::create_directories(folder / "lib/terrawright");
    fs::copy_file(TERRAWRIGHT_PROGRAM, folder / "bin/terrawright");
    REQUIRE(
        shell("oiiotool --pattern fill:top=0.1,0.1,0.1:bottom=1,1,1 33x33 3 -d uint8 -o " + (folder / "a.webp")).exit ==
        0);
    write(folder / "t.yaml", R"(terrawright: 1
name: t
world: {size: [33, 33], cell: 1 km, seed: 42}
stages:
  drawn: {use: source.image@1, with: {file: a.webp, channel: 1, low: 0, high: 255, unit: m}}
outputs: [{file: t.png, layers: {height: drawn}, range: [0, 255]}]
)");
  }
  void read_by(const std::string& script) const {
    const std::string path = folder / "lib/terrawright/terrawright_openimageio";
    fs::remove(path);
    write(path, "#!/bin/bash\n" + script + "\n");
    fs::permissions(path, fs::perms::owner_all);
  }
  Ran run(const std::string& verb = "build") const {
    fs::remove_all(folder / "out");
    const std::string rest = verb == "build" ? " --quiet --cache off --out " + (folder / "out") : "";
    return shell((folder / "bin/terrawright") + " " + verb + " " + (folder / "t.yaml") + rest);
  }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("A process that cannot read a picture is an error with its place", "[foreign]") {
  const Installed here;
  const auto demand = [&](const std::string& sentence) {
    for (const char* verb : {"validate", "build"}) {
      const Ran ran = here.run(verb);
      INFO(verb << ": " << ran.err);
      CHECK(ran.exit == 1);
      CHECK_THAT(ran.err, Catch::Contains("t.yaml:5:") && Catch::Contains("error: cannot read 'a.webp': ") &&
                              Catch::Contains(sentence) &&
                              Catch::Contains("convert the picture to .png, .tif or .exr"));
      CHECK_FALSE(fs::exists(here.folder / "out"));
    }
  };
  demand("this installation lacks " + (here.folder / "lib/terrawright/terrawright_openimageio"));
  here.read_by("kill -SEGV $$");
  demand("was ended by signal 11 (Segmentation fault)");
  here.read_by("head -c 1000 /dev/urandom");
  demand("gave no facts of a picture");
  // Struck while the world is made.
  here.read_by("[ $1 = facts ] && exec " + reader + " \"$@\"; kill -SEGV $$");
  const Ran late = here.run();
  INFO(late.err);
  CHECK(late.exit == 1);
  CHECK_THAT(late.err, Catch::Contains("was ended by signal 11"));
  CHECK_FALSE(fs::exists(here.folder / "out/t.png"));
  here.read_by("exec " + reader + " \"$@\"");
  CHECK(here.run().exit == 0);
  CHECK(fs::exists(here.folder / "out/t.png"));
  // A bad picture is the config's.
  write(here.folder / "a.webp", "nonsense");
  const Ran bad = here.run();
  CHECK(bad.exit == 2);
  CHECK_THAT(bad.err, Catch::Contains("it is not an image that can be read: "));
}

#ifndef TERRAWRIGHT_SANITIZED  // the libraries of sanitizers want to come first
TEST_CASE("A process that gets no threads or no memory for a picture is an error", "[foreign][length]") {
  const Installed here;
  write(here.folder / "poor.c", poor);
  REQUIRE(
      shell("gcc -shared -fPIC -O1 -o " + (here.folder / "poor.so") + " " + (here.folder / "poor.c") + " -ldl").exit ==
      0);
  const std::string struck = here.folder / "struck";
  const auto poorly = [&](const std::string& how) {
    fs::remove(struck);
    here.read_by("STRUCK=" + struck + " " + how + " LD_PRELOAD=" + (here.folder / "poor.so") + " exec " + reader +
                 " \"$@\"");
    return here.run();
  };
  const Ran whole = poorly("");
  INFO(whole.err);
  REQUIRE(whole.exit == 0);
  const std::string right = read(here.folder / "out/t.png");
  const auto demand = [&](const std::string& how) {
    const Ran ran = poorly(how);
    INFO(how << ": exit code " << ran.exit << ", " << ran.err);
    const bool right_bytes = ran.exit == 0 && read(here.folder / "out/t.png") == right;
    const bool sentence = (ran.exit == 1 || ran.exit == 2) && ran.err.find("error: ") != std::string::npos;
    CHECK((right_bytes || sentence));
    CHECK(fs::exists(struck));
    return ran.exit;
  };
  CHECK(demand("NO_THREADS=1") == 1);
  int told = 0;
  for (int n = 1; n <= 20000; n += n < 8 ? 3 : at_length() ? n / 2 : n)
    told += demand("NO_MEMORY_AT=" + std::to_string(n)) == 1 ? 1 : 0;
  CHECK(told > 3);
}
#endif
