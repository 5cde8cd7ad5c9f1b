// SPDX-License-Identifier: Apache-2.0
// numbers.hpp has code of its own for C++ libraries without std::from_chars and std::to_chars of floating-point
// numbers: it makes what this library makes.
#include "terrawright/numbers.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>

#include "support/catch.hpp"

namespace portable = terrawright::portable;

namespace {

template <class Number>
std::string of_library(Number number, bool is_fixed) {
  char text[512];
  char* const end = text + sizeof text;
  return {
      text,
      (is_fixed ? std::to_chars(text, end, number, std::chars_format::fixed) : std::to_chars(text, end, number)).ptr};
}
template <class Number>
std::string of_ours(Number number, bool is_fixed) {
  char text[512];
  return {text, portable::write_number(text, text + sizeof text, number, is_fixed).ptr};
}

template <class Number>
bool has_same_text(Number number, bool also_fixed = true) {
  return of_ours(number, false) == of_library(number, false) &&
         (!also_fixed || of_ours(number, true) == of_library(number, true));
}

bool reads_as_library(const std::string& text) {
  double ours = 7, library = 7;
  const char *begin = text.data(), *end = begin + text.size();
  const auto a = portable::read_number(begin, end, ours), b = std::from_chars(begin, end, library);
  return a.ec == b.ec && a.ptr == b.ptr && std::memcmp(&ours, &library, sizeof ours) == 0;
}

template <class Number, class Bits>
Number number_of_bits(Bits bits) {
  Number number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

}  // namespace

TEST_CASE("a million doubles have the text of the library, and read back as its bits", "[numbers]") {
  std::mt19937_64 random(2026);
  int wrong = 0, unread = 0, count = 0;
  const auto look = [&](double number) {
    if (!std::isfinite(number)) return;
    const bool good = has_same_text(number, ++count % 8 == 0);
    if (!good && ++wrong < 5) UNSCOPED_INFO(of_ours(number, false) << " is " << of_library(number, false));
    const std::string text = of_library(number, false);
    if (!reads_as_library(text) && ++unread < 5) UNSCOPED_INFO("reads " << text);
  };
  for (int i = 0; i < 500'000; ++i) look(number_of_bits<double>(static_cast<std::uint64_t>(random())));
  // Numbers of worlds: few digits, and what arithmetic makes of them.
  for (int i = 0; i < 250'000; ++i)
    look(static_cast<double>(static_cast<std::int64_t>(random() % 2'000'001) - 1'000'000) / 1000);
  for (int i = 0; i < 250'000; ++i)
    look(std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 120) - 100));
  for (int power = -1074; power < 1024; ++power) {
    const double two = std::ldexp(1.0, power);
    for (const double number : {two, std::nextafter(two, 0.0), std::nextafter(two, 2 * two)}) look(number);
  }
  for (int power = -320; power < 309; ++power) look(std::strtod(("1e" + std::to_string(power)).c_str(), nullptr));
  CHECK(wrong == 0);
  CHECK(unread == 0);
}

TEST_CASE("floats have the text of the library", "[numbers]") {
  std::mt19937 random(7);
  int wrong = 0;
  for (int i = 0; i < 100'000; ++i) {
    const auto number = number_of_bits<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(number) && !has_same_text(number) && ++wrong < 5)
      UNSCOPED_INFO(of_ours(number, false) << " is " << of_library(number, false));
  }
  CHECK(wrong == 0);
  for (const double number : {0.0, -0.0, std::nan(""), -std::nan(""), HUGE_VAL, -HUGE_VAL})
    CHECK(has_same_text(number));
}

TEST_CASE("texts are read as far as the library reads them", "[numbers]") {
  for (const char* text : {"",
                           "-",
                           "+1",
                           " 1",
                           "1 ",
                           ".",
                           ".5",
                           "5.",
                           "-.5e",
                           "1e",
                           "1e+",
                           "1e5x",
                           "1.2.3",
                           "0x10",
                           "1e400",
                           "-1e400",
                           "1e-400",
                           "1e-320",
                           "0e999999999999",
                           "inf",
                           "-INF",
                           "infinit",
                           "Infinity",
                           "nan",
                           "-nan",
                           "1e99999999999",
                           "0.1e-99999999999",
                           "123456789012345678901234567890",
                           "179769313486231580793e289",
                           "2.2250738585072011e-308",
                           "4.9e-324",
                           "2.4e-324",
                           "12,5"}) {
    INFO(text);
    CHECK(reads_as_library(text));
  }
  for (const int places : {0, 1, 3, 17}) {
    for (const double number : {0.0, -0.05, 0.5, 1.5, 2.675, 1e22, -123456.789, 1e-9, 9.9999}) {
      char ours[512], library[512];
      const std::string a(ours, portable::write_fixed(ours, ours + sizeof ours, number, places).ptr);
      CHECK(a == std::string(
                     library,
                     std::to_chars(library, library + sizeof library, number, std::chars_format::fixed, places).ptr));
    }
  }
}
