// SPDX-License-Identifier: Apache-2.0
// abi.h, a plugin: its entry, how it is left, one call at a time, what its key holds.
#include <thread>
#include <vector>

#include "contract/contract.hpp"
#include "plugins/library.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

// Number of times that two calls were inside at once, of create, window, survey, resolve, paint and destroy, and of
// bodies.
const char* const counting = R"(#include <stdatomic.h>
#include <unistd.h>
static atomic_int inside, most;
static void in(void) { const int now = ++inside; if (now > most) most = now; usleep(500); }
static void out_of(void) { --inside; }
static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage, (void)host, (void)handle, (void)arrangement;
  in(), out_of();
  return malloc(1);
}
static void destroy(void *self) { in(), free(self), out_of(); }
static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile, terrawright_rect *area) {
  (void)self, (void)phase, (void)port;
  in(), *area = *tile, out_of();
  return 0;
}
static int32_t survey(const void *self, const terrawright_job *job) { (void)self, (void)job; in(), out_of(); return 0; }
static int32_t body(void *context, uint64_t i) {
  atomic_int *bodies = context;
  (void)i;
  if (++*bodies > 1) tell("two bodies at once");
  usleep(500);
  --*bodies;
  return 0;
}
static int32_t resolve(const void *self, const terrawright_job *job) {
  atomic_int bodies = 0;
  (void)self;
  in(), job->host->parallel(job->handle, 20, body, &bodies), out_of();
  return 0;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  in(), paint_all(job, 2, 0), out_of();
  return 0;
}
static void deinit(void) { tell(most > 1 ? "two at once" : "one by one"); }
#define CREATE create
#define DESTROY destroy
#define WINDOW window
#define SURVEY survey
#define RESOLVE resolve
#define PAINT paint
#define DEINIT deinit
)";
const char* const three =
    "  land: {use: heights.noise@1}\n  one: {use: made.one@1, in: {in: land}}\n  two: {use: made.one@1, in: {in: "
    "land}}\n"
    "  three: {use: made.one@1}\n";

}  // namespace

TEST_CASE("60: the entry may say why the plugin cannot be used, and has the library's path", "[contract]") {
  const Contract contract(
      "#define ENTER tell(engine->path), engine->fail(engine->handle, \"it is too warm\"); return NULL");
  demand(contract.build(), 3, "it cannot be used: it is too warm");
  CHECK_THAT(contract.told(), Catch::Contains(contract.library()));
}

TEST_CASE("61: the entry is called once, by whatever names the library is found", "[contract]") {
  const Contract contract("#define ENTER (void)engine, tell(\"entered\")");
  fs::create_directory(contract.folder() / "more");
  fs::create_symlink(contract.library(), contract.folder() / "more/link.so");
  fs::create_hard_link(contract.library(), contract.folder() / "more/other.so");
  demand(contract.build(one, "{h: one}", "--cache off --plugins " + (contract.folder() / "more")));
  CHECK(count_of(contract.told(), "entered") == 2);  // the first time in a process of its own
  const Contract refuses("#define ENTER (void)engine, tell(\"entered\"); return NULL");
  refuses.build(one, "{h: one}", "--cache off --plugins " + refuses.folder().path().string());
  CHECK(count_of(refuses.told(), "entered") == 2);
}

TEST_CASE("62: a library that crashes while it is described is an error with its name", "[contract]") {
  const Contract contract("#define N_PORTS 8");
  for (const std::string verb : {"stages", "describe made.one", "validate w.yaml", "schema"}) {
    const Ran ran = run(verb + " --plugins " + contract.library());
    CAPTURE(verb, ran.err);
    CHECK(ran.exit != 0);
    CHECK(ran.exit != 139);
    CHECK_THAT(ran.err, Catch::Contains(contract.library()));
  }
  const Contract wild("#define PORTS (const terrawright_port *const *)8");
  demand(wild.build(), 3, "it crashes (SIGSEGV) while it is loaded and described");
  const Contract ends("#define ENTER (void)engine, exit(0)");
  demand(ends.build(), 3, "it calls exit while it is loaded and described");
}

