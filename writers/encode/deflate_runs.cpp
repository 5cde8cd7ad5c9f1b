// SPDX-License-Identifier: Apache-2.0
#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "encode/deflate.hpp"

namespace terrawright::encode {
namespace {

// RFC 1951. A symbol is a byte, the end of a block or the length of a run, some with more bits. A token is a byte, or
// 256 and how much longer than the least a run is.
constexpr std::size_t end_of_block = 256, n_symbols = 286, n_bytes = 256;
constexpr std::size_t least_run = 3, longest_run = 258, n_tokens = n_bytes + longest_run - least_run + 1;
constexpr int most_bits = 15;
constexpr std::size_t of_block = 1 << 15;  // tokens that have one code

struct RunLength {
  std::uint16_t symbol = 0, base = 0;
  std::uint8_t extra = 0;  // bits
};

constexpr std::array<RunLength, n_tokens - n_bytes> run_lengths() {
  std::array<RunLength, n_tokens - n_bytes> all{};
  unsigned base = least_run;
  for (unsigned i = 0; i < 28; ++i) {
    const unsigned extra = i < 8 ? 0 : i / 4 - 1;
    for (unsigned run = base; run < base + (1u << extra) && run <= longest_run; ++run)
      all[run - least_run] = {static_cast<std::uint16_t>(257 + i), static_cast<std::uint16_t>(base),
                              static_cast<std::uint8_t>(extra)};
    base += 1u << extra;
  }
  all[longest_run - least_run] = {285, longest_run, 0};
  return all;
}
constexpr auto length_of_run = run_lengths();

struct CodeBits {
  std::uint32_t bits = 0;  // the lowest is the first
  std::uint32_t count = 0;
};

template <std::size_t n>
using Counts = std::array<std::uint32_t, n>;
template <std::size_t n>
using CodeLengths = std::array<std::uint8_t, n>;

// Of the prefix code of symbols that come so often (Huffman), in two queues, of symbols and of what was joined, both by
// rising counts. Where one is longer than `most`, rare symbols count for more until none is.
template <std::size_t n>
CodeLengths<n> code_lengths(Counts<n> counts, int most) {
  CodeLengths<n> lengths{};
  std::array<std::uint32_t, n> order{};  // a count, then its symbol
  std::array<std::uint32_t, 2 * n> weight{};
  std::array<std::uint16_t, 2 * n> parent{};
  std::array<int, 2 * n> depth{};
  constexpr unsigned of_symbol = 9;
  static_assert(n <= 1u << of_symbol && 2 * of_block < 1u << (32 - of_symbol));
  for (;;) {
    std::size_t used = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (counts[i] > 0) order[used++] = static_cast<std::uint32_t>(counts[i] << of_symbol | i);
    std::sort(order.begin(), order.begin() + used);
    for (std::size_t i = 0; i < used; ++i) weight[i] = order[i] >> of_symbol;
    std::size_t symbol = 0, joined = used;
    for (std::size_t made = used; made + 1 < 2 * used; ++made) {
      weight[made] = 0;
      for (int child = 0; child < 2; ++child) {
        const bool is_symbol = symbol < used && (joined == made || weight[symbol] <= weight[joined]);
        const std::size_t lightest = is_symbol ? symbol++ : joined++;
        weight[made] += weight[lightest];
        parent[lightest] = static_cast<std::uint16_t>(made);
      }
    }
    const std::size_t root = 2 * used - 2;
    int deepest = depth[root] = used == 1 ? 1 : 0;
    for (std::size_t i = root; i-- > 0;) deepest = std::max(deepest, depth[i] = depth[parent[i]] + 1);
    if (deepest <= most) {
      for (std::size_t i = 0; i < used; ++i)
        lengths[order[i] & ((1u << of_symbol) - 1)] = static_cast<std::uint8_t>(depth[i]);
      return lengths;
    }
    for (std::uint32_t& count : counts)
      if (count > 0) count = count / 2 + 1;
  }
}

// The code that has these lengths: shorter ones first, then by their symbols; of each the highest bit first.
template <std::size_t n>
std::array<CodeBits, n> code_of(const CodeLengths<n>& lengths) {
  std::array<std::uint32_t, most_bits + 2> next{};
  for (const std::uint8_t length : lengths)
    if (length > 0) ++next[length + 1u];
  for (std::size_t length = 1; length < next.size(); ++length) next[length] = (next[length - 1] + next[length]) << 1;
  std::array<CodeBits, n> code{};
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t forward = lengths[i] == 0 ? 0 : next[lengths[i]]++;
    for (int bit = 0; bit < lengths[i]; ++bit, forward >>= 1) code[i].bits = code[i].bits << 1 | (forward & 1);
    code[i].count = lengths[i];
  }
  return code;
}

class BitsTo {
 public:
  explicit BitsTo(unsigned char* to) : to_(to), begin_(to) {}
  // At most 32.
  void add(const CodeBits& some) {
    held_ |= std::uint64_t{some.bits} << count_;
    count_ += some.count;
    if (count_ < 32) return;
    for (int shift = 0; shift < 32; shift += 8) *to_++ = static_cast<unsigned char>(held_ >> shift);
    held_ >>= 32;
    count_ -= 32;
  }
  // An empty block of bytes as they are, which begins at a whole one.
  void synchronise() {
    add({0, 3});
    for (; count_ > 0; held_ >>= 8, count_ = count_ < 8 ? 0 : count_ - 8) *to_++ = static_cast<unsigned char>(held_);
    for (const unsigned byte : {0u, 0u, 255u, 255u}) *to_++ = static_cast<unsigned char>(byte);
  }
  std::size_t size() const { return static_cast<std::size_t>(to_ - begin_); }

