// SPDX-License-Identifier: Apache-2.0
#include "scale_bar.hpp"

namespace terrawright::map {

std::string figure_text(double value) {
  const auto thousandths = static_cast<std::int64_t>(value * 1000 + 0.5);
  std::string text = std::to_string(thousandths / 1000);
  std::int64_t rest = thousandths % 1000;
  if (rest == 0) return text;
  std::string digits = std::to_string(1000 + rest).substr(1);
  while (digits.back() == '0') digits.pop_back();
  return text + "." + digits;
}

std::string scale_text(double denominator) {
  std::string digits = std::to_string(static_cast<std::int64_t>(denominator + 0.5));
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, " ");
  return "1 : " + digits;
}

ScaleBar scale_bar_of(const Layout& layout, double room, const BarUnit& greater, const BarUnit& lesser) {
  static constexpr double steps[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
  ScaleBar bar;
  for (const BarUnit& unit : {greater, lesser}) {
    bar.unit = unit.metres;
    bar.name = unit.name;
    bar.hundredths = unit.metres * 100000 / layout.denominator;
    if (bar.hundredths <= room) break;
  }
  double best = 0, lead = 1;
  for (double power = 1; power < 1e7; power *= 10) {
    for (const double step : steps) {
      const bool whole = step * power == static_cast<double>(static_cast<std::int64_t>(step * power));
      if (whole && step * power * bar.hundredths <= room) best = step * power, lead = step;
    }
  }
  bar.length = best;
  bar.parts = lead == 1 || lead == 5 || lead == 2.5 ? 5 : lead == 3 || lead == 1.5 || lead == 6 ? 3 : 4;
  return bar;
}

void draw_scale_bar(const ScaleBar& bar, Spot at, const Style& style, DisplayList& list) {
  if (bar.length <= 0) return;
  const bool old = style.name == StyleName::antique;
  const Lettering figures{style.types.scale_figure.font, points(style.types.scale_figure.pt), style.ink};
  const double part = bar.length / bar.parts, high = 90;
  const auto x = [&](int n) { return rounded(at.x + part * n * bar.hundredths); };
  const double top = at.y + figures.size + 40;
  Path dark, around;
  for (int n = 0; n < bar.parts; n += 2) dark.rectangle(x(n), rounded(top), x(n + 1) - x(n), rounded(high));
  around.rectangle(x(0), rounded(top), x(bar.parts) - x(0), rounded(high));
  list.fill(around, style.scale_bar);
  list.fill(dark, style.ink);
  list.line(around, {16, style.ink});
  const bool each = part * bar.hundredths >= 700;
  for (int n = 0; n <= bar.parts; ++n) {
    if (!each && n != 0 && n != bar.parts && 2 * n != bar.parts) continue;
    const double value = part * n;
    std::string text = figure_text(value);
    if (text.find('.') != std::string::npos && n != 0 && n != bar.parts && 2 * n != bar.parts) continue;
    list.text(word_at(figures, text, {static_cast<double>(x(n)), top - 45}, Anchor::middle));
    if (n == bar.parts && !old) {
      const double beside = width_of(figures, text) / 2 + figures.size * 0.3;
      list.text(word_at(figures, bar.name, {x(n) + beside, top - 45}, Anchor::left));
    }
  }
}

}  // namespace terrawright::map
