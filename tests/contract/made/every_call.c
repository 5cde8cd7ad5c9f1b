/* SPDX-License-Identifier: Apache-2.0 */
/* Between begin.h and end.h: made.one@1 calls the one function of the host that its parameter names, once, in one
 * phase, from one thread: that of the call, bodies of `parallel`, or threads of its own, two at once. It tells what was
 * not refused: "note" of a function without an answer, "scratch answers" of one that gave what it is asked for. */
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  char function[32], phase[16], thread[16];
  atomic_int calls, bodies;
  int64_t file;
  const terrawright_host *host;
  void *handle;
} state;

static int32_t count(void *context, uint64_t i) {
  (void)i;
  ++((state *)context)->bodies;
  return 0;
}
static int carried(const terrawright_rounds *rounds, void *handle) {
  terrawright_blob out = {"", 1};
  rounds->carried(handle, &out);
  return out.bytes == NULL && out.size == 0 ? -1 : 1;
}
static int64_t open_file(const terrawright_host *host, void *handle, uint32_t encoding) {
  const terrawright_file_request request = {
      .size = sizeof request, .encoding = encoding, .channel = -1, .width = 3, .height = 2};
  terrawright_file_facts facts = {.size = sizeof facts};
  return host->open_file(handle, "file", &request, &facts);
}
static int file_bytes(const terrawright_host *host, void *handle, int64_t file) {
  char all[12];
  return host->file_bytes(handle, file, 0, sizeof all, all) == 0;
}
static int read_file(const terrawright_host *host, void *handle, int64_t file) {
  const terrawright_rect area = {1, 1, 1, 1};
  float sample = 0;
  return host->read_file(handle, file, &area, TERRAWRIGHT_SAMPLES_F32, &sample, 1) == 0 && sample == 5;
}
static const terrawright_class legend[] = {{.code = 1, .name = "one"}};
static const int64_t integers[] = {1};
static const terrawright_column column = {.size = sizeof(terrawright_column),
                                          .kind = TERRAWRIGHT_COLUMN_INTEGERS,
                                          .name = "one",
                                          .unit = "1",
                                          .integers = integers};
static const terrawright_column *const columns[] = {&column};
static const terrawright_table rows_of_one = {
    .size = sizeof(terrawright_table), .n_columns = 1, .n_rows = 1, .columns = columns};
static const uint64_t order[] = {1};

