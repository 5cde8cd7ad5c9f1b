// SPDX-License-Identifier: Apache-2.0
// One binary, several variants of a hot loop, chosen when the library is loaded. The bits are the same: no variant
// contracts or reassociates.
//
// Clang gives the function that chooses external linkage even in an unnamed namespace, so two stages could not share
// a loop. Each stage file names itself in HEIGHTS_STAGE before it includes, and the loops stand in a namespace of
// that name.
#pragma once

#ifndef HEIGHTS_STAGE
#error "define HEIGHTS_STAGE as the stage's word before including its family's loops"
#endif

// Sanitizers instrument the choosing function, which runs before they are ready.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define HEIGHTS_SANITIZED
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HEIGHTS_SANITIZED
#endif
#endif

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(HEIGHTS_SANITIZED)
#define HEIGHTS_FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HEIGHTS_FOR_EACH_PROCESSOR
#endif
