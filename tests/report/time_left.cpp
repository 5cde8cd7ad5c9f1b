// SPDX-License-Identifier: Apache-2.0
#include "report/time_left.hpp"

#include "support/catch.hpp"

using namespace terrawright::report;

TEST_CASE("time left follows from what was measured", "[report.time_left]") {
  TimeLeft left({{"a", 1, false}, {"b", 1, false}, {"c", 2, false}}, 0);
  left.begin(0, 0);
  CHECK_FALSE(left.seconds(5));  // nothing is measured yet
  left.end(0, 10);
  left.begin(1, 10);
  CHECK(left.share(10) == Approx(0.25));
  CHECK(left.seconds(10) == Approx(30));
  CHECK(left.seconds(14) == Approx(26));
  CHECK(left.share(14) == Approx(0.35));
  CHECK(left.seconds(12).value() > left.seconds(13).value());
  // b should be over at 20: soon nobody knows.
  CHECK_FALSE(left.seconds(40));
  CHECK(left.share(40) < 0.5);
  left.end(1, 50);
  left.begin(2, 50);
  CHECK(left.seconds(50) == Approx(50));
  left.end(2, 90);
  CHECK(left.share(90) == 1);
  CHECK_FALSE(left.seconds(90));
}

TEST_CASE("tiles of a steady step are measured, those of rounds are not believed", "[report.time_left]") {
  for (const bool steady : {true, false}) {
    TimeLeft left({{"a", 10, steady}, {"b", 10, steady}}, 0);
    left.begin(0, 0);
    left.update(0, 0.5, 4);
    CHECK(left.seconds(4).has_value() == steady);
    if (steady) CHECK(left.seconds(4) == Approx(12));
    if (steady) CHECK(left.seconds(5) == Approx(11));
  }
}

TEST_CASE("steps that run beside one another count by their tiles", "[report.time_left]") {
  TimeLeft left({{"a", 10, true}, {"b", 10, true}, {"c", 20, true}}, 0);
  left.begin(0, 0);
  left.update(0, 0.5, 5);
  left.begin(1, 5);
  CHECK(left.running() == 1);
  left.update(1, 0.5, 10);
  CHECK(left.share(10) == Approx(0.25));
  CHECK(left.seconds(10) == Approx(5 + 25));  // the other half of b, then 5 and 20 at 1 a second
  left.end(1, 15);
  CHECK(left.running() == 0);
  left.end(0, 20);
  CHECK(left.running() == 2);
  CHECK(left.share(20) == Approx(0.5));
  CHECK(left.seconds(20) == Approx(20));
}

TEST_CASE("nothing is said of builds that are short or never end", "[report.time_left]") {
  TimeLeft left({{"a", 1, false}, {"b", 1, false}, {"c", 1e9, false}}, 0);
  left.begin(0, 0);
  left.end(0, 0.2);
  left.begin(1, 0.2);
  CHECK_FALSE(left.seconds(0.3));
  left.end(1, 100);
  left.begin(2, 100);
  CHECK_FALSE(left.seconds(100));
}

TEST_CASE("time left is said no finer than anybody can know", "[report.time_left]") {
  CHECK(time_left_text(0) == "about 1 s left");
  CHECK(time_left_text(11.3) == "about 12 s left");
  CHECK(time_left_text(31) == "about 35 s left");
  CHECK(time_left_text(100) == "about 2 min left");
  CHECK(time_left_text(7200) == "about 2 h left");
}
