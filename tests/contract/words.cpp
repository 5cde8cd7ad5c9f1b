// SPDX-License-Identifier: Apache-2.0
// abi.h, words that hold everywhere: structs, memory, texts, numbers, failures, bytes.
#include "contract/contract.hpp"

using namespace terrawright::test;

TEST_CASE("1: the engine copies as many bytes of a descriptor as both sides know", "[contract]") {
  demand(Contract("#define PLUGIN_SIZE (sizeof(terrawright_plugin) + 8)").build());  // what follows is not known
  const Contract later(
      R"(static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  struct { terrawright_file_facts facts; char later[8]; } grown = {{.size = sizeof grown}, "as ever"};
  const terrawright_file_request request = {.size = sizeof request, .encoding = TERRAWRIGHT_ENCODING_BYTES, .channel = -1};
  (void)stage, (void)arrangement;
  if (host->open_file(handle, "file", &request, &grown.facts) < 0) return NULL;
  EXPECT(grown.facts.bytes > 0 && strcmp(grown.later, "as ever") == 0 && grown.facts.size == sizeof grown.facts);
  return (void *)1;
}
#define CREATE create)");
  demand(later.build("  one: {use: made.one@1, with: {file: w.yaml}}\n"));
  CHECK(later.told() == "");
}

TEST_CASE("2: a descriptor that is shorter than its first version is refused", "[contract]") {
  demand(Contract("#define PLUGIN_SIZE 64").build(), 3, "has a plugin of 64 bytes");
}

TEST_CASE("3: what a function of the host is given is copied inside the call", "[contract]") {
  const Contract contract(R"(#define UNIT NULL
static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  char unit[] = "m", bytes[] = "abc";
  (void)stage, (void)arrangement;
  host->set_unit(handle, 1, unit);
  host->depends(handle, bytes, 3);
  unit[0] = '!', bytes[0] = '!';
  return (void *)1;
}
#define CREATE create)");
  demand(contract.build());
  const Json manifest = Json::parse(read(contract.folder() / "out/w-7.manifest.json"));
  CHECK(manifest["layers"]["one"]["unit"] == "m");
}

TEST_CASE("4: NULL is read as an empty text", "[contract]") {
  demand(Contract("#define SOURCE NULL").build());
  demand(Contract(R"(static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  job->host->fail(job->handle, NULL, -1, -1, NULL);
  return TERRAWRIGHT_ANSWER_FAILED;
}
#define PAINT paint)")
             .build(),
         1, "it failed without saying why");
}

TEST_CASE("5: texts are UTF-8, in descriptions and in calls", "[contract]") {
  demand(Contract("#define SOURCE \"\\xff\"").build(), 3, "has a text that is not UTF-8");
  demand(Contract("#define ENTER engine->fail(engine->handle, \"too \\xff warm\"); return NULL").build(), 3, "too ");
  const auto says = [](const std::string& call) {
    return Contract("static int32_t resolve(const void *self, const terrawright_job *job) {\n  (void)self;\n  " + call +
                    ";\n  return 0;\n}\n#define RESOLVE resolve\n")
        .build();
  };
  // Messages are made so: they may quote a file.
  demand(says("job->host->fail(job->handle, \"\", -1, -1, \"all \\xff is lost\")"), 1, "all \uFFFD is lost");
  const Ran warned = says("job->host->warn(job->handle, \"\", -1, -1, \"not \\xff good\")");
  INFO(warned.err);
  CHECK(warned.exit == 0);
  CHECK_THAT(warned.err, Catch::Contains("not \uFFFD good"));
  demand(says("job->host->log(job->handle, TERRAWRIGHT_LOG_INFO, \"\\xff\")"));
  const auto says_in_create = [](const std::string& call) {
    return Contract(
               "#define READS TERRAWRIGHT_READS_RANDOM\n"
               "static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,\n"
               "                    const terrawright_arrangement *arrangement) {\n"
               "  const terrawright_file_request request = {.size = sizeof request, .channel = -1, .part = "
               "\"\\xff\"};\n"
               "  terrawright_file_facts facts = {.size = sizeof facts};\n"
               "  (void)stage, (void)arrangement, (void)request, (void)facts;\n  " +
               call + ";\n  return (void *)1;\n}\n#define CREATE create\n")
        .build();
  };
  demand(says_in_create("host->stream(handle, \"\\xff\")"), 2, "a suffix of its random stream that is not UTF-8");
  demand(says_in_create("host->open_file(handle, \"file\", &request, &facts)"), 2,
         "a part of a file that is not UTF-8");
}

