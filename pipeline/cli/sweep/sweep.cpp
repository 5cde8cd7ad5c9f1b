// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "build/build.hpp"
#include "cli/session.hpp"
#include "cli/sweep/sweep_plan.hpp"
#include "cli/sweep/workers.hpp"
#include "cli/terminal/log.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "encode/lettering.hpp"
#include "encode/png.hpp"
#include "images/whole_file.hpp"
#include "readers/png_source.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;

// Many pictures in one, small and labelled, to choose from.
struct ContactFrame {
  std::filesystem::path picture;  // a PNG; empty or unreadable: the frame stays blank
  std::string label;
};

using Pixel = std::array<std::uint8_t, 3>;

constexpr std::int64_t frame_side = 256, gutter = 8, largest = 16, smallest = 9;  // pixels an em of letters
constexpr std::int64_t most_pixels = std::int64_t{1} << 26;  // of a picture; larger ones would take too much memory
constexpr std::int64_t label_height = encode::text_height(largest) + gutter;
constexpr Pixel ground = {250, 249, 245}, letter = {45, 45, 48}, blank = {214, 213, 208};

struct Thumb {
  std::int64_t width = 0, height = 0;
  std::vector<Pixel> pixels;
};

// Each pixel the mean of those that it stands for.
std::optional<Thumb> thumb_of(const std::filesystem::path& picture) try {
  if (picture.empty()) return std::nullopt;
  readers::PngSource source(picture.string());
  const std::int64_t width = source.width(), height = source.height();
  if (width * height > most_pixels) return std::nullopt;
  const std::int64_t every = std::max<std::int64_t>(1, (std::max(width, height) + frame_side - 1) / frame_side);
  Thumb thumb;
  thumb.width = (width + every - 1) / every;
  thumb.height = (height + every - 1) / every;
  thumb.pixels.resize(static_cast<std::size_t>(thumb.width * thumb.height));
  const int channels = static_cast<int>(source.channels().size());
  std::vector<float> cells(static_cast<std::size_t>(width * height));
  for (int channel = 0; channel < 3; ++channel) {
    if (channel == 0 || channels >= 3) readers::PngSource(picture.string()).read(channel, cells.data());
    for (std::int64_t y = 0; y < thumb.height; ++y) {
      for (std::int64_t x = 0; x < thumb.width; ++x) {
        const std::int64_t right = std::min(width, (x + 1) * every), bottom = std::min(height, (y + 1) * every);
        std::uint64_t sum = 0;
        for (std::int64_t j = y * every; j < bottom; ++j) {
          for (std::int64_t i = x * every; i < right; ++i)
            sum += static_cast<std::uint64_t>(cells[static_cast<std::size_t>(j * width + i)]);
        }
        const auto count = static_cast<std::uint64_t>((right - x * every) * (bottom - y * every));
        const std::uint64_t mean = sum / count;
        thumb.pixels[static_cast<std::size_t>(y * thumb.width + x)][static_cast<std::size_t>(channel)] =
            static_cast<std::uint8_t>(source.bits() == 16 ? mean >> 8 : mean);
      }
    }
  }
  return thumb;
} catch (const std::exception&) {
  return std::nullopt;
}

class Sheet {
 public:
  Sheet(std::int64_t wide, std::int64_t high)
      : width(wide), height(high), pixels_(static_cast<std::size_t>(wide * high), ground) {}
  Pixel& at(std::int64_t x, std::int64_t y) { return pixels_[static_cast<std::size_t>(y * width + x)]; }

  void write(std::int64_t left, std::int64_t top, std::int64_t room, const std::string& text) {
    std::int64_t size = largest;
    while (size > smallest && encode::text_width(text, size) > room) --size;
    encode::each_dot(encode::text_image(text, size), [&](std::int64_t x, std::int64_t y, std::uint8_t ink) {
      if (x >= room) return;
      Pixel& to = at(left + x, top + y);
      for (std::size_t c = 0; c < to.size(); ++c) to[c] = encode::inked(to[c], letter[c], ink);
    });
  }

