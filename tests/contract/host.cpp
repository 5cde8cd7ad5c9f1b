// SPDX-License-Identifier: Apache-2.0
// abi.h, what a stage may ask of the engine: which phase and thread may ask for what, and what comes of it.
#include "contract/contract.hpp"

using namespace terrawright::test;

namespace {

// One function of a phase, which does `what` and then what it has to.
std::string in_paint(const std::string& what) {
  return "static int32_t paint(const void *self, const terrawright_job *job) {\n  (void)self;\n  " + what +
         "\n  return paint_all(job, 2, 0);\n}\n#define PAINT paint\n";
}
std::string in_survey(const std::string& what) {
  return "static int32_t survey(const void *self, const terrawright_job *job) {\n  (void)self;\n  " + what +
         "\n  return TERRAWRIGHT_ANSWER_DONE;\n}\n#define SURVEY survey\n";
}
std::string in_resolve(const std::string& what) {
  return "static int32_t resolve(const void *self, const terrawright_job *job) {\n  (void)self;\n  " + what +
         "\n  return TERRAWRIGHT_ANSWER_DONE;\n}\n#define RESOLVE resolve\n";
}
std::string in_create(const std::string& what) {
  return "static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,\n"
         "                    const terrawright_arrangement *arrangement) {\n  (void)stage, (void)host, (void)handle, "
         "(void)arrangement;\n  " +
         what + "\n  return (void *)1;\n}\n#define CREATE create\n";
}

}  // namespace

TEST_CASE("23: bodies of parallel give verdicts, visits, warnings and lines at once", "[contract]") {
  const Contract contract(R"(
static int32_t body(void *context, uint64_t i) {
  const terrawright_job *job = context;
  char text[32];
  const int size = snprintf(text, sizeof text, "%llu", (unsigned long long)i);
  job->host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, text, (uint64_t)size);
  job->host->verdict(job->handle, i % job->n_tiles, text, (uint64_t)size);
  rounds(job)->visit(job->handle, i % job->n_tiles);
  job->host->warn(job->handle, "in", -1, -1, "the same");
  job->host->log(job->handle, TERRAWRIGHT_LOG_DETAIL, text);
  job->host->progress(job->handle, (double)i / 3000);
  return job->host->cancelled(job->handle);
}
)" + in_resolve("job->host->parallel(job->handle, 3000, body, (void *)job);\n"
                "  if (job->round == 0) return TERRAWRIGHT_ANSWER_AGAIN;"));
  const Ran ran = contract.build(one, "{h: one}", "--tile 16 --cache off --threads 2");
  demand(ran);
  CHECK(count_of(ran.err, "the same") == 1);
}

TEST_CASE("24: a body that answers nonzero stops those that have not begun", "[contract]") {
  const std::string lines =
      R"(#include <stdatomic.h>
static atomic_int begun;
static int32_t body(void *context, uint64_t i) { (void)context, (void)i; ++begun; return 5; }
)" + in_resolve(
          "if (job->host->parallel(job->handle, UINT64_MAX, body, NULL) == 5 && begun < 100000) tell(\"stopped\");");
  for (const char* flags : {"0", "TERRAWRIGHT_PLUGIN_SERIAL"}) {
    const Contract contract(lines + "#define PLUGIN_FLAGS " + flags + "\n");
    demand(contract.build());  // nobody could count to the last one
    CHECK(contract.told() == "stopped\n");
  }
}

TEST_CASE("25: details go to --log alone, what is worth knowing to the terminal too", "[contract]") {
  const Contract contract(
      in_resolve("job->host->log(job->handle, TERRAWRIGHT_LOG_DETAIL, \"a detail\");\n"
                 "  job->host->log(job->handle, TERRAWRIGHT_LOG_INFO, \"a line\");"));
  const std::string log = contract.folder() / "events.jsonl";
  demand(contract.build());
  const Ran ran = run("build " + (contract.folder() / "w.yaml") + " --plugins " + contract.library() + " --out " +
                      (contract.folder() / "out") + " --cache off --log " + log);
  demand(ran);
  CHECK_THAT(ran.out + ran.err, Catch::Contains("one: a line") && !Catch::Contains("a detail"));
  CHECK_THAT(read(log),
             Catch::Contains(R"("level":"detail","line":"a detail")") && Catch::Contains(R"("line":"a line")"));
}

