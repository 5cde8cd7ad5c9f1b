// SPDX-License-Identifier: Apache-2.0
// The functions of ext/ and draft/, as a stage in a test asks for them.
#pragma once
#include "terrawright/draft/rows.h"
#include "terrawright/ext/rounds.h"
#include "terrawright/ext/tables.h"
#include "terrawright/ext/texts.h"

namespace terrawright::test {

template <class Functions>
const Functions& extension(const terrawright_job* job, const char* id) {
  return *static_cast<const Functions*>(job->host->extension(job->handle, id));
}
inline const terrawright_rounds& rounds(const terrawright_job* job) {
  return extension<terrawright_rounds>(job, TERRAWRIGHT_ROUNDS);
}
inline const terrawright_tables& tables(const terrawright_job* job) {
  return extension<terrawright_tables>(job, TERRAWRIGHT_TABLES);
}
inline const terrawright_texts& texts(const terrawright_job* job) {
  return extension<terrawright_texts>(job, TERRAWRIGHT_TEXTS);
}

}  // namespace terrawright::test
