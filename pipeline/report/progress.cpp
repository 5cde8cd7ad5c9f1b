// SPDX-License-Identifier: Apache-2.0
#include "report/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "report/log.hpp"

namespace terrawright::report {
namespace {

std::string formatted(const char* format, double number) {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

}  // namespace

std::string seconds_text(double seconds) {
  return seconds < 1.0 ? formatted("%.0f ms", seconds * 1e3) : formatted("%.2f s", seconds);
}

std::string bytes_text(double bytes) {
  if (bytes < 1e6) return formatted("%.1f kB", bytes / 1e3);
  return bytes < 1e9 ? formatted("%.1f MB", bytes / 1e6) : formatted("%.2f GB", bytes / 1e9);
}

Progress::Progress(std::vector<std::string> steps, bool quiet)
    : steps_(std::move(steps)),
      seconds_(steps_.size(), 0.0),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      last_shown_(std::chrono::steady_clock::now()) {}

Progress::~Progress() { clear(); }

void Progress::begin(std::size_t step) { show(step, 0.0); }

void Progress::update(std::size_t step, std::size_t done, std::size_t all) {
  show(step, static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(all, 1)));
}

void Progress::end(std::size_t step, double seconds) { seconds_[step] = seconds; }

void Progress::show(std::size_t step, double share) {
  if (quiet_) return;
  // Ten times a second is lively enough; a log wants a line every two seconds at most.
  const auto now = std::chrono::steady_clock::now();
  if (now - last_shown_ < std::chrono::milliseconds(terminal_ ? 100 : 2000)) return;
  last_shown_ = now;
  const double all = (static_cast<double>(step) + share) / static_cast<double>(steps_.size());
  const std::string where =
      steps_[step] + " (" + std::to_string(step + 1) + " of " + std::to_string(steps_.size()) + ")";
  if (!terminal_) {
    say(formatted("%3.0f %%  ", all * 100) + where);
    return;
  }
  constexpr int width = 30;
  std::string bar(static_cast<std::size_t>(all * width), '#');
  bar.resize(width, '.');
  std::fprintf(stderr, "\r\033[K[%s] %3.0f %%  %s", bar.c_str(), all * 100, where.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

std::string Progress::table() const {
  if (quiet_) return {};
  std::vector<std::size_t> order(steps_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return seconds_[a] > seconds_[b]; });
  const double all = std::accumulate(seconds_.begin(), seconds_.end(), 0.0);
  std::string text;
  for (const std::size_t step : order) {
    const double share = all > 0 ? seconds_[step] / all * 100 : 0;
    char line[160];
    std::snprintf(line, sizeof line, "  %10s  %3.0f %%  ", seconds_text(seconds_[step]).c_str(), share);
    text += line + steps_[step] + "\n";
  }
  return text;
}

}  // namespace terrawright::report
