// SPDX-License-Identifier: Apache-2.0
// Pictures that a program beside the modules decodes, which then ends: terrawright_tiff (tiff/decoder.cpp), and of
// other people's formats terrawright_openimageio (openimageio/main.cpp). Nothing that becomes of it is the end of this
// one.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "images/format.hpp"
#include "images/image_decoder.hpp"
#include "images/module.hpp"
#include "report/utf8.hpp"

namespace terrawright::images {
namespace {

constexpr std::size_t most_facts = std::size_t{4} << 20;
constexpr std::uint64_t most_memory = std::uint64_t{1} << 50;

struct Library {
  const char *name, *program;
  // Where there is no such program, where the loader cannot bind it, and for the rest.
  const char *install, *packages, *remedy;
  bool knows_nodata;  // and finds them itself
};
constexpr Library openimageio{"OpenImageIO",
                              "terrawright_openimageio",
                              "install the package libopenimageio-dev and build the program with it",
                              "libopenimageio2.4",
                              "convert the picture to .png, .tif or .exr",
                              false};
constexpr Library libtiff{"libtiff",
                          "terrawright_tiff",
                          "install the program with all its parts",
                          "libgeotiff5",
                          "convert the picture to .png or .exr",
                          true};

[[noreturn]] void fail(const std::string& why) { throw DecoderFailed(why); }

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {
    if (number < 0) fail("no pipe can be made: " + std::string(std::strerror(errno)));
  }
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int operator*() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

// The program while it runs.
class DecodingProcess {
 public:
  DecodingProcess(const Library& library, const std::filesystem::path& program, std::vector<std::string> arguments,
                  std::chrono::milliseconds silence)
      : library_(library), program_(program.string()), silence_(silence), said_(memfd_create("reason", MFD_CLOEXEC)) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
    from_ = std::make_unique<Descriptor>(ends[0]);
    Descriptor to(ends[1]);
    arguments.insert(arguments.begin(), program_);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, *to, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, *said_, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    // In a group of its own: Ctrl-C is for the program alone, with which it ends.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int error = posix_spawn(&id_, program_.c_str(), &actions, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error == 0) return;
    id_ = -1;
    const std::string why = error == ENOENT
                                ? "this installation lacks " + program_ + ", which reads it: " + library_.install
                                : program_ + " cannot be started: " + std::strerror(error);
    fail(why + remedy());
  }
  ~DecodingProcess() { end(); }
  DecodingProcess(const DecodingProcess&) = delete;
  DecodingProcess& operator=(const DecodingProcess&) = delete;

  // As many bytes as there are, `most` of them at most.
  std::size_t read(void* bytes, std::size_t most) {
    std::size_t done = 0;
    while (done < most) {
      pollfd wait{**from_, POLLIN, 0};
      const int ready = poll(&wait, 1, static_cast<int>(silence_.count()));
      if (ready < 0 && errno == EINTR) continue;
      if (ready == 0) {
        end();
        fail(name() + " gave nothing for " + std::to_string(silence_.count() / 1000) + " s and was ended" + remedy());
      }
      const ssize_t size = ::read(**from_, static_cast<char*>(bytes) + done, most - done);
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) fail("what " + name() + " gives cannot be read: " + std::strerror(errno));
      if (size == 0) break;
      done += static_cast<std::size_t>(size);
    }
    return done;
  }

  // After all that was wanted. Throws what became of it, unless that is well.
  void demand_done() {
    char beyond = 0;
    const bool more = read(&beyond, 1) != 0;
    const int status = end(true);
    if (WIFSIGNALED(status) && !more) {
      const int signal = WTERMSIG(status);
      fail(name() + " was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")" + remedy());
    }
    if (more) fail(name() + " gave more than was asked for" + remedy());
    if (WEXITSTATUS(status) == 0) return;
    std::array<char, 400> said{};
    const ssize_t size = pread(*said_, said.data(), said.size() - 1, 0);
    const std::string reason = report::one_line(size > 0 ? said.data() : "");
    if (WEXITSTATUS(status) == 1)
      throw std::runtime_error(reason.empty() ? std::string(library_.name) + " does not say why" : reason);
    if (WEXITSTATUS(status) == 3) fail(name() + " failed: " + reason);
    fail(name() + " cannot run: " + (reason.empty() ? "exit code " + std::to_string(WEXITSTATUS(status)) : reason) +
         "; install the package " + library_.packages + ", or " + library_.remedy);
  }

 private:
  std::string name() const { return std::string(library_.name) + " (" + program_ + ")"; }
  std::string remedy() const { return std::string("; ") + library_.remedy; }
  // How it ended: by itself if it is given the time for that.
  int end(bool by_itself = false) {
    if (id_ < 0) return 0;
    from_->close();
    int status = 0;
    const auto latest = std::chrono::steady_clock::now() + silence_;
    while (by_itself && std::chrono::steady_clock::now() < latest) {
      if (waitpid(id_, &status, WNOHANG) == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        continue;
      }
      id_ = -1;
      return status;
    }
    kill(id_, SIGKILL);
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) continue;
    id_ = -1;
    return status;
  }

  const Library& library_;
  std::string program_;
  std::chrono::milliseconds silence_;
  Descriptor said_;
  std::unique_ptr<Descriptor> from_;
  pid_t id_ = -1;
};

class ProcessDecoder final : public ImageDecoder {
 public:
  ProcessDecoder(const Library& library, const std::string& path, const std::filesystem::path& program,
                 std::chrono::milliseconds silence)
      : library_(library), path_(path), program_(program), silence_(silence) {
    DecodingProcess process(library_, program_, {"facts", path_}, silence_);
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
    if (nodata && library_.knows_nodata) {
      std::array<char, 40> number{};
      std::snprintf(number.data(), number.size(), "%.17g", *nodata);
      arguments.emplace_back(number.data());
    }
    DecodingProcess process(library_, program_, arguments, silence_);
    const Facts& facts = parts_[part_].channels[0].facts;
    const auto count = static_cast<std::size_t>(facts.width * facts.height);
    const std::size_t size = process.read(cells, count * sizeof(float));
    process.demand_done();
    if (size != count * sizeof(float)) {
      fail(std::string(library_.name) + " gave " + std::to_string(size) + " bytes, not the " +
           std::to_string(count * sizeof(float)) + " of its samples; " + library_.remedy);
    }
    if (nodata && !library_.knows_nodata)
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

  // What a line says; false: it is no fact.
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
    if (!good) fail(std::string(library_.name) + " gave no facts of a picture; " + library_.remedy);
  }

  const Library& library_;
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
  return std::make_unique<ProcessDecoder>(openimageio, path,
                                          program.empty() ? find_module(openimageio.program) : program, silence);
}

std::unique_ptr<ImageDecoder> tiff_decoder(const std::string& path) {
  auto decoder = std::make_unique<ProcessDecoder>(libtiff, path, find_module(libtiff.program), std::chrono::minutes(1));
  return decoder->is_foreign() ? nullptr : std::move(decoder);
}

std::unique_ptr<ImageDecoder> decoder_of(const std::string& path) {
  const auto format = format_of(path);
  std::unique_ptr<ImageDecoder> decoder;
  if (format == Format::exr) decoder = exr_decoder(path);
  if (format == Format::tif) decoder = tiff_decoder(path);
  return decoder ? std::move(decoder) : foreign_decoder(path);
}

}  // namespace terrawright::images
