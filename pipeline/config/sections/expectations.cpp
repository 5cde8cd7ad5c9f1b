// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include "config/expectation.hpp"
#include "config/sections/arithmetic.hpp"
#include "config/yaml/document.hpp"
#include "report/suggest.hpp"
#include "sections.hpp"

namespace terrawright::config {
namespace claim_grammar {

// The grammar of `that: max(rivers.table.length) >= 40 km`: two sides with one relation between them, of numbers with
// units, knobs, what is measured, + - * / and brackets.

using namespace arithmetic;

struct in_word : seq<string<'i', 'n'>, not_at<identifier_other>> {};

// Numbers, with what belongs to other languages' numbers, so that it is refused as such and as a whole.
struct digits : plus<digit> {};
struct exponent : seq<one<'e', 'E'>, opt<one<'+', '-'>>, digits> {};
struct fraction : seq<one<'.'>, digits> {};
struct figures : seq<sor<digits, fraction>, star<sor<digit, one<'_'>, fraction, exponent>>> {};
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
struct argument : token<reference> {
  static constexpr char expected[] = "a layer, table or column, as in max(heights)";
};
struct argument_class : token<class_name> {
  static constexpr char expected[] = "a class, a share or `frame`, as in share(biomes, desert)";
};
struct function : identifier {};
struct opening : token<one<'('>> {};
struct comma : token<one<','>> {};
struct call_head : seq<function, blank, at<one<'('>>> {};
struct call : if_must<call_head, opening, argument, star<if_must<comma, argument_class>>, closing> {};
struct alone : reference {};
struct measure : sor<call, alone> {};

struct primary;
using Side = Sums<primary>;
struct primary : sor<token<literal>, token<knob>, token<measure>, Side::grouped> {};

// Relations.
struct first_side : seq<Side::sum> {};
struct other_side : seq<Side::sum> {};
struct dots : token<string<'.', '.'>> {
  static constexpr char expected[] = "'..', as in 30 % .. 40 %";
};
struct within : if_must<token<in_word>, other_side, dots, other_side> {};
struct at_most : if_must<token<string<'<', '='>>, other_side> {};
struct at_least : if_must<token<string<'>', '='>>, other_side> {};
struct equal : if_must<token<string<'=', '='>>, other_side> {};
struct unequal : if_must<token<string<'!', '='>>, other_side> {};
struct less : if_must<token<one<'<'>>, other_side> {};
struct greater : if_must<token<one<'>'>>, other_side> {};
struct relation : sor<within, at_most, at_least, equal, unequal, less, greater> {
  static constexpr char expected[] = "a comparison, as in max(heights) >= 2 km";
};
struct end : eof {
  static constexpr char expected[] = "the end";
};
struct claim : must<blank, first_side, relation, end> {};
struct number_alone : must<blank, first_side, end> {};

template <class Rule>
struct Act {};
template <Term::Is is>
struct Join {
  static void apply0(ClaimBuilder& builder) { builder.join(is); }
};
template <Relation relation>
struct Relate {
  static void apply0(ClaimBuilder& builder) { builder.relate(relation); }
};
// clang-format off
template <> struct Act<literal> : Call<&ClaimBuilder::literal> {};
template <> struct Act<knob> : Call<&ClaimBuilder::knob> {};
template <> struct Act<function> : Call<&ClaimBuilder::function> {};
template <> struct Act<reference> : Call<&ClaimBuilder::reference> {};
template <> struct Act<class_name> : Call<&ClaimBuilder::class_name> {};
template <> struct Act<alone> : Call<&ClaimBuilder::alone> {};
template <> struct Act<measure> : Call<&ClaimBuilder::measure> {};
template <> struct Act<Side::negation> : Call<&ClaimBuilder::negate> {};
template <> struct Act<Side::times> : Join<Term::Is::product> {};
template <> struct Act<Side::over> : Join<Term::Is::quotient> {};
template <> struct Act<Side::plus_term> : Join<Term::Is::sum> {};
template <> struct Act<Side::minus_term> : Join<Term::Is::difference> {};
template <> struct Act<number_alone> : Relate<Relation::none> {};
template <> struct Act<within> : Relate<Relation::within> {};
template <> struct Act<at_most> : Relate<Relation::at_most> {};
template <> struct Act<at_least> : Relate<Relation::at_least> {};
template <> struct Act<equal> : Relate<Relation::equal> {};
template <> struct Act<unequal> : Relate<Relation::unequal> {};
template <> struct Act<less> : Relate<Relation::less> {};
template <> struct Act<greater> : Relate<Relation::greater> {};
// clang-format on

}  // namespace claim_grammar

namespace {

using report::quote;

constexpr char expectation_example[] = "{name: enough land, that: \"land.land_share in 30 % .. 40 %\"}";
// Recursion is as deep as the brackets are.
constexpr char best_hint[] = "it is a number by which worlds are ranked, as -sea.level or max(rivers.table.length)";
constexpr std::size_t longest = 2000, deepest = 64, most = 1000, longest_name = 100;

// "expected ')', found 'x'", and what is meant where another language is spoken.
std::string hint_of(const std::string& rest) {
  const auto begins = [&](const char* word) { return rest.rfind(word, 0) == 0; };
  if (begins("and") || begins("&") || begins("or") || begins("|"))
    return "an expectation compares once; write another one for the rest";
  if (begins("=")) return "write == for equal";
  if (begins("<") || begins(">")) return "write a range with in, as max(heights) in 1 km .. 2 km";
  if (begins("^") || begins("**")) return "write a * a for a square";
  return "write a comparison, as max(heights) >= 2 km, or a range, as land.land_share in 30 % .. 40 %";
}

class ExpectationParser {
 public:
  ExpectationParser(const Check& check, const World& world) : check_(check), world_(world) {
    for (const Knob& knob : world.knobs) knob_names_.push_back(knob.name);
  }

