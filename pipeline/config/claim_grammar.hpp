// SPDX-License-Identifier: Apache-2.0
// The grammar of `that: max(rivers.table.length) >= 40 km`: two sides with one relation between them, of numbers with
// units, knobs, what is measured, + - * / and brackets. PEGTL reads; terms come in the written order.
#pragma once
#include <string>
#include <tao/pegtl.hpp>

#include "claim_builder.hpp"

namespace terrawright::config {
namespace claim_grammar {

using namespace tao::pegtl;

struct blank : star<space> {};
template <class Rule>
struct token : seq<Rule, blank> {};
struct in_word : seq<string<'i', 'n'>, not_at<identifier_other>> {};

// Numbers, with what belongs to other languages' numbers, so that it is refused as such and as a whole.
struct digits : plus<digit> {};
struct exponent : seq<one<'e', 'E'>, opt<one<'+', '-'>>, digits> {};
struct fraction : seq<one<'.'>, digits> {};
struct figures : seq<sor<digits, fraction>, star<sor<digit, one<'_'>, fraction, exponent>>> {};
struct letter : sor<alpha, range<'\x80', '\xff'>> {};
struct unit_word : seq<letter, star<sor<letter, digit>>> {};
struct unit : sor<one<'%'>, seq<string<'1', '/', 'y', 'r'>, not_at<identifier_other>>,
                  seq<not_at<in_word>, unit_word, opt<one<'/'>, unit_word>>> {};
struct literal : seq<figures, opt<blank, unit>> {};
struct knob : seq<one<'$'>, identifier> {};

// The measured quantity.
struct reference : seq<identifier, star<one<'.'>, identifier>> {};
struct named_class : plus<not_one<',', '(', ')', '\'', '"', '<', '>', '='>> {};
struct single_quoted : seq<one<'\''>, star<not_one<'\''>>, one<'\''>> {};
struct double_quoted : seq<one<'"'>, star<not_one<'"'>>, one<'"'>> {};
struct class_name : sor<single_quoted, double_quoted, named_class> {};
struct closing : token<one<')'>> {};
struct argument : token<reference> {};
struct argument_class : token<class_name> {};
struct function : identifier {};
struct opening : token<one<'('>> {};
struct comma : token<one<','>> {};
struct call_head : seq<function, blank, at<one<'('>>> {};
struct call : if_must<call_head, opening, argument, star<if_must<comma, argument_class>>, closing> {};
struct alone : reference {};
struct measure : sor<call, alone> {};

// Sides.
struct side;
struct value : seq<side> {};
struct grouped : if_must<token<one<'('>>, value, closing> {};
struct primary : sor<token<literal>, token<knob>, token<measure>, grouped> {};
struct factor : seq<primary> {};
struct negation : if_must<token<one<'-'>>, factor> {};
struct signed_value : sor<negation, primary> {};
struct next_factor : seq<signed_value> {};
struct times : if_must<token<one<'*'>>, next_factor> {};
struct over : if_must<token<one<'/'>>, next_factor> {};
struct product : seq<signed_value, star<sor<times, over>>> {};
struct term : seq<product> {};
struct plus_term : if_must<token<one<'+'>>, term> {};
struct minus_term : if_must<token<one<'-'>>, term> {};
struct side : seq<product, star<sor<plus_term, minus_term>>> {};

// Relations.
struct first_side : seq<side> {};
struct other_side : seq<side> {};
struct dots : token<string<'.', '.'>> {};
struct within : if_must<token<in_word>, other_side, dots, other_side> {};
struct at_most : if_must<token<string<'<', '='>>, other_side> {};
struct at_least : if_must<token<string<'>', '='>>, other_side> {};
struct equal : if_must<token<string<'=', '='>>, other_side> {};
struct unequal : if_must<token<string<'!', '='>>, other_side> {};
struct less : if_must<token<one<'<'>>, other_side> {};
struct greater : if_must<token<one<'>'>>, other_side> {};
struct relation : sor<within, at_most, at_least, equal, unequal, less, greater> {};
struct end : eof {};
struct claim : must<blank, first_side, relation, end> {};
struct number_alone : must<blank, first_side, end> {};

template <class Rule>
struct Act {};
template <void (ClaimBuilder::*step)(std::string_view, std::size_t)>
struct Spell {
  template <class Input>
  static void apply(const Input& in, ClaimBuilder& builder) {
    (builder.*step)(in.string_view(), in.position().byte);
  }
};
template <Term::Is is>
struct Join {
  static void apply0(ClaimBuilder& builder) { builder.join(is); }
};
template <Relation relation>
struct Relate {
  static void apply0(ClaimBuilder& builder) { builder.relate(relation); }
};
// clang-format off
template <> struct Act<literal> : Spell<&ClaimBuilder::literal> {};
template <> struct Act<knob> : Spell<&ClaimBuilder::knob> {};
template <> struct Act<function> : Spell<&ClaimBuilder::function> {};
template <> struct Act<reference> : Spell<&ClaimBuilder::reference> {};
template <> struct Act<class_name> : Spell<&ClaimBuilder::class_name> {};
template <> struct Act<alone> : Spell<&ClaimBuilder::alone> {};
template <> struct Act<measure> : Spell<&ClaimBuilder::measure> {};
template <> struct Act<negation> { static void apply0(ClaimBuilder& builder) { builder.negate(); } };
template <> struct Act<times> : Join<Term::Is::product> {};
template <> struct Act<over> : Join<Term::Is::quotient> {};
template <> struct Act<plus_term> : Join<Term::Is::sum> {};
template <> struct Act<minus_term> : Join<Term::Is::difference> {};
template <> struct Act<number_alone> : Relate<Relation::none> {};
template <> struct Act<within> : Relate<Relation::within> {};
template <> struct Act<at_most> : Relate<Relation::at_most> {};
template <> struct Act<at_least> : Relate<Relation::at_least> {};
template <> struct Act<equal> : Relate<Relation::equal> {};
template <> struct Act<unequal> : Relate<Relation::unequal> {};
template <> struct Act<less> : Relate<Relation::less> {};
template <> struct Act<greater> : Relate<Relation::greater> {};
// clang-format on

// Message if a rule that must match does not.
template <class Rule>
inline constexpr const char* expected = "a number, a knob or what is measured, as max(heights)";
template <>
inline constexpr const char* expected<closing> = "')'";
template <>
inline constexpr const char* expected<argument> = "a layer, table or column, as in max(heights)";
template <>
inline constexpr const char* expected<argument_class> = "a class, a share or `frame`, as in share(biomes, desert)";
template <>
inline constexpr const char* expected<relation> = "a comparison, as in max(heights) >= 2 km";
template <>
inline constexpr const char* expected<dots> = "'..', as in 30 % .. 40 %";
template <>
inline constexpr const char* expected<end> = "the end";

template <class Rule>
struct Control : normal<Rule> {
  template <class Input, class... States>
  [[noreturn]] static void raise(const Input& in, States&&...) {
    const std::string rest(in.current(), in.size());
    throw ClaimProblem{in.position().byte, std::string("expected ") + expected<Rule>, rest};
  }
};

}  // namespace claim_grammar
}  // namespace terrawright::config
