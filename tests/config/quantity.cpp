// SPDX-License-Identifier: Apache-2.0
#include "config/quantity.hpp"

#include <terrawright/random.h>

#include <limits>

#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using namespace terrawright::config;
using test::says;

TEST_CASE("a unit moves the point and loses nothing", "[config.quantity]") {
  CHECK(*read_real("0.1 km", "m").value == 100.0);
  CHECK(*read_real("8 km", "m").value == 8000.0);
  CHECK(*read_real("8km", "m").value == 8000.0);
  CHECK(*read_real("0.3 mm", "m").value == 0.0003);  // as a product it would be 0.00029999999999999997
  CHECK(*read_real("100", "m").value == 100.0);
  CHECK(*read_real("36 km/h", "m/s").value == 10.0);
  CHECK(*read_real("10 km/h", "m/s").value == 10.0 / 3.6);
  CHECK(*read_real("90 min", "h").value == 1.5);
  CHECK(*read_real("1 yr", "s").value == 31557600.0);
  CHECK(*read_real("1 m/yr", "mm/yr").value == 1000.0);
  CHECK(*read_real("25 mm", "kg/m2").value == 25.0);
  CHECK(*read_real("270 \xC2\xB0", "deg").value == 270.0);
  CHECK(*read_real("-5.5 \xC2\xB0"
                   "C",
                   "C")
             .value == -5.5);
  CHECK(*read_real("500 h/yr", "h/yr").value == 500.0);
  CHECK(*read_real("6.5 K/km", "K/km").value == 6.5);
}

TEST_CASE("numbers are decimal and exact", "[config.quantity]") {
  CHECK(*read_real("1e3", "").value == 1000.0);
  CHECK(*read_real("0.1", "1").value == 0.1);
  CHECK(*read_real("1.7976931348623157e308", "").value == std::numeric_limits<double>::max());
  CHECK_FALSE(std::signbit(*read_real("-0", "").value));
  CHECK(*read_integer("9223372036854775807", "").value == std::numeric_limits<std::int64_t>::max());
  CHECK(*read_integer("-9223372036854775808", "").value == std::numeric_limits<std::int64_t>::min());
  CHECK(*read_integer("9007199254740993", "").value == 9007199254740993);  // no double
  CHECK(*read_integer("0.5 km", "m").value == 500);
}

TEST_CASE("what is no number says why and how to mend it", "[config.quantity]") {
  const auto [text, problem, hint] = GENERATE(table<std::string, std::string, std::string>({
      {"010", "'010' has a leading zero", "write 10"},
      {"-007.5 m", "'-007.5 m' has a leading zero", "write -7.5 m"},
      {"0x10", "'0x10' is not a decimal number", "write it with the digits 0 to 9, as 16 for 0x10"},
      {"1_000", "'1_000' has a '_' in it", "write the digits without a break"},
      {"1,5", "'1,5' has a ',' in it", "the decimal mark is a point: 1.5"},
      {"1e400", "'1e400' is too large", "write at most 1.7e308"},
      {"1e-400", "'1e-400' is too small to tell from 0", "write 0"},
      {".nan", "'.nan' is not a finite number", "write a finite number, as 1.5"},
      {"-.inf", "'-.inf' is not a finite number", "write a finite number, as 1.5"},
      {"inf", "'inf' is not a finite number", "write a finite number, as 1.5"},
      {".5", "'.5' has no digit before the point", "write 0.5"},
      {"-.5", "'-.5' has no digit before the point", "write -0.5"},
      {"5.", "'5.' has no digit behind the point", "delete the point or add a digit"},
      {"+5", "'+5' begins with '+'", "leave the '+' out"},
      {"abc", "'abc' is not a number", ""},
      {"", "'' is not a number", ""},
      {"30 mm/yr", "'30 mm/yr' is not a length", "units that fit: m, km, cm, mm"},
      {"8 kms", "'8 kms' has an unknown unit", "did you mean 'km'? units that fit: m, km, cm, mm"},
  }));
  const auto reading = read_real(text, "m");
  INFO(text);
  CHECK_FALSE(reading);
  CHECK(reading.problem == problem);
  CHECK(reading.hint == hint);
}

