/* SPDX-License-Identifier: Apache-2.0 */
/* Start of a plugin of tests/contract/. Its own lines define functions, and name them for end.h: #define PAINT own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terrawright/draft/rows.h"
#include "terrawright/ext/combine.h"
#include "terrawright/ext/rounds.h"
#include "terrawright/ext/texts.h"

static inline const terrawright_rounds *rounds(const terrawright_job *job) {
  return job->host->extension(job->handle, TERRAWRIGHT_ROUNDS);
}
static inline const terrawright_tables *tables(const terrawright_job *job) {
  return job->host->extension(job->handle, TERRAWRIGHT_TABLES);
}
static inline const terrawright_texts *texts(const terrawright_job *job) {
  return job->host->extension(job->handle, TERRAWRIGHT_TEXTS);
}
static inline const terrawright_rows_by_tile *rows_by_tile(const terrawright_job *job) {
  return job->host->extension(job->handle, TERRAWRIGHT_ROWS);
}

/* A line for the test, which reads the file. */
static inline void tell(const char *line) {
  FILE *file = fopen(getenv("CONTRACT_LOG"), "a");
  if (file == NULL) abort();
  fprintf(file, "%s\n", line);
  fclose(file);
}

/* Tells what is not so. */
#define EXPECT(so)        \
  do {                    \
    if (!(so)) tell(#so); \
  } while (0)

/* Every cell of every output that is read: `value`, in four bytes. */
static inline int32_t paint_all(const terrawright_job *job, uint64_t n_ports, float value) {
  for (uint64_t i = 0; i < n_ports; ++i) {
    const terrawright_target *to = &job->outputs[i];
    for (int64_t y = 0; y < to->area.height; ++y)
      for (int64_t x = 0; x < to->area.width; ++x) ((float *)to->cells)[y * to->stride + x] = value;
  }
  return TERRAWRIGHT_ANSWER_DONE;
}
