/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/exact_math.h: exponentials and cosines that give the same bits on every machine. C11.
 *
 * libm's differ between C libraries, so a stage that reaches a pixel uses these: fixed Horner order,
 * coefficients as correctly rounded doubles, compiled without contraction. */
#ifndef TERRAWRIGHT_EXACT_MATH_H
#define TERRAWRIGHT_EXACT_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline double terrawright_bits_to_double(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* 2^x, maximum error 1.0 ulp. Coefficients (ln 2)^k / k!. Range: |x| <= 1000. */
static inline double terrawright_exp2(double x) {
  static const uint64_t c[15] = {0x3ff0000000000000u, 0x3fe62e42fefa39efu, 0x3fcebfbdff82c58fu, 0x3fac6b08d704a0c0u,
                                 0x3f83b2ab6fba4e77u, 0x3f55d87fe78a6731u, 0x3f2430912f86c787u, 0x3eeffcbfc588b0c7u,
                                 0x3eb62c0223a5c824u, 0x3e7b5253d395e7c4u, 0x3e3e4cf5158b8ecau, 0x3dfe8cac7351bb25u,
                                 0x3dbc3bd650fc2986u, 0x3d7816193166d0f9u, 0x3d3314964d5878a9u};
  const double n = floor(x + 0.5), r = x - n;
  double p = terrawright_bits_to_double(c[14]);
  for (int k = 13; k >= 0; --k) p = p * r + terrawright_bits_to_double(c[k]);
  return p * terrawright_bits_to_double((uint64_t)(1023 + (int)n) << 52);
}

/* e^x. */
static inline double terrawright_exp(double x) { return terrawright_exp2(x * 0x1.71547652b82fep+0); }

/* cos(pi x), maximum absolute error 1.1e-16. */
static inline double terrawright_cospi(double x) {
  static const uint64_t even[9] = {0x3ff0000000000000u, 0xc013bd3cc9be45deu, 0x40103c1f081b5ac4u,
                                   0xbff55d3c7e3cbffau, 0x3fce1f506891babbu, 0xbf9a6d1f2a204a8cu,
                                   0x3f5f9d38a3763cc3u, 0xbf1b6e24f44b128fu, 0x3ed20c62c2f2d7f5u};
  static const uint64_t odd[9] = {0x400921fb54442d18u, 0xc014abbce625be53u, 0x400466bc6775aae2u,
                                  0xbfe32d2cce62bd86u, 0x3fb50783487ee782u, 0xbf7e3074fde8871fu,
                                  0x3f3e8f434d018d63u, 0xbef6fadb9f155744u, 0x3eaaaec32af93359u};
  x = fabs(x);
  x = x - 2.0 * floor(x / 2.0);
  const double quarter = floor(2.0 * x + 0.5), r = x - quarter / 2.0, z = r * r;
  const int q = (int)quarter;
  const uint64_t *c = (q & 1) ? odd : even;
  double p = terrawright_bits_to_double(c[8]);
  for (int k = 7; k >= 0; --k) p = p * z + terrawright_bits_to_double(c[k]);
  if (q & 1) p = r * p;
  if ((q & 3) == 1 || (q & 3) == 2) p = -p;
  return p + 0.0;
}

/* sin(pi x). */
static inline double terrawright_sinpi(double x) { return terrawright_cospi(x - 0.5); }

#endif
