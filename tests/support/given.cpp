// SPDX-License-Identifier: Apache-2.0
#include "support/given.hpp"

#include "terrawright/stage.hpp"

namespace terrawright::test {
namespace {

const std::map<std::string, Given>* handed_out = nullptr;

// One stage a kind, since an output has one: test.given is the height, test.given_scalar and so on the others.
template <class Kind>
struct GivenStage {
  Out<Kind> layer;
  std::string name;
  const Given* given = nullptr;

  static const char* id();
  static void describe(Spec<GivenStage>& s) {
    s.stage(id(), "Cells that a test makes up.");
    s.port(&GivenStage::layer, "layer", "The cells.");
    s.parameter(&GivenStage::name, "name", "Which of the test's arrays.");
  }
  void arrange(Arrangement& world) {
    const auto found = handed_out->find(name);
    if (found == handed_out->end()) throw Failure{"name", "the test gives no '" + name + "'"};
    given = &found->second;
    if (given->width != world.width() || given->height != world.height()) {
      throw Failure{"name", "the given array has another size"};
    }
    world.set_unit(layer, given->unit);
  }
  void paint(Tile& tile) const {
    const auto out = tile[layer];
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const float cell = given->cells[static_cast<std::size_t>(y * given->width + x)];
      out(x, y) = static_cast<typename Kind::Cell>(cell);
    });
  }
};

template <>
const char* GivenStage<Height>::id() {
  return "test.given";
}
template <>
const char* GivenStage<Scalar>::id() {
  return "test.given_scalar";
}
template <>
const char* GivenStage<Weight>::id() {
  return "test.given_weight";
}
template <>
const char* GivenStage<Mask>::id() {
  return "test.given_mask";
}
template <>
const char* GivenStage<Count>::id() {
  return "test.given_count";
}

}  // namespace

void give(const std::map<std::string, Given>* given) { handed_out = given; }

const terrawright_plugin* given_plugin() {
  static const terrawright_stage* const stages[] = {stage<GivenStage<Height>>(), stage<GivenStage<Scalar>>(),
                                                    stage<GivenStage<Weight>>(), stage<GivenStage<Mask>>(),
                                                    stage<GivenStage<Count>>()};
  static const terrawright_plugin plugin = {sizeof(terrawright_plugin),
                                            TERRAWRIGHT_ABI_MAJOR,
                                            TERRAWRIGHT_ABI_MINOR,
                                            0,
                                            "test",
                                            "1",
                                            "",
                                            stages,
                                            5,
                                            nullptr,
                                            nullptr,
                                            nullptr};
  return &plugin;
}

}  // namespace terrawright::test
