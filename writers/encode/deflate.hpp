// SPDX-License-Identifier: Apache-2.0
// A zlib stream that comes piece by piece, made by zlib, or whole, by libdeflate; and its long runs by us. Neither
// chooses its matches by the processor, so the same bytes become the same stream on every machine.
#pragma once
#include <cstddef>
#include <memory>
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

}  // namespace terrawright::encode
