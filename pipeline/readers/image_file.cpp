// SPDX-License-Identifier: Apache-2.0
// PNG, TIFF, EXR and what OpenImageIO knows, as stages read them.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "readers/image_decoder.hpp"
#include "readers/library_process.hpp"
#include "readers/opened_file.hpp"
#include "readers/png_source.hpp"
#include "report/utf8.hpp"
#include "terrawright/shell_word.hpp"

namespace terrawright::readers {
namespace {

struct Content {
  Format format;
  const char *name, *ending;
};
constexpr Content png{Format::png, "a PNG", ".png"}, exr{Format::exr, "an EXR", ".exr"},
    tif{Format::tif, "a TIFF", ".tif"};

// OpenImageIO's to read.
constexpr std::array foreign_endings = {".bmp", ".dpx", ".gif", ".hdr", ".jpeg", ".jpg", ".pbm",
                                        ".pgm", ".pnm", ".ppm", ".psd", ".sgi",  ".tga", ".webp"};
bool is_foreign(const std::string& path) {
  const std::string ending = report::ascii_lower(std::filesystem::path(path).extension().string());
  return std::find(foreign_endings.begin(), foreign_endings.end(), ending) != foreign_endings.end();
}

// By the first bytes of the file.
std::optional<Content> content_of(const std::string& path) {
  if (is_png(path)) return png;
  std::array<char, 4> bytes{};
  files::OpenFile(path).read_up_to(bytes.data(), bytes.size(), 0);
  const std::string_view begin(bytes.data(), bytes.size());
  if (begin == std::string_view("\x76\x2F\x31\x01", 4)) return exr;
  for (const std::string_view tiff : {std::string_view("II*\0", 4), std::string_view("MM\0*", 4),
                                      std::string_view("II+\0", 4), std::string_view("MM\0+", 4)}) {
    if (begin == tiff) return tif;
  }
  return std::nullopt;
}

// Elevation models of formats that GDAL reads: the command that makes a GeoTIFF of one; empty: it is none.
std::string as_geotiff(const std::filesystem::path& path) {
  const std::string ending = report::ascii_lower(path.extension().string());
  for (const char* known :
       {".hgt", ".asc", ".vrt", ".img", ".jp2", ".dem", ".bil", ".flt", ".grd", ".dt0", ".dt1", ".dt2"}) {
    if (ending != known) continue;
    // An ASCII grid names no reference system. On the globe small steps, or many of them, are degrees.
    std::string word, system;
    double x = 1000, y = 1000, cell = 1, columns = 1, rows = 1;
    std::istringstream header(ending == ".asc" ? files::text_of(path, 4096) : "");
    double value = 0;
    for (int line = 0; line < 6 && header >> word >> value; ++line) {
      word = report::ascii_lower(word);
      (word == "cellsize"          ? cell
       : word == "ncols"           ? columns
       : word == "nrows"           ? rows
       : word.rfind("xll", 0) == 0 ? x
       : word.rfind("yll", 0) == 0 ? y
                                   : value) = value;
    }
    const bool on_globe = x >= -181 && x + cell * columns <= 361 && y >= -91 && y + cell * rows <= 91;
    if (on_globe && (cell < 0.5 || cell * columns > 90)) system = "-a_srs EPSG:4326 ";
    std::string to = path.stem().string() + ".tif";  // what stands there is left alone: a .vrt may be made of it
    for (int i = 1; std::filesystem::exists(path.parent_path() / to); ++i)
      to = path.stem().string() + "-" + ending.substr(1) + (i > 1 ? std::to_string(i) : "") + ".tif";
    return "gdal_translate " + system + shell_word(path.filename().string()) + " " + shell_word(to);
  }
  return "";
}

constexpr const char* unreadable = "it is not an image that can be read";

class Image : public OpenedFile {
 public:
  Image(const std::string& path, const terrawright_file_request& request) : OpenedFile(path, request) {
    if (const std::string command = as_geotiff(path_); !command.empty())
      throw std::runtime_error("images are .png, .tif, .tiff or .exr; in its folder run `" + command +
                               "` and take its result");
    const auto format = format_of(path_);
    const auto content = content_of(path_);
    if (format != Format::png && format != Format::tif && format != Format::exr) {
      if (!is_foreign(path_)) refuse_ending();
      if (!content) return;
    }
    if (!content)
      throw std::runtime_error(std::string(unreadable) + ": its first bytes are not those of a PNG, TIFF or EXR");
    if (content->format != format)
      throw std::runtime_error(std::string("its first bytes are those of ") + content->name + "; name it " +
                               content->ending);
  }