TEST_CASE("26: progress may be told in every phase but create", "[contract]") {
  const std::string half = "job->host->progress(job->handle, 0.5), job->host->progress(job->handle, 7.0);";
  demand(Contract(in_survey(half) + in_resolve(half) + in_paint(half)).build());
  demand(Contract(in_create("host->progress(handle, 0.5);")).build(), 2, "it tells its progress in create");
}

TEST_CASE("27: a warning is said once, however often", "[contract]") {
  const Ran ran = Contract(in_paint("job->host->warn(job->handle, \"in\", -1, -1, \"be careful\");")).build();
  demand(ran);
  CHECK(count_of(ran.err, "be careful") == 1);
}

TEST_CASE("28: STOPPED is an answer of every phase once cancelled is not 0, and a failure before", "[contract]") {
  const std::string lines = R"(#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int calls;
static int32_t stops_in(const char *phase, const terrawright_job *job) {
  if (strcmp(phase, getenv("CONTRACT_PHASE")) != 0 || calls++ != 0) return TERRAWRIGHT_ANSWER_DONE;
  if (job->host->cancelled(job->handle) != 0) tell("nobody has asked");
  if (getenv("CONTRACT_UNASKED")) return TERRAWRIGHT_ANSWER_STOPPED;
  kill(getpid(), SIGTERM);
  for (int i = 0; i < 20000 && job->host->cancelled(job->handle) == 0; ++i) usleep(1000);
  tell(phase);
  return TERRAWRIGHT_ANSWER_STOPPED;
}
#define PHASE(name) static int32_t name(const void *self, const terrawright_job *job) { (void)self; return stops_in(#name, job); }
PHASE(survey)
PHASE(resolve)
PHASE(combine)
PHASE(split)
static int32_t merge(const void *self, const terrawright_job *job, const terrawright_blob *a, const terrawright_blob *b) {
  (void)self, (void)a, (void)b;
  return stops_in("merge", job);
}
static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  return stops_in("paint", job) ? TERRAWRIGHT_ANSWER_STOPPED : paint_all(job, 2, 0);
}
static const void *extension(const terrawright_stage *stage, const char *id) {
  static const terrawright_combine functions = {.size = sizeof functions, .combine = combine, .split = split};
  (void)stage;
  return strcmp(id, TERRAWRIGHT_COMBINE) == 0 ? &functions : NULL;
}
#define SURVEY survey
#define RESOLVE resolve
#define PAINT paint
)";
  const auto stops_in = [](const Contract& contract, const std::string& phase) {
    const bool in_levels = phase == "combine" || phase == "split";
    const std::string options = in_levels ? "--cache off --tile 1 --set world.size=[257,257]" : "--cache off --tile 16";
    CAPTURE(phase);
    setenv("CONTRACT_PHASE", phase.c_str(), 1);
    const Ran asked = contract.build(one, "{h: one}", options);
    CHECK(asked.exit == 130);
    CHECK(asked.err.find("error") == std::string::npos);
    CHECK(contract.told() == phase + "\n");
    setenv("CONTRACT_UNASKED", "1", 1);
    demand(contract.build(one, "{h: one}", options), 1, "it stopped although nobody asked it to");
    unsetenv("CONTRACT_UNASKED");
    CHECK(contract.told() == "");
  };
  {
    const Contract combining(lines + "#define STAGE_EXTENSION extension\n");
    for (const char* phase : {"survey", "resolve", "paint", "combine", "split"}) stops_in(combining, phase);
  }
  stops_in(Contract(lines + "#define MERGE merge\n#define STAGE_FLAGS (TERRAWRIGHT_STAGE_SURVEYS | "
                            "TERRAWRIGHT_STAGE_RESOLVES | TERRAWRIGHT_STAGE_MERGES)\n"),
           "merge");
}

TEST_CASE("29: an extension that the engine does not have is NULL", "[contract]") {
  const Contract contract(in_create("if (host->extension(handle, \"made/1\") != NULL) tell(\"there\");"));
  demand(contract.build());
  CHECK(contract.told() == "");
}