  // `--best EXPR`: a number, and no comparison.
  bool read_best(const std::string& text, Expectation& into) {
    const auto source = std::make_shared<report::Source>(report::Source{"--best", text});
    check_.diagnostics().know(source);
    Value value;
    value.type = Value::Type::scalar;
    value.text = text;
    value.position = Locator(source).at(0, text.size());
    into.name = into.that = text;
    into.position = into.that_position = value.position;
    return expression<claim_grammar::number_alone>(value, into);
  }

  bool read(const Value& value, Expectation& into) {
    if (!check_.is_map(value, "an expectation", expectation_example)) return false;
    check_.known_keys(value, {"name", "that", "reason", "warn"}, "an expectation");
    bool good = name(value, into);
    if (const Entry* reason = value.find("reason")) {
      good = check_.is_text(reason->value, "'reason'", "reason: the map is sold by its land") && good;
      into.reason = reason->value.text;
    }
    if (const Entry* warn = value.find("warn")) {
      const auto reading = warn->value.is_scalar() ? read_boolean(warn->value.text) : Reading<bool>{};
      if (check_.is_text(warn->value, "'warn'", "warn: true") && !reading) check_.wrong(warn->value, "'warn'", reading);
      into.warn = reading.value.value_or(false);
      good = good && reading;
    }
    const Value* that =
        check_.required(value, value.position, "that", "an expectation", "that: land.land_share >= 30 %");
    if (!that || !check_.is_text(*that, "'that'", "that: land.land_share >= 30 %")) return false;
    into.that = that->text;
    into.relation = Relation::equal;  // until it is read
    into.that_position = that->position;
    return expression<claim_grammar::claim>(*that, into) && good;
  }

 private:
  bool name(const Value& value, Expectation& into) {
    into.position = value.position;
    const Value* name = check_.required(value, value.position, "name", "an expectation", "name: enough land");
    if (!name || !check_.is_text(*name, "'name'", "name: enough land")) return false;
    into.name = name->text;
    into.position = name->position;
    const bool blank = name->text.find_first_not_of(" \t\n") == std::string::npos;
    if (blank || name->text.size() > longest_name || name->text.find('\n') != std::string::npos)
      return check_.error(*name, quote(name->text) + " cannot be the name of an expectation",
                          "write a text of one line, of at most " + std::to_string(longest_name) + " bytes");
    const auto [known, is_new] = names_.emplace(name->text, name->position);
    if (is_new) return true;
    return check_.diagnostics().error(name->position, "there are two expectations " + quote(name->text),
                                      "rename one of them", {{known->second, "first defined here"}});
  }

