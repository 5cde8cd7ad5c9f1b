// SPDX-License-Identifier: Apache-2.0
// Other people's formats, cell by cell against what OpenImageIO wrote; and whatever may become of the process that
// reads them is an error.
#include <OpenImageIO/imageio.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "images/fixture.hpp"
#include "readers/image_decoder.hpp"
#include "readers/library_process.hpp"
#include "readers/opened_file.hpp"
#include "report/program_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using OIIO::TypeDesc;
namespace fs = std::filesystem;

namespace {

constexpr int width = 37, height = 23;

// Whole numbers as they are, of three channels.
template <class Sample>
std::vector<Sample> write(const fs::path& path, TypeDesc type, int channels, std::uint32_t most) {
  std::vector<Sample> pixels;
  for (std::size_t i = 0; i < std::size_t{width} * height * static_cast<std::size_t>(channels); ++i)
    pixels.push_back(static_cast<Sample>(test::noise(i) % (most + 1)));
  const auto output = OIIO::ImageOutput::create(path.string());
  REQUIRE(output);
  OIIO::ImageSpec spec(width, height, channels, type);
  spec.attribute("oiio:UnassociatedAlpha", 1);
  REQUIRE(output->open(path.string(), spec));
  REQUIRE(output->write_image(type, pixels.data()));
  REQUIRE(output->close());
  return pixels;
}

std::vector<float> read(const fs::path& path, int channel, std::uint32_t& bits) {
  terrawright_file_request request{};
  request.encoding = TERRAWRIGHT_ENCODING_IMAGE;
  request.channel = channel;
  const auto file = readers::FileOpener().open(path.string(), request);
  CHECK(file->facts().width == width);
  CHECK(file->facts().height == height);
  CHECK(((file->facts().flags & TERRAWRIGHT_FACTS_VALUES) != 0) == (file->facts().bits == 0));
  bits = file->facts().bits;
  std::vector<float> cells(std::size_t{width} * height, -1.0f);
  file->read(cells.data());
  return cells;
}

template <class Sample>
void compare(const fs::path& path, TypeDesc type, int channels, std::uint32_t most = 255) {
  INFO(path);
  const auto pixels = write<Sample>(path, type, channels, most);
  const int last = channels - 1;
  std::uint32_t bits = 99;
  const auto cells = read(path, last, bits);
  CHECK(bits == (type.is_floating_point() ? 0 : 8 * sizeof(Sample)));
  std::size_t other = 0;
  for (std::size_t i = 0; i < cells.size(); ++i)
    other +=
        cells[i] != static_cast<float>(pixels[i * static_cast<std::size_t>(channels) + static_cast<std::size_t>(last)]);
  CHECK(other == 0);
}

// A program in the place of OpenImageIO's.
fs::path program(const test::Folder& folder, const std::string& does) {
  const auto path = folder / "reader";
  std::ofstream(path) << "#!/bin/bash\n" << does << "\n";
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

// Programs that fall silent get one second, all others a minute: a busy machine starts them late.
std::string failure(const fs::path& program, int seconds = 60, const fs::path& picture = "a.webp") {
  std::string said;
  try {
    const auto decoder = readers::foreign_decoder(picture, program, std::chrono::seconds(seconds));
    std::vector<float> cells(4);
    decoder->read(0, {}, cells.data());
  } catch (const readers::ProcessFailed& failed) {
    said = failed.what();
    CHECK_THAT(said, Catch::Contains("convert the picture to .png, .tif or .exr"));
  } catch (const std::runtime_error& error) {
    said = error.what();
  }
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // nobody is left
  return said;
}

const std::string facts = "printf 'part 2 2 1 0 4096 1 \\nchannel 8 Y\\nend\\n'";
// For four cells.
std::string cells(const std::string& does) { return "if [ $1 = facts ]; then " + facts + "; exit 0; fi\n" + does; }

}  // namespace

TEST_CASE("Formats of others are read as OpenImageIO wrote them", "[foreign]") {
  const test::Folder folder;
  for (const char* name : {"a.bmp", "a.sgi", "a.tga", "a.ppm", "a.dpx"})
    compare<std::uint8_t>(folder / name, TypeDesc::UINT8, 3);
  for (const char* name : {"b.sgi", "b.dpx"}) compare<std::uint16_t>(folder / name, TypeDesc::UINT16, 3, 65535);
  compare<std::uint8_t>(folder / "a.pgm", TypeDesc::UINT8, 1);
  compare<std::uint8_t>(folder / "c.TGA", TypeDesc::UINT8, 4);
  compare<float>(folder / "a.hdr", TypeDesc::FLOAT, 3, 1);
  // Those that lose something: as OpenImageIO reads them.
  for (const char* name : {"a.jpg", "a.jpeg", "a.gif", "a.webp"}) {
    write<std::uint8_t>(folder / name, TypeDesc::UINT8, 3, 255);
    const auto input = OIIO::ImageInput::open((folder / name).string());
    const auto channels = static_cast<std::size_t>(input->spec().nchannels);
    std::vector<std::uint8_t> pixels(std::size_t{width} * height * channels);
    REQUIRE(input->read_image(0, 0, 0, static_cast<int>(channels), TypeDesc::UINT8, pixels.data()));
    std::uint32_t bits = 0;
    const auto cells = read(folder / name, 1, bits);
    CHECK(bits == 8);
    for (std::size_t i = 0; i < cells.size(); ++i) REQUIRE(cells[i] == static_cast<float>(pixels[i * channels + 1]));
  }
}

TEST_CASE("A Photoshop file is read", "[foreign]") {
  const test::Folder folder;
  std::string bytes = "8BPS";
  const auto put = [&](std::uint32_t number, int size) {
    for (int i = size - 1; i >= 0; --i) bytes += static_cast<char>(number >> (8 * i));
  };
  for (const auto& [number, size] : std::vector<std::pair<std::uint32_t, int>>{
           {1, 2}, {0, 4}, {0, 2}, {1, 2}, {height, 4}, {width, 4}, {16, 2}, {1, 2}, {0, 4}, {0, 4}, {0, 4}, {0, 2}})
    put(number, size);
  for (std::size_t i = 0; i < std::size_t{width} * height; ++i) put(test::noise(i) % 65536, 2);
  std::ofstream(folder / "a.psd", std::ios::binary) << bytes;
  std::uint32_t bits = 0;
  const auto cells = read(folder / "a.psd", -1, bits);
  CHECK(bits == 16);
  for (std::size_t i = 0; i < cells.size(); ++i) REQUIRE(cells[i] == static_cast<float>(test::noise(i) % 65536));
}

TEST_CASE("A picture of others that is broken is refused with a reason", "[foreign]") {
  const test::Folder folder;
  for (const char* name : {"a.bmp", "a.dpx", "a.gif", "a.hdr", "a.jpg", "a.psd", "a.sgi", "a.tga", "a.webp", "a.ppm"}) {
    std::ofstream(folder / name) << "nonsense that is no picture at all";
    std::uint32_t bits = 0;
    INFO(name);
    CHECK_THROWS_WITH(read(folder / name, 0, bits), Catch::StartsWith("it is not an image that can be read: "));
  }
}

TEST_CASE("Whatever becomes of the process that reads is an error", "[foreign]") {
  const test::Folder folder;
  using Catch::Contains;
  CHECK_THAT(failure(folder / "none"),
             Contains("this installation lacks " + (folder / "none").string()) && Contains("libopenimageio"));
  CHECK_THAT(failure(program(folder, "kill -SEGV $$")), Contains("was ended by signal 11 (Segmentation fault)"));
  CHECK_THAT(failure(program(folder, "sleep 100"), 1), Contains("gave nothing for 1 s and was ended"));
  CHECK_THAT(failure(program(folder, "echo garbage")), Contains("gave no facts of a picture"));
  CHECK_THAT(failure(program(folder, "head -c 5000000 /dev/zero")), Contains("gave more than was asked for"));
  CHECK_THAT(failure(program(folder, "cat /dev/zero")), Contains("gave more than was asked for"));
  CHECK_THAT(failure(program(folder, "printf 'part 2 2 1 0 4096 2 \\nchannel 8 Y\\nend\\n'")),
             Contains("gave no facts"));
  CHECK_THAT(failure(program(folder, "printf 'part 2 2 1 0 4096 1 \\nchannel 7 Y\\nend\\n'")),
             Contains("gave no facts"));
  CHECK_THAT(failure(program(folder, "printf 'part 2 2 1 0 4096 1 \\nchannel 8 Y\\n'")), Contains("gave no facts"));
  CHECK_THAT(failure(program(folder, facts + "; exec >&-; sleep 100"), 4), Contains("was ended by signal 9"));
  CHECK_THAT(failure(program(folder, "echo 'libX.so: cannot open' >&2; exit 127")),
             Contains("cannot run: libX.so: cannot open; install the package libopenimageio2.4"));
  CHECK(failure(program(folder, "echo 'it is torn' >&2; exit 1")) == "it is torn");
  CHECK(failure(program(folder, "exit 1")) == "OpenImageIO does not say why");

  CHECK(failure(program(folder, cells("head -c 16 /dev/zero"))) == "");
  CHECK_THAT(failure(program(folder, cells("head -c 15 /dev/zero"))),
             Contains("gave 15 bytes, not the 16 of its samples"));
  CHECK_THAT(failure(program(folder, cells("head -c 17 /dev/zero"))), Contains("gave more than was asked for"));
  CHECK_THAT(failure(program(folder, cells("head -c 16 /dev/zero; kill -ABRT $$"))), Contains("signal 6 (Aborted)"));
  CHECK_THAT(failure(program(folder, cells("head -c 8 /dev/zero; sleep 100")), 1), Contains("gave nothing for 1 s"));
  CHECK(failure(program(folder, cells("head -c 8 /dev/zero; echo torn >&2; exit 1"))) == "torn");
}

TEST_CASE("The process that reads keeps within its memory, and ends with its parent", "[foreign]") {
#ifdef TERRAWRIGHT_SANITIZED
  SUCCEED("their shadow is larger than any limit");
  return;
#endif
  const test::Folder folder;
  // Facts of a picture whose samples would take 64 GB, and a few bytes of them.
  std::string bytes("\0\0\2\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\x20\0", 18);
  std::ofstream(folder / "a.tga", std::ios::binary) << bytes << std::string(1000, 'x');
  const std::string reader = report::module_file("terrawright_openimageio").string();
  CHECK_THAT(failure(program(folder, "ulimit -v 4000000; exec " + reader + " \"$@\""), 60, folder / "a.tga"),
             !Catch::Equals(""));

  const auto slow = program(folder, "echo $$ > " + (folder / "id").string() + "; exec " + reader + " facts " +
                                        (folder / "fifo.webp").string());
  REQUIRE(mkfifo((folder / "fifo.webp").c_str(), 0600) == 0);
  const pid_t child = fork();
  if (child == 0) {
    try {
      readers::foreign_decoder("a.webp", slow);
    } catch (...) {
    }
    _exit(0);
  }
  pid_t id = 0;
  for (int i = 0; i < 600 && id == 0; ++i) {
    usleep(100'000);
    std::ifstream(folder / "id") >> id;
  }
  REQUIRE(id > 0);
  int writer = -1;  // there is one once it reads
  for (int i = 0; i < 600 && writer < 0; ++i) {
    usleep(100'000);
    writer = open((folder / "fifo.webp").c_str(), O_WRONLY | O_NONBLOCK);
  }
  REQUIRE(writer >= 0);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  bool gone = false;
  for (int i = 0; i < 600 && !gone; ++i) {
    usleep(100'000);
    std::ifstream state("/proc/" + std::to_string(id) + "/stat");
    std::string number, name, letter;
    gone = !(state >> number >> name >> letter) || letter == "Z";
  }
  CHECK(gone);
  close(writer);
}