TEST_CASE("6: each call begins with numbers as they are promised, whatever the last one left", "[contract]") {
  const std::string lines = R"(#include <fenv.h>
static float smallest = 1e-45f;  // flushed to zero where that is on
static void look(const char *where) {
  volatile float one = 1;
  if (fegetround() != FE_TONEAREST) tell(where);
  if (smallest * one == 0) tell(where);
  if (fegetexcept() != 0) tell(where);
  fesetround(FE_UPWARD);
#ifdef __SSE2__
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#endif
  feenableexcept(FE_DIVBYZERO | FE_OVERFLOW);
}
static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage, (void)host, (void)handle, (void)arrangement;
  look("create");
  return (void *)1;
}
static void destroy(void *self) { (void)self; look("destroy"); }
static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile, terrawright_rect *out) {
  (void)self, (void)phase, (void)port;
  look("window");
  *out = *tile;
  return 0;
}
static int32_t body(void *context, uint64_t i) { (void)context, (void)i; look("body"); return 0; }
static int32_t resolve(const void *self, const terrawright_job *job) {
  (void)self;
  look("resolve");
  job->host->parallel(job->handle, 50, body, NULL);
  return 0;
}
#define PHASE(name) static int32_t name(const void *self, const terrawright_job *job) { (void)self, (void)job; look(#name); return 0; }
PHASE(survey)
PHASE(combine)
PHASE(split)
static int32_t merge(const void *self, const terrawright_job *job, const terrawright_blob *a, const terrawright_blob *b) {
  (void)self, (void)job, (void)a, (void)b;
  look("merge");
  return 0;
}
static int32_t paint(const void *self, const terrawright_job *job) { (void)self; look("paint"); return paint_all(job, 2, 0); }
static const void *extension(const terrawright_stage *stage, const char *id) {
  static const terrawright_combine functions = {.size = sizeof functions, .combine = combine, .split = split};
  (void)stage;
  look("extension");
  return strcmp(id, TERRAWRIGHT_COMBINE) == 0 ? &functions : NULL;
}
static void deinit(void) { look("deinit"); }
#define CREATE create
#define DESTROY destroy
#define WINDOW window
#define SURVEY survey
#define RESOLVE resolve
#define PAINT paint
#define DEINIT deinit
)";
  const Contract combining(lines + "#define STAGE_EXTENSION extension\n");
  demand(combining.build(one, "{h: one}", "--cache off --tile 1 --set world.size=[257,257]"));
  CHECK(combining.told() == "");
  const Contract merging(lines +
                         "#define MERGE merge\n#define STAGE_FLAGS (TERRAWRIGHT_STAGE_SURVEYS | "
                         "TERRAWRIGHT_STAGE_RESOLVES | TERRAWRIGHT_STAGE_MERGES)\n");
  for (const char* flags : {"", " --threads 1"})
    demand(merging.build("  land: {use: heights.noise@1}\n  one: {use: made.one@1, in: {in: land}}\n", "{h: one}",
                         std::string("--cache off --tile 16") + flags));
  CHECK(merging.told() == "");
}

TEST_CASE("7: a call that cannot go on says why, and the first reason is told", "[contract]") {
  const std::string paint = R"(static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self, (void)job;
  SAY;
  return TERRAWRIGHT_ANSWER_FAILED;
}
#define PAINT paint)";
  const std::string fail = "job->host->fail(job->handle, \"in\", 3, 4, ";
  const Ran both = Contract("#define SAY " + fail + "\"first\"), " + fail + "\"second\")\n" + paint).build();
  demand(both, 1, "first");
  CHECK(both.err.find("second") == std::string::npos);
  demand(Contract("#define SAY\n" + paint).build(), 1, "it failed without saying why");
}

TEST_CASE("8: of create all reasons are told", "[contract]") {
  const Ran ran =
      Contract(R"(static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage, (void)arrangement;
  host->fail(handle, "file", -1, -1, "one reason");
  host->fail(handle, "in", -1, -1, "another one");
  return NULL;
}
#define CREATE create)")
          .build();
  demand(ran, 2, "one reason");
  demand(ran, 2, "another one");
}

TEST_CASE("9: a window that answers FAILED fails the node", "[contract]") {
  demand(
      Contract(R"(static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                      terrawright_rect *out) {
  (void)self, (void)phase, (void)port, (void)tile, (void)out;
  return TERRAWRIGHT_ANSWER_FAILED;
}
#define WINDOW window)")
          .build("  land: {use: heights.noise@1}\n  one: {use: made.one@1, in: {in: land}}\n"),
      1, "it cannot say which cells of 'in' it needs");
}

TEST_CASE("10: exit out of a call is an error", "[contract]") {
  demand(Contract(R"(static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self, (void)job;
  exit(0);
}
#define PAINT paint)")
             .build(),
         1, "it called exit");
}

TEST_CASE("11: survey and paint are called at once, on one instance", "[contract]") {
  const Contract contract(R"(#include <stdatomic.h>
#include <unistd.h>
static atomic_int inside, most;
static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  const int now = ++inside;
  if (now > most) most = now;
  usleep(20000);
  --inside;
  if (job->tile_index == 0) tell("");
  return paint_all(job, 2, 0);
}
static void destroy(void *self) { (void)self; tell(most > 1 ? "at once" : "one by one"); }
#define PAINT paint
#define DESTROY destroy)");
  demand(contract.build(one, "{h: one}", "--tile 16 --cache off --threads 2"));
  CHECK_THAT(contract.told(), Catch::Contains("at once"));
}

