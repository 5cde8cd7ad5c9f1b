// SPDX-License-Identifier: Apache-2.0
// The grammar of formulas: statements with ; between them, `let name = value`, `output = value`, or a value. Values,
// weakest first: or; and; not; < <= > >= == != (one at a time); + -; * /; a sign.
// PEGTL only reads: nothing is folded or reordered, so the instructions stand in the written order.
#pragma once
#include <string>
#include <tao/pegtl.hpp>

#include "builder.hpp"

namespace terrawright::shape::formula {
namespace grammar {

using namespace tao::pegtl;

struct blank : star<space> {};
template <class Rule>
struct token : seq<Rule, blank> {};
template <char... letters>
struct keyword : token<seq<string<letters...>, not_at<identifier_other>>> {};
struct let_word : keyword<'l', 'e', 't'> {};
struct reserved : sor<keyword<'o', 'r'>, keyword<'a', 'n', 'd'>, keyword<'n', 'o', 't'>, let_word> {};

struct expression;
struct value : seq<expression> {};  // where one must follow
struct closing : token<one<')'>> {};

// Values.
struct digits : plus<digit> {};
struct exponent : seq<one<'e', 'E'>, opt<one<'+', '-'>>, digits> {};
struct number : seq<sor<seq<digits, opt<one<'.'>, star<digit>>>, seq<one<'.'>, digits>>, opt<exponent>> {};
struct name : seq<not_at<reserved>, identifier> {};
struct argument : seq<expression> {};
struct arguments : sor<at<one<')'>>, list_must<argument, token<one<','>>>> {};
struct opening : token<one<'('>> {};
struct call : if_must<opening, arguments, closing> {};
struct offset : seq<opt<one<'+', '-'>>, digits> {};
struct offset_token : seq<token<offset>> {};
struct comma : token<one<','>> {};
struct offset_end : token<one<']'>> {};
struct neighbour : if_must<token<one<'['>>, offset_token, comma, offset_token, offset_end> {};
struct variable : success {};
struct named : seq<token<name>, sor<call, neighbour, variable>> {};
struct grouped : if_must<token<one<'('>>, value, closing> {};

// Operators, each with what must follow it.
struct sign;
struct factor : seq<sign> {};
struct negation : if_must<token<one<'-'>>, factor> {};
struct sign : sor<negation, token<number>, named, grouped> {};
struct times : if_must<token<one<'*'>>, factor> {};
struct over : if_must<token<one<'/'>>, factor> {};
struct product : seq<sign, star<sor<times, over>>> {};
struct term : seq<product> {};
struct plus_term : if_must<token<one<'+'>>, term> {};
struct minus_term : if_must<token<one<'-'>>, term> {};
struct sum : seq<product, star<sor<plus_term, minus_term>>> {};
struct other_side : seq<sum> {};
struct at_most : if_must<token<string<'<', '='>>, other_side> {};
struct at_least : if_must<token<string<'>', '='>>, other_side> {};
struct equal : if_must<token<string<'=', '='>>, other_side> {};
struct unequal : if_must<token<string<'!', '='>>, other_side> {};
struct less : if_must<token<one<'<'>>, other_side> {};
struct greater : if_must<token<one<'>'>>, other_side> {};
struct comparison : seq<sum, opt<sor<at_most, at_least, equal, unequal, less, greater>>> {};
struct condition;
struct denied : seq<condition> {};
struct inverse : if_must<keyword<'n', 'o', 't'>, denied> {};
struct condition : sor<inverse, comparison> {};
struct joined : seq<condition> {};
struct both : if_must<keyword<'a', 'n', 'd'>, joined> {};
struct conjunction : seq<condition, star<both>> {};
struct alternative : seq<conjunction> {};
struct either : if_must<keyword<'o', 'r'>, alternative> {};
struct expression : seq<conjunction, star<either>> {};

// Statements.
struct equals : token<seq<one<'='>, not_at<one<'='>>>> {};
struct let_name : seq<not_at<reserved>, identifier> {};
struct let_name_token : seq<token<let_name>> {};
struct let_equals : token<one<'='>> {};
struct let : if_must<let_word, let_name_token, let_equals, value> {};
struct target : identifier {};
struct output : if_must<seq<at<identifier, blank, equals>, token<target>>, equals, value> {};
struct result : seq<expression> {};
struct end : eof {};
struct statement : sor<let, output, result> {};
struct next : if_must<token<one<';'>>, sor<at<end>, statement>> {};
struct formula : must<blank, statement, star<next>, end> {};

// Action of each rule on the program.
template <class Rule>
struct Act {};
template <Operation operation>
struct Operate {
  template <class Input>
  static void apply(const Input& in, Builder& builder) {
    builder.operation(operation, in.position().byte);
  }
};
template <void (Builder::*step)(std::string_view, std::size_t)>
struct Spell {
  template <class Input>
  static void apply(const Input& in, Builder& builder) {
    (builder.*step)(in.string_view(), in.position().byte);
  }
};
template <void (Builder::*step)()>
struct Step {
  static void apply0(Builder& builder) { (builder.*step)(); }
};
// clang-format off
template <> struct Act<number> : Spell<&Builder::number> {};
template <> struct Act<name> : Spell<&Builder::name> {};
template <> struct Act<variable> : Step<&Builder::variable> {};
template <> struct Act<offset> : Spell<&Builder::offset> {};
template <> struct Act<neighbour> : Step<&Builder::neighbour> {};
template <> struct Act<let_name> : Spell<&Builder::let> {};
template <> struct Act<let> : Step<&Builder::keep> {};
template <> struct Act<target> : Spell<&Builder::target> {};
template <> struct Act<output> : Step<&Builder::give> {};
template <> struct Act<result> : Step<&Builder::give_unnamed> {};
template <> struct Act<opening> : Step<&Builder::open> {};
template <> struct Act<argument> : Step<&Builder::argument> {};
template <> struct Act<call> : Step<&Builder::close> {};
template <> struct Act<negation> : Operate<Operation::negate> {};
template <> struct Act<times> : Operate<Operation::multiply> {};
template <> struct Act<over> : Operate<Operation::divide> {};
template <> struct Act<plus_term> : Operate<Operation::add> {};
template <> struct Act<minus_term> : Operate<Operation::subtract> {};
template <> struct Act<at_most> : Operate<Operation::at_most> {};
template <> struct Act<at_least> : Operate<Operation::at_least> {};
template <> struct Act<equal> : Operate<Operation::equal> {};
template <> struct Act<unequal> : Operate<Operation::unequal> {};
template <> struct Act<less> : Operate<Operation::less> {};
template <> struct Act<greater> : Operate<Operation::greater> {};
template <> struct Act<inverse> : Operate<Operation::inverse> {};
template <> struct Act<both> : Operate<Operation::both> {};
template <> struct Act<either> : Operate<Operation::either> {};
// clang-format on

// Message if a rule that must match does not.
template <class Rule>
inline constexpr const char* expected = "a value";
template <>
inline constexpr const char* expected<closing> = "')'";
template <>
inline constexpr const char* expected<end> = "an operator or ';'";
template <>
inline constexpr const char* expected<offset_token> = "a whole number of cells, as in a[-1, 0]";
template <>
inline constexpr const char* expected<comma> = "','";
template <>
inline constexpr const char* expected<offset_end> = "']'";
template <>
inline constexpr const char* expected<let_name_token> = "a name, as in let steep = a > 1;";
template <>
inline constexpr const char* expected<let_equals> = "'='";

// With the bytes that go on with it in UTF-8.
inline std::string first_character(const char* text, std::size_t size) {
  std::size_t length = 1;
  while (length < size && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u) ++length;
  return {text, length};
}

template <class Rule>
struct Control : normal<Rule> {
  template <class Input, class... States>
  [[noreturn]] static void raise(const Input& in, States&&...) {
    const std::string found = in.empty() ? "the end" : "'" + first_character(in.current(), in.size()) + "'";
    std::string text = std::string("expected ") + expected<Rule> + ", found " + found;
    const char next = in.empty() ? ' ' : *in.current();
    if (next == '^') text += "; a square is written a * a";
    if (next == '=' && std::is_same_v<Rule, end>) text += "; equal is written ==";
    if (next == '&') text += "; write and";
    if (next == '|') text += "; write or";
    if (next == '?') text += "; write select(condition, if_so, if_not)";
    if ((next == '<' || next == '>') && std::is_same_v<Rule, end>) text += "; join two comparisons with and";
    throw Problem{in.position().byte, text};
  }
};

}  // namespace grammar

// Recursion is as deep as the brackets are.
inline constexpr std::size_t longest = 2000, deepest = 64;

// Throws Problem.
inline Program parse(const std::string& text, Vocabulary vocabulary) {
  if (text.size() > longest) throw Problem{longest, "a formula has at most " + std::to_string(longest) + " characters"};
  std::size_t open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' && ++open > deepest) {
      throw Problem{i, "brackets are at most " + std::to_string(deepest) + " deep"};
    }
    if (text[i] == ')' && open > 0) --open;
  }
  Builder builder(std::move(vocabulary));
  tao::pegtl::memory_input input(text, "formula");
  tao::pegtl::parse<grammar::formula, grammar::Act, grammar::Control>(input, builder);
  return std::move(builder).program(text.size());
}

}  // namespace terrawright::shape::formula