TEST_CASE("63: deinit is called once, after the last instance is gone", "[contract]") {
  const Contract contract(R"(static void destroy(void *self) { (void)self; tell("destroyed"); }
static void deinit(void) { tell("left"); }
#define DESTROY destroy
#define DEINIT deinit)");
  demand(contract.build());
  const std::string told = contract.told();
  INFO(told);
  CHECK(count_of(told, "left") == 1);
  CHECK(told.rfind("left") > told.rfind("destroyed"));
  // A user that opens it while it is left waits for that; a user that has it shares it.
  const Contract slow(R"(#include <unistd.h>
static int entered;
static void deinit(void) { usleep(2000), entered = 0; }
#define ENTER (void)engine; if (entered++ != 0) tell("entered before it was left")
#define DEINIT deinit)");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) terrawright::plugins::open_library(slow.library(), false);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(slow.told() == "");
  demand(Contract("static void deinit(void) { exit(0); }\n#define DEINIT deinit").build(), 1,
         "failed in deinit: it called exit");
  demand(Contract("static void deinit(void) { abort(); }\n#define DEINIT deinit").build(), 134,
         "failed in deinit: it aborted");
}

TEST_CASE("64: a serial plugin is never called twice at once, whichever of its stages it is", "[contract]") {
  const std::string options = "--tile 16 --cache off --threads 2";
  const Contract serial(counting + std::string("#define PLUGIN_FLAGS TERRAWRIGHT_PLUGIN_SERIAL"));
  demand(serial.build(three, "{a: one, b: two, c: three}", options));
  CHECK(serial.told() == "one by one\n");
  const Contract others(counting);
  demand(others.build(three, "{a: one, b: two, c: three}", options));
  CHECK_THAT(others.told(), Catch::Contains("two at once"));
}

TEST_CASE("65: a serial plugin has no writers", "[contract]") {
  demand(Contract(R"(#include "terrawright/writer.h"
static const terrawright_writer *const list[1];
static const terrawright_writers all = {sizeof all, 0, list, 1};
static const void *extension(const char *id) { return strcmp(id, TERRAWRIGHT_WRITERS) == 0 ? &all : NULL; }
#define EXTENSION extension
#define PLUGIN_FLAGS TERRAWRIGHT_PLUGIN_SERIAL)")
             .build(),
         3, "is never called twice at once (TERRAWRIGHT_PLUGIN_SERIAL), and has writers");
}

TEST_CASE("66: the plugin's extension is asked for what the engine may use", "[contract]") {
  const Contract contract(R"(static const void *extension(const char *id) { tell(id); return NULL; }
#define EXTENSION extension)");
  demand(contract.build());
  CHECK_THAT(contract.told(), Catch::Contains("writers"));
}

TEST_CASE("67: what the plugin tells its build by is part of the key", "[contract]") {
  const std::string lines = R"(static void destroy(void *self) { (void)self; }
static int32_t paint(const void *self, const terrawright_job *job) { (void)self; if (job->tile_index == 0) tell("painted"); return paint_all(job, 2, 0); }
#define DESTROY destroy
#define PAINT paint
#define BUILD getenv("CONTRACT_BUILD"))";
  // A static initialiser cannot call getenv: the entry sets it.
  const Contract contract(
      lines.substr(0, lines.rfind("#define BUILD")) +
      "static char build[16];\n#define BUILD build\n"
      "#define ENTER (void)engine, snprintf(build, sizeof build, \"%s\", getenv(\"CONTRACT_BUILD\"))");
  const std::string cached = "--cache " + (contract.folder() / "cache");
  const auto painted = [&](const char* build) {
    setenv("CONTRACT_BUILD", build, 1);
    demand(contract.build(one, "{h: one}", cached));
    return count_of(contract.told(), "painted");
  };
  CHECK(painted("a") == 1);
  CHECK(painted("a") == 0);
  CHECK(painted("b") == 1);
}

TEST_CASE("68: what an instance says it depends on is part of the recipe and of the key", "[contract]") {
  const Contract contract(R"(#include <math.h>
static float value;
static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  const char *number = getenv("CONTRACT_NUMBER");
  (void)stage, (void)arrangement;
  host->depends(handle, number, strlen(number));
  value = (float)atof(number);
  return (void *)1;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  if (job->tile_index == 0) tell("painted");
  return paint_all(job, 2, value);
}
#define CREATE create
#define PAINT paint)");
  const std::string cached = "--cache " + (contract.folder() / "cache");
  const auto painted = [&](const char* number, const std::string& options = "") {
    setenv("CONTRACT_NUMBER", number, 1);
    demand(contract.build(one, "{h: one}", cached + options));
    return count_of(contract.told(), "painted");
  };
  CHECK(painted("1", " --lock") == 1);
  CHECK(painted("1", " --locked") == 0);
  setenv("CONTRACT_NUMBER", "2", 1);
  const Ran locked = contract.build(one, "{h: one}", cached + " --locked");
  CHECK(locked.exit == 4);
  CHECK_THAT(locked.err, Catch::Contains("plugin data"));
  CHECK(painted("2") == 1);
}

TEST_CASE("69: a stage that needs an extension of a later engine is refused", "[contract]") {
  const std::string needs = "static const char *const needs[] = {";
  demand(Contract(needs + "TERRAWRIGHT_ROUNDS, TERRAWRIGHT_TABLES};\n#define NEEDS needs\n#define N_NEEDS 2").build());
  demand(Contract(needs + "TERRAWRIGHT_ROUNDS, \"rounds/77\"};\n#define NEEDS needs\n#define N_NEEDS 2").build(), 3,
         "needs the extension 'rounds/77', which this engine does not have");
}
