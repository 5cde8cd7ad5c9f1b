// SPDX-License-Identifier: Apache-2.0
#include "random_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace terrawright::test {
namespace {

using map::Box;
using map::LabelFeature;
using map::LabelInput;
using map::LabelKind;
using map::PaperRaster;

constexpr std::int32_t cell = 50;  // of the heights
constexpr double pi = 3.14159265358979;

class Land {
 public:
  Land(std::uint64_t seed, std::int32_t paper_width, std::int32_t paper_height)
      : state_(seed * 0x9E3779B97F4A7C15u + 1), width_(paper_width), height_(paper_height) {
    input_.frame = {1500, 1500, width_ - width_ / 5, height_ - 1500};
    styles();
    heights();
    rasters();
  }

  LabelInput sheet(const Crowd& crowd) {
    const std::int32_t right = input_.frame.right, top = input_.frame.top + 250, bottom = input_.frame.bottom - 250;
    for (int k = 0; k < 2; ++k)
      input_.taken.push_back(
          {right - 2500, top + (bottom - top - 3000) * k, right - 500, top + (bottom - top - 3000) * k + 2500});
    lakes(crowd.lakes);
    rivers(crowd.rivers);
    peaks(crowd.peaks);
    towns(crowd.towns);
    areas(crowd.ranges, LabelKind::range, 0.45);
    areas(crowd.forests, LabelKind::forest, 0.1);
    areas(crowd.plains, LabelKind::plain, 0.05);
    shores(crowd.capes, LabelKind::cape);
    shores(crowd.bays, LabelKind::bay);
    islands(crowd.islands);
    seas(crowd.seas);
    return std::move(input_);
  }

 private:
  std::uint64_t word() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(word() % static_cast<std::uint64_t>(n)); }
  double share() { return static_cast<double>(word() >> 11) * 0x1p-53; }

  std::string name(bool two_words) {
    static const char* const syllables[] = {"ka", "lo",    "vik", "ner", "to", "mi",  "ran", "sel", "br", "ung",
                                            "da", "fjell", "ost", "ga",  "li", "mor", "tha", "wen", "zu", "pe"};
    std::string text;
    for (int words = two_words && below(2) == 0 ? 2 : 1; words > 0; --words) {
      std::string one;
      for (int k = 2 + below(2); k > 0; --k) one += syllables[below(20)];
      one[0] = static_cast<char>(one[0] - 'a' + 'A');
      text += one + (words > 1 ? " " : "");
    }
    return text;
  }
  static std::string capitals(std::string text) {
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
  }

  void styles() {
    using lettering::Font;
    const Colour ink = {26, 26, 26, 255}, blue = {40, 96, 160, 255}, halo = {255, 255, 255, 170};
    input_.styles = {{Font::lato_bold, ink, halo, 60, 60, 60},
                     {Font::lato_medium, ink, halo, 60, 0, 0},
                     {Font::lato, ink, halo, 60, 0, 0},
                     {Font::lato, {110, 70, 40, 255}, halo, 60, 0, 0},
                     {Font::garamond_italic, blue, halo, 60, 50, 50},
                     {Font::garamond_italic, blue, halo, 60, 0, 0},
                     {Font::lato_italic, ink, {0, 0, 0, 0}, 0, 0, 0},
                     {Font::lato_medium, {90, 60, 40, 255}, halo, 60, 80, 1200},
                     {Font::lato_italic, {50, 100, 50, 255}, halo, 60, 50, 350},
                     {Font::garamond_italic, blue, {0, 0, 0, 0}, 0, 420, 600}};
  }

  double at(int x, int y) const { return z_[static_cast<std::size_t>(y * columns_ + x)]; }
  double at(double x, double y) const {
    return at(std::clamp(static_cast<int>(x / cell), 0, columns_ - 1),
              std::clamp(static_cast<int>(y / cell), 0, rows_ - 1));
  }

