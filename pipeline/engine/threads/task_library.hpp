// SPDX-License-Identifier: Apache-2.0
// The task library's side of tasks.hpp, without templates: task_library.cpp says why.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace terrawright::engine::task_library {

using Body = void (*)(void* context, std::uint64_t i);

void in_arena(int threads, Body body, void* context);
// Until one answers true: those that have not begun are left out.
void for_each(std::uint64_t n, bool (*body)(void* context, std::uint64_t i), void* context);
std::size_t slots();
std::size_t slot();

class Group {
 public:
  Group();
  ~Group();  // waits
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  void run(Body body, void* context);
  void wait();

 private:
  struct Tasks;
  std::unique_ptr<Tasks> tasks_;
};

}  // namespace terrawright::engine::task_library
