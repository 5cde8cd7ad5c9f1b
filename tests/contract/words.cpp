// SPDX-License-Identifier: Apache-2.0
// abi.h, words that hold everywhere: structs, memory, texts, numbers, failures, bytes, what is unknown.
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

TEST_CASE("5: texts are UTF-8", "[contract]") {
  demand(Contract("#define SOURCE \"\\xff\"").build(), 3, "has a text that is not UTF-8");
}

TEST_CASE("6: each call begins with the usual rounding, whatever the last one left", "[contract]") {
  const Contract contract(R"(#include <fenv.h>
static void look(const char *where) { if (fegetround() != FE_TONEAREST) tell(where); fesetround(FE_UPWARD); }
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
static int32_t survey(const void *self, const terrawright_job *job) { (void)self, (void)job; look("survey"); return 0; }
static int32_t resolve(const void *self, const terrawright_job *job) { (void)self, (void)job; look("resolve"); return 0; }
static int32_t paint(const void *self, const terrawright_job *job) { (void)self; look("paint"); return paint_all(job, 2, 0); }
#define CREATE create
#define DESTROY destroy
#define WINDOW window
#define SURVEY survey
#define RESOLVE resolve
#define PAINT paint)");
  demand(contract.build());
  CHECK(contract.told() == "");
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
}

TEST_CASE("13: what this header does not name is refused", "[contract]") {
  for (const char* flag : {"16u", "1u << 31"})
    demand(Contract(std::string("#define STAGE_FLAGS (") + flag + ")").build(), 3,
           "has a flag that this engine does not know");
  for (const char* flag : {"32u", "1u << 31"})
    demand(Contract(std::string("#define PORT_FLAGS (") + flag + ")").build(), 3,
           "a flag that this engine does not know");
  demand(Contract("#define N_PORTS 4\n#define TABLE_FLAGS TERRAWRIGHT_PORT_BY_TILE").build(), 3,
         "does not list draft/rows/1 in its needs");
  demand(Contract("#define READS 16u").build(), 3, "reads a fact of the world that this engine does not know");
  demand(Contract("#define PARAMETER_KIND 11").build(), 3, "a kind that this engine does not know");
  demand(Contract("#define PLUGIN_FLAGS 2u").build(), 3, "has a flag that this engine does not know");
  demand(Contract(R"(static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  job->host->log(job->handle, 7, "a line");
  return paint_all(job, 2, 0);
}
#define PAINT paint)")
             .build(),
         1, "it writes to the log at the level 7, which this engine does not know");
  for (const char* request : {".encoding = 4", ".flags = 4"}) {
    demand(
        Contract(std::string(
                     R"(static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  const terrawright_file_request request = {.size = sizeof request, .channel = -1, )") +
                 request + R"(};
  terrawright_file_facts facts = {.size = sizeof facts};
  (void)stage, (void)arrangement;
  return host->open_file(handle, "file", &request, &facts) < 0 ? NULL : (void *)1;
}
#define CREATE create)")
            .build("  one: {use: made.one@1, with: {file: w.yaml}}\n"),
        2, "it opens a file with an encoding or a flag that this engine does not know");
  }
}