TEST_CASE("units that are not known take only themselves", "[config.quantity]") {
  CHECK(*read_real("3 hops", "hops").value == 3.0);
  CHECK(*read_real("3", "hops").value == 3.0);
  CHECK(read_real("3 m", "hops").problem == "'3 m' is not in 'hops'");
  CHECK(read_real("3 m", "").problem == "'3 m' has a unit where none belongs");
  CHECK(read_real("3 1", "1").problem == "'3 1' has a unit where none belongs");
}

TEST_CASE("whole numbers are whole", "[config.quantity]") {
  CHECK(read_integer("2.5", "").problem == "'2.5' is not a whole number");
  CHECK(read_integer("2.5", "").hint == "the nearest is 3");
  CHECK(*read_integer("2.0", "").value == 2);
  CHECK(*read_integer("1e3", "").value == 1000);
  CHECK(read_integer("9223372036854775808", "").problem == "'9223372036854775808' is beyond 64 bits");
}

TEST_CASE("percentages are parts per million, rounded half up in the decimal text", "[config.quantity]") {
  const auto [text, parts] = GENERATE(table<std::string, std::int64_t>({
      {"60 %", 600000},
      {"60%", 600000},
      {"60", 600000},
      {"55.5 %", 555000},
      {"0.00005 %", 1},
      {"0.00004999 %", 0},
      {"99.99995 %", 1000000},
      {"1.23455 %", 12346},
      {"0 %", 0},
      {"-0.00005 %", -1},
      {"2.00015 %", 20002},  // 20001.5; as a double it is below
  }));
  INFO(text);
  CHECK(read_percentage(text).value.value_or(-99) == parts);
}

TEST_CASE("a percentage is no length", "[config.quantity]") {
  CHECK(read_percentage("60 m").problem == "'60 m' is not a percentage");
  CHECK_FALSE(read_percentage("1e30 %"));
}

TEST_CASE("only true and false are booleans", "[config.quantity]") {
  CHECK(*read_boolean("true").value);
  CHECK_FALSE(*read_boolean("false").value);
  for (const char* word : {"yes", "on", "True", "1", "Y"}) CHECK(read_boolean(word).hint == "write true");
  for (const char* word : {"no", "Off", "FALSE", "0", "n"}) CHECK(read_boolean(word).hint == "write false");
}

TEST_CASE("seeds are 64 bits or a text", "[config.quantity]") {
  CHECK(*read_seed("42", false).value == 42);
  CHECK(*read_seed("18446744073709551615", false).value == UINT64_MAX);
  CHECK(*read_seed("-1", false).value == UINT64_MAX);
  CHECK(*read_seed("-9223372036854775808", false).value == UINT64_C(0x8000000000000000));
  CHECK(*read_seed("hello", false).value == UINT64_C(0xa430d84680aabd0b));  // FNV-1a 64, published vector
  CHECK(*read_seed("42", true).value == terrawright_fnv1a64("42", 2));
  CHECK(*read_seed("2024-06-07", false).value == terrawright_fnv1a64("2024-06-07", 10));
  for (const char* text :
       {"18446744073709551616", "-9223372036854775809", "010", "1.5", "0x2A", "1_000", "1e3", ".nan"})
    CHECK_FALSE(read_seed(text, false));
}

TEST_CASE("canonical numbers read back as the same", "[config.quantity]") {
  for (const double number : {0.1, 1e5, 0.63, 1.0 / 3.0, 1e22, 5e-324, 123456789.125, -2.5e-7})
    CHECK(*read_real(canonical(number), "").value == number);
  CHECK(canonical(100000.0) == "100000");
  CHECK(canonical(-0.0) == "0");
  CHECK(with_unit(50000.0, "m") == "50 km");
  CHECK(with_unit(2000.0, "m") == "2000 m");
  CHECK(with_unit(60.0, "%") == "60 %");
  CHECK(with_unit(3.0, "1") == "3");
}
