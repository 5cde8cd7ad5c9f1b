// SPDX-License-Identifier: Apache-2.0
// A scalar loop of the C library after foreign code has run on the thread: what leaves the upper halves of vector
// registers used slows it twentyfold on some processors, until somebody zeroes them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <utility>

#include "border/float_control.hpp"
#include "encode/deflate.hpp"
#include "engine/layers/layer.hpp"
#include "graph/sha256.hpp"
#include "measure.hpp"
#include "parts.hpp"
#include "store/layers/compression.hpp"

namespace terrawright::bench {
namespace {

constexpr int values = 200'000;

double log1p_loop() {
  double sum = 0;
  for (int i = 0; i < values; ++i) sum += std::log1p(0.001 * i);
  return sum;
}

void leave_vectors_used() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx")) __asm__ volatile("vcmptrueps %%ymm1, %%ymm1, %%ymm1" : : : "xmm1");
#endif
}

}  // namespace

void vectors(const Options& options) {
  if (!options.wants("vectors")) return;
  const std::vector<unsigned char> bytes(1 << 20, 7);
  const std::vector<std::pair<const char*, std::function<void()>>> calls = {
      {"nothing", [] {}},
      {"zlib",
       [&] {
         encode::Deflate stream(encode::Window::near);
         stream.add(bytes.data(), bytes.size());
         stream.finish();
       }},
      {"libdeflate", [&] { encode::DeflateWhole().of(bytes.data(), bytes.size()); }},
      {"OpenSSL",
       [&] {
         graph::Sha256 hash;
         hash.add(bytes.data(), bytes.size());
         hash.hex();
       }},
      {"xxHash",
       [&] {
         engine::digest_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
       }},
      {"Blosc", [&] { store::compress(bytes.data(), bytes.size(), 4); }},
      {"a stage that leaves them used",
       [] {
         const border::FloatControl control;
         leave_vectors_used();
       }},
      {"the same outside the border", leave_vectors_used},
  };
  std::printf("\nA loop of log1p after foreign code, ns a value, and beside the loop after nothing.\n%-34s %8s %8s\n",
              "after", "ns", "times");
  volatile double sink = 0;
  double clean = 0;
  for (const auto& [name, call] : calls) {
    double best = 1e9;
    for (int i = 0; i < options.repeat; ++i) {
      call();
      best = std::min(best, seconds_of(1, [&] { sink = log1p_loop(); }));
      const border::FloatControl cleans;
    }
    const double ns = best * 1e9 / values;
    if (clean == 0) clean = ns;
    std::printf("%-34s %8.2f %8.2f\n", name, ns, ns / clean);
  }
  std::fflush(stdout);
}

}  // namespace terrawright::bench