  // Sums of value noise over a round land.
  void heights() {
    z_.assign(static_cast<std::size_t>(columns_ * rows_), 0.0);
    for (const double wave : {180.0, 80.0, 36.0, 16.0, 8.0}) {
      const int nx = static_cast<int>(columns_ / wave) + 3, ny = static_cast<int>(rows_ / wave) + 3;
      std::vector<double> values;
      for (int k = 0; k < nx * ny; ++k) values.push_back(share() - 0.5);
      for (int y = 0; y < rows_; ++y) {
        for (int x = 0; x < columns_; ++x) {
          const double fx = x / wave, fy = y / wave;
          const int ix = static_cast<int>(fx), iy = static_cast<int>(fy);
          const auto ease = [](double t) { return t * t * (3 - 2 * t); };
          const double u = ease(fx - ix), v = ease(fy - iy);
          const auto value = [&](int dx, int dy) { return values[static_cast<std::size_t>((iy + dy) * nx + ix + dx)]; };
          const double top = value(0, 0) * (1 - u) + value(1, 0) * u, low = value(0, 1) * (1 - u) + value(1, 1) * u;
          z_[static_cast<std::size_t>(y * columns_ + x)] += (wave + 12) / 95 * (top * (1 - v) + low * v);
        }
      }
    }
    for (int y = 0; y < rows_; ++y) {
      for (int x = 0; x < columns_; ++x) {
        const double dx = (x * cell - width_ * 0.4) / (width_ * 0.345),
                     dy = (y * cell - height_ * 0.5) / (height_ * 0.42);
        z_[static_cast<std::size_t>(y * columns_ + x)] += 0.75 - 1.15 * (dx * dx + dy * dy);
      }
    }
  }

  PaperRaster raster(std::int32_t of) const {
    PaperRaster r;
    r.cell = of;
    r.columns = width_ / of;
    r.rows = height_ / of;
    r.values.assign(static_cast<std::size_t>(r.columns) * static_cast<std::size_t>(r.rows), 0);
    return r;
  }
  void rasters() {
    input_.land = raster(25);
    input_.lakes = raster(25);
    input_.ink = raster(40);
    PaperRaster& land = input_.land;
    for (int k = 0; k < land.columns * land.rows; ++k) {
      land.values[static_cast<std::size_t>(k)] = at(k % land.columns * 25.0, k / land.columns * 25.0) > 0 ? 1 : 0;
    }
    for (int y = 0; y + 26 < height_; y += 20) {
      for (int x = 0; x + 26 < width_; x += 20) {
        const bool here = at(x + 0.0, y + 0.0) > 0;
        if (here != (at(x + 20.0, y + 0.0) > 0) || here != (at(x + 0.0, y + 20.0) > 0)) ink(x + 10, y + 10, 255);
      }
    }
  }
  void ink(double x, double y, std::uint8_t value) {
    PaperRaster& r = input_.ink;
    const int column = static_cast<int>(x) / r.cell, row = static_cast<int>(y) / r.cell;
    if (column < 0 || row < 0 || column >= r.columns || row >= r.rows) return;
    std::uint8_t& old = r.values[static_cast<std::size_t>(row * r.columns + column)];
    old = std::max(old, value);
  }

  bool inked(double x, double y) const {
    const PaperRaster& r = input_.ink;
    const int column = static_cast<int>(x) / r.cell, row = static_cast<int>(y) / r.cell;
    return column >= 0 && row >= 0 && column < r.columns && row < r.rows &&
           r.values[static_cast<std::size_t>(row * r.columns + column)] == 140;
  }

  LabelFeature& add(LabelKind kind, const std::string& text, std::int32_t style, std::int32_t size) {
    LabelFeature f;
    f.kind = kind, f.text = text, f.style = style, f.size = size;
    f.number = static_cast<std::int32_t>(input_.features.size());
    input_.features.push_back(f);
    return input_.features.back();
  }
  void mark(PaperPoint p, std::int32_t half) {
    input_.marks.push_back({p.x - half, p.y - half, p.x + half, p.y + half});
  }
  // Off the furniture.
  PaperPoint anywhere() {
    const Box& f = input_.frame;
    PaperPoint p;
    const auto over = [&](const Box& b) { return p.x > b.left && p.x < b.right && p.y > b.top && p.y < b.bottom; };
    do {
      p = {f.left + 150 + below(f.right - f.left - 300), f.top + 150 + below(f.bottom - f.top - 300)};
    } while (std::any_of(input_.taken.begin(), input_.taken.end(), over));
    return p;
  }
  bool land_at(PaperPoint p) const { return at(double(p.x), double(p.y)) > 0; }
  // A random place that is accepted, and far from those before.
  template <class Accepts>
  bool place(std::vector<PaperPoint>& before, double apart, PaperPoint& p, Accepts accepts) {
    for (int tries = 0; tries < 20000; ++tries) {
      p = anywhere();
      const auto near = [&](PaperPoint q) { return std::hypot(p.x - q.x, p.y - q.y) < apart; };
      if (!accepts(p) || std::any_of(before.begin(), before.end(), near)) continue;
      before.push_back(p);
      return true;
    }
    return false;
  }

