// SPDX-License-Identifier: Apache-2.0
// Other people's pictures, by terrawright_openimageio: a program beside the modules that decodes one and ends
// (openimageio/main.cpp). Nothing that becomes of it is the end of this one.
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
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "images/format.hpp"
#include "images/image_decoder.hpp"
#include "images/module.hpp"
#include "images/tiff_library.hpp"
#include "report/utf8.hpp"

namespace terrawright::images {
namespace {

constexpr std::size_t most_facts = std::size_t{4} << 20;
constexpr std::uint64_t most_memory = std::uint64_t{1} << 50;
constexpr const char* remedy = "; convert the picture to .png, .tif or .exr";

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
class ForeignReader {
 public:
  ForeignReader(const std::filesystem::path& program, std::vector<std::string> arguments,
                std::chrono::milliseconds silence)
      : program_(program.string()), silence_(silence), said_(memfd_create("reason", MFD_CLOEXEC)) {
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
    const std::string why =
        error == ENOENT ? "this installation lacks " + program_ +
                              ", which reads it: install the package libopenimageio-dev and build the program with it"
                        : program_ + " cannot be started: " + std::strerror(error);
    fail(why + remedy);
  }
  ~ForeignReader() { end(); }
  ForeignReader(const ForeignReader&) = delete;
  ForeignReader& operator=(const ForeignReader&) = delete;

  // As many bytes as there are, `most` of them at most.
  std::size_t read(void* bytes, std::size_t most) {
    std::size_t done = 0;
    while (done < most) {
      pollfd wait{**from_, POLLIN, 0};
      const int ready = poll(&wait, 1, static_cast<int>(silence_.count()));
      if (ready < 0 && errno == EINTR) continue;
      if (ready == 0) {
        end();
        fail(name() + " gave nothing for " + std::to_string(silence_.count() / 1000) + " s and was ended" + remedy);
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
      fail(name() + " was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")" + remedy);
    }
    if (more) fail(name() + " gave more than was asked for" + remedy);
    if (WEXITSTATUS(status) == 0) return;
    std::array<char, 400> said{};
    const ssize_t size = pread(*said_, said.data(), said.size() - 1, 0);
    const std::string reason = report::one_line(size > 0 ? said.data() : "");
    if (WEXITSTATUS(status) == 1) throw std::runtime_error(reason.empty() ? "OpenImageIO does not say why" : reason);
    fail(name() + " cannot run: " + (reason.empty() ? "exit code " + std::to_string(WEXITSTATUS(status)) : reason) +
         "; install the package libopenimageio2.4, or convert the picture to .png, .tif or .exr");
  }

 private:
  std::string name() const { return "OpenImageIO (" + program_ + ")"; }
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

  std::string program_;
  std::chrono::milliseconds silence_;
  Descriptor said_;
  std::unique_ptr<Descriptor> from_;
  pid_t id_ = -1;
};

class ForeignDecoder final : public ImageDecoder {
 public:
  ForeignDecoder(const std::string& path, std::filesystem::path program, std::chrono::milliseconds silence)
      : path_(path), program_(std::move(program)), silence_(silence) {
    ForeignReader reader(program_, {"facts", path_}, silence_);
    std::string text(most_facts, 0);
    text.resize(reader.read(text.data(), text.size()));
    reader.demand_done();
    std::istringstream lines(text);
    std::string word, end;
    for (std::string line; end.empty() && std::getline(lines, line);) {
      std::istringstream words(line);
      words >> word;
      Facts facts;
      if (word == "part") {
        parts_.emplace_back();
        words >> facts.width >> facts.height >> facts.depth >> facts.deep >> facts.memory >> parts_.back().channels;
        parts_.back().facts = facts;
        demand(words.good() && facts.memory < most_memory);
        std::getline(words.ignore(), parts_.back().name);
      } else if (word == "channel") {
        demand(!parts_.empty());
        int bits = -1;
        words >> bits;
        demand(words.good() && (bits == 0 || bits == 8 || bits == 16 || bits == 32));
        parts_.back().bits.push_back(static_cast<std::uint32_t>(bits));
        parts_.back().facts.channels.emplace_back();
        std::getline(words.ignore(), parts_.back().facts.channels.back());
      } else {
        end = line;
      }
    }
    demand(end == "end" && lines.peek() == EOF && !parts_.empty());
    for (const Part& part : parts_) demand(part.channels > 0 && part.bits.size() == part.channels);
  }

  bool to_part(int part) override {
    if (static_cast<std::size_t>(part) >= parts_.size()) return false;
    part_ = static_cast<std::size_t>(part);
    return true;
  }
  std::string part() const override { return parts_[part_].name; }
  Facts facts(int channel) override {
    Facts facts = parts_[part_].facts;
    facts.bits = parts_[part_].bits[static_cast<std::size_t>(channel)];
    facts.values = facts.bits == 0 || facts.bits > 16;
    return facts;
  }
  void read(int channel, std::optional<double> nodata, float* cells) override {
    ForeignReader reader(program_, {"cells", path_, std::to_string(part_), std::to_string(channel)}, silence_);
    const Facts& facts = parts_[part_].facts;
    const auto count = static_cast<std::size_t>(facts.width * facts.height);
    const std::size_t size = reader.read(cells, count * sizeof(float));
    reader.demand_done();
    if (size != count * sizeof(float)) {
      fail("OpenImageIO gave " + std::to_string(size) + " bytes, not the " + std::to_string(count * sizeof(float)) +
           " of its samples" + remedy);
    }
    if (nodata)
      std::replace(cells, cells + count, static_cast<float>(*nodata), std::numeric_limits<float>::quiet_NaN());
  }

 private:
  struct Part {
    Facts facts;
    std::string name;
    std::size_t channels = 0;
    std::vector<std::uint32_t> bits;  // of each channel
  };

  static void demand(bool good) {
    if (!good) fail(std::string("OpenImageIO gave no facts of a picture") + remedy);
  }

  std::string path_;
  std::filesystem::path program_;
  std::chrono::milliseconds silence_;
  std::vector<Part> parts_;
  std::size_t part_ = 0;
};

}  // namespace

std::unique_ptr<ImageDecoder> foreign_decoder(const std::string& path, const std::filesystem::path& program,
                                              std::chrono::milliseconds silence) {
  return std::make_unique<ForeignDecoder>(path, program.empty() ? find_module("terrawright_openimageio") : program,
                                          silence);
}

std::unique_ptr<ImageDecoder> decoder_of(const std::string& path) {
  const auto format = format_of(path);
  std::unique_ptr<ImageDecoder> decoder;
  if (format == Format::exr) decoder = exr_decoder(path);
  if (format == Format::tif) decoder = tiff_library().decoder(path);
  return decoder ? std::move(decoder) : foreign_decoder(path);
}

}  // namespace terrawright::images