TEST_CASE("30: the stream is that of random.h, of world seed and node name, and is declared", "[contract]") {
  const std::string stream = R"(#include "terrawright/random.h"
)" + in_create("if (host->stream(handle, \"\") != terrawright_stream(7, \"one\", 3)) tell(\"other\");\n"
               "  if (host->stream(handle, \".a\") != terrawright_stream(7, \"one.a\", 5)) tell(\"other suffix\");");
  const Contract contract("#define READS TERRAWRIGHT_READS_RANDOM\n" + stream);
  demand(contract.build());
  CHECK(contract.told() == "");
  demand(Contract(stream).build(), 2, "does not declare that it reads it");
}

TEST_CASE("31: a fact of the world that is not declared is 0", "[contract]") {
  const std::string look = in_create(
      "if (arrangement->world->cell == 30.0) tell(\"told\");\n  if (arrangement->world->width != 100) tell(\"size\");");
  const Contract undeclared(look), declared("#define READS TERRAWRIGHT_READS_CELL\n" + look);
  demand(undeclared.build());
  CHECK(undeclared.told() == "");
  demand(declared.build());
  CHECK_THAT(declared.told(), Catch::Contains("told") && !Catch::Contains("size"));
}

TEST_CASE("32: a call takes no more scratch than create said", "[contract]") {
  const std::string needs = in_create("host->needs_scratch(handle, 100, 2);");
  demand(
      Contract(needs +
               in_paint("job->host->scratch(job->handle, 100 + 2 * (uint64_t)(job->tile.width * job->tile.height));"))
          .build());
  demand(
      Contract(needs +
               in_paint("job->host->scratch(job->handle, 101 + 2 * (uint64_t)(job->tile.width * job->tile.height));"))
          .build(),
      1, "bytes of scratch memory in one call, and said that it needs");
}

TEST_CASE("33: the last note of a call counts, and none is an empty one", "[contract]") {
  const Contract contract(in_survey("if (job->tile_index == 0) job->host->note(job->handle, \"first\", 5), "
                                    "job->host->note(job->handle, \"last\", 4);") +
                          in_resolve("if (job->n_notes < 2 || job->notes[0].size != 4 || memcmp(job->notes[0].bytes, "
                                     "\"last\", 4) != 0) tell(\"note\");\n"
                                     "  if (job->n_notes > 1 && job->notes[1].size != 0) tell(\"none\");"));
  demand(contract.build());
  CHECK(contract.told() == "");
}

TEST_CASE("34: a verdict reaches every tile or its own; the last one of a round counts", "[contract]") {
  const Contract contract(
      in_resolve("job->host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, \"old\", 3), job->host->verdict(job->handle, "
                 "TERRAWRIGHT_EVERY_TILE, \"all\", 3), job->host->verdict(job->handle, 1, \"own\", 3);") +
      in_paint("if (job->verdict.size != 3 || memcmp(job->verdict.bytes, \"all\", 3) != 0) tell(\"all\");\n"
               "  if (job->own_verdict.size != (job->tile_index == 1 ? 3u : 0u)) tell(\"own\");"));
  demand(contract.build());
  CHECK(contract.told() == "");
  demand(Contract(in_resolve("job->host->verdict(job->handle, 99, \"a\", 1);")).build(), 1,
         "it gives a verdict to tile 99");
}

TEST_CASE("35: carry is what the next resolve sees, and visit what the next round visits", "[contract]") {
  const Contract contract(
      in_survey("if (job->round == 1 && job->tile_index != 2) tell(\"visited\");") +
      in_resolve(
          "terrawright_blob carried;\n  rounds(job)->carried(job->handle, &carried);\n"
          "  if (job->round == 1 && (carried.size != 2 || memcmp(carried.bytes, \"on\", 2) != 0)) "
          "tell(\"carry\");\n"
          "  if (job->round == 1 && (job->n_notes != 1 || job->note_tiles[0] != 2)) tell(\"notes\");\n"
          "  if (job->round == 0) { rounds(job)->carry(job->handle, \"on\", 2), rounds(job)->visit(job->handle, 2); "
          "return TERRAWRIGHT_ANSWER_AGAIN; }"));
  demand(contract.build());
  CHECK(contract.told() == "");
}

