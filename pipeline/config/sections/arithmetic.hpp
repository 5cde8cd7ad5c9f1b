// SPDX-License-Identifier: Apache-2.0
// The grammar that calculated values and expectations share: numbers with units, + - * / and brackets. PEGTL reads;
// terms come in the written order.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <tao/pegtl.hpp>
#include <type_traits>

#include "report/utf8.hpp"

namespace terrawright::config {

// A text that cannot be read: where it ends to make sense, what was expected and found there, and what stands there.
struct Unexpected {
  std::size_t at;
  std::string message, rest;
};

namespace arithmetic {

using namespace tao::pegtl;

struct blank : star<space> {};
template <class Rule>
struct token : seq<Rule, blank> {};
struct letter : sor<alpha, range<'\x80', '\xff'>> {};
struct unit_word : seq<letter, star<sor<letter, digit>>> {};
struct closing : token<one<')'>> {
  static constexpr char expected[] = "')'";
};

// Sums of products of operands, the weakest last, each operator with what must follow it.
template <class Operand>
struct Sums {
  struct sum;
  struct grouped : if_must<token<one<'('>>, sum, closing> {};
  struct factor : seq<Operand> {};
  struct negation : if_must<token<one<'-'>>, factor> {};
  struct signed_value : sor<negation, Operand> {};
  struct next_factor : seq<signed_value> {};
  struct times : if_must<token<one<'*'>>, next_factor> {};
  struct over : if_must<token<one<'/'>>, next_factor> {};
  struct product : seq<signed_value, star<sor<times, over>>> {};
  struct term : seq<product> {};
  struct plus_term : if_must<token<one<'+'>>, term> {};
  struct minus_term : if_must<token<one<'-'>>, term> {};
  struct sum : seq<product, star<sor<plus_term, minus_term>>> {};
};

// An action: a function of the reader, which takes the text of the rule and its place, the place alone, or nothing.
template <auto function>
struct Call {
  template <class Input, class Reader>
  static void apply(const Input& in, Reader& reader) {
    const std::size_t place = in.position().byte;
    if constexpr (std::is_invocable_v<decltype(function), Reader&, std::string_view, std::size_t>) {
      (reader.*function)(in.string_view(), place);
    } else if constexpr (std::is_invocable_v<decltype(function), Reader&, std::size_t>) {
      (reader.*function)(place);
    } else {
      (reader.*function)();
    }
  }
};

// What a rule says that it expects; nullptr: nothing.
template <class Rule, class = void>
inline constexpr const char* expected_of = nullptr;
template <class Rule>
inline constexpr const char* expected_of<Rule, std::void_t<decltype(Rule::expected)>> = Rule::expected;

// Throws Unexpected where a rule must match and does not. The rule says what it expects, else the reader of the text.
template <class Rule>
struct Control : normal<Rule> {
  template <class Input, class Reader>
  [[noreturn]] static void raise(const Input& in, Reader&& /*reader*/) {
    const std::string expected = expected_of<Rule> != nullptr ? expected_of<Rule> : std::decay_t<Reader>::expected;
    const std::string rest(in.current(), in.size());
    const std::string found =
        rest.empty() ? "the end" : report::quote(rest.substr(0, report::character_at(rest, 0).size));
    throw Unexpected{in.position().byte, "expected " + expected + ", found " + found, rest};
  }
};

}  // namespace arithmetic
}  // namespace terrawright::config
