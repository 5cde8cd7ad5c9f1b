// SPDX-License-Identifier: Apache-2.0
// terrawright/processors.h: one binary, several variants of a hot loop, chosen when the library is loaded. The bits
// are the same: no variant contracts or reassociates, as long as -ffp-contract=off holds.
//
//   namespace {
//   TERRAWRIGHT_FOR_EACH_PROCESSOR
//   void scale(float* __restrict to, const float* from, int count, float by) { for (int i = 0; ...) ... }
//   }
//
// For plain functions, whose loops the compiler vectorises. Their callees must be inlined: a call into another file
// would not be a variant. Clang gives the choosing function external linkage even in an unnamed namespace, so two files
// could not share a name. A loop with a unique full name may use TERRAWRIGHT_PROCESSOR_VARIANTS, and has them with
// Clang too. Define TERRAWRIGHT_ONE_PROCESSOR to have none.
#ifndef TERRAWRIGHT_PROCESSORS_H
#define TERRAWRIGHT_PROCESSORS_H

// Sanitizers instrument the choosing function, which runs before they are ready.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define TERRAWRIGHT_ONE_PROCESSOR
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define TERRAWRIGHT_ONE_PROCESSOR
#endif
#endif

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(TERRAWRIGHT_ONE_PROCESSOR)
#define TERRAWRIGHT_PROCESSOR_VARIANTS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define TERRAWRIGHT_PROCESSOR_VARIANTS
#endif

#ifdef __clang__
#define TERRAWRIGHT_FOR_EACH_PROCESSOR
#else
#define TERRAWRIGHT_FOR_EACH_PROCESSOR TERRAWRIGHT_PROCESSOR_VARIANTS
#endif

#endif