  const std::int64_t width, height;

 private:
  std::vector<Pixel> pixels_;
};

// A PNG with so many frames in a row, pictures at most 256 pixels a side. The file is whole and has no name yet. Throws
// files::WriteFailed.
std::unique_ptr<images::WholeFile> contact_sheet(const std::filesystem::path& path,
                                                 const std::vector<ContactFrame>& frames, std::size_t columns) {
  std::vector<std::optional<Thumb>> thumbs;
  std::int64_t wide = 1, high = 1;
  for (const ContactFrame& frame : frames) {
    thumbs.push_back(thumb_of(frame.picture));
    if (!thumbs.back()) continue;
    wide = std::max(wide, thumbs.back()->width);
    high = std::max(high, thumbs.back()->height);
  }
  if (wide == 1) wide = high = frame_side / 2;  // no picture at all
  wide = std::max<std::int64_t>(wide, 96);
  const auto across = static_cast<std::int64_t>(columns);
  const auto down = (static_cast<std::int64_t>(frames.size()) + across - 1) / across;
  Sheet sheet(gutter + across * (wide + gutter), gutter + down * (high + label_height + gutter));
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const auto index = static_cast<std::int64_t>(k);
    const std::int64_t left = gutter + index % across * (wide + gutter);
    const std::int64_t top = gutter + index / across * (high + label_height + gutter);
    const Thumb missing{wide, high, std::vector<Pixel>(static_cast<std::size_t>(wide * high), blank)};
    const Thumb& thumb = thumbs[k] ? *thumbs[k] : missing;
    for (std::int64_t y = 0; y < thumb.height; ++y) {
      for (std::int64_t x = 0; x < thumb.width; ++x)
        sheet.at(left + x, top + y) = thumb.pixels[static_cast<std::size_t>(y * thumb.width + x)];
    }
    sheet.write(left, top + high + gutter / 2, wide, frames[k].label);
  }
  auto whole = std::make_unique<images::WholeFile>(path);
  encode::PngStream stream({sheet.width, sheet.height, 3, 8, encode::PngFilter::paeth}, {},
                           [&](const void* bytes, std::size_t size) {
                             if (whole->write(bytes, size, whole->size()) != 0) whole->settle();  // which says why
                           });
  for (std::int64_t y = 0; y < sheet.height; ++y) {
    unsigned char* row = stream.next_row();
    for (std::int64_t x = 0; x < sheet.width; ++x) row = std::copy_n(sheet.at(x, y).begin(), 3, row);
  }
  stream.close();
  whole->settle();
  return whole;
}

// Keeps what a world has to say, for the parent.
class Listener : public build::Observer {
 public:
  void found(const report::Diagnostics& problems) override { text += problems.text(); }

  std::string text;
};

// The picture that shows a world: its first PNG of colours, else of classes, else any.
std::string picture_of(const Session& session) {
  const auto rank = [](std::uint32_t kind) {
    return kind == TERRAWRIGHT_KIND_COLOUR ? 0 : kind == TERRAWRIGHT_KIND_CLASS ? 1 : 2;
  };
  const images::Picture* best = nullptr;
  for (const images::Picture& picture : session.files) {
    if (picture.file.extension() != ".png" || picture.parts.size() != 1 || picture.tiles) continue;
    if (best == nullptr || rank(picture.parts[0].facts.kind) < rank(best->parts[0].facts.kind)) best = &picture;
  }
  return best == nullptr ? "" : best->file.string();
}

