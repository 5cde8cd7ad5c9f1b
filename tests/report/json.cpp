// SPDX-License-Identifier: Apache-2.0
// report::Json gives the bytes and errors of nlohmann::ordered_json.
#include "report/json.hpp"

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/catch.hpp"

using terrawright::report::Json, terrawright::report::json_or_none;
using Library = nlohmann::ordered_json;

namespace {

enum class Coded { first = 7 };

// The same literals, as either type sees them.
template <class Value>
std::vector<Value> literals() {
  const std::string text = "t\xc3\xa4xt \"quoted\" \\ \n\x01\x7f";
  const std::string_view view = "view";
  const std::vector<std::string> words = {"b", "a"};
  const std::map<std::string, double> members = {{"z", 1}, {"a", 0.1}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Value grown;
  grown["list"].push_back({{"a", 1}});
  grown["list"].push_back({"a", 1});
  grown["one"]["two"][view] = {1, 2.5};
  grown["list"][1] = grown["one"];
  Value shrunk = {{"a", 1}, {"b", 2}, {"c", 3}};
  shrunk.erase("b");
  shrunk.update(Value{{"c", "new"}, {"d", nullptr}});
  return {
      Value(),
      Value(nullptr),
      true,
      -1,
      1,
      std::uint8_t{200},
      std::numeric_limits<std::int64_t>::min(),
      std::numeric_limits<std::uint64_t>::max(),
      'c',
      0.1F,
      0.1,
      1.0,
      -0.0,
      1e300,
      5e-324,
      123456789012345680.0,
      nan,
      std::numeric_limits<double>::infinity(),
      Coded::first,
      text,
      view,
      "literal",
      words,
      members,
      std::set<int>{3, 1},
      std::vector<bool>{true, false},
      Value::array(),
      Value::object(),
      Value::array({"key", 1}),
      Value{{"key", 1}, {"other", {1, "x", nullptr}}, {"none", {}}, {"one", {"word"}}, {"nested", {{"a", {"b", "c"}}}}},
      Value{{"key", 1}, {"key", 2}},
      Value{{"a", 1}, "b"},
      Value{Value("single")},
      grown,
      shrunk};
}

template <class Value, class Do>
std::string error_of(Value value, const Do& act) {
  try {
    act(value);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("texts are the library's", "[json]") {
  const std::vector<Json> ours = literals<Json>();
  const std::vector<Library> theirs = literals<Library>();
  for (std::size_t i = 0; i < ours.size(); ++i) {
    CAPTURE(i);
    CHECK(ours[i].dump() == theirs[i].dump());
    CHECK(ours[i].dump(2) == theirs[i].dump(2));
    CHECK(ours[i].dump(2, true) == theirs[i].dump(2, ' ', true));
    const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(nlohmann::json(theirs[i]));
    CHECK(ours[i].to_cbor() == std::string(bytes.begin(), bytes.end()));
    CHECK(Json::from_cbor(ours[i].to_cbor()).to_cbor() == ours[i].to_cbor());
    CHECK(Json::parse(ours[i].dump()).dump() == theirs[i].dump());
    CHECK(std::string(ours[i].type_name()) == theirs[i].type_name());
    CHECK(ours[i].size() == theirs[i].size());
  }
  CHECK(Json("\xff broken").dump() == Library("\xff broken").dump(-1, ' ', false, Library::error_handler_t::replace));
}

TEST_CASE("values come back as they were, and only as what they are", "[json]") {
  const Json json = Json::parse(R"({"n": -3, "u": 7, "r": 2.5, "t": "text", "b": true, "l": [1, 2], "o": {"k": "v"}})");
  const int n = json["n"];
  const std::size_t u = json["u"];
  const double r = json.at("r");
  std::string t = json["t"];
  t = json["t"];
  const bool b = json["b"];
  const std::map<std::string, std::string> o = json["o"];
  CHECK((n == -3 && u == 7 && r == 2.5 && t == "text" && b && o.at("k") == "v"));
  CHECK(json["l"].get<std::vector<int>>() == std::vector<int>{1, 2});
  CHECK((json["l"][0] == 1 && json["u"] == 7.0 && json["t"] != "other" && json["t"] == t));
  CHECK((json.value("n", 0) == -3 && json.value("none", 4) == 4 && json.value("none", "word") == "word"));
  for (const auto& [key, value] : json["o"].items()) CHECK((key == "k" && value == "v"));
  const std::string any("\0\xff", 2);
  CHECK(Json::from_cbor(Json::binary(any).to_cbor()).bytes() == any);
  CHECK(Json::parse(R"({"a": {"geometry": [1, {"x": 2}], "b": 1}, "geometry": 2})", "geometry").dump() ==
        R"({"a":{"b":1}})");
}

TEST_CASE("errors are told in the library's words", "[json]") {
  for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "1e999", "\"\xff\"", "nul", "[1] 2"}) {
    CAPTURE(text);
    CHECK(error_of(Json(), [&](Json&) { return Json::parse(text); }) ==
          error_of(Library(), [&](Library&) { return Library::parse(text); }));
    CHECK(json_or_none(text).is_null());
  }
  const auto same = [](const char* text, const auto& act) {
    const std::string error = error_of(Json::parse(text), act);
    CHECK(!error.empty());
    CHECK(error == error_of(Library::parse(text), act));
  };
  same("{\"a\": 1}", [](auto& json) { static_cast<void>(json.at("b")); });
  same("[1]", [](auto& json) { static_cast<void>(json.at("b")); });
  same("[1]", [](auto& json) { static_cast<void>(json.at(1)); });
  same("3", [](auto& json) { static_cast<void>(json.template get<std::string>()); });
  same("\"x\"", [](auto& json) { static_cast<void>(json.template get<int>()); });
  same("1", [](auto& json) { static_cast<void>(json.template get<bool>()); });
  same("[1]", [](auto& json) { json["a"] = 1; });
  same("{}", [](auto& json) { json.push_back(1); });
}
