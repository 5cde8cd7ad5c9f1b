// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "terrawright/stage.hpp"

extern "C" unsigned long long terrawright_test_word_in_c(void);
extern "C" double terrawright_test_exp2_in_c(void);

TEST_CASE("C and C++ draw the same words", "[abi]") {
  CHECK(terrawright_test_word_in_c() == 0xd1aa2433u);
  CHECK(terrawright_test_exp2_in_c() == terrawright_exp2(0.5));
}

namespace {

using namespace terrawright;

struct Row {
  double at = 0;
  std::string name;
  static void describe(Parameters<Row>& p) {
    p.parameter(&Row::at, "at", "Where.").unit("m");
    p.parameter(&Row::name, "name", "What.");
  }
};
struct Everything {
  enum class Mode { first, second };
  In<Field> field;
  Out<Height> height;
  Out<Number> number;
  double real = 2.5;
  std::optional<double> maybe;
  std::int64_t whole = 3;
  bool yes = true;
  Mode mode = Mode::second;
  std::string text = "words";
  Percentage share = percent(60);
  std::vector<std::optional<double>> list = {1.0, std::nullopt};
  std::vector<Row> table = {{4.0, "four"}};

  static void describe(Spec<Everything>& s) {
    s.stage("test.everything", "All there is.").revision(7).version(2).reads_cell();
    s.port(&Everything::field, "field", "In.").optional().statistics().halo(3);
    s.port(&Everything::height, "height", "Out.").like("field");
    s.port(&Everything::number, "number", "Out.").unit("m").by_name();
    s.parameter(&Everything::real, "real", "R.").range(0, 5).unit("m");
    s.parameter(&Everything::maybe, "maybe", "M.").word("auto");
    s.parameter(&Everything::whole, "whole", "W.").at_least(1);
    s.parameter(&Everything::yes, "yes", "Y.");
    s.parameter(&Everything::mode, "mode", "M.").choices({"first", "second"});
    s.parameter(&Everything::text, "text", "T.");
    s.parameter(&Everything::share, "share", "S.").range(0, 100);
    s.parameter(&Everything::list, "list", "L.").word("rand");
    s.parameter(&Everything::table, "table", "T.");
  }
  void paint(Tile&) const {}
};

}  // namespace

TEST_CASE("Members become ports and parameters, their initialisers the defaults", "[abi]") {
  const terrawright_stage& plain = *stage<Everything>();
  CHECK(plain.revision == 7);
  CHECK(plain.version == 2);
  CHECK(plain.reads == TERRAWRIGHT_READS_CELL);
  CHECK(plain.flags == 0);
  REQUIRE(plain.n_ports == 3);
  CHECK(plain.ports[0]->flags == TERRAWRIGHT_PORT_OPTIONAL);
  CHECK(plain.ports[0]->statistics ==
        phases(TERRAWRIGHT_PHASE_SURVEY, TERRAWRIGHT_PHASE_RESOLVE, TERRAWRIGHT_PHASE_PAINT));
  CHECK(plain.ports[1]->like_port == std::string("field"));
  CHECK(plain.ports[2]->kinds == 1u << TERRAWRIGHT_KIND_NUMBER);
  REQUIRE(plain.n_parameters == 9);
  const auto& p = plain.parameters;
  CHECK(p[0]->fallback.real == 2.5);
  CHECK(p[0]->maximum == 5);
  CHECK(p[1]->fallback.is_word == 1);
  CHECK(p[2]->fallback.integer == 3);
  CHECK(p[3]->kind == TERRAWRIGHT_PARAMETER_BOOLEAN);
  CHECK(p[4]->fallback.integer == 1);
  CHECK(p[4]->n_choices == 2);
  CHECK(p[5]->fallback.text == std::string("words"));
  CHECK(p[6]->fallback.integer == 600000);
  REQUIRE(p[7]->fallback.n_items == 2);
  CHECK(p[7]->fallback.items[1].is_word == 1);
  REQUIRE(p[8]->n_columns == 2);
  CHECK(p[8]->columns[0]->unit == std::string("m"));
  CHECK(p[8]->fallback.items[0].items[1].text == std::string("four"));
}
