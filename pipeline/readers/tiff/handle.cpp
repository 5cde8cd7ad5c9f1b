// SPDX-License-Identifier: Apache-2.0
#include "readers/tiff/handle.hpp"

#include <xtiffio.h>

#include <cstdarg>
#include <cstdio>
#include <new>
#include <string_view>

namespace terrawright::readers {
namespace {

// Warnings are of no use but one: a tag whose value lies beyond the end of the file, as of one that was cut short.
int keep_losses(TIFF*, void* lost, const char*, const char* format, va_list) {
  if (std::string_view(format).substr(0, 8) == "IO error") *static_cast<bool*>(lost) = true;
  return 1;
}

// Besides what the file's own length allows: tables of a directory, a strip that is decoded.
constexpr std::uint64_t largest_of_libtiff = std::uint64_t{64} << 20;

}  // namespace

int TiffHandle::keep(TIFF*, void* self, const char*, const char* format, va_list arguments) {
  auto& complaint = static_cast<TiffHandle*>(self)->complaint_;
  if (!complaint.empty()) return 1;
  char text[256];
  std::vsnprintf(text, sizeof text, format, arguments);
  complaint = text;
  return 1;
}

tmsize_t TiffHandle::read(thandle_t self, void* to, tmsize_t size) {
  auto& of = *static_cast<TiffHandle*>(self);
  try {
    const std::size_t done = of.file_.read_up_to(to, static_cast<std::size_t>(size), of.at_);
    of.at_ += done;
    return static_cast<tmsize_t>(done);
  } catch (const files::ReadFailed& failed) {
    if (!of.failed_) of.failed_ = failed;
    return -1;
  }
}

toff_t TiffHandle::seek(thandle_t self, toff_t offset, int whence) {
  auto& of = *static_cast<TiffHandle*>(self);
  return of.at_ = offset + (whence == SEEK_CUR ? of.at_ : whence == SEEK_END ? of.file_size() : 0);
}

TiffHandle::TiffHandle(const std::string& path) : file_(path) {
  static const bool tags_of_geotiff = (XTIFFInitialize(), true);
  static_cast<void>(tags_of_geotiff);
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  if (options == nullptr) throw std::bad_alloc();
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, static_cast<tmsize_t>(2 * file_size() + largest_of_libtiff));
  TIFFOpenOptionsSetErrorHandlerExtR(options, keep, this);
  TIFFOpenOptionsSetWarningHandlerExtR(options, keep_losses, &lost_);
  tiff_ = TIFFClientOpenExt(
      path.c_str(), "rm", this, read, [](thandle_t, void*, tmsize_t) -> tmsize_t { return -1; }, seek,
      [](thandle_t) { return 0; }, [](thandle_t self) { return toff_t{static_cast<TiffHandle*>(self)->file_size()}; },
      nullptr, nullptr, options);
  TIFFOpenOptionsFree(options);
  demand_that_it_was_read();
  if (tiff_ == nullptr) fail("its first directory cannot be read");
  if (lost_) throw std::runtime_error("it ends before what its first directory names");
}

TiffHandle::~TiffHandle() {
  if (tiff_ != nullptr) TIFFClose(tiff_);
}

void TiffHandle::demand_that_it_was_read() const {
  if (failed_) throw files::ReadFailed(*failed_);
}

void TiffHandle::fail(const char* why) {
  demand_that_it_was_read();
  const std::string complaint = complaint_.empty() ? why : complaint_;
  complaint_.clear();
  throw std::runtime_error(complaint);
}

std::string TiffHandle::text(std::uint32_t tag) const {
  const TIFFField* field = TIFFFieldWithTag(tiff_, tag);
  if (field == nullptr || TIFFFieldDataType(field) != TIFF_ASCII) return "";
  const char* value = nullptr;
  if (TIFFFieldPassCount(field) == 0) return TIFFGetField(tiff_, tag, &value) == 1 && value != nullptr ? value : "";
  // A tag that libtiff does not know: with its length, and perhaps without an end.
  std::uint32_t length = 0;
  if (TIFFGetField(tiff_, tag, &length, &value) != 1 || value == nullptr) return "";
  const std::string text(value, length);
  return text.substr(0, text.find('\0'));
}

}  // namespace terrawright::readers

// Memory that is not there ends the process: libtiff, PROJ and SQLite go on without, and find other facts in the file.

#ifndef TERRAWRIGHT_SANITIZED  // which has memory of its own
#include <cstdint>
#include <cstdlib>

#include "readers/decoding.hpp"
#include "system/library.hpp"

namespace {

void* demanded(void* memory, std::size_t size) {
  if (memory != nullptr || size == 0) return memory;
  constexpr std::string_view reason = "there is not enough memory";
  terrawright::system::write_all(terrawright::readers::reason_descriptor, reason.data(), reason.size());
  terrawright::system::end_now(terrawright::readers::exit_of_machine);
}

// The C library's, or what is loaded before it.
template <class Call>
Call* next(Call*& found, const char* name) {
  if (found == nullptr) *reinterpret_cast<void**>(&found) = terrawright::system::next_symbol(name);
  return found;
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) {
  static void* (*found)(std::size_t) = nullptr;
  return demanded(next(found, "malloc")(size), size);
}
void* calloc(std::size_t count, std::size_t size) {
  static void* (*found)(std::size_t, std::size_t) = nullptr;
  return demanded(next(found, "calloc")(count, size), count * size);
}
void* realloc(void* old, std::size_t size) {
  static void* (*found)(void*, std::size_t) = nullptr;
  return demanded(next(found, "realloc")(old, size), size);
}
}
#endif
