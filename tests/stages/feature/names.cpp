// SPDX-License-Identifier: Apache-2.0
// Properties of names: they depend on places alone, have no refused word, and are written with known letters.
#include "feature/names/names.hpp"

#include <cmath>
#include <numeric>
#include <set>
#include <string>

#include "support/catch.hpp"

using namespace terrawright::feature;

namespace {

Speech ours() {
  Speech speech;
  REQUIRE(speech.refused.add(built_in_table("refused.txt")).empty());
  for (const auto name : built_in_tongues) speech.tongues.push_back(built_in_tongue(name));
  return speech;
}

// Some hundred places in a land of 250 km, by whole numbers.
std::vector<Anchor> places(std::size_t count, std::uint64_t seed) {
  std::vector<Anchor> all;
  Words words(key_of(seed, "places", {}));
  for (std::size_t i = 0; i < count; ++i) {
    const double x = words.below(256000), y = words.below(256000);
    all.push_back(Anchor::of_metres(x, y));
  }
  return all;
}

std::vector<Taken> sites_of(std::uint64_t stream, Kind kind, const std::vector<Anchor>& at) {
  std::vector<std::size_t> order(at.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return taken_sites(stream, kind, at, order);
}
std::vector<std::string> names(const Speech& speech, std::uint64_t stream, Kind kind, const std::vector<Anchor>& at) {
  return speech.names(stream, kind, sites_of(stream, kind, at));
}

}  // namespace

TEST_CASE("our tables are read without a problem", "[feature.names]") {
  for (const char* file : {"norric.json", "velan.json", "brethic.json", "turanic.json", "english.json"}) {
    ReadingTongues reading;
    CHECK(reading.read(built_in_table(file)).size() == 1);
    INFO(file);
    CHECK(reading.problems.empty());
  }
  CHECK(built_in_table("klingon.json") == nullptr);
}

TEST_CASE("names are the same everywhere", "[feature.names]") {
  const Speech speech = ours();
  std::string all;
  for (const Tongue& tongue : speech.tongues) {
    const Naming naming(tongue, speech.refused);
    for (std::size_t kind = 0; kind < kinds; ++kind) all += naming.name(42, static_cast<Kind>(kind), 3, -4) + ", ";
    all += "\n";
  }
  CHECK(
      all ==
      "Klærmelv, Thintind, Moldatjern, Ardheim, Thildøy, Nogaldnes, Gråndevik, Hekskog, Skørnersand, Skondesletta, "
      "Skjøsheimen, Staraldhav, Svaugarland, \n"
      "Acqua Suvimeto, Cima Vidina, Lago Adura, Villa Stalva, Isola Rulma, Punta Dacella, Golfo Molena, Pineta Paro, "
      "Landa Civra, Piano Fara, Serra Mivia, Mare Vesanza, Frostola, \n"
      "Tigrael, Pen Paelgyr, Llyn Clemar, Wylorn, Enys Hawdd, Trwyn Seth, Porth Gwyr, Gelli Hanydd, Anial Cyrnael, Dol "
      "Tomwyn, Cefn Hwydd, Mor Rheirael, Tir Ledran, \n"
      "Qamsu, Besh Tau, Qütüz Köl, Kerdül Bazar, Chazal Ada, Qazash Burun, Erilmek Körfez, Zin Orman, Chak Chöl, Zön "
      "Dala, Zek Tagh, Qert Tengiz, Yosh, \n");
  CHECK(names(speech, 7, Kind::peak, places(6, 1)) == std::vector<std::string>{"Zedey Dagh", "Moel Tonir",
                                                                               "Monte Gesella", "Moel Rhwyrth",
                                                                               "Vøderfjell", "Skarnfjell"});
}

TEST_CASE("names of 100,000 sites have no refused word in them and sound as they should", "[feature.names]") {
  const Speech speech = ours();
  const Tongue english = built_in_tongue("english");
  for (const Tongue& tongue : speech.tongues) {
    for (const Tongue* general : {static_cast<const Tongue*>(nullptr), &english}) {
      const Naming naming(tongue, speech.refused, general);
      std::size_t refused = 0;
      for (std::int64_t i = 0; i < 12500; ++i) {
        const auto kind = static_cast<Kind>(i % static_cast<std::int64_t>(kinds));
        const std::string name = naming.name(99, kind, i / 100, i % 100 - 50);
        INFO(name);
        if (name.empty() || !speech.refused.in(*letters_of(name)).empty()) ++refused;
        if (refused != 0) FAIL(name);
      }
    }
  }
}

TEST_CASE("no word for a thing is refused itself, and everyday words of English are", "[feature.names]") {
  const Speech speech = ours();
  for (const char* file : {"norric", "velan", "brethic", "turanic", "english"}) {
    for (const Weighted& of_kind : built_in_tongue(file).generics) {
      for (const Letters& generic : of_kind.parts) {
        INFO(utf8(generic));
        CHECK(speech.refused.in(Joined(generic, U"vzmno").name).empty());
      }
    }
  }
  CHECK(speech.refused.in(U"Kara Jerk") == "jerk");
  CHECK(speech.refused.in(U"Mere Pint") == "pint");
  CHECK(speech.refused.in(U"Jerkel Tau").empty());
}

TEST_CASE("most names are had once only", "[feature.names]") {
  const Speech speech = ours();
  for (const Tongue& tongue : speech.tongues) {
    const Naming naming(tongue, speech.refused);
    for (const Kind kind : {Kind::river, Kind::peak, Kind::town}) {
      std::set<std::string> all;
      for (std::int64_t i = 0; i < 10000; ++i) all.insert(naming.name(3, kind, i % 100, i / 100));
      INFO(tongue.name);
      CHECK(all.size() > 8400);
    }
  }
}

TEST_CASE("names are written with the letters that the tables tell, and those of their words for things",
          "[feature.names]") {
  const Speech speech = ours();
  for (const Tongue& tongue : speech.tongues) {
    REQUIRE(!tongue.letters.empty());
    const Naming naming(tongue, speech.refused);
    for (std::int64_t i = 0; i < 5000; ++i) {
      const Letters name = *letters_of(naming.name(5, Kind::town, i, 0));
      for (const char32_t c : name) {
        const bool known = c == U' ' || c == U'I' || tongue.letters.find(small(c)) != Letters::npos;
        INFO(tongue.name + " " + utf8(Letters(1, c)));
        CHECK(known);
      }
    }
  }
  // All letters that any name of ours can have: fonts are tried with these.
  std::set<char32_t> beyond_ascii;
  for (const Tongue& tongue : speech.tongues) {
    for (const char32_t c : tongue.letters) beyond_ascii.insert(c);
    for (const Weighted& of_kind : tongue.generics) {
      for (const Letters& generic : of_kind.parts) beyond_ascii.insert(generic.begin(), generic.end());
    }
  }
  Letters found;
  for (const char32_t c : beyond_ascii) {
    if (c > 0x7f) found += c;
  }
  CHECK(utf8(found) == "åæôöøüı");
}

TEST_CASE("another river changes nobody's name but at its own site, and there those of less important ones alone",
          "[feature.names]") {
  const Speech speech = ours();
  std::size_t all = 0, kept = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto kind = static_cast<Kind>(seed % kinds);
    const auto at = places(40, seed);
    const auto sites = sites_of(seed, kind, at);
    const auto before = speech.names(seed, kind, sites);
    const std::size_t gone = seed % at.size();
    auto fewer = at;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(gone));
    const auto after = names(speech, seed, kind, fewer);
    for (std::size_t i = 0; i < after.size(); ++i) {
      const std::size_t was = i + (i >= gone ? 1 : 0);
      const bool shares = sites[was].site.i == sites[gone].site.i && sites[was].site.j == sites[gone].site.j;
      INFO("seed " << seed << ", row " << was << " without row " << gone);
      if (was < gone || !shares) CHECK(before[was] == after[i]);
      if (kind >= Kind::sea) continue;
      ++all;
      kept += before[was] == after[i] ? 1u : 0u;
    }
  }
  CHECK(all > 9000);
  CHECK(kept * 1000 >= all * 995);
}

