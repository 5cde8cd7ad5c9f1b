// SPDX-License-Identifier: Apache-2.0
// The other side of decoder_process.cpp: what the programs have in common that decode one picture and end.
//   facts PATH                        a line for each part and channel, as image_decoder.hpp has them; then "end"
//   cells PATH PART CHANNEL [NODATA]  float32, row by row
// Exit code 0, or those of library_process.hpp with a reason on standard error.
#pragma once
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "files/open_file.hpp"
#include "readers/library_process.hpp"
#include "system/memory.hpp"
#include "system/terminal.hpp"

namespace terrawright::readers {

inline int reason_descriptor = system::standard_error;

class Decoding {
 public:
  virtual ~Decoding() = default;
  virtual void facts(std::FILE* to) = 0;
  // Bytes that cells() takes.
  virtual std::uint64_t memory(int part, int channel) = 0;
  virtual void cells(int channel, std::optional<double> nodata, std::FILE* to) = 0;  // of that part
};

// Names are a stranger's too: none of them ends a line.
inline std::string line_of(std::string name) {
  for (char& c : name) c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return name;
}

template <class Opened>
[[noreturn]] void decode(int argc, char** argv, const Opened& opened) {
  constexpr std::uint64_t seconds = 300;
  // Limits of address space: for a header before its size is known, and for mappings without memory.
  constexpr std::uint64_t before_facts = std::uint64_t{4} << 30, room = std::uint64_t{256} << 20;
  system::end_with_parent();
  system::dump_no_core();
  system::limit_processor_time(seconds);
  system::limit_file_size(65536);  // it writes to pipes
  system::limit_memory(before_facts);
  system::use_one_heap();
  // Output of the libraries is dropped.
  std::FILE* const to = system::moved_stream(system::standard_output);
  std::FILE* const reason = system::moved_stream(system::standard_error);
  if (argc < 3 || to == nullptr || reason == nullptr) system::end_now(exit_of_machine);
  reason_descriptor = system::descriptor_of(reason);
  int code = exit_of_machine;
  try {
    const auto decoding = opened(argv[2]);
    if (argc < 5) {
      decoding->facts(to);
      std::fprintf(to, "end\n");
    } else {
      const int part = std::stoi(argv[3]), channel = std::stoi(argv[4]);
      system::limit_memory(decoding->memory(part, channel) + room);
      decoding->cells(channel, argc > 5 ? std::optional<double>(std::stod(argv[5])) : std::nullopt, to);
    }
    if (std::fclose(to) == 0) system::end_now(0);  // before destructors of so many libraries
    throw std::runtime_error("its samples cannot be handed over");
  } catch (const files::ReadFailed& error) {
    std::fputs(error.reason().c_str(), reason);
  } catch (const std::bad_alloc&) {
    std::fputs("there is not enough memory", reason);
  } catch (const std::exception& error) {
    std::fputs(error.what(), reason);
    code = exit_of_input;
  }
  std::fflush(reason);
  system::end_now(code);
}

}  // namespace terrawright::readers
