/* SPDX-License-Identifier: Apache-2.0
 * xxHash knows no vectors of WebAssembly: it gets its code for SSE2, in emscripten's functions of the same names. The
 * hashes are the same. Compiled for size without them, it hashes a tenth as many bytes a second. */
#ifdef __wasm_simd128__
#define __SSE__ 1
#define __SSE2__ 1
#endif
#include_next <xxhash.h>
#undef __SSE__
#undef __SSE2__
