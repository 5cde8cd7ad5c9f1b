// SPDX-License-Identifier: Apache-2.0
// EXR files back, by OpenEXR's C library.
#define IMATH_HALF_NO_LOOKUP_TABLE  // which is in a library
#include <Imath/half.h>
#include <OpenEXR/openexr.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include "files/open_file.hpp"
#include "readers/image_decoder.hpp"

namespace terrawright::readers {
namespace {

bool is_same_word(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return small(x) == small(y); });
}

constexpr int most_parts = 1024;
// Deflate makes no more than 1032 bytes of one, and EXR's other ways do not come near it.
constexpr std::uint64_t greatest_ratio = 1100;
constexpr std::uint64_t offset_bytes = 8;

void demand(exr_result_t result) {
  if (result != EXR_ERR_SUCCESS) throw std::runtime_error(exr_get_default_error_message(result));
}

// OpenEXR takes memory for an attribute before it looks whether the file goes on so far.
void demand_attributes(const files::OpenFile& file) {
  std::array<unsigned char, 8> begin{};
  std::uint64_t at = file.read_up_to(begin.data(), begin.size(), 0);
  const auto text = [&] {
    std::string read;
    for (char c = 0; file.read_up_to(&c, 1, at) == 1 && (++at, c != 0);) read += c;
    return read;
  };
  const bool several = (begin[5] & 0x10) != 0;
  for (int parts = 0; at < file.size() && parts <= most_parts; ++parts) {
    int attributes = 0;
    while (!text().empty()) {
      ++attributes;
      std::array<unsigned char, 4> bytes{};
      text();  // its type
      if (file.read_up_to(bytes.data(), bytes.size(), at) != bytes.size()) break;
      const std::uint64_t length =
          bytes[0] | std::uint64_t{bytes[1]} << 8 | std::uint64_t{bytes[2]} << 16 | std::uint64_t{bytes[3]} << 24;
      if (at + bytes.size() + length > file.size()) {
        throw std::runtime_error("an attribute of its header claims " + std::to_string(length) +
                                 " bytes, more than the file has");
      }
      at += bytes.size() + length;
    }
    if (!several || attributes == 0) return;
  }
}

// The file that OpenEXR reads, and the read that failed.
struct ExrInput {
  const files::OpenFile file;
  std::exception_ptr lost;
  explicit ExrInput(const std::string& path) : file(path) {}
};
std::int64_t on_exr_read(exr_const_context_t, void* opaque, void* to, std::uint64_t size, std::uint64_t offset,
                         exr_stream_error_func_ptr_t) {
  auto& reading = *static_cast<ExrInput*>(opaque);
  try {
    return static_cast<std::int64_t>(reading.file.read_up_to(to, static_cast<std::size_t>(size), offset));
  } catch (...) {  // none goes through a C library
    reading.lost = std::current_exception();
    return -1;
  }
}

struct Closing {
  void operator()(exr_context_t file) const { exr_finish(&file); }
};
using Opened = std::unique_ptr<std::remove_pointer_t<exr_context_t>, Closing>;

Opened opened(const std::string& path, ExrInput& reading) {
  exr_context_initializer_t quiet = EXR_DEFAULT_CONTEXT_INITIALIZER;
  quiet.error_handler_fn = [](exr_const_context_t, exr_result_t, const char*) {};
  quiet.user_data = &reading;
  quiet.read_fn = on_exr_read;
  quiet.size_fn = [](exr_const_context_t, void* opaque) {
    return static_cast<std::int64_t>(static_cast<const ExrInput*>(opaque)->file.size());
  };
  exr_context_t file = nullptr;
  demand(exr_start_read(&file, path.c_str(), &quiet));
  return Opened(file);
}

// A failed read is the error that counts, not what OpenEXR makes of it.
template <class Call>
auto checked_call(const ExrInput& reading, const Call& call) {
  try {
    return call();
  } catch (const std::runtime_error&) {
    if (reading.lost) std::rethrow_exception(reading.lost);
    throw;
  }
}

struct Channel {
  std::string name;
  exr_pixel_type_t type;
  bool whole;  // one sample for each pixel
};

// Rank of a channel among those of its layer, as OpenImageIO and programs that use it count them.
std::size_t rank_of(const std::string& suffix, bool has_x) {
  constexpr std::array usual = {"R",     "Red", "G",  "Green", "B",  "Blue", "Y",  "real", "imag",  "A",
                                "Alpha", "AR",  "RA", "AG",    "GA", "AB",   "BA", "Z",    "Depth", "Zback"};
  constexpr std::array with_x = {"R", "Red",   "G",  "Green", "B",  "Blue", "X",  "Y",  "Z",     "real", "imag",
                                 "A", "Alpha", "AR", "RA",    "AG", "GA",   "AB", "BA", "Depth", "Zback"};
  const auto among = [&](const auto& names) {
    const auto is = [&](const char* name) { return is_same_word(name, suffix); };
    return static_cast<std::size_t>(std::find_if(names.begin(), names.end(), is) - names.begin());
  };
  return has_x ? among(with_x) : among(usual);
}