  void lakes(int count) {
    std::vector<PaperPoint> before;
    for (int k = 0; k < count; ++k) {
      PaperPoint p;
      const double a = 150 + 900 * share() * share(), b = a * (1 + 1.5 * share()), turn = pi * share();
      if (!place(before, 2 * b + 500, p, [&](PaperPoint q) { return at(double(q.x), double(q.y)) > 0.15; })) return;
      PaperRaster& lakes = input_.lakes;
      const auto inside = [&](double x, double y) {
        const double u = (x - p.x) * std::cos(turn) + (y - p.y) * std::sin(turn);
        const double v = (y - p.y) * std::cos(turn) - (x - p.x) * std::sin(turn);
        return u * u / (b * b) + v * v / (a * a);
      };
      for (double y = p.y - b; y <= p.y + b; y += 12) {
        for (double x = p.x - b; x <= p.x + b; x += 12) {
          const double r = inside(x, y);
          if (r > 1 || x < 0 || y < 0 || x >= width_ || y >= height_) continue;
          lakes.values[static_cast<std::size_t>(static_cast<int>(y) / 25 * lakes.columns + static_cast<int>(x) / 25)] =
              1;
          if (r > 0.85) ink(x, y, 150);
        }
      }
      LabelFeature& f = add(LabelKind::lake, name(true), 5, std::clamp(static_cast<int>(240 + a / 10), 260, 360));
      f.point = p, f.radius = static_cast<std::int32_t>(a);
      for (int t = -4; t <= 4; ++t) {
        f.line.push_back({static_cast<std::int32_t>(p.x + t * b / 4.5 * std::cos(turn)),
                          static_cast<std::int32_t>(p.y + t * b / 4.5 * std::sin(turn))});
      }
    }
  }