TEST_CASE("without every other feature the rest keep their names where the first of a site is left",
          "[feature.names]") {
  const Speech speech = ours();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (std::size_t k = 0; k < kinds; ++k) {
      const auto kind = static_cast<Kind>(k);
      const auto at = places(60, seed);
      std::vector<Anchor> half;
      for (std::size_t i = 0; i < at.size(); i += 2) half.push_back(at[i]);
      const auto before = names(speech, seed, kind, at), after = names(speech, seed, kind, half);
      const auto sites = sites_of(seed, kind, at);
      for (std::size_t i = 0; i < half.size(); ++i) {
        if (sites[2 * i].turn == 0) CHECK(before[2 * i] == after[i]);
      }
    }
  }
}

TEST_CASE("a feature that is found a little farther on keeps its name", "[feature.names]") {
  const Speech speech = ours();
  const auto at = places(400, 3);
  auto moved = at;
  for (std::size_t i = 0; i < moved.size(); ++i) moved[i].x += (i % 2 == 0 ? 1 : -1) * 60 * 256;
  const auto before = names(speech, 1, Kind::peak, at), after = names(speech, 1, Kind::peak, moved);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < at.size(); ++i) kept += before[i] == after[i] ? 1u : 0u;
  CHECK(kept >= 380);
}

