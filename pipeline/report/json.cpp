// SPDX-License-Identifier: Apache-2.0
#include "report/json.hpp"

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>

namespace terrawright::report {
namespace {

using Value = nlohmann::ordered_json;

static_assert(sizeof(Json) == sizeof(Value) && alignof(Json) == alignof(Value));
static_assert(static_cast<int>(Json::Type::binary) == static_cast<int>(Value::value_t::binary));

// A Json is the storage of a Value, so that elements of a Value are seen as Jsons without a copy.
Value& value_of(Json& json) { return *std::launder(reinterpret_cast<Value*>(&json)); }
const Value& value_of(const Json& json) { return *std::launder(reinterpret_cast<const Value*>(&json)); }
const Json& json_of(const Value& value) { return reinterpret_cast<const Json&>(value); }

Json made(Value&& value) {
  Json json;
  value_of(json) = std::move(value);
  return json;
}

// Its members are pairs with a constant key, so a vector that grows by itself copies all that they hold.
void make_room(Value::object_t& members) {
  if (members.size() < members.capacity()) return;
  Value::object_t more;
  more.reserve(std::max<std::size_t>(8, 2 * members.size()));
  for (auto& [key, value] : members) more.emplace_back(key, std::move(value));
  members.swap(more);
}

}  // namespace

Json::Json(std::nullptr_t) { new (storage_) Value(nullptr); }
Json::Json(bool value) { new (storage_) Value(value); }
Json::Json(std::int64_t value) { new (storage_) Value(value); }
Json::Json(std::uint64_t value) { new (storage_) Value(value); }
Json::Json(double value) { new (storage_) Value(value); }
Json::Json(std::string value) { new (storage_) Value(std::move(value)); }
Json::Json(const Json& other) { new (storage_) Value(value_of(other)); }
Json::Json(Json&& other) noexcept { new (storage_) Value(std::move(value_of(other))); }
Json::~Json() { value_of(*this).~Value(); }

Json& Json::operator=(Json other) noexcept {
  value_of(*this).swap(value_of(other));
  return *this;
}

Json::Json(std::initializer_list<Initial> list) : Json(array(list)) {
  Value& all = value_of(*this);
  if (!std::all_of(all.begin(), all.end(),
                   [](const Value& one) { return one.is_array() && one.size() == 2 && one[0].is_string(); }))
    return;
  Value members = Value::object();
  for (Value& one : all) members.emplace(std::move(one[0].get_ref<std::string&>()), std::move(one[1]));
  all = std::move(members);
}

Json Json::array(std::initializer_list<Initial> list) {
  Value::array_t all;
  all.reserve(list.size());
  for (const Initial& one : list) all.push_back(std::move(value_of(one.value)));
  return made(std::move(all));
}

Json Json::object() { return made(Value::object()); }
Json Json::binary(std::string_view bytes) { return made(Value::binary({bytes.begin(), bytes.end()})); }
Json Json::from_cbor(std::string_view bytes) { return made(Value::from_cbor(bytes)); }

Json Json::parse(std::string_view text, std::string_view left_out) {
  if (left_out.empty()) return made(Value::parse(text));
  return made(Value::parse(text, [&](int, Value::parse_event_t event, const Value& key) {
    return event != Value::parse_event_t::key || key != left_out;
  }));
}

std::string Json::to_cbor() const {
  std::string bytes;
  nlohmann::json::to_cbor(nlohmann::json(value_of(*this)), bytes);
  return bytes;
}

std::string Json::dump(int indent, bool ascii) const {
  return value_of(*this).dump(indent, ' ', ascii, Value::error_handler_t::replace);
}

Json::Type Json::type() const { return static_cast<Type>(value_of(*this).type()); }
const char* Json::type_name() const { return value_of(*this).type_name(); }
std::size_t Json::size() const { return value_of(*this).size(); }
bool Json::contains(std::string_view key) const { return value_of(*this).contains(key); }
const Json& Json::at(std::string_view key) const { return json_of(value_of(*this).at(key)); }
const Json& Json::at(std::size_t index) const { return json_of(value_of(*this).at(index)); }
Json& Json::place(std::string_view key) {
  Value& value = value_of(*this);
  if (!value.is_object()) return const_cast<Json&>(json_of(value[key]));
  // One that is there stays where it is: others of its object may be held.
  if (const auto found = value.find(key); found != value.end()) return const_cast<Json&>(json_of(*found));
  append(std::string(key), Json());
  return const_cast<Json&>(json_of(value.get_ref<Value::object_t&>().back().second));
}
void Json::push_back(Json value) { value_of(*this).push_back(std::move(value_of(value))); }
void Json::append(std::string key, Json value) {
  auto& members = value_of(*this).get_ref<Value::object_t&>();
  make_room(members);
  members.emplace_back(std::move(key), std::move(value_of(value)));
}
void Json::erase(std::string_view key) { value_of(*this).erase(key); }
void Json::update(const Json& object) { value_of(*this).update(value_of(object)); }

const Json* Json::begin() const {
  return size() == 0 ? nullptr : &json_of(value_of(*this).get_ref<const Value::array_t&>().front());
}

std::vector<Json::Item> Json::items() const {
  static const std::string no_key;
  std::vector<Item> all;
  if (!is_object()) {
    for (const Json& value : *this) all.emplace_back(no_key, value);
    return all;
  }
  for (const auto& [key, value] : value_of(*this).get_ref<const Value::object_t&>())
    all.emplace_back(key, json_of(value));
  return all;
}

const std::string& Json::text() const {
  if (!is_string()) static_cast<void>(value_of(*this).get<std::string>());  // throws
  return value_of(*this).get_ref<const std::string&>();
}

const std::vector<std::uint8_t>& Json::get_binary() const { return value_of(*this).get_binary(); }
bool Json::equals(const Json& other) const { return value_of(*this) == value_of(other); }
bool Json::boolean() const { return value_of(*this).get<bool>(); }
std::int64_t Json::number(std::int64_t) const { return value_of(*this).get<std::int64_t>(); }
std::uint64_t Json::number(std::uint64_t) const { return value_of(*this).get<std::uint64_t>(); }
double Json::number(double) const { return value_of(*this).get<double>(); }

std::string json_line(const Json& json) { return json.dump(); }
std::string json_text(const Json& json, bool ascii) { return json.dump(2, ascii) + "\n"; }

Json json_or_none(std::string_view text) try { return Json::parse(text); } catch (const Value::exception&) {
  return {};
}

}  // namespace terrawright::report