  // Downhill over the smooth part of the land, out of hollows straight on.
  void rivers(int count) {
    std::vector<PaperPoint> before;
    for (int k = 0; k < count; ++k) {
      PaperPoint p;
      if (!place(before, 1800, p, [&](PaperPoint q) { return at(double(q.x), double(q.y)) > 0.35; })) return;
      double x = p.x, y = p.y, dx = 0, dy = 0;
      std::vector<PaperPoint> line;
      for (int steps = 0; steps < 900 && at(x, y) > 0 && !(steps > 10 && inked(x + 80 * dx, y + 80 * dy)); ++steps) {
        line.push_back({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)});
        const double gx = at(x - 400, y) - at(x + 400, y) + (x - width_ * 0.4) * 3e-5,
                     gy = at(x, y - 400) - at(x, y + 400) + (y - height_ * 0.5) * 3e-5, g = std::hypot(gx, gy) + 1e-9;
        dx = 0.8 * dx + 0.2 * gx / g, dy = 0.8 * dy + 0.2 * gy / g;
        const double d = std::hypot(dx, dy) + 1e-9;
        x += 60 * dx / d, y += 60 * dy / d;
        if (x < 0 || y < 0 || x >= width_ || y >= height_) break;
      }
      // 20 mm at least, and no whirl.
      if (line.size() < 35 || std::hypot(x - p.x, y - p.y) < 30.0 * static_cast<double>(line.size())) continue;
      for (std::size_t i = 0; i < line.size(); i += 1) ink(line[i].x, line[i].y, 140);
      LabelFeature& f = add(LabelKind::river, name(true), 4, 290);
      for (std::size_t i = 0; i < line.size(); ++i) {
        f.half_widths.push_back(6 + static_cast<std::int32_t>(30 * i / line.size()));
      }
      f.point = line.back();
      f.line = std::move(line);
    }
  }

  void peaks(int count) {
    std::vector<PaperPoint> before;
    for (int k = 0; k < count; ++k) {
      PaperPoint p;
      if (!place(before, 900, p, [&](PaperPoint q) { return at(double(q.x), double(q.y)) > 0.4; })) return;
      const std::int32_t rank = k < 4 ? 1 : 2;
      mark(p, 55);
      LabelFeature& f = add(LabelKind::peak, name(true), 2, rank == 1 ? 260 : 226);
      f.point = p, f.mark = 55, f.rank = rank;
      LabelFeature& h = add(LabelKind::height, std::to_string(300 + below(3000)), 3, 194);
      h.point = p, h.mark = 55, h.rank = rank;
    }
  }

  void towns(int count) {
    std::vector<PaperPoint> before;
    for (int k = 0; k < count; ++k) {
      PaperPoint p;
      const int rank = k == 0 ? 1 : k < 5 ? 2 : k < 15 ? 3 : 4;
      const bool coast = k % 2 == 0;
      const auto fits = [&](PaperPoint q) {
        const double z = at(double(q.x), double(q.y));
        const int i = q.y / 25 * input_.lakes.columns + q.x / 25;
        return z > 0 && (!coast || z < 0.03) && input_.lakes.values[static_cast<std::size_t>(i)] == 0;
      };
      if (!place(before, 1100, p, fits)) continue;
      const std::int32_t half = rank == 1 ? 130 : rank == 2 ? 105 : 80, sizes[] = {370, 317, 268, 233};
      mark(p, half);
      const std::string text = name(true);
      LabelFeature& f = add(LabelKind::town, rank == 1 ? capitals(text) : text,
                            rank == 1   ? 0
                            : rank == 2 ? 1
                                        : 2,
                            sizes[rank - 1]);
      f.point = p, f.mark = half, f.rank = rank, f.harbour = coast;
    }
  }

  void areas(int count, LabelKind kind, double above) {
    for (int k = 0; k < count; ++k) {
      PaperPoint p;
      if (!place(areas_, 3500, p, [&](PaperPoint q) { return at(double(q.x), double(q.y)) > above; })) return;
      const double turn = pi * share(), bend = share() - 0.5, reach = 1200 + 1800 * share();
      std::vector<PaperPoint> line;
      for (double t = -1; t <= 1; t += 0.1) {
        const double u = t * reach, v = bend * reach * t * t;
        const PaperPoint q = {static_cast<std::int32_t>(p.x + u * std::cos(turn) - v * std::sin(turn)),
                              static_cast<std::int32_t>(p.y + u * std::sin(turn) + v * std::cos(turn))};
        if (land_at(q)) line.push_back(q);
      }
      const std::string text = name(false);
      LabelFeature& f = add(kind, kind == LabelKind::range ? capitals(text) : text, kind == LabelKind::range ? 7 : 8,
                            kind == LabelKind::range ? 320 : 258);
      f.point = p, f.line = std::move(line);
    }
  }

  double land_around(PaperPoint p, double radius, double& towards_x, double& towards_y) const {
    double sum = 0, all = 0;
    towards_x = towards_y = 0;
    for (double y = -radius; y <= radius; y += 75) {
      for (double x = -radius; x <= radius; x += 75) {
        if (x * x + y * y > radius * radius) continue;
        ++all;
        if (at(p.x + x, p.y + y) > 0) {
          ++sum;
        } else {
          towards_x += x, towards_y += y;
        }
      }
    }
    const double d = std::hypot(towards_x, towards_y) + 1e-9;
    towards_x /= d, towards_y /= d;
    return sum / all;
  }

  void shores(int count, LabelKind kind) {
    std::vector<PaperPoint>& before = shores_;
    const bool cape = kind == LabelKind::cape;
    for (int k = 0; k < count; ++k) {
      PaperPoint p;
      double x = 0, y = 0;
      const double radius = k < count / 3 ? 900 : 500;
      const auto sharp = [&](PaperPoint q) {
        const double z = at(double(q.x), double(q.y));
        if (cape ? z <= 0 || z > 0.02 : z > 0 || z < -0.02) return false;
        const double land = land_around(q, radius, x, y);
        return cape ? land < 0.42 : land > 0.58;
      };
      if (!place(before, 1000, p, sharp)) return;
      LabelFeature& f = add(kind, name(true), cape ? 6 : 5, cape ? 226 : radius > 600 ? 340 : 290);
      f.point = p, f.radius = static_cast<std::int32_t>(radius), f.rank = radius > 600 ? 1 : 2;
      f.towards_x = static_cast<std::int32_t>(16384 * x), f.towards_y = static_cast<std::int32_t>(16384 * y);
    }
  }

  void islands(int count) {
    std::vector<PaperPoint> before;
    PaperRaster& land = input_.land;
    for (int k = 0; k < count; ++k) {
      PaperPoint p;
      const double r = 100 + 500 * share();
      if (!place(before, 2500, p, [&](PaperPoint q) { return at(double(q.x), double(q.y)) < -0.15; })) return;
      for (double y = -r; y <= r; y += 12) {
        for (double x = -r; x <= r; x += 12) {
          const double px = p.x + x, py = p.y + y;
          if (std::hypot(x, y) > r || px < 0 || py < 0 || px >= width_ || py >= height_) continue;
          land.values[static_cast<std::size_t>(static_cast<int>(py) / 25 * land.columns + static_cast<int>(px) / 25)] =
              1;
          if (std::hypot(x, y) > r - 30) ink(px, py, 255);
        }
      }
      LabelFeature& f = add(LabelKind::island, name(false), 6, 240);
      f.point = p, f.radius = static_cast<std::int32_t>(r);
    }
  }

  void seas(int count) {
    std::vector<PaperPoint> before;
    for (int k = 0; k < count; ++k) {
      PaperPoint best = {0, 0};
      double widest = 0;
      for (int tries = 0; tries < 400; ++tries) {
        const PaperPoint p = anywhere();
        const auto near = [&](PaperPoint q) { return std::hypot(p.x - q.x, p.y - q.y) < 9000; };
        if (land_at(p) || std::any_of(before.begin(), before.end(), near)) continue;
        const Box& f = input_.frame;
        double free = std::min({p.x - f.left, f.right - p.x, p.y - f.top, f.bottom - p.y});
        for (double turn = 0; turn < 2 * pi; turn += 0.4) {
          for (double r = 0; r < free; r += 100) {
            const int x = static_cast<int>(p.x + r * std::cos(turn)), y = static_cast<int>(p.y + r * std::sin(turn));
            if (input_.land.values[static_cast<std::size_t>(y / 25 * input_.land.columns + x / 25)] != 0) free = r;
          }
        }
        if (free > widest) widest = free, best = p;
      }
      if (widest < 1200) return;
      before.push_back(best);
      LabelFeature& f = add(LabelKind::sea, name(true), 9, k == 0 ? 670 : 480);
      f.point = best, f.radius = static_cast<std::int32_t>(widest), f.rank = k + 1;
    }
  }

  std::uint64_t state_;
  const std::int32_t width_, height_;
  const int columns_ = width_ / cell, rows_ = height_ / cell;
  std::vector<double> z_;
  std::vector<PaperPoint> areas_, shores_;
  LabelInput input_;
};

}  // namespace

map::LabelInput random_sheet(std::uint64_t seed, const Crowd& crowd, std::int32_t width, std::int32_t height) {
  return Land(seed, width, height).sheet(crowd);
}

map::Letters plain_letters() {
  const auto shaped = [](lettering::Font, std::string_view text) {
    std::vector<lettering::Glyph> glyphs;
    for (std::uint32_t k = 0; k < text.size(); ++k) {
      const auto byte = static_cast<std::uint8_t>(text[k]);
      glyphs.push_back({byte, 300 + 20 * (byte % 16), k, 1, 0, 0});
    }
    return glyphs;
  };
  const auto missing = [](lettering::Font, std::string_view text) {
    return text.find('%') == std::string_view::npos ? std::string() : std::string("%");
  };
  return {[](lettering::Font) { return 1000; }, shaped, missing, [](lettering::Font) { return "Plain"; }};
}

}  // namespace terrawright::test
