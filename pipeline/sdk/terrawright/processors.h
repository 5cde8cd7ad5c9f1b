// SPDX-License-Identifier: Apache-2.0
// terrawright/processors.h: one binary, several variants of a hot loop, chosen when the library is loaded. The bits
// are the same: no variant contracts or reassociates, as long as -ffp-contract=off holds.
//
//   namespace {
//   TERRAWRIGHT_FOR_EACH_PROCESSOR
//   void scale(float* __restrict to, const float* from, int count, float by) { for (int i = 0; ...) ... }
//   }
//
// For plain functions with internal linkage, whose loops the compiler vectorises. What they call must be inlined:
// a call through another file would not be a variant. Define TERRAWRIGHT_ONE_PROCESSOR to have
// none; compilers other than GCC have none.
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

// Clang gives the choosing function external linkage even in an unnamed namespace: two files could not have one loop.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && !defined(TERRAWRIGHT_ONE_PROCESSOR)
#define TERRAWRIGHT_FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define TERRAWRIGHT_FOR_EACH_PROCESSOR
#endif

#endif
