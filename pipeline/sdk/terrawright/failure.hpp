// SPDX-License-Identifier: Apache-2.0
// terrawright/failure.hpp: how a stage says that it cannot go on. Nothing of it crosses the border.
#pragma once
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "abi.h"

namespace terrawright {
inline namespace v1 {

// An error, in one sentence without a full stop, and its place. That is the name of a parameter or port of the stage
// (the engine knows its line in the config), and a cell of the world if there is one. "rules[2].code" is a cell of a
// table, the rows counted from 0, and "bounds[2]" an item of a list.
class Failure : public std::exception {
 public:
  Failure(std::string where, std::string text, std::int64_t x = -1, std::int64_t y = -1)
      : where_(std::move(where)), text_(std::move(text)), x_(x), y_(y) {}
  const char* what() const noexcept override { return text_.c_str(); }
  const std::string& where() const { return where_; }
  std::int64_t x() const { return x_; }
  std::int64_t y() const { return y_; }

 private:
  std::string where_, text_;
  std::int64_t x_, y_;
};

// Thrown by the SDK after the engine itself has said what is wrong; a stage lets it pass.
struct AlreadySaid {};

// Thrown by the SDK when the engine asks to stop; a stage lets it pass.
struct Stopped {};

// Runs a body of C++ for a caller in C.
template <class Body>
std::int32_t fenced(const terrawright_host& host, void* handle, Body body) noexcept {
  try {
    return body();
  } catch (const Stopped&) {
    return TERRAWRIGHT_ANSWER_STOPPED;
  } catch (const AlreadySaid&) {
    return TERRAWRIGHT_ANSWER_FAILED;
  } catch (const Failure& failure) {
    host.fail(handle, failure.where().c_str(), failure.x(), failure.y(), failure.what());
  } catch (const std::bad_alloc&) {
    host.fail(handle, "", -1, -1, "there is not enough memory");
  } catch (const std::exception& error) {
    host.fail(handle, "", -1, -1, error.what());
  } catch (...) {
    host.fail(handle, "", -1, -1, "the stage threw something that is no std::exception");
  }
  return TERRAWRIGHT_ANSWER_FAILED;
}

}  // namespace v1
}  // namespace terrawright
