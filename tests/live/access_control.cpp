// SPDX-License-Identifier: Apache-2.0
// Access control.
#include "live/serve.hpp"
#include "support/catch.hpp"

using namespace terrawright::live;

namespace {

int status(const AccessControl& access, const std::string& path, const std::string& host,
           const std::string& origin = "") {
  const auto refusal = access.refuses({"GET", path, host, origin, ""});
  return refusal ? refusal->status : 200;
}

}  // namespace

TEST_CASE("Tokens are 128 bits, and no two are alike", "[live]") {
  const std::string token = new_token();
  CHECK(token.size() == 32);
  CHECK(token.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(token != new_token());
}

TEST_CASE("A name that is not ours is refused, though the token is right", "[live]") {
  const AccessControl access("abc", "127.0.0.1", 4000);
  CHECK(access.address() == "http://127.0.0.1:4000/abc/");
  CHECK(access.path_after_token("/abc/cells/1") == "cells/1");
  CHECK(status(access, "/abc/", "127.0.0.1:4000") == 200);
  CHECK(status(access, "/abc/", "localhost:4000", "http://localhost:4000") == 200);
  CHECK(status(access, "/abc/", "evil.example:4000") == 403);
  CHECK(status(access, "/abc/", "127.0.0.1") == 403);
  CHECK(status(access, "/abc/", "127.0.0.2:4000") == 403);
  CHECK(status(access, "/abc/", "127.0.0.1:4000", "http://evil.example") == 403);
  CHECK(status(access, "/abc/", "127.0.0.1:4000", "null") == 403);
  for (const char* path : {"", "/", "/abc", "/ab/", "/abcd/", "//abc/", "/ABC/", "abc/"})
    CHECK(status(access, path, "127.0.0.1:4000") == 403);
}

TEST_CASE("On all addresses of a machine any of them is a name, and no other", "[live]") {
  const AccessControl access("abc", "0.0.0.0", 4000);
  CHECK(status(access, "/abc/", "192.168.1.7:4000") == 200);
  CHECK(status(access, "/abc/", "[::1]:4000") == 200);
  CHECK(status(access, "/abc/", "evil.example:4000") == 403);
  const AccessControl six("abc", "::1", 4000);
  CHECK(six.address() == "http://[::1]:4000/abc/");
  CHECK(status(six, "/abc/", "[::1]:4000") == 200);
}