TEST_CASE("36: once resolve is done, each value that somebody reads has been given", "[contract]") {
  const std::string outputs = "[{file: w.exr, layers: {h: one}}, {file: w.csv, layers: {x: one.table}}]";
  const Contract contract("#define N_PORTS 7\n" +
                          in_resolve("job->host->number(job->handle, 4, 1.0), job->host->grid(job->handle, 5, NULL, "
                                     "0), texts(job)->text(job->handle, 6, NULL, 0);"));
  const Ran ran = contract.build(one, "{h: one}", "--cache off --set 'outputs=" + outputs + "'");
  demand(ran, 1, "it did not give its output 'table'");
  demand(Contract("#define N_PORTS 7\n" +
                  in_resolve("job->host->number(job->handle, 4, 0.0 / (double)(job->n_notes - job->n_notes));"))
             .build(),
         1, "is NaN");
  demand(Contract(in_resolve("job->host->number(job->handle, 1, 1.0);")).build(), 1,
         "which is not an output of that kind");
}

TEST_CASE("37: an output that is called the same as an input need not be written", "[contract]") {
  const Contract contract(
      "static int32_t paint(const void *self, const terrawright_job *job) {\n  (void)self;\n"
      "  job->host->same(job->handle, 1, 0);\n  return TERRAWRIGHT_ANSWER_DONE;\n}\n#define PAINT paint\n");
  demand(contract.build("  land: {use: heights.noise@1}\n  one: {use: made.one@1, in: {in: land}}\n",
                        "{a: land, b: one}"));
  const std::string manifest = read(contract.folder() / "out/w-7.manifest.json");
  const std::size_t a = manifest.find("\"xxh3_128\""), b = manifest.find("\"xxh3_128\"", a + 1);
  REQUIRE(b != std::string::npos);
  CHECK(manifest.substr(a, 46) == manifest.substr(b, 46));
}

TEST_CASE("38: a file lies in the config's folder, and is read by rectangles or as bytes", "[contract]") {
  const std::string open = R"(
static int64_t opened(const terrawright_host *host, void *handle, uint32_t encoding, terrawright_file_facts *facts) {
  const terrawright_file_request request = {.size = sizeof request, .encoding = encoding, .channel = -1, .width = 3, .height = 2};
  facts->size = sizeof *facts;
  return host->open_file(handle, "file", &request, facts);
}
)";
  const auto with = [](const Contract& contract, const std::string& file) {
    write(contract.folder() / "six.raw", std::string("\1\0\2\0\3\0\4\0\5\0\6\0", 12));
    return contract.build("  one: {use: made.one@1, with: {file: \"" + file + "\"}}\n");
  };
  const Contract bytes(
      open +
      in_create(
          "terrawright_file_facts facts;\n  char all[12];\n  const int64_t file = opened(host, handle, "
          "TERRAWRIGHT_ENCODING_BYTES, &facts);\n  if (file < 0) return NULL;\n  if (facts.bytes != 12) "
          "tell(\"size\");\n  if (host->file_bytes(handle, file, 0, 12, all) != 0 || all[4] != 3) tell(\"bytes\");"));
  demand(with(bytes, "six.raw"));
  CHECK(bytes.told() == "");
  demand(with(bytes, "../six.raw"), 2, "cannot read '../six.raw'");
  demand(with(bytes, "/etc/passwd"), 2, "cannot read '/etc/passwd'");
  const Contract samples(
      "static int64_t file;\n" + open +
      in_create("terrawright_file_facts facts;\n  if ((file = opened(host, handle, "
                "TERRAWRIGHT_ENCODING_U16, &facts)) < 0) return NULL;") +
      in_survey("float cells[4] = {0};\n  const terrawright_rect area = {1, 0, 2, 2};\n  if "
                "(job->host->read_file(job->handle, file, &area, TERRAWRIGHT_SAMPLES_F32, cells, 2) != 0 "
                "|| cells[0] != 2 || cells[3] != 6) tell(\"samples\");"));
  demand(with(samples, "six.raw"));
  CHECK(samples.told() == "");
}