enum { HEIGHT = 1, CLASS, TABLE, NUMBER, GRID, TEXT, ROWS, PLACES };
#define ROUNDS ((const terrawright_rounds *)host->extension(handle, TERRAWRIGHT_ROUNDS))
#define TABLES ((const terrawright_tables *)host->extension(handle, TERRAWRIGHT_TABLES))
#define TEXTS ((const terrawright_texts *)host->extension(handle, TERRAWRIGHT_TEXTS))
#define BY_TILE ((const terrawright_rows_by_tile *)host->extension(handle, TERRAWRIGHT_ROWS))
/* 1: it answered what was asked for, 0: it did not, -1: it has no answer. */
static int call(state *self) {
  const terrawright_host *host = self->host;
  void *handle = self->handle;
#define CALL(name, answer) \
  if (strcmp(self->function, #name) == 0) return answer
  CALL(fail, (host->fail(handle, "", -1, -1, "it was asked to fail"), -1));
  CALL(warn, (host->warn(handle, "", -1, -1, "it was asked to warn"), -1));
  CALL(log, (host->log(handle, TERRAWRIGHT_LOG_DETAIL, "a line"), -1));
  CALL(progress, (host->progress(handle, 0.5), -1));
  CALL(cancelled, host->cancelled(handle) ? 1 : -1);
  CALL(extension, host->extension(handle, TERRAWRIGHT_ROUNDS) != NULL);
  CALL(stream, host->stream(handle, "") != 0);
  CALL(set_unit, (host->set_unit(handle, HEIGHT, "m"), -1));
  CALL(set_legend, (host->set_legend(handle, CLASS, legend, 1), -1));
  CALL(needs_memory, (host->needs_memory(handle, 1), -1));
  CALL(needs_scratch, (host->needs_scratch(handle, 64, 0), -1));
  CALL(depends, (host->depends(handle, "one", 3), -1));
  CALL(open_file, open_file(host, handle, TERRAWRIGHT_ENCODING_U16) >= 0);
  CALL(file_bytes, file_bytes(host, handle, self->file));
  CALL(read_file, read_file(host, handle, self->file));
  CALL(scratch, host->scratch(handle, 16) != NULL);
  CALL(note, (host->note(handle, "one", 3), -1));
  CALL(verdict, (host->verdict(handle, 0, "one", 3), -1));
  CALL(parallel, host->parallel(handle, 3, count, self) == 0 && self->bodies >= 3);
  CALL(number, (host->number(handle, NUMBER, 1), -1));
  CALL(grid, (host->grid(handle, GRID, "one", 3), -1));
  CALL(same, (host->same(handle, HEIGHT, 0), -1));
  CALL(carry, (ROUNDS->carry(handle, "one", 3), -1));
  CALL(carried, carried(ROUNDS, handle));
  CALL(visit, (ROUNDS->visit(handle, 0), -1));
  CALL(table, (TABLES->table(handle, TABLE, &rows_of_one), -1));
  CALL(input, TABLES->input(handle, PLACES) != NULL ? 1 : -1);
  CALL(text, (TEXTS->text(handle, TEXT, "one\n", 4), -1));
  CALL(rows, (BY_TILE->rows(handle, ROWS, &rows_of_one, order, NULL), -1));
  tell("there is no such function in every_call.c");
  return 0;
}

static void call_and_tell(state *self) {
  char line[96];
  const int answer = call(self);
  if (answer == 0) return;
  snprintf(line, sizeof line, "%s%s", self->function, answer == 1 ? " answers" : "");
  tell(line);
}
static int32_t in_body(void *context, uint64_t i) {
  (void)i;
  call_and_tell(context);
  return 0;
}
static void *in_thread(void *context) {
  call_and_tell(context);
  return NULL;
}
static void phase(state *self, const char *name, const terrawright_host *host, void *handle) {
  pthread_t threads[2];
  if (strcmp(self->phase, name) != 0 || self->calls++ != 0) return;
  self->host = host, self->handle = handle;
  if (strcmp(self->thread, "call") == 0) call_and_tell(self);
  if (strcmp(self->thread, "body") == 0) host->parallel(handle, 4, in_body, self);
  if (strcmp(self->thread, "own") != 0) return;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, in_thread, self);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  const terrawright_value *values = arrangement->values;
  state *self = calloc(1, sizeof *self);
  (void)stage;
  snprintf(self->function, sizeof self->function, "%s", values[0].text);
  snprintf(self->phase, sizeof self->phase, "%s", values[1].text);
  snprintf(self->thread, sizeof self->thread, "%s", values[2].text);
  host->needs_scratch(handle, 64, 0);
  const int reads_bytes = strcmp(self->function, "file_bytes") == 0;
  self->file = open_file(host, handle, reads_bytes ? TERRAWRIGHT_ENCODING_BYTES : TERRAWRIGHT_ENCODING_U16);
  phase(self, "create", host, handle);
  return self;
}
#define PHASE(name)                                                   \
  static int32_t name(const void *self, const terrawright_job *job) { \
    phase((state *)self, #name, job->host, job->handle);              \
    return TERRAWRIGHT_ANSWER_DONE;                                   \
  }
PHASE(survey)
PHASE(combine)
PHASE(split)
static int32_t resolve(const void *self, const terrawright_job *job) {
  phase((state *)self, "resolve", job->host, job->handle);
  job->host->number(job->handle, NUMBER, 1); /* the manifest reads it */
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t merge(const void *self, const terrawright_job *job, const terrawright_blob *a,
                     const terrawright_blob *b) {
  (void)a, (void)b;
  phase((state *)self, "merge", job->host, job->handle);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  phase((state *)self, "paint", job->host, job->handle);
  return paint_all(job, 2, 0);
}
static const void *extension(const terrawright_stage *stage, const char *id) {
  static const terrawright_combine functions = {.size = sizeof functions, .combine = combine, .split = split};
  (void)stage;
  return strcmp(id, TERRAWRIGHT_COMBINE) == 0 ? &functions : NULL;
}

#define SAID(word)                                                                                           \
  {                                                                                                          \
    .size = sizeof(terrawright_parameter), .kind = TERRAWRIGHT_PARAMETER_TEXT, .name = word, .doc = "What.", \
    .unit = "", .fallback = {                                                                                \
      .text = ""                                                                                             \
    }                                                                                                        \
  }
static const terrawright_parameter said[] = {SAID("function"), SAID("phase"), SAID("thread")};
static const terrawright_parameter file = {.size = sizeof(terrawright_parameter),
                                           .kind = TERRAWRIGHT_PARAMETER_FILE,
                                           .name = "file",
                                           .doc = "What.",
                                           .unit = "",
                                           .fallback = {.text = ""}};
static const terrawright_parameter *const parameters[] = {&said[0], &said[1], &said[2], &file};
static const char *const needs[] = {TERRAWRIGHT_ROWS};
#define PARAMETERS parameters
#define N_PARAMETERS 4
#define N_PORTS 9
#define NEEDS needs
#define N_NEEDS 1
#define UNIT NULL
#define READS TERRAWRIGHT_READS_RANDOM
#define CREATE create
#define DESTROY free
#define SURVEY survey
#define RESOLVE resolve
#define PAINT paint
#ifdef MERGING
#define MERGE merge
#define STAGE_FLAGS (TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES | TERRAWRIGHT_STAGE_MERGES)
#else
#define STAGE_EXTENSION extension
#endif