TEST_CASE("features closer than sites have names each, and soon found", "[feature.names]") {
  const Speech speech = ours();
  const std::vector<Anchor> heap(20000, Anchor::of_metres(1000, 1000));
  const auto sites = sites_of(1, Kind::lake, heap);
  std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> taken;
  for (const Taken& one : sites) CHECK(taken.insert({one.site.i, one.site.j, one.turn}).second);
  std::set<std::string> first;
  const auto all = speech.names(1, Kind::lake, {sites.begin(), sites.begin() + 20});
  first.insert(all.begin(), all.end());
  CHECK(first.size() == 20);
}

TEST_CASE("the nearest site is the nearest of all, on both sides of the origin", "[feature.names]") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Sites sites(seed, "site", 1, 4000);
    for (const Anchor& at : places(100, seed)) {
      const Anchor from{at.x - Anchor::of_metres(128000, 0).x, at.y - Anchor::of_metres(128000, 0).x};
      const Site found = sites.nearest(from);
      const auto squared = [&](const Site& site) {
        const Anchor to = sites.place(site);
        return (to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y);
      };
      for (std::int64_t k = 0; k < 49; ++k)
        CHECK(squared({found.i - 3 + k % 7, found.j - 3 + k / 7}) >= squared(found));
      // A honeycomb: the site itself is within its cell's corner, 4000 m / root 3, and six are a side away.
      CHECK(squared(found) <= std::int64_t{2312} * 2312 * 65536);
    }
    const Anchor one = sites.place({5, -3});
    std::size_t beside = 0;
    for (std::int64_t k = 0; k < 49; ++k) {
      const Anchor other = sites.place({5 - 3 + k % 7, -3 - 3 + k / 7});
      const double dx = static_cast<double>(one.x - other.x) / 256, dy = static_cast<double>(one.y - other.y) / 256;
      const double far = std::sqrt(dx * dx + dy * dy);
      beside += far > 3990 && far < 4010 ? 1u : 0u;
      if (k != 24) CHECK(far > 3990);
    }
    CHECK(beside == 6);
  }
}

TEST_CASE("every tongue is spoken somewhere, and over whole lands", "[feature.names]") {
  const auto at = places(2000, 5);
  std::array<std::size_t, 4> speakers{};
  std::size_t strangers = 0;
  for (const Anchor& one : at) {
    const std::size_t here = tongue_at(2, one, 4);
    ++speakers[here];
    if (tongue_at(2, {one.x + 256 * 2000, one.y}, 4) != here) ++strangers;
  }
  CHECK(std::count(speakers.begin(), speakers.end(), std::size_t{0}) <= 1);
  CHECK(strangers < at.size() / 10);
}
