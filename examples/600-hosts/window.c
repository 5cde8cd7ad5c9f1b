/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a part of a layer of a world and prints its digest: window WORLD.yaml PORT. A map asks for its tiles like this:
 * only what the window needs is made. window.rs and window.py are the same program. */
#include <inttypes.h>
#include <stdio.h>
#include <terrawright/world.h>

enum { SIDE = 64 };

static int tell(const terrawright_problem *const *problems, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) fputs(problems[i]->shown, stderr);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const terrawright_problem *const *problems = NULL;

  const terrawright_settings settings = {.size = sizeof settings, .draft = TERRAWRIGHT_WORLD_DRAFT};
  terrawright_context *context = terrawright_open_context(&settings);
  const terrawright_world_request file = {.size = sizeof file, .file = argv[1]};
  terrawright_world *world = terrawright_open_world(context, &file);
  if (terrawright_world_answer(world) != TERRAWRIGHT_DONE)
    return tell(problems, terrawright_world_problems(world, &problems));

  const char *const keep[] = {argv[2]};
  const terrawright_run_request request = {
      .size = sizeof request, .flags = TERRAWRIGHT_RUN_ON_DEMAND, .keep = keep, .n_keep = 1};
  terrawright_run *run = terrawright_open_run(world, &request);
  if (terrawright_go(run) != TERRAWRIGHT_DONE) return tell(problems, terrawright_run_problems(run, &problems));

  /* Each cell of the window stands for 4 x 4 of the world's. A layer of four bytes a cell is asked for. */
  const terrawright_port_facts *facts = terrawright_kept(run, 0);
  if (facts->cell_bytes != 4) return fprintf(stderr, "%s has no cells of four bytes\n", argv[2]), 2;
  static unsigned char cells[SIDE * SIDE * 4];
  const terrawright_area area = {sizeof area, TERRAWRIGHT_COARSE_MEAN, 4, {0, 0, SIDE, SIDE}};
  if (terrawright_read(run, 0, &area, cells, SIDE, NULL) != TERRAWRIGHT_DONE)
    return tell(problems, terrawright_run_problems(run, &problems));

  uint64_t digest = 14695981039346656037u; /* FNV-1a */
  for (size_t i = 0; i < sizeof cells; ++i) digest = (digest ^ cells[i]) * 1099511628211u;
  printf("%s: %d x %d cells, %016" PRIx64 "\n", argv[2], SIDE, SIDE, digest);

  terrawright_close_run(run);
  terrawright_close_world(world);
  terrawright_close_context(context);
  return 0;
}