// In a worker.
Json built_world(const Arguments& arguments, const graph::Catalogue& catalogue) {
  const auto begin = std::chrono::steady_clock::now();
  report::Diagnostics problems;
  const Session session = load_session(arguments, catalogue, problems);
  if (problems.has_errors()) return {{"exit", refusal_of(session)}, {"text", problems.text()}};
  Listener listener;
  const build::Built built = build::build(session, {stop_asked(), false, arguments.strict}, listener);
  Json answer = {{"exit", failed}, {"text", listener.text}};
  if (built.ending == build::Ending::refused) answer["exit"] = refused;
  if (built.ending != build::Ending::done) return answer;
  report::Diagnostics unmet_ones = build::problems_of(built.expectations);
  if (arguments.strict) unmet_ones.warnings_are_errors();
  answer["exit"] = unmet_ones.has_errors() ? unmet : done;
  answer["text"] = listener.text + unmet_ones.text();
  answer["manifest"] = built.files.back().path().string();
  answer["picture"] = picture_of(session);
  answer["made"] = std::any_of(built.outcome.doing.begin(), built.outcome.doing.end(),
                               [](schedule::Doing doing) { return doing != schedule::Doing::cached; });
  answer["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return answer;
}

std::string built_text(const Arguments& arguments, const graph::Catalogue& catalogue) {
  try {
    return built_world(arguments, catalogue).dump();
  } catch (const std::exception& error) {
    return Json{{"exit", failed}, {"text", "error: " + report::reason_of(error) + "\n"}}.dump();
  }
}

struct Shard {
  std::size_t i = 1, n = 1;
};

Shard shard_of(const std::string& text) {
  if (text.empty()) return {};
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.i);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, shard.n) : first;
  if (slash && second.ec == std::errc() && second.ptr == end && shard.i >= 1 && shard.i <= shard.n) return shard;
  refuse("--shard " + report::quote(text) + " is no share", "write which of how many, as 2/5 for the second of five");
}

struct Sweep {
  Arguments arguments;
  SweepPlan sweep_plan;
  std::vector<SweepWorld> worlds;  // of this share
  std::string of_share;            // "", or "-2-of-5" in names of files
  std::size_t workers = 1;
};

std::string state_after(int exit) { return exit == done ? "built" : exit == unmet ? "unmet" : "failed"; }

// Reports the result of one world, as soon as it is known.
void tell_world(const Sweep& sweep, const SweepWorld& world, const Json& answer, std::size_t ended) {
  const std::string state = state_after(answer["exit"]);
  const std::string text = answer.value("text", "");
  if (json_lines()) {
    Json event = {{"seed", world.seed}, {"set", world.set}, {"folder", world.label}, {"state", state}};
    if (!text.empty()) event["text"] = text;
    return print_event("world", event);
  }
  if (!text.empty()) {
    std::string lines = world.label + ":\n" + text;
    while (lines.back() == '\n') lines.pop_back();
    (state == "built" ? warn : complain)(lines);
  }
  if (sweep.arguments.quiet) return;
  const std::string seconds = report::formatted("%.2f s", answer.value("seconds", 0.0));
  say(std::to_string(ended) + "/" + std::to_string(sweep.worlds.size()) + " " + world.label + ": " + state +
      (answer.contains("made") ? std::string(", ") + (answer["made"] ? seconds : "nothing had changed") : ""));
}

// The table and the sheet, both whole.
void write_together(const Sweep& sweep, const std::vector<SweepResult>& results,
                    const std::vector<ContactFrame>& frames) {
  const fs::path folder = sweep.arguments.out;
  const auto table = images::text_file(folder / ("worlds" + sweep.of_share + ".csv"),
                                       table_of_worlds(sweep.sweep_plan, sweep.worlds, results));
  // Rows of seeds where values are swept too, else about as wide as high.
  std::size_t columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(frames.size()))));
  const auto in_a_row =
      static_cast<std::size_t>(std::count_if(sweep.worlds.begin(), sweep.worlds.end(), [&](const auto& world) {
        return world.seed == sweep.worlds.front().seed;
      }));
  if (sweep.of_share.empty() && in_a_row > 1 && in_a_row <= 12) columns = in_a_row;
  const auto sheet = contact_sheet(folder / ("worlds" + sweep.of_share + ".png"), frames, columns);
  for (images::WholeFile* file : {table.get(), sheet.get()}) {
    file->name();
    if (!sweep.arguments.quiet && !json_lines()) print(file->path().string() + "\n");
  }
}

