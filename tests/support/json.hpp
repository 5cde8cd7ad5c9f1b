// SPDX-License-Identifier: Apache-2.0
// JSON output of the program, for comparisons in tests: nlohmann's templates are compiled once, in
// pipeline/report/json.cpp, and not in 40 tests.
#pragma once
#include <ostream>
#include <type_traits>

#include "report/json.hpp"

namespace terrawright::report {

namespace detail {
template <class A, class B>
using if_json = std::enable_if_t<std::is_same_v<A, Json> || std::is_same_v<B, Json>, bool>;
}  // namespace detail

template <class A, class B>
detail::if_json<A, B> operator<(const A& a, const B& b) {
  return Json(a).get<double>() < Json(b).get<double>();
}
template <class A, class B>
detail::if_json<A, B> operator>(const A& a, const B& b) {
  return b < a;
}
template <class A, class B>
detail::if_json<A, B> operator<=(const A& a, const B& b) {
  return Json(a).get<double>() <= Json(b).get<double>();
}
template <class A, class B>
detail::if_json<A, B> operator>=(const A& a, const B& b) {
  return b <= a;
}
template <class T, std::enable_if_t<!std::is_same_v<T, Json>, int> = 0>
bool operator==(const T& value, const Json& json) {
  return json == value;
}

inline std::ostream& operator<<(std::ostream& stream, const Json& json) { return stream << json.dump(); }

}  // namespace terrawright::report

namespace terrawright::test {
using report::Json;
}
