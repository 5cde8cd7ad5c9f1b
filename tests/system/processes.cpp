// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>

#include "support/catch.hpp"
#include "system/memory.hpp"
#include "system/process.hpp"
#include "workers/worker.hpp"

namespace {

using namespace terrawright::system;

std::size_t open_descriptors() {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

std::string all_from(int file) {
  std::string text(1000, '\0');
  text.resize(static_cast<std::size_t>(read_up_to(file, text.data(), text.size(), 0)));
  return text;
}

Start shell(const std::string& script, int output) {
  Start how;
  how.words = {"sh", "-c", script};
  how.output = how.errors = output;
  return how;
}

}  // namespace

TEST_CASE("a program gets its streams, its channel and no other descriptor", "[system]") {
  const Descriptor out = open_in_memory("out"), other = open_in_memory("other");
  auto channel = open_channel();
  REQUIRE(channel);
  Start how = shell("cat; echo $NAME; echo here >&3; ls /proc/$$/fd", out.number());
  how.channel = channel->there.number();
  how.variable = "NAME=value";
  Child child = start(how);
  REQUIRE(child);
  const Ending ending = child.wait();
  CHECK(ending.text() == "exit code 0");
  CHECK_FALSE(child);
  CHECK(all_from(out.number()) == "value\n0\n1\n2\n3\n");
  char text[5];
  REQUIRE(receive_all(channel->here.number(), text, sizeof text));
  CHECK(std::string(text, sizeof text) == "here\n");
}

TEST_CASE("the end of a child says how it ended", "[system]") {
  const Descriptor out = open_in_memory("out");
  CHECK(start(shell("exit 3", out.number())).wait().text() == "exit code 3");
  const Ending ending = start(shell("kill -SEGV $$", out.number())).wait();
  CHECK(ending.text() == "signal 11 (Segmentation fault)");
  CHECK(name_of_signal(ending.signal) == "SIGSEGV");
  Start how;
  how.words = {"no-such-program"};
  CHECK_FALSE(start(how));
  CHECK(errno == ENOENT);
}

TEST_CASE("a child ends with its object, and all that it has started", "[system]") {
  auto pipe = open_pipe();
  REQUIRE(pipe);
  {
    const Child child = start(shell("sleep 100 & sleep 100", pipe->there.number()));
    REQUIRE(child);
    CHECK_FALSE(is_ready(pipe->here.number(), 50));
  }
  pipe->there.close();
  REQUIRE(is_ready(pipe->here.number(), 60'000));  // nobody holds its other end
  char byte = 0;
  CHECK(read_some(pipe->here.number(), &byte, 1) == 0);
}

TEST_CASE("a copy of the process runs a body, with its streams, and ends in time", "[system]") {
  const Descriptor out = open_in_memory("out");
  Copy how;
  how.output = out.number();
  CHECK(copy_this_process(how, [] { return write_all(1, "copy", 4) ? 7 : 8; }).wait().code == 7);
  CHECK(all_from(out.number()) == "copy");
  how.crashes_plainly = true;
  how.seconds = 1;
  const Ending ending = copy_this_process(how, [] {
                          for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
                          return 0;
                        }).wait();
  CHECK(ending.signal == signal_of_time);
}

TEST_CASE("a worker that cannot be started keeps no descriptor open", "[system][workers]") {
  terrawright::workers::Starter starter({"/no-such-program"});
  CHECK_THROWS_AS(terrawright::workers::Worker(starter), terrawright::workers::Failed);
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 5; ++i) CHECK_THROWS_AS(terrawright::workers::Worker(starter), terrawright::workers::Failed);
  CHECK(open_descriptors() == before);
}