TEST_CASE("12: notes, verdicts, carries, grids and scratch begin at a multiple of 64 bytes", "[contract]") {
  const Contract contract(
      R"(static void look(const void *bytes, const char *what) { if (bytes == NULL || (uintptr_t)bytes % 64 != 0) tell(what); }
static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage, (void)arrangement;
  host->needs_scratch(handle, 200, 0);
  return (void *)1;
}
static int32_t survey(const void *self, const terrawright_job *job) {
  (void)self;
  look(job->host->scratch(job->handle, 3), "scratch");
  look(job->host->scratch(job->handle, 5), "more scratch");
  job->host->note(job->handle, "abc", 3);
  return 0;
}
static int32_t resolve(const void *self, const terrawright_job *job) {
  (void)self;
  for (uint64_t i = 0; i < job->n_notes; ++i) look(job->notes[i].bytes, "note");
  terrawright_blob carried = {0};
  rounds(job)->carried(job->handle, &carried);
  if (job->round == 1) look(carried.bytes, "carry");
  for (uint64_t i = 0; i < job->n_tiles; ++i) job->host->verdict(job->handle, i, "own", 3);
  job->host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, "all", 3);
  rounds(job)->carry(job->handle, "on", 2);
  return job->round == 0 ? TERRAWRIGHT_ANSWER_AGAIN : TERRAWRIGHT_ANSWER_DONE;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  look(job->verdict.bytes, "verdict"), look(job->own_verdict.bytes, "own verdict");
  return paint_all(job, 2, 0);
}
#define CREATE create
#define SURVEY survey
#define RESOLVE resolve
#define PAINT paint)");
  demand(contract.build());
  CHECK(contract.told() == "");
  const std::string looks = R"(static void look(const terrawright_blob *blob, const char *what) {
  if (blob->size != 0 && (uintptr_t)blob->bytes % 64 != 0) tell(what);
}
static int32_t survey(const void *self, const terrawright_job *job) {
  (void)self;
  job->host->note(job->handle, "abc", 1 + job->tile_index % 3);
  return 0;
}
static int32_t resolve(const void *self, const terrawright_job *job) {
  (void)self;
  for (uint64_t i = 0; i < job->n_notes; ++i) look(&job->notes[i], "note");
  if (job->grids[0].size == 3) tell("a grid"), look(&job->grids[0], "grid");
  for (uint64_t i = 0; i < job->n_tiles; ++i) job->host->verdict(job->handle, i, "own", 3);
  job->host->grid(job->handle, 5, "abc", 3), job->host->number(job->handle, 4, 1);
  return 0;
}
#define SURVEY survey
#define RESOLVE resolve
#define N_PORTS 7
#define IN_KIND TERRAWRIGHT_KIND_GRID
)";
  const Contract merging(looks + R"(
static int32_t merge(const void *self, const terrawright_job *job, const terrawright_blob *a, const terrawright_blob *b) {
  (void)self;
  look(a, "merged"), look(b, "merged"), look(&job->grids[0], "grid of merge");
  job->host->note(job->handle, "abcde", a->size < 5 ? a->size + 1 : 5);
  return 0;
}
#define MERGE merge
#define STAGE_FLAGS (TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES | TERRAWRIGHT_STAGE_MERGES)
)");
  demand(merging.build("  one: {use: made.one@1}\n  next: {use: made.one@1, in: {in: one.grid}}\n", "{h: next}",
                       "--tile 16 --cache off"));
  CHECK(merging.told() == "a grid\n");
  const Contract combining(looks + R"(
static int32_t combine(const void *self, const terrawright_job *job) {
  (void)self;
  for (uint64_t i = 0; i < job->n_notes; ++i) look(&job->notes[i], "note of combine");
  job->host->note(job->handle, "abcde", 5);
  return 0;
}
static int32_t split(const void *self, const terrawright_job *job) {
  (void)self;
  for (uint64_t i = 0; i < job->n_notes; ++i) look(&job->notes[i], "note of split");
  look(&job->own_verdict, "own verdict of split");
  for (uint64_t i = 0; i < job->n_tiles; ++i) job->host->verdict(job->handle, i, "part", 4);
  return 0;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  EXPECT(job->own_verdict.size == 4);
  look(&job->own_verdict, "own verdict of paint");
  return paint_all(job, 2, 0);
}
static const void *extension(const terrawright_stage *stage, const char *id) {
  static const terrawright_combine functions = {.size = sizeof functions, .combine = combine, .split = split};
  (void)stage;
  return strcmp(id, TERRAWRIGHT_COMBINE) == 0 ? &functions : NULL;
}
#define STAGE_EXTENSION extension
#define PAINT paint
)");
  demand(combining.build(one, "{h: one}", "--cache off --tile 1 --set world.size=[257,256]"));
  CHECK(combining.told() == "");
}
