/* SPDX-License-Identifier: Apache-2.0 */
/* vectors FILE...: holds the functions of made_exact() against files of vectors. Says how many lines it has held, or
 * what is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terrawright/draft/exact.h"

const terrawright_exact *made_exact(void);

enum { MOST_ARGUMENTS = 6, MOST_BYTES = 256, FEWEST_LINES = 100 };

typedef struct {
  uint64_t number;
  size_t size;
  char bytes[MOST_BYTES];
} argument;

static uint32_t u32(argument a) { return (uint32_t)a.number; }

static int32_t i32(argument a) {
  const uint32_t bits = u32(a);
  int32_t value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static double f64(argument a) {
  double value;
  memcpy(&value, &a.number, sizeof value);
  return value;
}

static void say_32(char *out, uint32_t value) { sprintf(out + strlen(out), " %08lx", (unsigned long)value); }
static void say_64(char *out, uint64_t value) { sprintf(out + strlen(out), " %016llx", (unsigned long long)value); }

static void say_float(char *out, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  say_32(out, bits);
}

static void say_double(char *out, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  say_64(out, bits);
}

static void call_mix64(const terrawright_exact *e, const argument *a, char *out) { say_64(out, e->mix64(a[0].number)); }
static void call_fnv1a64(const terrawright_exact *e, const argument *a, char *out) {
  say_64(out, e->fnv1a64(a[0].bytes, a[0].size));
}
static void call_stream(const terrawright_exact *e, const argument *a, char *out) {
  say_64(out, e->stream(a[0].number, a[1].bytes, a[1].size));
}
static void call_philox(const terrawright_exact *e, const argument *a, char *out) {
  uint32_t counter[4];
  for (int i = 0; i < 4; ++i) counter[i] = u32(a[i]);
  e->philox(counter, u32(a[4]), u32(a[5]));
  for (int i = 0; i < 4; ++i) say_32(out, counter[i]);
}
static void call_key_of_row(const terrawright_exact *e, const argument *a, char *out) {
  const terrawright_row_key key = e->key_of_row(a[0].number, i32(a[1]), u32(a[2]), u32(a[3]), u32(a[4]));
  say_32(out, key.first);
  say_32(out, key.second);
}
static void call_word(const terrawright_exact *e, const argument *a, char *out) {
  terrawright_row_key key;
  key.first = u32(a[0]);
  key.second = u32(a[1]);
  say_32(out, e->word(key, i32(a[2])));
}
static void call_unit(const terrawright_exact *e, const argument *a, char *out) { say_float(out, e->unit(u32(a[0]))); }
static void call_signed_unit(const terrawright_exact *e, const argument *a, char *out) {
  say_float(out, e->signed_unit(u32(a[0])));
}
static void call_below(const terrawright_exact *e, const argument *a, char *out) {
  say_32(out, e->below(u32(a[0]), u32(a[1])));
}
static void call_exp2(const terrawright_exact *e, const argument *a, char *out) { say_double(out, e->exp2(f64(a[0]))); }
static void call_exp(const terrawright_exact *e, const argument *a, char *out) { say_double(out, e->exp(f64(a[0]))); }
static void call_cospi(const terrawright_exact *e, const argument *a, char *out) {
  say_double(out, e->cospi(f64(a[0])));
}
static void call_sinpi(const terrawright_exact *e, const argument *a, char *out) {
  say_double(out, e->sinpi(f64(a[0])));
}

/* One letter an argument: w for 32 bits, d for 64, b for bytes. */
static const struct {
  const char *name, *takes;
  void (*call)(const terrawright_exact *, const argument *, char *);
} functions[] = {{"mix64", "d", call_mix64},
                 {"fnv1a64", "b", call_fnv1a64},
                 {"stream", "db", call_stream},
                 {"philox", "wwwwww", call_philox},
                 {"key_of_row", "dwwww", call_key_of_row},
                 {"word", "www", call_word},
                 {"unit", "w", call_unit},
                 {"signed_unit", "w", call_signed_unit},
                 {"below", "ww", call_below},
                 {"exp2", "d", call_exp2},
                 {"exp", "d", call_exp},
                 {"cospi", "d", call_cospi},
                 {"sinpi", "d", call_sinpi}};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

_Static_assert(sizeof(terrawright_exact) == 8 + FUNCTIONS * sizeof(void (*)(void)), "each function is tried");

static int fail(const char *reason, const char *what) {
  fprintf(stderr, "%s: %s\n", reason, what);
  return 1;
}

/* 0: `text` is no argument of this sort. */
static int parse(argument *a, char sort, const char *text) {
  const size_t length = strlen(text);
  if (text[strspn(text, sort == 'b' ? "0123456789abcdef-" : "0123456789abcdef")] != 0) return 0;
  a->size = 0;
  if (sort != 'b') {
    a->number = strtoull(text, NULL, 16);
    return length == (sort == 'w' ? 8 : 16);
  }
  if (strcmp(text, "-") == 0) return 1;
  if (length % 2 != 0 || length / 2 > MOST_BYTES) return 0;
  for (; a->size < length / 2; ++a->size) {
    const char digits[] = {text[2 * a->size], text[2 * a->size + 1], 0};
    a->bytes[a->size] = (char)strtoul(digits, NULL, 16);
  }
  return 1;
}

/* The function that the line calls; -1: it does not hold. */
static int held(const terrawright_exact *exact, const char *line) {
  char copy[1024], out[128] = "";
  argument arguments[MOST_ARGUMENTS];
  strcpy(copy, line);
  const char *const name = strtok(copy, " ");
  int of = 0;
  while (of < FUNCTIONS && (name == NULL || strcmp(functions[of].name, name) != 0)) ++of;
  if (of == FUNCTIONS) return -1;
  for (int i = 0; functions[of].takes[i] != 0; ++i) {
    const char *const text = strtok(NULL, " ");
    if (text == NULL || !parse(&arguments[i], functions[of].takes[i], text)) return -1;
  }
  functions[of].call(exact, arguments, out);
  const char *const results = strtok(NULL, "");
  return results != NULL && strcmp(results, out + 1) == 0 ? of : -1;
}

int main(int argc, char **argv) {
  const terrawright_exact *const exact = made_exact();
  int lines[FUNCTIONS] = {0}, all = 0;
  char line[1024];
  if (exact->size != sizeof(terrawright_exact)) return fail("size", "another struct");
  for (int i = 1; i < argc; ++i) {
    FILE *const file = fopen(argv[i], "r");
    if (file == NULL) return fail("no file", argv[i]);
    while (fgets(line, sizeof line, file) != NULL) {
      line[strcspn(line, "\n")] = 0;
      if (line[0] == '#') continue;
      const int of = held(exact, line);
      if (of < 0) return fail("does not hold", line);
      ++lines[of];
      ++all;
    }
    fclose(file);
  }
  for (int of = 0; of < FUNCTIONS; ++of) {
    if (lines[of] < FEWEST_LINES) return fail("too few lines", functions[of].name);
  }
  printf("%d\n", all);
  return 0;
}