  bool refuse(const Value& that, std::size_t at, const std::string& message, const std::string& hint) {
    return check_.error(inside_.at(that, at, 1), message, hint);
  }

  template <class Rule>
  bool expression(const Value& that, Expectation& into) {
    const std::string& text = that.text;
    if (text.size() > longest)
      return refuse(that, longest, "an expression has at most " + std::to_string(longest) + " characters",
                    "write several expectations");
    std::size_t open = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '(' && ++open > deepest)
        return refuse(that, i, "brackets are at most " + std::to_string(deepest) + " deep",
                      "write several expectations");
      if (text[i] == ')' && open > 0) --open;
    }
    knobs_good_ = true;
    ClaimBuilder builder(
        into, [&](std::size_t at, std::size_t bytes) { return inside_.at(that, at, bytes); },
        [&](std::string_view knob, const report::Position& position) {
          return of_knob(std::string(knob.substr(1)), position);
        });
    try {
      tao::pegtl::memory_input input(text, "that");
      tao::pegtl::parse<Rule, claim_grammar::Act, arithmetic::Control>(input, builder);
    } catch (const Unexpected& problem) {
      into.measures.clear();
      return refuse(that, problem.at, problem.message,
                    into.relation == Relation::none ? best_hint : hint_of(problem.rest));
    }
    if (into.measures.empty())
      return check_.error(that, "this compares nothing of the world",
                          into.relation == Relation::none
                              ? "write a number of the world, or what is measured of a layer or table"
                              : "compare a number, or what is measured of a layer or table");
    if (!knobs_good_) into.measures.clear();  // said already
    return knobs_good_;
  }

  Term of_knob(const std::string& name, const report::Position& position) {
    Term term;
    term.literal = "0";
    for (const Knob& knob : world_.knobs) {
      if (knob.name != name) continue;
      term.value = knob.value.position;
      if (knob.value.is_scalar() && !knob.value.quoted && read_real(knob.value.text, unit_of(knob.value.text))) {
        term.literal = knob.value.text;
        return term;
      }
      knobs_good_ = false;
      if (knob.value.is_null()) return term;  // said already
      check_.diagnostics().error(position, "the knob " + quote(name) + " is not a number, and cannot be compared",
                                 "give the knob a number", {{knob.value.position, "its value"}});
      return term;
    }
    knobs_good_ = false;
    check_.error(position, "there is no knob " + quote(name),
                 knob_names_.empty() ? "add it under 'knobs'" : report::did_you_mean(name, knob_names_, "knobs are"));
    return term;
  }

  const Check& check_;
  const World& world_;
  std::vector<std::string> knob_names_;
  std::map<std::string, report::Position> names_;
  Inside inside_;
  bool knobs_good_ = true;
};

}  // namespace

bool read_expectations(const Value& document, const Check& check, World& world) {
  const Entry* written = document.find("expect");
  if (!written || written->value.is_null()) return true;
  if (!check.is_list(written->value, "'expect'", std::string("expect: [") + expectation_example + "]")) return false;
  if (written->value.items.size() > most)
    return check.error(written->value.items[most], "a world has at most " + std::to_string(most) + " expectations",
                       "delete some of them");
  ExpectationParser reader(check, world);
  bool good = true;
  for (const Value& item : written->value.items) {
    Expectation expectation;
    const bool read = reader.read(item, expectation);
    good = read && good;
    // A rejected expectation may still need nodes, which need no warning.
    world.expectations.push_back(std::move(expectation));
  }
  return good;
}

bool read_best(const std::string& best, const Check& check, World& world) {
  Expectation expectation;
  expectation.relation = Relation::none;
  const bool good = ExpectationParser(check, world).read_best(best, expectation);
  world.expectations.push_back(std::move(expectation));
  return good;
}

}  // namespace terrawright::config
