// SPDX-License-Identifier: Apache-2.0
#include "readers/png_source.hpp"

#include <png.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>

#include "files/open_file.hpp"
#include "report/utf8.hpp"

namespace terrawright::readers {

// Nothing in here is made or ended between a setjmp and its longjmp.
struct PngReading {
  std::unique_ptr<const files::OpenFile> file;
  std::uint64_t at = 0;
  std::exception_ptr lost;  // what could not be read
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::vector<png_byte> row;
  char error[256] = {};
  char warning[256] = {};

  PngReading() = default;
  PngReading(const PngReading&) = delete;
  PngReading& operator=(const PngReading&) = delete;
  ~PngReading() { png_destroy_read_struct(&png, &info, nullptr); }
};

namespace {

void keep_text(char (&into)[256], const char* text) { std::snprintf(into, sizeof into, "%s", text); }

[[noreturn]] void on_error(png_structp png, png_const_charp text) {
  keep_text(static_cast<PngReading*>(png_get_error_ptr(png))->error, text);
  png_longjmp(png, 1);
}

// The first one: it is nearest to the cause. Warnings of a picture that can be read are dropped.
void on_warning(png_structp png, png_const_charp text) {
  auto& reading = *static_cast<PngReading*>(png_get_error_ptr(png));
  if (reading.warning[0] == 0) keep_text(reading.warning, text);
}

// No exception goes through libpng. A file that is cut short can be read: it is the picture that is wrong.
bool read(PngReading& reading, png_bytep to, std::size_t size) noexcept {
  try {
    const std::size_t got = reading.file->read_up_to(to, size, reading.at);
    if (got < size) reading.file->demand_unchanged();
    reading.at += got;
    return got == size;
  } catch (...) {
    reading.lost = std::current_exception();
    return false;
  }
}
void on_read(png_structp png, png_bytep to, std::size_t size) {
  if (!read(*static_cast<PngReading*>(png_get_io_ptr(png)), to, size)) png_error(png, "Read Error");
}

std::string reason(const PngReading& reading) {
  if (reading.lost) std::rethrow_exception(reading.lost);
  const std::string both = std::string(reading.error) + (reading.warning[0] != 0 ? "\n" : "") + reading.warning;
  return report::one_line(both);
}

bool read_header(PngReading& reading) {
  if (setjmp(png_jmpbuf(reading.png)) != 0) return false;
  png_set_read_fn(reading.png, &reading, on_read);
  png_read_info(reading.png, reading.info);
  png_set_expand(reading.png);
  png_read_update_info(reading.png, reading.info);
  return true;
}

float sample(const png_byte* bytes, bool wide) {
  return static_cast<float>(wide ? bytes[0] << 8 | bytes[1] : bytes[0]);
}

// One row of a pass: its samples go to each `step`-th cell.
void spread(const png_byte* sample_of_first, std::size_t pixel_bytes, bool wide, std::size_t n, std::size_t step,
            float* into) {
  for (std::size_t i = 0; i < n; ++i) into[i * step] = sample(sample_of_first + i * pixel_bytes, wide);
}

// Passes are read as they are, so that no pass needs the others' pixels.
bool read_rows(PngReading& reading, std::size_t channel, float* cells) {
  if (setjmp(png_jmpbuf(reading.png)) != 0) return false;
  const png_uint_32 width = png_get_image_width(reading.png, reading.info);
  const png_uint_32 height = png_get_image_height(reading.png, reading.info);
  const bool wide = png_get_bit_depth(reading.png, reading.info) == 16;
  const std::size_t sample_bytes = wide ? 2 : 1;
  const std::size_t pixel_bytes = sample_bytes * png_get_channels(reading.png, reading.info);
  const png_byte* first = reading.row.data() + channel * sample_bytes;
  const bool interlaced = png_get_interlace_type(reading.png, reading.info) == PNG_INTERLACE_ADAM7;
  for (int pass = 0; pass < (interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1); ++pass) {
    const png_uint_32 columns = interlaced ? PNG_PASS_COLS(width, pass) : width;
    const png_uint_32 rows = interlaced ? PNG_PASS_ROWS(height, pass) : height;
    const std::size_t left = interlaced ? PNG_PASS_START_COL(pass) : 0;
    const std::size_t step = interlaced ? std::size_t{1} << PNG_PASS_COL_SHIFT(pass) : 1;
    for (png_uint_32 row = 0; columns > 0 && row < rows; ++row) {
      const std::size_t y = interlaced ? PNG_ROW_FROM_PASS_ROW(row, pass) : row;
      png_read_row(reading.png, reading.row.data(), nullptr);
      spread(first, pixel_bytes, wide, columns, step, cells + y * width + left);
    }
  }
  return true;
}

}  // namespace

PngSource::PngSource(const std::string& path) : reading_(nullptr) {
  auto reading = std::make_unique<PngReading>();
  reading->file = std::make_unique<const files::OpenFile>(path);
  reading->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reading.get(), on_error, on_warning);
  reading->info = reading->png == nullptr ? nullptr : png_create_info_struct(reading->png);
  if (reading->info == nullptr) throw std::runtime_error("there is not enough memory to read it");
  // Texts, profiles and the like are nobody's here, and libpng takes what such a chunk claims before it looks whether
  // it is there.
  png_set_keep_unknown_chunks(reading->png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  if (!read_header(*reading)) throw std::runtime_error(reason(*reading));
  reading_ = reading.release();
}

PngSource::~PngSource() { delete reading_; }

std::int64_t PngSource::width() const { return png_get_image_width(reading_->png, reading_->info); }
std::int64_t PngSource::height() const { return png_get_image_height(reading_->png, reading_->info); }
std::uint32_t PngSource::bits() const { return png_get_bit_depth(reading_->png, reading_->info); }

std::vector<std::string> PngSource::channels() const {
  switch (png_get_channels(reading_->png, reading_->info)) {
    case 1:
      return {"Y"};
    case 2:
      return {"Y", "A"};
    case 3:
      return {"R", "G", "B"};
    default:
      return {"R", "G", "B", "A"};
  }
}

void PngSource::read(int channel, float* cells) {
  reading_->row.resize(png_get_rowbytes(reading_->png, reading_->info));
  if (!read_rows(*reading_, static_cast<std::size_t>(channel), cells)) throw std::runtime_error(reason(*reading_));
}

bool is_png(const std::string& path) {
  png_byte bytes[8] = {};
  return files::OpenFile(path).read_up_to(bytes, sizeof bytes, 0) == sizeof bytes && png_sig_cmp(bytes, 0, 8) == 0;
}

}  // namespace terrawright::readers