class ExrDecoder final : public ImageDecoder {
 public:
  ExrDecoder(const std::string& path, std::shared_ptr<ExrInput> reading)
      : reading_(std::move(reading)), file_(opened(path, *reading_)) {
    demand(exr_get_count(file_.get(), &parts_));
    if (parts_ > most_parts) throw std::runtime_error("it has more than " + std::to_string(most_parts) + " parts");
    std::uint64_t claimed = 0;
    for (part_ = 0; part_ < parts_; ++part_) claimed += least_bytes();
    part_ = 0;
    if (const std::uint64_t size = reading_->file.size(); claimed > size) {
      throw std::runtime_error("its header claims more than the " + std::to_string(size) +
                               " bytes of the file can hold");
    }
  }

  // Whether this decoder reads all its parts.
  bool is_plain() {
    for (part_ = 0; part_ < parts_; ++part_) {
      exr_compression_t compression{};
      demand(exr_get_compression(file_.get(), part_, &compression));
      // Among the later ones the C library (3.1) lacks two, and in two it loses the start of a channel of another type.
      if (compression > EXR_COMPRESSION_PXR24) return false;
      for (const Channel& channel : channels()) {
        if (!channel.whole) return false;
      }
    }
    part_ = 0;
    return true;
  }

  bool to_part(int part) override {
    if (part >= parts_) return false;
    part_ = part;
    return true;
  }
  std::string part() const override {
    const char* name = nullptr;
    return exr_get_name(file_.get(), part_, &name) == EXR_ERR_SUCCESS && name != nullptr ? name : "";
  }

  Facts facts(int channel) override {
    Facts facts;
    const exr_attr_box2i_t window = data_window();
    facts.width = std::int64_t{window.max.x} - window.min.x + 1;
    facts.height = std::int64_t{window.max.y} - window.min.y + 1;
    const exr_storage_t storage = stored();
    facts.deep = storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED;
    const std::vector<Channel> all = channels();
    for (const Channel& one : all) facts.channels.push_back(one.name);
    facts.bits = all.at(static_cast<std::size_t>(channel)).type == EXR_PIXEL_UINT ? 32 : 0;
    facts.values = true;
    // Sizes of packed and unpacked data, and of the codecs' buffers; the table of chunks.
    std::uint64_t chunk = 0;
    demand(exr_get_chunk_unpacked_size(file_.get(), part_, &chunk));
    facts.memory = 4 * chunk + offset_bytes * chunks() + (std::uint64_t{1} << 20);
    return facts;
  }

  void read(int channel, std::optional<double> nodata, float* cells) override {
    checked_call(*reading_, [&] { read_cells(channel, nodata, cells); });
  }

 private:
  void read_cells(int channel, std::optional<double> nodata, float* cells) {
    const exr_attr_box2i_t window = data_window();
    const std::int64_t width = std::int64_t{window.max.x} - window.min.x + 1;
    const std::int64_t height = std::int64_t{window.max.y} - window.min.y + 1;
    std::int32_t columns = static_cast<std::int32_t>(width), rows = 1;
    const bool tiled = stored() == EXR_STORAGE_TILED;
    demand(tiled ? exr_get_tile_sizes(file_.get(), part_, 0, 0, &columns, &rows)
                 : exr_get_scanlines_per_chunk(file_.get(), part_, &rows));
    Chunks chunks{file_.get(), part_, channels().at(static_cast<std::size_t>(channel)), width};
    for (std::int64_t y = 0; y < height; y += rows) {
      for (std::int64_t x = 0; x < width; x += columns) {
        exr_chunk_info_t chunk{};
        const auto down = static_cast<std::int32_t>(tiled ? y / rows : window.min.y + y);
        demand(tiled ? exr_read_tile_chunk_info(file_.get(), part_, static_cast<std::int32_t>(x / columns), down, 0, 0,
                                                &chunk)
                     : exr_read_scanline_chunk_info(file_.get(), part_, down, &chunk));
        if (chunk.width != std::min<std::int64_t>(columns, width - x) ||
            chunk.height != std::min<std::int64_t>(rows, height - y)) {
          demand(EXR_ERR_BAD_CHUNK_LEADER);
        }
        chunks.decode(chunk, cells + y * width + x);
      }
    }
    if (nodata) {
      std::replace(cells, cells + width * height, static_cast<float>(*nodata), std::numeric_limits<float>::quiet_NaN());
    }
  }

  // One channel of chunks, one after the other.
  struct Chunks {
    exr_const_context_t file;
    int part;
    Channel channel;
    std::int64_t width;
    exr_decode_pipeline_t pipeline{};
    bool begun = false;

