// SPDX-License-Identifier: Apache-2.0
// Pictures that a program beside the modules decodes, which then ends: terrawright_tiff (tiff/decoder.cpp), and of
// other people's formats terrawright_openimageio (openimageio/main.cpp). Nothing that becomes of it is the end of this
// one.
#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <stdexcept>

#include "readers/image_decoder.hpp"
#include "readers/library_process.hpp"
#include "readers/opened_file.hpp"
#include "report/program_file.hpp"

namespace terrawright::readers {
namespace {

constexpr std::size_t most_facts = std::size_t{4} << 20;
constexpr std::uint64_t most_memory = std::uint64_t{1} << 50;

constexpr LibraryProgram openimageio{
    "OpenImageIO", "terrawright_openimageio",
    "which reads it: install the package libopenimageio-dev and build the program with it", "libopenimageio2.4",
    "convert the picture to .png, .tif or .exr"};
constexpr LibraryProgram libtiff{"libtiff", "terrawright_tiff",
                                 "which reads it: install the program with all its parts", "libgeotiff5",
                                 "convert the picture to .png or .exr"};

class ProcessDecoder final : public ImageDecoder {
 public:
  ProcessDecoder(const LibraryProgram& library, const std::string& path, const std::filesystem::path& program,
                 std::chrono::milliseconds silence)
      : library_(library), path_(path), program_(program), silence_(silence) {
    LibraryProcess process(library_, program_, {"facts", path_}, {silence_});
    std::string text(most_facts, 0);
    text.resize(process.read(text.data(), text.size()));
    process.demand_done();
    std::istringstream lines(text);
    std::string word, end;
    for (std::string line; end.empty() && std::getline(lines, line);) {
      std::istringstream words(line);
      words >> word;
      if (!take(word, words)) end = line;
    }
    demand(end == "end" && lines.peek() == EOF && (is_foreign_ || !parts_.empty()));
    for (const Part& part : parts_) demand(part.claimed > 0 && part.channels.size() == part.claimed);
  }

  // One of a kind that only OpenImageIO reads.
  bool is_foreign() const { return is_foreign_; }

  bool opens_by_name() const override { return true; }
  bool to_part(int part) override {
    if (static_cast<std::size_t>(part) >= parts_.size()) return false;
    part_ = static_cast<std::size_t>(part);
    return true;
  }
  std::string part() const override { return parts_[part_].name; }
  Facts facts(int channel) override {
    const Part& part = parts_[part_];
    const Channel& wanted = part.channels[static_cast<std::size_t>(channel)];
    for (const std::string& why : {part.refused, wanted.refused}) {
      if (!why.empty()) throw std::runtime_error(why);
    }
    Facts facts = wanted.facts;
    for (const Channel& one : part.channels) facts.channels.push_back(one.name);
    return facts;
  }
  void read(int channel, std::optional<double> nodata, float* cells) override {
    std::vector<std::string> arguments{"cells", path_, std::to_string(part_), std::to_string(channel)};
    if (nodata && knows_nodata()) {
      std::array<char, 40> number{};
      std::snprintf(number.data(), number.size(), "%.17g", *nodata);
      arguments.emplace_back(number.data());
    }
    LibraryProcess process(library_, program_, arguments, {silence_});
    const Facts& facts = parts_[part_].channels[0].facts;
    const auto count = static_cast<std::size_t>(facts.width * facts.height);
    const std::size_t size = process.read(cells, count * sizeof(float));
    process.demand_done();
    if (size != count * sizeof(float)) {
      throw ProcessFailed(std::string(library_.library) + " gave " + std::to_string(size) + " bytes, not the " +
                          std::to_string(count * sizeof(float)) + " of its samples; " + library_.remedy);
    }
    if (nodata && !knows_nodata())
      std::replace(cells, cells + count, static_cast<float>(*nodata), std::numeric_limits<float>::quiet_NaN());
  }

 private:
  struct Channel {
    std::string name, refused;
    Facts facts;
  };
  struct Part {
    std::string name, refused;  // why it cannot be read; empty: it can
    std::size_t claimed = 0;    // channels
    Facts facts;
    std::vector<Channel> channels;
  };

  // And finds them itself.
  bool knows_nodata() const { return &library_ == &libtiff; }

  // Parses a line; false: it is no fact.
  bool take(const std::string& word, std::istringstream& words) {
    const auto rest = [&] {
      demand(words.good());
      std::string text;
      std::getline(words.ignore(), text);
      return text;
    };
    if (word == "foreign") return is_foreign_ = true;
    if (word == "part") {
      Part& part = parts_.emplace_back();
      Facts& facts = part.facts;
      words >> facts.width >> facts.height >> facts.depth >> facts.deep >> facts.memory >> part.claimed;
      demand(facts.memory < most_memory);
      part.name = rest();
      return true;
    }
    if (parts_.empty()) return false;
    Part& part = parts_.back();
    if (word == "channel") {
      int bits = -1;
      words >> bits;
      demand(bits >= 0 && bits <= 64 && (bits & (bits - 1)) == 0);
      Channel& channel = part.channels.emplace_back();
      channel.facts = part.facts;
      channel.facts.bits = static_cast<std::uint32_t>(bits);
      channel.facts.values = bits == 0 || bits > 16;
      channel.name = rest();
    } else if (word == "refused") {
      (part.channels.empty() ? part.refused : part.channels.back().refused) = rest();
    } else if (word == "cell" && part.channels.empty()) {
      demand(static_cast<bool>(words >> part.facts.cell_width >> part.facts.cell_height));
    } else if (word == "unplaced" && part.channels.empty()) {
      part.facts.unplaced = true;
    } else if (word == "latitude" && part.channels.empty()) {
      demand(static_cast<bool>(words >> part.facts.latitude));
    } else if (word == "samples" && !part.channels.empty()) {
      Facts& facts = part.channels.back().facts;
      demand(static_cast<bool>(words >> facts.values >> facts.is_signed >> facts.scaled));
    } else if (word == "remark" && !part.channels.empty()) {
      part.channels.back().facts.remark = rest();
    } else {
      return false;
    }
    return true;
  }

  void demand(bool good) const {
    if (!good) throw ProcessFailed(std::string(library_.library) + " gave no facts of a picture; " + library_.remedy);
  }

  const LibraryProgram& library_;
  std::string path_;
  std::filesystem::path program_;
  std::chrono::milliseconds silence_;
  std::vector<Part> parts_;
  std::size_t part_ = 0;
  bool is_foreign_ = false;
};

}  // namespace

std::unique_ptr<ImageDecoder> foreign_decoder(const std::string& path, const std::filesystem::path& program,
                                              std::chrono::milliseconds silence) {
  return std::make_unique<ProcessDecoder>(
      openimageio, path, program.empty() ? report::module_file(openimageio.program) : program, silence);
}

std::unique_ptr<ImageDecoder> tiff_decoder(const std::string& path) {
  auto decoder =
      std::make_unique<ProcessDecoder>(libtiff, path, report::module_file(libtiff.program), std::chrono::minutes(1));
  return decoder->is_foreign() ? nullptr : std::move(decoder);
}

std::unique_ptr<ImageDecoder> decoder_of(const std::string& path) {
  const auto format = format_of(path);
  std::unique_ptr<ImageDecoder> decoder;
  if (format == Format::exr) decoder = exr_decoder(path);
  if (format == Format::tif) decoder = tiff_decoder(path);
  return decoder ? std::move(decoder) : foreign_decoder(path);
}

}  // namespace terrawright::readers
