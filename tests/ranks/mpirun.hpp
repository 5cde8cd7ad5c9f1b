// SPDX-License-Identifier: Apache-2.0
// Builds of several processes on this machine, more than it has processors.
#pragma once
#include <string>

#include "cli/program.hpp"

namespace terrawright::test {

// mpirun -np `count` terrawright build `arguments`, within two minutes; `variables` as "NAME=value NAME=value".
Ran mpirun(int count, const std::string& arguments, const std::string& variables = "");
// Command line for mpirun.
std::string with_mpirun(const std::string& rest);

// Whether two folders hold the same files of the same bytes.
bool same_files(const std::string& a, const std::string& b);

// The number before a word: in "of 7 nodes 4 ran, 2 were painted again and 1 were cached" 4 before "ran".
int number_before(const std::string& text, const std::string& word);
// "process 1 painted 96 tiles", by process.
int painted_by(const std::string& text, int process);

}  // namespace terrawright::test
