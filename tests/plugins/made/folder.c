/* SPDX-License-Identifier: Apache-2.0 */
/* A writer whose output is a folder, and that, by its parameter `mode`, breaks what writer.h says of folders. */
#include <stdlib.h>
#include <string.h>

#include "terrawright/writer.h"

static const char *mode_of;

static int is(const char *mode) { return strcmp(mode_of, mode) == 0; }

static void *create(const terrawright_writer *writer, const terrawright_writer_host *host, void *handle,
                    const terrawright_delivery *delivery) {
  (void)writer;
  mode_of = delivery->values[0].text;
  if (is("beside")) host->will_write(handle, "beside.txt");
  host->tells(handle, "three files", is("bad_json") ? "{three" : "{\"made\": {\"files\": 3}}");
  if (is("tells_layers")) host->tells(handle, "three files", "{\"layers\": 5}");
  if (is("tells_much")) {
    char deep[5001];
    memset(deep, '[', sizeof deep - 1);
    deep[5000] = 0;
    host->tells(handle, "three files", deep);
  }
  host->when_clipped(handle, "make it flat");
  if (is("early")) host->add_file(handle, "early.txt", "x", 1);
  return malloc(1);
}

/* Files of three sorts; 0: all of them are there. */
static int32_t good(const terrawright_writer_host *host, void *handle) {
  char back[4] = "";
  const int64_t large = host->open(handle, "deep/er/large.bin"), aside = host->open(handle, NULL);
  if (large < 0 || aside < 0 || large == aside) return 3;
  if (host->put(handle, large, 0, "large", 5) != 0 || host->put(handle, large, 0, "L", 1) != 0) return 3;
  if (host->put(handle, aside, 0, "gone", 4) != 0 || host->get(handle, aside, 0, back, 4) != 0) return 3;
  if (host->reserve(handle, large, 8) != 0 || host->clipped(handle, large, 3) != 0) return 3;
  if (host->add_file(handle, ".small", back, 4) != 0 || host->add_file(handle, "deep/empty", NULL, 0) != 0) return 3;
  return host->close(handle, large) != 0 ? 3 : host->add_chunk(handle, 0, 0, 0, "chunks/0.0");
}

static int32_t write_folder(const void *self, const terrawright_writer_host *host, void *handle) {
  static const char *const names[] = {
      "../up", "/root", "a//b", "a/./b", "a/", "", "back\\", "c:drive", ".", "new\nline", ".terrawright-files"};
  (void)self;
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    if (mode_of[0] != 'n' || atoi(mode_of + 1) != (int)i) continue;
    return host->add_file(handle, names[i], "x", 1) == 0 ? TERRAWRIGHT_ANSWER_DONE : TERRAWRIGHT_ANSWER_FAILED;
  }
  if (is("main") && host->open(handle, "") >= 0) return TERRAWRIGHT_ANSWER_DONE;
  if (is("many")) {
    for (int i = 0; i < 1200; ++i) { /* 600 one after the other, and then as many at once as there can be */
      const char name[] = {
          'f', (char)('0' + i / 100 % 10), (char)('0' + i / 10 % 10), (char)('0' + i % 10), i < 1000 ? 'a' : 'b', 0};
      const int64_t file = host->open(handle, name);
      if (file < 0) return i == 600 + 512 ? TERRAWRIGHT_ANSWER_FAILED : 99;
      if (i < 600 && host->close(handle, file) != 0) return 99;
    }
  }
  if (is("late")) host->tells(handle, "late", "");
  if (is("put")) host->put(handle, 0, 0, "x", 1);
  if (is("twice")) host->add_file(handle, "a", "x", 1), host->open(handle, "a");
  if (is("inside")) host->add_file(handle, "a", "x", 1), host->add_file(handle, "a/b", "x", 1);
  if (is("above")) host->add_file(handle, "a/b", "x", 1), host->add_file(handle, "a", "x", 1);
  if (is("opened")) host->open(handle, "a"), host->add_file(handle, "a/b", "x", 1);
  if (is("huge")) host->add_file(handle, "a", "x", UINT64_MAX);
  if (is("closes_twice")) {
    const int64_t file = host->open(handle, "a");
    host->close(handle, file);
    host->close(handle, file);
  }
  if (is("puts_closed")) {
    const int64_t file = host->open(handle, "a");
    host->close(handle, file);
    host->put(handle, file, 0, "x", 1);
  }
  if (is("closes_temporary")) host->close(handle, host->open(handle, NULL));
  if (is("at_null")) host->add_file(handle, "a", NULL, 1);
  if (is("beyond")) host->add_chunk(handle, 0, 1, 0, "a");
  if (is("before")) host->add_chunk(handle, 0, 0, -1, "a");
  if (is("item_9")) host->add_chunk(handle, 9, 0, 0, "a");
  return good(host, handle) == 0 ? TERRAWRIGHT_ANSWER_DONE : TERRAWRIGHT_ANSWER_FAILED;
}

static const terrawright_port height = {
    .size = sizeof height, .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT, .name = "height", .doc = "Heights."};
static const terrawright_port *const ports[] = {&height};
static const terrawright_parameter mode = {.size = sizeof mode,
                                           .kind = TERRAWRIGHT_PARAMETER_TEXT,
                                           .name = "mode",
                                           .doc = "What it does wrong.",
                                           .fallback = {.text = "good"}};
static const terrawright_parameter *const parameters[] = {&mode};
static const terrawright_writer writer = {.size = sizeof writer,
                                          .version = 1,
                                          .revision = 1,
                                          .flags = TERRAWRIGHT_WRITER_FOLDER,
                                          .id = "made.folder",
                                          .doc = "Puts files into a folder.",
                                          .ports = ports,
                                          .n_ports = 1,
                                          .parameters = parameters,
                                          .n_parameters = 1,
                                          .create = create,
                                          .write = write_folder,
                                          .destroy = free};

#define PLUGIN "org.example.folder"
#include "one_writer.h"