 private:
  unsigned char* to_;
  const unsigned char* begin_;
  std::uint64_t held_ = 0;
  std::uint32_t count_ = 0;
};

// A block: its tokens, how often each comes.
class Block {
 public:
  Block() : tokens_(of_block + 1) {}

  // As many bytes as it takes, from `i`; where it ends.
  std::size_t read(const unsigned char* bytes, std::size_t i, std::size_t size) {
    counts_.fill(0);
    n_ = 0;
    while (i < size && n_ < of_block) {
      const unsigned char byte = bytes[i++];
      put(byte);
      if (i + least_run > size || bytes[i] != byte || bytes[i + 1] != byte || bytes[i + 2] != byte) continue;
      const std::size_t most = std::min(size, i + longest_run);
      std::size_t end = i + least_run;
      while (end < most && bytes[end] == byte) ++end;
      put(n_bytes + end - i - least_run);
      i = end;
    }
    return i;
  }

  void make_code() {
    Counts<n_symbols> counts{};
    std::copy_n(counts_.begin(), n_bytes, counts.begin());
    counts[end_of_block] = 1;
    for (std::size_t i = n_bytes; i < n_tokens; ++i) counts[length_of_run[i - n_bytes].symbol] += counts_[i];
    lengths_ = code_lengths(counts, most_bits);
  }

