// SPDX-License-Identifier: Apache-2.0
#include "images/run_deflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "images/huffman.hpp"

namespace terrawright::images {
namespace {

constexpr std::size_t most_block_bytes = 65536;
constexpr std::uint32_t longest_run = 258, end_of_block = 256, symbols = 286;
// Four codes and a begun byte fit into 64 bits.
constexpr std::uint32_t longest_code = 14;

// Symbol, extra bits and how many of them for a match of `length` (RFC 1951, 3.2.5).
struct Match {
  std::uint32_t symbol, extra, n_extra;
};
Match match_of(std::uint32_t length) {
  if (length == longest_run) return {285, 0, 0};
  if (length < 11) return {254 + length, 0, 0};
  const std::uint32_t from = length - 3;
  const auto top = static_cast<std::uint32_t>(31 - __builtin_clz(from));  // 3 .. 7
  const std::uint32_t n_extra = top - 2;
  return {257 + 4 * n_extra + (from >> n_extra), from & ((1u << n_extra) - 1), n_extra};
}

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bytes are looked at as little-endian words");
std::uint64_t eight(const unsigned char* bytes) {
  std::uint64_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

RunDeflate::RunDeflate() : out_{0x78, 0x01}, adler_(adler32(0, nullptr, 0)) {}

void RunDeflate::put(std::uint64_t bits, std::uint32_t count) {
  bits_ |= bits << n_bits_;
  n_bits_ += count;
  for (; n_bits_ >= 8; n_bits_ -= 8, bits_ >>= 8) out_.push_back(static_cast<unsigned char>(bits_));
}

void RunDeflate::add(const unsigned char* bytes, std::size_t size) {
  adler_ = adler32_z(adler_, bytes, size);
  const std::size_t blocks = (size + most_block_bytes - 1) / most_block_bytes;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::size_t begin = size * i / blocks, end = size * (i + 1) / blocks;
    block(bytes + begin, static_cast<std::uint32_t>(end - begin), begin > 0, false);
  }
}

void RunDeflate::finish() {
  block(nullptr, 0, false, true);
  if (n_bits_ > 0) put(0, 8 - n_bits_);
  for (int shift = 24; shift >= 0; shift -= 8) out_.push_back(static_cast<unsigned char>(adler_ >> shift));
}

std::vector<unsigned char> RunDeflate::take() {
  std::vector<unsigned char> taken;
  taken.swap(out_);
  return taken;
}

void RunDeflate::block(const unsigned char* bytes, std::uint32_t size, bool has_before, bool last) {
  // Runs, looked for eight bytes at a time, and how often each symbol occurs; four counters of each, so that equal
  // neighbours need not wait for each other.
  runs_.clear();
  std::uint32_t counts[4][256] = {};
  std::vector<std::uint32_t> frequencies(symbols);
  std::uint32_t at = 0;
  const auto literal = [&] { ++counts[at & 3][bytes[at]], ++at; };
  if (!has_before && size > 0) literal();
  while (at + 8 <= size) {
    const unsigned char* here = bytes + at;
    const std::uint64_t now = eight(here), changes = now ^ eight(here - 1);
    if (changes != 0) {
      // Where the last bytes are alike, the next look begins with them.
      const std::uint32_t step = 8 - static_cast<std::uint32_t>(__builtin_clzll(changes)) / 8;
      if (step == 8) {
        for (int k = 0; k < 8; ++k) ++counts[k & 3][now >> 8 * k & 255];
        at += 8;
      } else {
        for (const std::uint32_t stop = at + step; at < stop;) literal();
      }
      continue;
    }
    std::uint32_t end = at + 8;
    const std::uint32_t limit = std::min(size, at + longest_run);
    while (end + 8 <= limit && eight(bytes + end) == now) end += 8;
    while (end < limit && bytes[end] == bytes[at]) ++end;
    runs_.push_back({at, end - at});
    ++frequencies[match_of(end - at).symbol];
    at = end;
  }
  while (at < size) literal();
  for (std::size_t i = 0; i < 256; ++i) frequencies[i] = (counts[0][i] + counts[1][i]) + (counts[2][i] + counts[3][i]);
  frequencies[end_of_block] = 1;

  const std::vector<Code> codes = huffman(frequencies, longest_code);
  // The lengths of the codes, each by a code of its own; one distance, 1, of one bit.
  std::vector<std::uint32_t> lengths;
  for (const Code& code : codes) lengths.push_back(code.length);
  lengths.push_back(1);
  std::vector<std::uint32_t> of_length(19);
  for (const std::uint32_t length : lengths) ++of_length[length];
  const std::vector<Code> code_of_length = huffman(of_length, 7);
  put(last ? 1 : 0, 1);
  put(2, 2);
  put(symbols - 257, 5);
  put(0, 5);
  put(19 - 4, 4);
  for (const int i : {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}) {
    put(code_of_length[static_cast<std::size_t>(i)].length, 3);
  }
  for (const std::uint32_t length : lengths) put(code_of_length[length].bits, code_of_length[length].length);

  // The symbols, written through a pointer: at most two bytes each.
  const std::size_t begin = out_.size();
  out_.resize(begin + 2 * std::size_t{size} + 64);
  unsigned char* to = out_.data() + begin;
  std::uint64_t bits = bits_;
  std::uint32_t n_bits = n_bits_;
  const auto flush = [&] {
    std::memcpy(to, &bits, sizeof bits);  // little-endian; whole bytes stay, the rest is written again
    to += n_bits >> 3;
    bits >>= n_bits & ~7u;
    n_bits &= 7;
  };
  const auto add_code = [&](const Code& code) {
    bits |= std::uint64_t{code.bits} << n_bits;
    n_bits += code.length;
  };
  at = 0;
  const auto literals = [&](std::uint32_t end) {
    for (; at + 4 <= end; at += 4) {
      for (std::uint32_t k = 0; k < 4; ++k) add_code(codes[bytes[at + k]]);
      flush();
    }
    for (; at < end; ++at) {
      add_code(codes[bytes[at]]);
      flush();
    }
  };
  for (const Run& run : runs_) {
    literals(run.begin);
    const Match match = match_of(run.length);
    add_code(codes[match.symbol]);
    bits |= std::uint64_t{match.extra} << n_bits;
    n_bits += match.n_extra + 1;  // and the distance: 0, one bit
    flush();
    at += run.length;
  }
  literals(size);
  add_code(codes[end_of_block]);
  flush();
  out_.resize(static_cast<std::size_t>(to - out_.data()));
  bits_ = bits;
  n_bits_ = n_bits;
}

}  // namespace terrawright::images
