// SPDX-License-Identifier: Apache-2.0
// A value of nlohmann::ordered_json behind a header that compiles fast: members of objects keep their order.
// Errors are the library's, derived from std::exception.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace terrawright::report {

class Json {
  template <class T>
  static constexpr bool is_text = std::is_constructible_v<std::string, const T&>;
  template <class T>
  static constexpr bool is_number_like = std::is_arithmetic_v<T> || std::is_enum_v<T>;
  template <class T>
  using Number = std::conditional_t<std::is_floating_point_v<T>, double,
                                    std::conditional_t<std::is_unsigned_v<T>, std::uint64_t, std::int64_t>>;

 public:
  class Initial;
  using Item = std::pair<const std::string&, const Json&>;

  Json(std::nullptr_t = nullptr);
  Json(bool value);
  Json(std::int64_t value);
  Json(std::uint64_t value);
  Json(double value);
  Json(std::string value);
  // An object if each element is a list of a text and a value, otherwise an array.
  Json(std::initializer_list<Initial> list);
  template <class T, std::enable_if_t<is_number_like<T>, int> = 0>
  Json(T value) : Json(static_cast<Number<T>>(value)) {}
  template <class T, std::enable_if_t<is_text<T> && !is_number_like<T>, int> = 0>
  Json(const T& text) : Json(std::string(text)) {}
  template <class T, class = typename T::const_iterator, std::enable_if_t<!is_text<T>, int> = 0>
  Json(const T& values) : Json(array()) {
    for (const auto& value : values) push_back(value);
  }
  template <class T>
  Json(const std::map<std::string, T>& members) : Json(object()) {
    for (const auto& [key, value] : members) (*this)[key] = value;
  }
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(Json other) noexcept;
  ~Json();

  static Json array(std::initializer_list<Initial> list = {});
  static Json object();
  static Json binary(std::string_view bytes);  // CBOR alone can hold it
  // Members named `left_out` are dropped.
  static Json parse(std::string_view text, std::string_view left_out = {});
  static Json from_cbor(std::string_view bytes);
  std::string to_cbor() const;  // members sorted by name
  // One line, or indented by so many spaces. Invalid UTF-8 is replaced.
  std::string dump(int indent = -1, bool ascii = false) const;

  enum class Type { null, object, array, string, boolean, integer, natural, real, binary };
  Type type() const;
  const char* type_name() const;
  bool is_null() const { return type() == Type::null; }
  bool is_object() const { return type() == Type::object; }
  bool is_array() const { return type() == Type::array; }
  bool is_structured() const { return is_object() || is_array(); }
  bool is_string() const { return type() == Type::string; }
  bool is_boolean() const { return type() == Type::boolean; }
  bool is_number_integer() const { return type() == Type::integer || type() == Type::natural; }
  bool is_number() const { return is_number_integer() || type() == Type::real; }

  std::size_t size() const;  // null: 0; a number, text or boolean: 1
  bool empty() const { return size() == 0; }
  bool contains(std::string_view key) const;
  const Json& at(std::string_view key) const;
  const Json& at(std::size_t index) const;
  template <class T>
  T value(std::string_view key, const T& otherwise) const {
    return contains(key) ? at(key).get<T>() : otherwise;
  }
  std::string value(std::string_view key, const char* otherwise) const { return value(key, std::string(otherwise)); }
  template <class Key>
  const Json& operator[](const Key& key) const {
    if constexpr (std::is_integral_v<Key>) {
      return at(static_cast<std::size_t>(key));
    } else {
      return at(key);
    }
  }
  // Adds a missing member.
  template <class Key>
  Json& operator[](const Key& key) {
    if constexpr (std::is_integral_v<Key>) {
      return place(static_cast<std::size_t>(key));
    } else {
      return place(key);
    }
  }
  void push_back(Json value);
  // A member that the object does not have yet. Nothing looks for it, as [] does, member by member.
  void append(std::string key, Json value);
  Json& back() { return place(size() - 1); }
  void erase(std::string_view key);
  void update(const Json& object);

  // Elements of an array.
  const Json* begin() const;
  const Json* end() const { return begin() + size(); }
  Json* begin() { return const_cast<Json*>(std::as_const(*this).begin()); }
  Json* end() { return begin() + size(); }
  std::vector<Item> items() const;  // with empty keys in an array
  const std::string& text() const;
  const std::vector<std::uint8_t>& get_binary() const;
  std::string bytes() const { return {get_binary().begin(), get_binary().end()}; }

  template <class T>
  T get() const {
    if constexpr (std::is_same_v<T, Json>) {
      return *this;
    } else if constexpr (std::is_same_v<T, bool>) {
      return boolean();
    } else if constexpr (std::is_arithmetic_v<T>) {
      return static_cast<T>(number(Number<T>()));
    } else if constexpr (std::is_same_v<T, std::string>) {
      return text();
    } else {
      T all;
      for (const Json& one : *this) all.push_back(one.get<typename T::value_type>());
      return all;
    }
  }
  // Not to char, which a std::string would take too.
  template <class T,
            std::enable_if_t<(std::is_arithmetic_v<T> && !std::is_same_v<T, char>) || std::is_same_v<T, std::string>,
                             int> = 0>
  operator T() const {
    return get<T>();
  }
  template <class T>
  operator std::map<std::string, T>() const {
    std::map<std::string, T> all;
    for (const auto& [key, value] : items()) all.emplace(key, value.template get<T>());
    return all;
  }

  template <class T>
  bool operator==(const T& other) const {
    return equals(other);
  }
  template <class T>
  bool operator!=(const T& other) const {
    return !equals(other);
  }

 private:
  Json& place(std::string_view key);
  Json& place(std::size_t index) { return const_cast<Json&>(at(index)); }
  bool equals(const Json& other) const;
  bool boolean() const;
  std::int64_t number(std::int64_t) const;
  std::uint64_t number(std::uint64_t) const;
  double number(double) const;

  alignas(8) unsigned char storage_[16];  // the library's value
};

// An element of a list in braces. Its value is moved into the list.
class Json::Initial {
 public:
  template <class... Of, std::enable_if_t<std::is_constructible_v<Json, Of...>, int> = 0>
  Initial(Of&&... of) : value(std::forward<Of>(of)...) {}
  Initial(std::initializer_list<Initial> list) : value(list) {}
  mutable Json value;
};

std::string json_line(const Json& json);
// Indented, with a line break at its end.
std::string json_text(const Json& json, bool ascii = false);
// Null where the text is not JSON.
Json json_or_none(std::string_view text);

}  // namespace terrawright::report
