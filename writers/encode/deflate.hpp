// SPDX-License-Identifier: Apache-2.0
// A zlib stream that comes piece by piece, made by zlib, or whole, by libdeflate; and its long runs by us. Neither
// chooses its matches by the processor, so the same bytes become the same stream on every machine.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct libdeflate_compressor;
struct z_stream_s;

namespace terrawright::encode {

// Distance of the search for repetitions. After a PNG filter a terrain is noise and flat water: far repetitions there
// are accidental and cost more bits than they save. Classes repeat whole rows.
enum class Window { near, far };

struct EndStream {
  void operator()(z_stream_s* stream) const;
};

class Deflate {
 public:
  // Some of the stream, until the next call.
  struct Compressed {
    const unsigned char* bytes;
    std::size_t size;
  };

  explicit Deflate(Window window);
  Compressed add(const unsigned char* bytes, std::size_t size);
  Compressed finish();

 private:
  Compressed run(const unsigned char* bytes, std::size_t size, bool last);

  std::unique_ptr<z_stream_s, EndStream> stream_;
  std::vector<unsigned char> out_;  // as long as it was ever needed
};

// Streams of bytes that are there at once, each by itself. libdeflate notes each place of a run, zlib looks at each of
// its bytes twice. So where so many eighths of all are long runs, those are written as such; the rest gets longer by
// zlib.
class DeflateWhole {
 public:
  explicit DeflateWhole(std::size_t eighths = 7);
  Deflate::Compressed of(const unsigned char* bytes, std::size_t size);

 private:
  struct Run {
    std::size_t begin, units;
  };
  bool find_runs(const unsigned char* bytes, std::size_t size);
  std::size_t around_runs(const unsigned char* bytes, std::size_t size);

  std::size_t eighths_;
  std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor_;
  std::unique_ptr<z_stream_s, EndStream> between_;
  std::vector<Run> runs_;
  std::unique_ptr<unsigned char[]> out_;
  std::size_t room_ = 0;  // there
};

// Whole numbers of a grid, told from their neighbours and deflated: what a page decodes in a few lines.

// Neighbours that predict a number. median: of the left one, the upper one and their plane (LOCO-I).
enum class Predictor : std::uint8_t { none, left, median };
const char* name_of(Predictor predictor);

// body(i) for i in 0 .. n-1, in any order, on any threads.
using OnThreads = std::function<void(std::uint64_t n, const std::function<void(std::uint64_t i)>& body)>;

struct Samples {
  std::int64_t width = 0, height = 0;
  int bytes = 1;  // of a number: 1 or 2
  std::vector<std::uint16_t> cells;
};

// The one that makes it shortest, as rows all over it say: all rows of a small grid, of a large one a sixteenth.
Predictor best_predictor(const Samples& samples);
// About as many bytes as it has.
std::size_t coded_size(const Samples& samples, Predictor predictor);
// All high bytes, then all low ones, in strips of rows, each a zlib stream.
struct CodedGrid {
  std::string bytes;
  std::vector<std::size_t> streams;  // how long each is
};
// Independent of threads.
CodedGrid coded_by(const Samples& samples, Predictor predictor, const OnThreads& on_threads);

}  // namespace terrawright::encode
