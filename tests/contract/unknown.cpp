// SPDX-License-Identifier: Apache-2.0
// abi.h, what is unknown: every bit of every number that the headers do not name is refused.
#include "border/description.hpp"
#include "contract/contract.hpp"
#include "plugins/library.hpp"

using namespace terrawright::test;

namespace {

// A plugin of which one bit of one number is another. It is of the file's name, "FIELD BIT.so".
const char* const one_bit = R"(
static int32_t done(const void *self, const terrawright_job *job) { (void)self, (void)job; return 0; }
static terrawright_combine combine = {.size = sizeof combine, .combine = done, .split = done};
static const void *extension(const terrawright_stage *stage, const char *id) { (void)stage, (void)id; return &combine; }
#define STAGE_EXTENSION extension
#define ENTER return with_another_bit(engine->path)
static const terrawright_plugin *with_another_bit(const char *path);
#define AFTER                                                                                                      \
  static const terrawright_plugin *with_another_bit(const char *path) {                                            \
    static terrawright_plugin plugin;                                                                              \
    static terrawright_stage stage;                                                                                \
    static terrawright_port in, height;                                                                            \
    static terrawright_parameter parameter;                                                                        \
    static const terrawright_stage *const stages[] = {&stage};                                                     \
    static const terrawright_port *const ports[] = {&in, &height};                                                 \
    static const terrawright_parameter *const parameters[] = {&parameter};                                         \
    char field[32];                                                                                                \
    int bit = 0;                                                                                                   \
    plugin = plugin_, stage = stage_one_, in = port_in_, height = port_height_, parameter = file_;                 \
    plugin.stages = stages, stage.ports = ports, stage.n_ports = 2, stage.parameters = parameters;                 \
    sscanf(strrchr(path, '/') + 1, "%31s %d", field, &bit);                                                        \
    if (strcmp(field, "plugin.flags") == 0) plugin.flags ^= 1u << bit;                                             \
    if (strcmp(field, "stage.flags") == 0) stage.flags ^= 1u << bit;                                               \
    if (strcmp(field, "stage.reads") == 0) stage.reads ^= 1u << bit;                                               \
    if (strcmp(field, "stage.reserved") == 0) stage.reserved ^= 1u << bit;                                         \
    if (strcmp(field, "in.flags") == 0) in.flags ^= 1u << bit;                                                     \
    if (strcmp(field, "in.kinds") == 0) in.kinds ^= 1ull << bit;                                                   \
    if (strcmp(field, "in.reserved") == 0) in.reserved ^= 1u << bit;                                               \
    if (strcmp(field, "in.statistics") == 0) in.statistics ^= 1u << bit;                                           \
    if (strcmp(field, "in.window_statistics") == 0) in.window_statistics ^= 1u << bit;                             \
    if (strcmp(field, "height.flags") == 0) height.flags ^= 1u << bit;                                             \
    if (strcmp(field, "parameter.flags") == 0) parameter.flags ^= 1u << bit;                                       \
    if (strcmp(field, "default.reserved") == 0) parameter.fallback.reserved ^= 1u << bit;                          \
    if (strcmp(field, "combine.reserved") == 0) combine.reserved ^= 1u << bit;                                     \
    if (strcmp(field, "parameter.kind") == 0) parameter.kind = 1u << bit;                                          \
    return &plugin;                                                                                                \
  }
)";
struct Bits {
  std::string field;
  int count;
  std::uint64_t named;  // by the headers
};

// Refusal of the plugin, or of a stage.
std::string refusal_of(const std::string& file) {
  const auto library = terrawright::plugins::open_library(file, false);
  if (!library.plugin) return library.reason;
  try {
    terrawright::border::Description(library.plugin->plain().stages[0], library.plugin);
    return "";
  } catch (const terrawright::border::BadDescription& bad) {
    return bad.what();
  }
}

}  // namespace