  // Without what tells the code.
  std::size_t bits() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < n_bytes; ++i) sum += std::size_t{counts_[i]} * lengths_[i];
    for (std::size_t i = n_bytes; i < n_tokens; ++i) {
      const RunLength& run = length_of_run[i - n_bytes];
      sum += std::size_t{counts_[i]} * (lengths_[run.symbol] + run.extra + 1u);
    }
    return sum;
  }

  void write(BitsTo& to) const {
    write_code(to);
    const auto code = code_of(lengths_);
    std::array<CodeBits, n_tokens> of_token{};
    std::copy_n(code.begin(), n_bytes, of_token.begin());
    for (std::size_t i = n_bytes; i < n_tokens; ++i) {
      const RunLength& run = length_of_run[i - n_bytes];
      const CodeBits& symbol = code[run.symbol];
      const auto more = static_cast<std::uint32_t>(i - n_bytes + least_run - run.base);
      // The last bit is the distance 1, which is the only one.
      of_token[i] = {symbol.bits | more << symbol.count, symbol.count + run.extra + 1};
    }
    BitsTo held = to;  // in registers
    for (std::size_t i = 0; i < n_; ++i) held.add(of_token[tokens_[i]]);
    to = held;
    to.add(code[end_of_block]);
  }

 private:
  void put(std::size_t token) {
    tokens_[n_++] = static_cast<std::uint16_t>(token);
    ++counts_[token];
  }

  // Lengths of the symbols' code, of which 0 comes in runs, and of the one distance; by a code of their own.
  void write_code(BitsTo& to) const {
    struct Told {
      std::uint8_t symbol;
      CodeBits more;
    };
    std::vector<Told> all;
    std::size_t n = n_symbols;
    while (lengths_[n - 1] == 0) --n;
    for (std::size_t i = 0; i < n;) {
      std::size_t end = i;
      while (end < n && lengths_[end] == 0 && end - i < 138) ++end;
      const auto zeros = static_cast<std::uint32_t>(end - i);
      if (zeros > 10) {
        all.push_back({18, {zeros - 11, 7}});
      } else if (zeros > 2) {
        all.push_back({17, {zeros - 3, 3}});
      } else {
        end = i + 1;
        all.push_back({lengths_[i], {}});
      }
      i = end;
    }
    all.push_back({1, {}});  // the distance
    Counts<19> counts{};
    for (const Told& told : all) ++counts[told.symbol];
    const auto lengths = code_lengths(counts, 7);
    const auto code = code_of(lengths);
    constexpr std::array<std::size_t, 19> order{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    std::size_t told = order.size();
    while (lengths[order[told - 1]] == 0) --told;
    to.add({0b100, 3});  // not the last block; its code follows
    to.add({static_cast<std::uint32_t>(n - 257), 5});
    to.add({0, 5});
    to.add({static_cast<std::uint32_t>(told - 4), 4});
    for (std::size_t i = 0; i < told; ++i) to.add({lengths[order[i]], 3});
    for (const Told& one : all) {
      to.add(code[one.symbol]);
      to.add(one.more);
    }
  }

  std::vector<std::uint16_t> tokens_;
  std::size_t n_ = 0;
  std::array<std::uint32_t, n_tokens> counts_{};
  CodeLengths<n_symbols> lengths_{};
};

template <class Each>
void each_block(const unsigned char* bytes, std::size_t size, const Each& each) {
  Block one;
  for (std::size_t at = 0; at < size;) {
    at = one.read(bytes, at, size);
    one.make_code();
    each(one);
  }
}

constexpr std::size_t bytes_of_code = 400;  // at most, with the piece's end

}  // namespace

DeflatePiece deflated_runs(const unsigned char* bytes, std::size_t size) {
  const std::unique_ptr<unsigned char[]> room(
      new unsigned char[size * most_bits / 8 + (size / of_block + 2) * bytes_of_code]);
  BitsTo to(room.get());
  each_block(bytes, size, [&](const Block& one) { one.write(to); });
  to.synchronise();
  return {std::string(reinterpret_cast<const char*>(room.get()), to.size()), libdeflate_adler32(1, bytes, size), size};
}

std::size_t size_of_deflated_runs(const unsigned char* bytes, std::size_t size) {
  constexpr std::size_t usual_bits_of_code = 60 * 8;
  std::size_t bits = 0;
  each_block(bytes, size, [&](const Block& one) { bits += one.bits() + usual_bits_of_code; });
  return bits / 8;
}

DeflatePiece deflated_repetitions(const unsigned char* bytes, std::size_t size) {
  constexpr int fastest = 1, memory = 8;
  z_stream z{};
  if (deflateInit2(&z, fastest, Z_DEFLATED, -MAX_WBITS, memory, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&z, deflateEnd);
  const std::size_t most = deflateBound(&z, static_cast<uLong>(size)) + 64;
  const std::unique_ptr<unsigned char[]> room(new unsigned char[most]);
  z.next_in = const_cast<unsigned char*>(bytes);  // which is only read
  z.avail_in = static_cast<uInt>(size);
  z.next_out = room.get();
  z.avail_out = static_cast<uInt>(most);
  deflate(&z, Z_SYNC_FLUSH);
  return {std::string(reinterpret_cast<const char*>(room.get()), z.total_out), libdeflate_adler32(1, bytes, size),
          size};
}

std::string joined(const std::vector<DeflatePiece>& pieces) {
  std::string stream("\x78\x01", 2);  // a window of 32 KiB, compressed fast
  uLong adler = 1;
  for (const DeflatePiece& piece : pieces) {
    stream += piece.bytes;
    adler = adler32_combine(adler, piece.adler, static_cast<z_off_t>(piece.size));
  }
  stream.append("\x03\x00", 2);  // an empty block that is the last
  for (int shift = 24; shift >= 0; shift -= 8) stream += static_cast<char>(adler >> shift & 255);
  return stream;
}

}  // namespace terrawright::encode
