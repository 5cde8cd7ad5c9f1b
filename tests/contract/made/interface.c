/* SPDX-License-Identifier: Apache-2.0 */
/* All that the frozen headers name, in one library that abidw can read. */
#include "terrawright/ext/combine.h"
#include "terrawright/ext/rounds.h"
#include "terrawright/ext/tables.h"
#include "terrawright/ext/texts.h"

TERRAWRIGHT_EXPORT int terrawright_interface(const terrawright_plugin *plugin, const terrawright_engine *engine,
                                             const terrawright_stage *stage, const terrawright_host *host,
                                             const terrawright_job *job, const terrawright_combine *combine,
                                             const terrawright_rounds *rounds, const terrawright_tables *tables,
                                             const terrawright_texts *texts, const terrawright_file_request *request,
                                             const terrawright_file_facts *facts);
int terrawright_interface(const terrawright_plugin *plugin, const terrawright_engine *engine,
                          const terrawright_stage *stage, const terrawright_host *host, const terrawright_job *job,
                          const terrawright_combine *combine, const terrawright_rounds *rounds,
                          const terrawright_tables *tables, const terrawright_texts *texts,
                          const terrawright_file_request *request, const terrawright_file_facts *facts) {
  return plugin && engine && stage && host && job && combine && rounds && tables && texts && request && facts;
}