TEST_CASE("13: what these headers do not name is refused, each bit of each number", "[contract]") {
  const Contract plugin(one_bit);
  const std::string bytes = read(plugin.library());
  for (const Bits& bits : {Bits{"plugin.flags", 32, 1},
                           {"stage.flags", 32, 0xf},
                           {"stage.reads", 32, 0xf},
                           {"stage.reserved", 32, 0},
                           {"in.flags", 32, 0x11f},
                           {"in.kinds", 64, 0x1ffe},
                           {"in.reserved", 32, 0},
                           {"in.statistics", 32, 0xe},
                           {"in.window_statistics", 32, 0xa},
                           {"height.flags", 32, 0x11f},
                           {"parameter.flags", 32, 3},
                           {"default.reserved", 32, 0},
                           {"combine.reserved", 32, 0},
                           {"parameter.kind", 32, 0xf}}) {
    for (int bit = 0; bit < bits.count; ++bit) {
      const std::string name = bits.field + " " + std::to_string(bit);
      write(plugin.folder() / (name + ".so"), bytes + name);  // another library
      const std::string reason = refusal_of(plugin.folder() / (name + ".so"));
      CAPTURE(name, reason);
      const bool is_refused = reason.find("does not know") != std::string::npos ||
                              reason.find("reserved field") != std::string::npos ||
                              reason.find("in a phase that has none") != std::string::npos;
      CHECK(is_refused == ((bits.named >> bit & 1) == 0));
    }
  }
  for (const char* level : {"2", "7", "1u << 31"}) {
    demand(Contract("static int32_t paint(const void *self, const terrawright_job *job) {\n  (void)self;\n"
                    "  job->host->log(job->handle, " +
                    std::string(level) + ", \"a line\");\n  return paint_all(job, 2, 0);\n}\n#define PAINT paint\n")
               .build(),
           1, "which this engine does not know");
  }
  const Contract requests(
      R"(static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  terrawright_file_facts facts = {.size = sizeof facts};
  (void)stage, (void)arrangement;
  for (int bit = 0; bit < 32; ++bit) {
    terrawright_file_request request = {.size = sizeof request, .channel = -1, .encoding = TERRAWRIGHT_ENCODING_BYTES};
    request.flags = 1u << bit;
    if (bit > 1) EXPECT(host->open_file(handle, "file", &request, &facts) < 0);
    request.flags = 0, request.encoding = 1u << bit;
    if (bit > 1) EXPECT(host->open_file(handle, "file", &request, &facts) < 0);
    request.encoding = TERRAWRIGHT_ENCODING_BYTES, request.big_endian = 1u << bit;
    if (bit > 0) EXPECT(host->open_file(handle, "file", &request, &facts) < 0);
  }
  return NULL;
}
#define CREATE create)");
  demand(requests.build("  one: {use: made.one@1, with: {file: w.yaml}}\n"), 2,
         "it opens a file with an encoding or a flag that this engine does not know");
  CHECK(requests.told() == "");
  const Contract samples(R"(static int64_t file;
static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  const terrawright_file_request request = {
      .size = sizeof request, .encoding = TERRAWRIGHT_ENCODING_U16, .channel = -1, .width = 3, .height = 2};
  terrawright_file_facts facts = {.size = sizeof facts};
  (void)stage, (void)arrangement;
  return (file = host->open_file(handle, "file", &request, &facts)) < 0 ? NULL : (void *)1;
}
static int32_t survey(const void *self, const terrawright_job *job) {
  const terrawright_rect area = {0, 0, 1, 1};
  float sample;
  (void)self;
  for (int bit = 0; bit < 32; ++bit)
    EXPECT((job->host->read_file(job->handle, file, &area, 1u << bit, &sample, 1) == 0) == (bit == 0));
  return 0;
}
#define CREATE create
#define SURVEY survey)");
  write(samples.folder() / "six.raw", std::string("\1\0\2\0\3\0\4\0\5\0\6\0", 12));
  demand(samples.build("  one: {use: made.one@1, with: {file: six.raw}}\n"), 1,
         "samples of a kind that this engine does not know");
  CHECK(samples.told() == "");
}
