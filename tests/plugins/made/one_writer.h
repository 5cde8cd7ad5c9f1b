/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a library of one writer, `writer`, with the id PLUGIN. */
static const terrawright_writer *const all[] = {&writer};
static const terrawright_writers writers = {sizeof writers, 0, all, 1};
static const void *extension(const char *id) { return strcmp(id, TERRAWRIGHT_WRITERS) == 0 ? &writers : NULL; }

TERRAWRIGHT_EXPORT const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine);
const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine) {
  static const terrawright_plugin plugin = {.size = sizeof plugin,
                                            .abi_major = TERRAWRIGHT_ABI_MAJOR,
                                            .id = PLUGIN,
                                            .version = "1.0.0",
                                            .built_with = "C",
                                            .extension = extension};
  (void)engine;
  return &plugin;
}