Exit run_sweep(const Sweep& sweep, const Disks& disks, const graph::Catalogue& catalogue) {
  const std::size_t count = sweep.worlds.size();
  std::vector<Arguments> asked;
  for (const SweepWorld& world : sweep.worlds) asked.push_back(arguments_of(sweep.arguments, world));
  if (!has_disk(asked, sweep.workers, disks, catalogue)) return refused;
  std::vector<SweepResult> results(count, SweepResult{"not made", {}});
  std::vector<ContactFrame> frames(count);
  for (std::size_t i = 0; i < count; ++i) frames[i].label = sweep.worlds[i].label;
  std::size_t ended = 0;
  const Stoppable stoppable;
  files::remove_leftovers(sweep.arguments.out);
  in_workers(
      sweep.workers, count, [&](std::size_t i) { return built_text(asked[i], catalogue); },
      [&](std::size_t i, const WorkerAnswer& worker) {
        Json answer = worker.died ? Json{{"exit", failed}, {"text", "error: the process " + worker.text + "\n"}}
                                  : Json::parse(worker.text);
        results[i] = {state_after(answer["exit"]), answer.value("manifest", "")};
        frames[i].picture = answer.value("picture", "");
        tell_world(sweep, sweep.worlds[i], answer, ++ended);
      },
      [] { return !stop_asked(); });
  if (stop_asked()) {
    complain("stopped: " + std::to_string(ended) + " of " + std::to_string(count) +
             " worlds are whole; the same command goes on with the others");
    return interrupted;
  }
  write_together(sweep, results, frames);
  std::vector<std::string> failures, unmet_ones;
  for (std::size_t i = 0; i < count; ++i) {
    if (results[i].state == "failed") failures.push_back(sweep.worlds[i].label);
    if (results[i].state == "unmet") unmet_ones.push_back(sweep.worlds[i].label);
  }
  if (json_lines())
    print_event("done", {{"worlds", count}, {"failed", failures}, {"unmet", unmet_ones}});
  else if (!failures.empty() || !unmet_ones.empty()) {
    if (!unmet_ones.empty()) show_error("not as expected: " + report::join(unmet_ones));
    if (!failures.empty()) show_error("failed: " + report::join(failures));
  }
  return !failures.empty() ? failed : !unmet_ones.empty() ? unmet : done;
}

}  // namespace

Exit build_worlds(const Arguments& arguments, const SweepPlan& sweep_plan, const std::vector<SweepWorld>& worlds,
                  const Disks& disks, const graph::Catalogue& catalogue) {
  Sweep sweep{arguments, sweep_plan, worlds, "", 1};
  sweep.workers = share_the_machine(sweep.arguments, worlds.size());
  return run_sweep(sweep, disks, catalogue);
}

Exit sweep(const Arguments& given) {
  Sweep sweep{given, sweep_plan_of(given.sweep_seeds, given.set), {}, "", 1};
  if (!sweep.sweep_plan.problem.empty()) refuse(sweep.sweep_plan.problem, sweep.sweep_plan.remedy);
  const Shard shard = shard_of(given.shard);
  const graph::Catalogue catalogue = load_catalogue(given);
  if (given.out.empty()) {
    report::Diagnostics unused;
    const Session first = load_session(arguments_of(given, sweep.sweep_plan.worlds.front()), catalogue, unused);
    sweep.arguments.out = first.graph.world ? "out/" + first.graph.world->name + "-sweep" : "out/sweep";
  }
  const Disks disks = look_at(sweep.arguments, catalogue, sweep.sweep_plan.worlds);
  sweep.worlds = share_of(sweep.sweep_plan.worlds, shard.i, shard.n);
  if (shard.n > 1) sweep.of_share = "-" + std::to_string(shard.i) + "-of-" + std::to_string(shard.n);
  if (sweep.worlds.empty()) {
    show_warning("share " + given.shard + " of " + std::to_string(sweep.sweep_plan.worlds.size()) + " worlds has none");
    return done;
  }
  sweep.workers = share_the_machine(sweep.arguments, sweep.worlds.size());
  return run_sweep(sweep, disks, catalogue);
}

}  // namespace terrawright::cli
