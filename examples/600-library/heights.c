/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a part of a world as letters: heights WORLD.yaml PORT. A map asks for its tiles like this: only what the
 * window needs is made. */
#include <stdio.h>
#include <stdlib.h>
#include <terrawright/world.h>

enum { ACROSS = 64, DOWN = 32 };

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

  /* Each cell of the window stands for 4 x 4 of the world's. */
  static float cells[ACROSS * DOWN];
  const terrawright_area area = {sizeof area, TERRAWRIGHT_COARSE_MEAN, 4, {0, 0, ACROSS, DOWN}};
  if (terrawright_read(run, 0, &area, cells, ACROSS, NULL) != TERRAWRIGHT_DONE)
    return tell(problems, terrawright_run_problems(run, &problems));
  float least = cells[0], most = cells[0];
  for (int i = 1; i < ACROSS * DOWN; ++i) {
    if (cells[i] < least) least = cells[i];
    if (cells[i] > most) most = cells[i];
  }
  for (int y = 0; y < DOWN; ++y) {
    for (int x = 0; x < ACROSS; ++x)
      putchar(" .:-=+*#%@"[(int)(9.99f * (cells[y * ACROSS + x] - least) / (most - least))]);
    putchar('\n');
  }
  printf("%s is from %.0f to %.0f here\n", argv[2], (double)least, (double)most);

  terrawright_close_run(run);
  terrawright_close_world(world);
  terrawright_close_context(context);
  return 0;
}
