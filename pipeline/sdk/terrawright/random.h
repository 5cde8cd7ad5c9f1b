/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/random.h: random words as a pure function of stream and position. C11.
 *
 * A value depends on its key and lattice position alone, so order, tiles and threads cannot matter.
 * Philox4x32-10 makes two 32-bit keys per row, a 32-bit mix makes the words; both vectorise on 32-bit lanes.
 * Sources: Salmon et al. 2011 (Philox); C. Wellons' triple32 (shifts and multipliers); FNV-1a. */
#ifndef TERRAWRIGHT_RANDOM_H
#define TERRAWRIGHT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Purposes of words. 32 to 255 are free for plugins. */
enum {
  TERRAWRIGHT_FOR_NOISE = 0,
  TERRAWRIGHT_FOR_DISPLACEMENT = 1,
  TERRAWRIGHT_FOR_CORNER = 2,
  TERRAWRIGHT_FOR_COARSE_NODE = 3,
  TERRAWRIGHT_FOR_PROFILE = 4,
  TERRAWRIGHT_FOR_PARTICLES = 5,
  TERRAWRIGHT_FOR_WIND_SECTOR = 6,
  TERRAWRIGHT_FOR_RESAMPLING = 7
};

/* The two keys of one lattice row. */
typedef struct {
  uint32_t first, second;
} terrawright_row_key;

static inline uint64_t terrawright_mix64(uint64_t z) {
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static inline uint64_t terrawright_fnv1a64(const char *bytes, size_t size) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ (uint8_t)bytes[i]) * UINT64_C(0x100000001b3);
  return hash;
}

/* The stream K(seed, name) of a node. */
static inline uint64_t terrawright_stream(uint64_t seed, const char *name, size_t size) {
  return terrawright_mix64(terrawright_mix64(seed + UINT64_C(0x9E3779B97F4A7C15)) ^ terrawright_fnv1a64(name, size));
}

/* Philox4x32-10: ten rounds over `counter`, in place. */
static inline void terrawright_philox(uint32_t counter[4], uint32_t key0, uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = (uint64_t)counter[0] * UINT32_C(0xD2511F53);
    const uint64_t p1 = (uint64_t)counter[2] * UINT32_C(0xCD9E8D57);
    counter[0] = (uint32_t)(p1 >> 32) ^ counter[1] ^ key0;
    counter[1] = (uint32_t)p1;
    counter[2] = (uint32_t)(p0 >> 32) ^ counter[3] ^ key1;
    counter[3] = (uint32_t)p0;
    key0 += UINT32_C(0x9E3779B9);
    key1 += UINT32_C(0xBB67AE85);
  }
}

/* The keys of row y. `purpose` is one of the names above, `level` below 256, `word` the word of the sample. */
static inline terrawright_row_key terrawright_key_of_row(uint64_t stream, int32_t y, uint32_t purpose, uint32_t level,
                                                         uint32_t word) {
  uint32_t counter[4];
  counter[0] = (uint32_t)y;
  counter[1] = purpose * 256u + level;
  counter[2] = word;
  counter[3] = 0;
  terrawright_philox(counter, (uint32_t)stream, (uint32_t)(stream >> 32));
  const terrawright_row_key key = {counter[0], counter[1]};
  return key;
}

/* The word R at column x of a row. */
static inline uint32_t terrawright_word(terrawright_row_key key, int32_t column) {
  uint32_t x = (uint32_t)column;
  x ^= key.first;
  x ^= x >> 17;
  x *= UINT32_C(0xed5ad4bb);
  x ^= key.second;
  x ^= x >> 11;
  x *= UINT32_C(0xac4c1b51);
  x ^= x >> 15;
  x *= UINT32_C(0x31848bab);
  x ^= x >> 14;
  return x;
}

/* Words to numbers; each is exact. The casts through int32 let AVX2 convert. */
static inline float terrawright_unit(uint32_t word) { return (float)(int32_t)(word >> 8) * 0x1p-24f; } /* [0, 1) */
static inline float terrawright_signed_unit(uint32_t word) {                                           /* [-1, 1) */
  return (float)(int32_t)(word >> 8) * 0x1p-23f - 1.0f;
}
static inline uint32_t terrawright_below(uint32_t word, uint32_t bound) { /* [0, bound) */
  return (uint32_t)(((uint64_t)word * bound) >> 32);
}

#endif
