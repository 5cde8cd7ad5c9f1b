/* SPDX-License-Identifier: Apache-2.0 */
/* The stage made.one@1 and its plugin, of what the lines before have defined. Ports: 0 `in`, an optional height; 1
 * `height`; by name 2 `class`, 3 `table`, 4 `number`, 5 `grid`, 6 `text`, 7 `rows`, a table by tile; 8 `places`, an
 * optional table. Parameters: `file`. */
static int instance_;
static void *create_(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                     const terrawright_arrangement *arrangement) {
  (void)stage, (void)host, (void)handle, (void)arrangement;
  return &instance_;
}
static void destroy_(void *self) { (void)self; }
static int32_t window_(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                       terrawright_rect *out) {
  (void)self, (void)phase, (void)port;
  *out = *tile;
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t done_(const void *self, const terrawright_job *job) {
  (void)self, (void)job;
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t paint_(const void *self, const terrawright_job *job) {
  (void)self;
  return paint_all(job, 2, 0);
}
#ifndef CREATE
#define CREATE create_
#endif
#ifndef DESTROY
#define DESTROY destroy_
#endif
#ifndef WINDOW
#define WINDOW window_
#endif
#ifndef SURVEY
#define SURVEY done_
#endif
#ifndef RESOLVE
#define RESOLVE done_
#endif
#ifndef MERGE
#define MERGE NULL
#endif
#ifndef PAINT
#define PAINT paint_
#endif
#ifndef STAGE_FLAGS
#define STAGE_FLAGS (TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES)
#endif
#ifndef NEEDS
#define NEEDS NULL
#define N_NEEDS 0
#endif
#ifndef STAGE_EXTENSION
#define STAGE_EXTENSION NULL
#endif
#ifndef HEIGHT_FLAGS
#define HEIGHT_FLAGS 0
#endif
#ifndef READS
#define READS 0
#endif
#ifndef UNIT
#define UNIT "1"
#endif
#ifndef SOURCE
#define SOURCE "a test"
#endif
#ifndef N_PORTS
#define N_PORTS 3
#endif
#ifndef PORTS
#define PORTS ports_
#endif
#ifndef PORT_FLAGS
#define PORT_FLAGS TERRAWRIGHT_PORT_OPTIONAL
#endif
#ifndef TABLE_FLAGS
#define TABLE_FLAGS 0
#endif
#ifndef PLACES_FLAGS
#define PLACES_FLAGS 0
#endif
#ifndef IN_KIND
#define IN_KIND TERRAWRIGHT_KIND_HEIGHT
#endif
#ifndef IN_UNIT
#define IN_UNIT NULL
#endif
#ifndef GRID_UNIT
#define GRID_UNIT "1"
#endif
#ifndef STATISTICS
#define STATISTICS 0
#endif
#ifndef PARAMETER_KIND
#define PARAMETER_KIND TERRAWRIGHT_PARAMETER_FILE
#endif
#ifndef PARAMETERS
#define PARAMETERS parameters_
#define N_PARAMETERS 1
#endif
#ifndef PLUGIN_FLAGS
#define PLUGIN_FLAGS 0
#endif
#ifndef PLUGIN_SIZE
#define PLUGIN_SIZE sizeof(terrawright_plugin)
#endif
#ifndef DEINIT
#define DEINIT NULL
#endif
#ifndef EXTENSION
#define EXTENSION NULL
#endif
#ifndef BUILD
#define BUILD NULL
#endif
#ifndef ENTER
#define ENTER (void)engine
#endif

#define VALUE(word, of, more, unit_)                                                                              \
  {                                                                                                               \
    .size = sizeof(terrawright_port), .direction = TERRAWRIGHT_PORT_OUTPUT, .kinds = 1u << TERRAWRIGHT_KIND_##of, \
    .flags = TERRAWRIGHT_PORT_BY_NAME | more, .name = word, .doc = "Something.", .unit = unit_                    \
  }
static const terrawright_port port_in_ = {.size = sizeof(terrawright_port),
                                          .direction = TERRAWRIGHT_PORT_INPUT,
                                          .kinds = 1u << IN_KIND,
                                          .flags = PORT_FLAGS,
                                          .statistics = STATISTICS,
                                          .window_statistics = STATISTICS,
                                          .name = "in",
                                          .doc = "Heights.",
                                          .unit = IN_UNIT};
static const terrawright_port port_height_ = {.size = sizeof(terrawright_port),
                                              .direction = TERRAWRIGHT_PORT_OUTPUT,
                                              .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                              .flags = HEIGHT_FLAGS,
                                              .name = "height",
                                              .doc = "Heights.",
                                              .unit = UNIT};
static const terrawright_port port_number_ = VALUE("number", NUMBER, 0, "1"),
                              port_grid_ = VALUE("grid", GRID, 0, GRID_UNIT), port_text_ = VALUE("text", TEXT, 0, "1"),
                              port_table_ = VALUE("table", TABLE, TABLE_FLAGS, "1"),
                              port_class_ = VALUE("class", CLASS, 0, "1"),
                              port_rows_ = VALUE("rows", TABLE, TERRAWRIGHT_PORT_BY_TILE, "1");
static const terrawright_port port_places_ = {.size = sizeof(terrawright_port),
                                              .direction = TERRAWRIGHT_PORT_INPUT,
                                              .kinds = 1u << TERRAWRIGHT_KIND_TABLE,
                                              .flags = TERRAWRIGHT_PORT_OPTIONAL | PLACES_FLAGS,
                                              .name = "places",
                                              .doc = "Rows."};
static const terrawright_port *const ports_[] = {&port_in_,   &port_height_, &port_class_, &port_table_, &port_number_,
                                                 &port_grid_, &port_text_,   &port_rows_,  &port_places_};
static const terrawright_parameter file_ = {.size = sizeof(terrawright_parameter),
                                            .kind = PARAMETER_KIND,
                                            .name = "file",
                                            .doc = "A file.",
                                            .unit = "",
                                            .fallback = {.text = ""}};
static const terrawright_parameter *const parameters_[] = {&file_, NULL};
static const terrawright_stage stage_one_ = {.size = sizeof(terrawright_stage),
                                             .version = 1,
                                             .revision = 1,
                                             .flags = STAGE_FLAGS,
                                             .reads = READS,
                                             .id = "made.one",
                                             .doc = "Keeps the contract.",
                                             .source = SOURCE,
                                             .data = &instance_,
                                             .ports = PORTS,
                                             .n_ports = N_PORTS,
                                             .parameters = PARAMETERS,
                                             .n_parameters = N_PARAMETERS,
                                             .needs = NEEDS,
                                             .n_needs = N_NEEDS,
                                             .extension = STAGE_EXTENSION,
                                             .create = CREATE,
                                             .destroy = DESTROY,
                                             .window = WINDOW,
                                             .survey = SURVEY,
                                             .merge = MERGE,
                                             .resolve = RESOLVE,
                                             .paint = PAINT};
static const terrawright_stage *const stages_[] = {&stage_one_};
static const terrawright_plugin plugin_ = {.size = PLUGIN_SIZE,
                                           .abi_major = TERRAWRIGHT_ABI_MAJOR,
                                           .abi_minor = TERRAWRIGHT_ABI_MINOR,
                                           .flags = PLUGIN_FLAGS,
                                           .id = "org.example.contract",
                                           .version = "1",
                                           .built_with = "C",
                                           .stages = stages_,
                                           .n_stages = 1,
                                           .deinit = DEINIT,
                                           .extension = EXTENSION,
                                           .build = BUILD};
TERRAWRIGHT_EXPORT const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine);
const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine) {
  ENTER;
  return &plugin_;
}
#ifdef AFTER
AFTER
#endif
