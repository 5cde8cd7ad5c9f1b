// SPDX-License-Identifier: Apache-2.0
// OpenImageIO in a process of its own. What it decodes is a stranger's file, by a hundred libraries that may end, hang
// or take all memory there is: images/foreign_decoder.cpp starts it, and makes a sentence of whatever becomes of it.
//   facts PATH               a line for each part and channel
//   cells PATH PART CHANNEL  float32, row by row
// Exit code 0, or 1 with a reason on standard error.
#include <OpenImageIO/imageio.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using OIIO::ImageInput;
using OIIO::ImageSpec;
using OIIO::TypeDesc;

constexpr int most_parts = 1024;
constexpr std::uint64_t seconds = 300;
// Of addresses: what a header may take before its size is known, and what no memory stands behind.
constexpr std::uint64_t before_facts = std::uint64_t{4} << 30, room = std::uint64_t{256} << 20;

void limit(decltype(RLIMIT_AS) what, std::uint64_t most) {
  const rlimit both{most, most};
  setrlimit(what, &both);
}

// So many bytes more than are mapped now.
void limit_memory([[maybe_unused]] std::uint64_t more) {
#ifndef TERRAWRIGHT_SANITIZED  // whose shadow is larger than any limit
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  limit(RLIMIT_AS, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + more);
#endif
}

// With this program itself. Some readers hold all samples decoded and once more, with an alpha of their own.
std::uint64_t memory_of(const ImageSpec& spec) {
  const auto channels = static_cast<std::uint64_t>(spec.nchannels) + 1;
  return 2 * channels * spec.channel_bytes() * spec.image_pixels() + (std::uint64_t{128} << 20);
}

std::unique_ptr<ImageInput> opened(const std::string& path) {
  ImageSpec plain, spec;
  plain.attribute("oiio:UnassociatedAlpha", 1);
  // By its ending, and by that reader alone.
  std::string ending = std::filesystem::path(path).extension().string().substr(1);
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  auto input = ImageInput::create(ending, false, &plain);
  if (!input) throw std::runtime_error(OIIO::geterror());
  if (!input->open(path, spec, plain)) throw std::runtime_error(input->geterror());
  return input;
}

// Names are a stranger's too: none of them ends a line.
std::string line_of(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return name;
}

void write_facts(ImageInput& input, std::FILE* to) {
  for (int part = 0; part < most_parts && input.seek_subimage(part, 0); ++part) {
    const ImageSpec& spec = input.spec();
    std::fprintf(to, "part %d %d %d %d %llu %d %s\n", spec.width, spec.height, spec.depth, spec.deep ? 1 : 0,
                 static_cast<unsigned long long>(memory_of(spec)), spec.nchannels,
                 line_of(spec.get_string_attribute("oiio:subimagename")).c_str());
    for (int i = 0; i < spec.nchannels; ++i) {
      const TypeDesc sample = spec.channelformat(i);
      std::fprintf(to, "channel %d %s\n", sample.is_floating_point() ? 0 : static_cast<int>(8 * sample.basesize()),
                   line_of(spec.channel_name(i)).c_str());
    }
  }
  std::fprintf(to, "end\n");
}

template <class Sample>
void spread(const std::vector<unsigned char>& samples, std::vector<float>& cells) {
  const auto* const from = reinterpret_cast<const Sample*>(samples.data());
  std::transform(from, from + cells.size(), cells.begin(), [](Sample sample) { return static_cast<float>(sample); });
}

// A band of rows at a time. Integers as they are: a conversion by the library would make them 0..1.
void write_cells(ImageInput& input, int part, int channel, std::FILE* to) {
  const ImageSpec spec = input.spec();
  const TypeDesc sample = spec.channelformat(channel);
  const TypeDesc type = sample.is_floating_point() ? TypeDesc::FLOAT : TypeDesc(TypeDesc::BASETYPE(sample.basetype));
  const int band = spec.tile_width == 0 ? 64 : spec.tile_height;
  std::vector<unsigned char> samples;
  std::vector<float> cells;
  for (int y = 0; y < spec.height; y += band) {
    const int begin = spec.y + y, end = spec.y + std::min(y + band, spec.height);
    cells.resize(static_cast<std::size_t>(end - begin) * static_cast<std::size_t>(spec.width));
    samples.resize(cells.size() * type.size());
    const bool read = spec.tile_width == 0
                          ? input.read_scanlines(part, 0, begin, end, 0, channel, channel + 1, type, samples.data())
                          : input.read_tiles(part, 0, spec.x, spec.x + spec.width, begin, end, 0, 1, channel,
                                             channel + 1, type, samples.data());
    // Some files that are cut short are "read" with an error beside it.
    const std::string error = input.geterror();
    if (!read || !error.empty()) throw std::runtime_error(error);
    if (type == TypeDesc::FLOAT) {
      spread<float>(samples, cells);
    } else if (type == TypeDesc::UINT8) {
      spread<std::uint8_t>(samples, cells);
    } else if (type == TypeDesc::UINT16) {
      spread<std::uint16_t>(samples, cells);
    } else if (type == TypeDesc::UINT32) {
      spread<std::uint32_t>(samples, cells);
    } else {
      throw std::runtime_error(std::string("samples of ") + type.c_str() + " are not read");
    }
    std::fwrite(cells.data(), sizeof(float), cells.size(), to);
  }
}

}  // namespace

int main(int argc, char** argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, seconds);
  limit(RLIMIT_FSIZE, 65536);  // it writes to pipes
  limit_memory(before_facts);
  mallopt(M_ARENA_MAX, 1);
  // What the libraries print is nobody's.
  std::FILE* const to = fdopen(dup(STDOUT_FILENO), "w");
  std::FILE* const reason = fdopen(dup(STDERR_FILENO), "w");
  const int nothing = open("/dev/null", O_WRONLY);
  if (argc < 3 || to == nullptr || reason == nullptr || dup2(nothing, STDOUT_FILENO) < 0 ||
      dup2(nothing, STDERR_FILENO) < 0) {
    return 1;
  }
  try {
    OIIO::attribute("threads", 1);
    OIIO::attribute("exr_threads", -1);
    const auto input = opened(argv[2]);
    if (std::string(argv[1]) == "facts") {
      write_facts(*input, to);
    } else {
      const int part = std::stoi(argv[3]), channel = std::stoi(argv[4]);
      if (!input->seek_subimage(part, 0)) throw std::runtime_error("it has no such part");
      limit_memory(memory_of(input->spec()) + room);
      write_cells(*input, part, channel, to);
    }
    if (std::fclose(to) == 0) _exit(0);  // before destructors of so many libraries
    throw std::runtime_error("its samples cannot be handed over");
  } catch (const std::exception& error) {
    std::fputs(error.what(), reason);
  }
  std::fflush(reason);
  _exit(1);
}
