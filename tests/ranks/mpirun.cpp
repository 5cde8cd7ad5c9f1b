// SPDX-License-Identifier: Apache-2.0
#include "ranks/mpirun.hpp"

#include <cstdlib>

namespace terrawright::test {

// Tests in containers run as root.
std::string with_mpirun(const std::string& rest) {
  return "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 500 mpirun --oversubscribe --bind-to "
         "none " +
         rest;
}

Ran mpirun(int count, const std::string& arguments, const std::string& variables) {
  return shell(variables + " " +
               with_mpirun("-np " + std::to_string(count) + " " TERRAWRIGHT_PROGRAM " build " + arguments));
}

bool same_files(const std::string& a, const std::string& b) {
  const Ran ran = shell("diff -r " + a + " " + b);
  return ran.exit == 0 && ran.out.empty();
}

int number_before(const std::string& text, const std::string& word) {
  const std::size_t end = text.find(" " + word);
  if (end == std::string::npos) return -1;
  const std::size_t begin = text.find_last_not_of("0123456789", end - 1) + 1;
  return begin < end ? std::atoi(text.c_str() + begin) : -1;
}

int painted_by(const std::string& text, int process) {
  const std::string begin = "process " + std::to_string(process) + " painted ";
  const std::size_t at = text.find(begin);
  return at == std::string::npos ? -1 : std::atoi(text.c_str() + at + begin.size());
}

}  // namespace terrawright::test