    ~Chunks() { exr_decoding_destroy(file, &pipeline); }
    void decode(const exr_chunk_info_t& chunk, float* cells) {
      demand(begun ? exr_decoding_update(file, part, &chunk, &pipeline)
                   : exr_decoding_initialize(file, part, &chunk, &pipeline));
      // Unpacked here: the library's own ways go wrong where not all channels are wanted.
      if (!begun) {
        pipeline.channels[0].decode_to_ptr = reinterpret_cast<std::uint8_t*>(cells);
        demand(exr_decoding_choose_default_routines(file, part, &pipeline));
        pipeline.unpack_and_convert_fn = nullptr;
      }
      begun = true;
      demand(exr_decoding_run(file, part, &pipeline));
      std::size_t before = 0, row = 0;  // bytes of channels
      for (int i = 0; i < pipeline.channel_count; ++i) {
        const exr_coding_channel_info_t& one = pipeline.channels[i];
        if (channel.name == one.channel_name) before = row;
        row += static_cast<std::size_t>(one.width) * static_cast<std::size_t>(one.bytes_per_element);
      }
      if (row * static_cast<std::size_t>(chunk.height) > chunk.unpacked_size) demand(EXR_ERR_CORRUPT_CHUNK);
      const auto* from = static_cast<const unsigned char*>(pipeline.unpacked_buffer) + before;
      for (std::int64_t y = 0; y < chunk.height; ++y, from += row) unpack(from, chunk.width, cells + y * width);
    }
    void unpack(const unsigned char* from, std::int64_t count, float* cells) const {
      if (channel.type == EXR_PIXEL_FLOAT) {
        std::memcpy(cells, from, static_cast<std::size_t>(count) * sizeof(float));
      } else if (channel.type == EXR_PIXEL_HALF) {
        spread<std::uint16_t>(from, count, cells, imath_half_to_float);
      } else {
        spread<std::uint32_t>(from, count, cells, [](std::uint32_t number) { return static_cast<float>(number); });
      }
    }
    template <class Sample, class Convert>
    static void spread(const unsigned char* from, std::int64_t count, float* cells, const Convert& convert) {
      for (std::int64_t i = 0; i < count; ++i, from += sizeof(Sample)) {
        Sample sample;
        std::memcpy(&sample, from, sizeof sample);
        cells[i] = convert(sample);
      }
    }
  };

  // Channels of the part, in the order of rank_of().
  std::vector<Channel> channels() const {
    const exr_attr_chlist_t* list = nullptr;
    demand(exr_get_channels(file_.get(), part_, &list));
    std::vector<Channel> found;
    for (int i = 0; i < list->num_channels; ++i) {
      const exr_attr_chlist_entry_t& entry = list->entries[i];
      found.push_back({entry.name.str, entry.pixel_type, entry.x_sampling == 1 && entry.y_sampling == 1});
    }
    if (found.empty()) throw std::runtime_error("it has no channels");
    const auto layer = [](const Channel& of) { return of.name.substr(0, of.name.find_last_of('.') + 1); };
    const auto suffix = [](const Channel& of) { return of.name.substr(of.name.find_last_of('.') + 1); };
    const auto has = [&](const std::string& in, const char* name) {
      return std::any_of(found.begin(), found.end(),
                         [&](const Channel& of) { return layer(of) == in && is_same_word(suffix(of), name); });
    };
    const auto place = [&](const Channel& of) {
      const std::string in = layer(of);
      const bool has_x = has(in, "X") && (has(in, "Y") || has(in, "Z"));
      return std::tuple(in, rank_of(suffix(of), has_x), of.name);
    };
    std::vector<std::pair<decltype(place(found[0])), Channel>> placed;
    for (const Channel& of : found) placed.emplace_back(place(of), of);
    std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < found.size(); ++i) found[i] = placed[i].second;
    return found;
  }

  exr_attr_box2i_t data_window() const {
    exr_attr_box2i_t window{};
    demand(exr_get_data_window(file_.get(), part_, &window));
    return window;
  }
  exr_storage_t stored() const {
    exr_storage_t storage{};
    demand(exr_get_storage(file_.get(), part_, &storage));
    return storage;
  }
  std::uint64_t chunks() const {
    std::int32_t count = 0;
    demand(exr_get_chunk_count(file_.get(), part_, &count));
    return static_cast<std::uint64_t>(count);
  }
  // The declared data of the part must lie in the file, before memory is allocated for it.
  std::uint64_t least_bytes() const {
    const exr_attr_box2i_t window = data_window();
    const auto side = [](std::int32_t from, std::int32_t to) {
      return static_cast<std::uint64_t>(std::int64_t{to} - from + 1);
    };
    std::uint64_t pixel = 0;
    for (const Channel& channel : channels()) pixel += channel.type == EXR_PIXEL_HALF ? 2 : 4;
    return chunks() * offset_bytes +
           side(window.min.x, window.max.x) * side(window.min.y, window.max.y) / greatest_ratio * pixel;
  }

  std::shared_ptr<ExrInput> reading_;
  Opened file_;
  int parts_ = 0, part_ = 0;
};

}  // namespace

std::unique_ptr<ImageDecoder> exr_decoder(const std::string& path) {
  const auto reading = std::make_shared<ExrInput>(path);
  return checked_call(*reading, [&]() -> std::unique_ptr<ImageDecoder> {
    demand_attributes(reading->file);
    auto decoder = std::make_unique<ExrDecoder>(path, reading);
    return decoder->is_plain() ? std::move(decoder) : nullptr;
  });
}

}  // namespace terrawright::readers