 protected:
  // The one that is wanted, by number.
  int channel(const std::vector<std::string>& channels) const {
    std::string names;
    for (const std::string& name : channels) names += (names.empty() ? "" : ", ") + name;
    const std::string all = std::to_string(channels.size()) + " channels (" + report::printable(names) + ")";
    if (request_.channel < 0 && channels.size() != 1) {
      throw std::runtime_error("it has " + all + "; name one by number with `channel`, the first is 0");
    }
    if (request_.channel >= static_cast<std::int64_t>(channels.size())) {
      throw std::runtime_error("it has only " + all);
    }
    return static_cast<int>(std::max<std::int64_t>(request_.channel, 0));
  }
  [[noreturn]] static void refuse_ending() {
    std::string others;
    for (const char* ending : foreign_endings) others += std::string(others.empty() ? "" : ", ") + ending;
    throw std::runtime_error("images are .png, .tif, .tiff or .exr, and by OpenImageIO " + others +
                             "; convert it to one of them");
  }
  std::string broken() const { return "'" + path_ + "' is broken or cut short"; }
  // Result of `body`. Errors of a decoder are reported after `what`; failures of processes and disks report themselves.
  template <class Body>
  static auto decoded(const std::string& what, Body body) {
    try {
      return body();
    } catch (const ProcessFailed&) {
      throw;
    } catch (const files::ReadFailed&) {
      throw;
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(what + ": " + report::one_line(error.what()));
    }
  }

  // Deflate, which PNGs are made of, makes no more than 1032 of one.
  void demand_bytes(std::uint64_t bytes) const {
    if (bytes / 1100 <= identity_.size) return;
    throw std::runtime_error("its header claims more than the " + std::to_string(identity_.size) +
                             " bytes of the file can hold");
  }
};

class PngImage final : public Image {
 public:
  PngImage(const std::string& path, const terrawright_file_request& request) : Image(path, request) {
    const auto source = opened();
    if (!part_.empty()) throw std::runtime_error("it has no part '" + part_ + "'; a PNG has no parts");
    if (source->width() > longest_side || source->height() > longest_side) {
      throw std::runtime_error("its header claims an impossible size");
    }
    channel_ = channel(source->channels());
    facts_.width = source->width();
    facts_.height = source->height();
    facts_.bits = source->bits();
    demand_bytes(static_cast<std::uint64_t>(facts_.width * facts_.height) * source->bits() / 8);
  }

  // A row of four channels of 16 bits, the row before it, and what libpng keeps.
  std::uint64_t memory() const override {
    return 4 * 8 * static_cast<std::uint64_t>(facts_.width) + (std::uint64_t{1} << 20);
  }

  void read(float* cells) const override {
    demand_unchanged();
    const auto source = opened();
    decoded(broken(), [&] { source->read(channel_, cells); });
    demand_unchanged();
    finish(cells);
  }

 private:
  std::unique_ptr<PngSource> opened() const {
    return decoded(unreadable, [&] { return std::make_unique<PngSource>(path_); });
  }

  int channel_ = 0;
};

class DecodedImage final : public Image {
 public:
  DecodedImage(const std::string& path, const terrawright_file_request& request) : Image(path, request) {
    const auto decoder = opened();
    ImageDecoder::Facts facts = decoder->facts(0);
    if (facts.width < 1 || facts.height < 1 || facts.width > longest_side || facts.height > longest_side ||
        facts.depth > 1) {
      throw std::runtime_error("its header claims an impossible size");
    }
    if (facts.deep) throw std::runtime_error("it is a deep image; flatten it first");
    channel_ = channel(facts.channels);
    if (channel_ > 0) facts = decoder->facts(channel_);
    facts_.width = facts.width;
    facts_.height = facts.height;
    facts_.bits = facts.bits;
    if (facts.values) facts_.flags |= TERRAWRIGHT_FACTS_VALUES;
    if (facts.scaled) facts_.flags |= TERRAWRIGHT_FACTS_SCALED;
    if (facts.unplaced) facts_.flags |= TERRAWRIGHT_FACTS_UNPLACED;
    if (facts.is_signed) facts_.flags |= TERRAWRIGHT_FACTS_SIGNED;
    facts_.cell_width = facts.cell_width;
    facts_.cell_height = facts.cell_height;
    facts_.latitude = facts.latitude;
    memory_ = facts.memory;
    remark_ = facts.remark;
  }

  std::uint64_t memory() const override { return memory_; }

  std::string remark() const override { return remark_; }

  void read(float* cells) const override {
    demand_unchanged();
    const auto decoder = opened();
    decoded(broken(), [&] { decoder->read(channel_, asked_nodata(), cells); });
    decoder->opens_by_name() ? demand_same_bytes() : demand_unchanged();
    finish(cells);
  }

 private:
  // At the part that was asked for.
  std::unique_ptr<ImageDecoder> opened() const {
    std::unique_ptr<ImageDecoder> decoder = decoded(unreadable, [&] { return decoder_of(path_); });
    if (part_.empty()) return decoder;
    std::string names;
    for (int i = 0; decoder->to_part(i); ++i) {
      const std::string name = decoder->part();
      if (name == part_) return decoder;
      names += (i == 0 ? "" : ", ") + name;
    }
    throw std::runtime_error("it has no part '" + part_ + "'; its parts are: " + report::printable(names));
  }

  int channel_ = 0;
  std::uint64_t memory_ = 0;
  std::string remark_;
};

}  // namespace

std::shared_ptr<const graph::InputFile> open_image(const std::string& path, const terrawright_file_request& request) {
  if (is_png(path)) return std::make_shared<PngImage>(path, request);
  return std::make_shared<DecodedImage>(path, request);
}

}  // namespace terrawright::readers
