// SPDX-License-Identifier: Apache-2.0
// A TIFF that is open, and what libtiff last complained of.
#pragma once
#include <tiffio.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace terrawright::images {

class TiffHandle {
 public:
  explicit TiffHandle(const std::string& path);
  ~TiffHandle();
  TiffHandle(const TiffHandle&) = delete;
  TiffHandle& operator=(const TiffHandle&) = delete;

  TIFF* get() const { return tiff_; }
  std::uint64_t file_size() const { return file_size_; }
  // With libtiff's first complaint since the last one; `why` where it had none.
  [[noreturn]] void fail(const char* why);

  // A tag of one number, or what it is where the file does not say.
  template <class Number>
  Number field(std::uint32_t tag, Number otherwise) const {
    Number value = otherwise;
    return TIFFGetFieldDefaulted(tiff_, tag, &value) == 1 ? value : otherwise;
  }
  // A tag of text; empty: none.
  std::string text(std::uint32_t tag) const;

 private:
  static int keep(TIFF*, void* self, const char* module, const char* format, va_list arguments);

  TIFF* tiff_ = nullptr;
  std::uint64_t file_size_ = 0;
  bool lost_ = false;  // a value that the file is too short for
  std::string complaint_;
};

}  // namespace terrawright::images
