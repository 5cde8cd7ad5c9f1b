// SPDX-License-Identifier: Apache-2.0
#include "build/build.hpp"

#include <filesystem>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>

#include "build/disk.hpp"
#include "build/forecast.hpp"
#include "build/manifest/manifest.hpp"
#include "build/outputs/known_files.hpp"
#include "build/outputs/outputs.hpp"
#include "build/process_results.hpp"
#include "build/run.hpp"
#include "build/window.hpp"
#include "files/open_file.hpp"
#include "graph/sha256.hpp"
#include "images/commit.hpp"
#include "images/delivery.hpp"
#include "images/picture.hpp"
#include "images/table_text.hpp"
#include "images/whole_file.hpp"
#include "packs/atlas/sheet.hpp"
#include "report/amount.hpp"
#include "store/store.hpp"

namespace terrawright::build {
namespace {

// Deletes the leftovers of killed builds in the folders of our files.
void remove_leftovers(const Plan& plan, Observer& observer) {
  std::set<std::filesystem::path> folders{plan.folder};
  for (const images::Picture& picture : plan.files) {
    for (const auto& file : images::files_of(picture)) folders.insert(file.parent_path());
    if (picture.tiles) folders.insert(images::folder_of_tiles(picture.file));
  }
  files::Leftovers all;
  for (const auto& folder : folders) {
    const files::Leftovers removed = files::remove_leftovers(folder);
    all.count += removed.count;
    all.bytes += removed.bytes;
  }
  if (all.count == 0) return;
  observer.tells("removed " + report::bytes_text(all.bytes) + " in " + std::to_string(all.count) +
                 " temporary files of builds that did not end");
}

bool is_text(const std::filesystem::path& file, const std::string& text) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return false;  // a pipe may have nothing to say
  return files::text_of(file) == text;
}

// Text of a table as CSV, piece by piece.
void text_of(const engine::Product& made, const images::TakeText& take) {
  made.text ? take(*made.text) : images::text_of_table(made, take);
}
std::string text_of(const engine::Product& made) {
  std::string all;
  text_of(made, [&](std::string_view text) { all += text; });
  return all;
}
std::string sha256_of_text(const engine::Product& made) {
  graph::Sha256 hash;
  text_of(made, [&](std::string_view text) { hash.add(text.data(), text.size()); });
  return hash.hex();
}

// Results of a sink for one output: its files, and its printed texts.
struct Written {
  std::vector<images::Written> files;
  std::vector<Text> printed;
};

class Building {
 public:
  Building(const Plan& plan, const Options& options, Observer& observer)
      : plan_(plan), options_(options), observer_(observer), written_(plan.files.size()) {}

  Built run() {
    report::Diagnostics problems;
    for (const images::Picture& picture : plan_.files)
      if (picture.writer) picture.writer->load(picture);
    if (const std::string why = images::why_not_writable(plan_.folder); !why.empty()) {
      problems.error({}, "the output folder " + report::quote(plan_.folder) + " cannot be written to: " + why,
                     "name another one with --out");
    } else {
      open_cache(problems);
    }
    if (!options_.sums.empty())
      images::check_writable(options_.sums, "the list of sums " + report::quote(options_.sums.string()), "--sums",
                             problems);
    if (options_.ranks != nullptr) look_whether_all_are_ready(problems);
    observer_.found(problems);
    if (problems.has_errors()) return ended(Ending::refused);
    if (store_) look_at_what_it_was_made_of(plan_, *store_);
    remove_leftovers(plan_, observer_);
    // Files of a window, and of several processes, are always written.
    known_.emplace(plan_, plan_.window || options_.ranks != nullptr ? nullptr : store_);
    if (!has_disk()) return ended(Ending::refused);
    run_.emplace(run_of(plan_, store_, options_.stop));
    run_->options.window = plan_.window;
    run_->options.ranks = options_.ranks;
    if (plan_.window) tell_window();
    if (!make()) {  // somebody wrote into what stood, meanwhile: then all is written
      known_.emplace(plan_, nullptr);
      make();
    }
    built_.outcome.peak_memory += crops_->peak();
    if (store_) end_of_cache();
    // A stop after the files were renamed comes too late.
    const bool stopped = !committed_ && (options_.stop || built_.outcome.interrupted);
    return ended(stopped                ? Ending::stopped
                 : !built_.outcome.done ? Ending::failed
                 : unlike_              ? Ending::unlike
                                        : Ending::done);
  }

 private:
  void open_cache(report::Diagnostics& problems) {
    try {
      if (!plan_.cache.empty()) store_ = store::Store::open(plan_.cache, plan_.cache_size);
    } catch (const store::Refused& refusal) {
      if (plan_.cache_is_named) {
        problems.error({}, refusal.what(), refusal.remedy);
      } else {
        problems.warning({}, std::string("nothing is kept for later builds: ") + refusal.what(), refusal.remedy);
      }
    }
  }

  // Judged before anything runs, as memory is. With several processes the first one reports.
  bool has_disk() {
    const bool shared = options_.ranks != nullptr;
    report::Diagnostics problems;
    if (!shared || options_.ranks->rank() == 0) check_disk(plan_, *known_, shared, problems);
    observer_.found(problems);
    if (!shared) return !problems.has_errors();
    return options_.ranks->say(problems.has_errors() ? "no room" : "").front().empty();
  }

  // If one process cannot do something, none starts it.
  void look_whether_all_are_ready(report::Diagnostics& problems) {
    const bool cannot = problems.has_errors();
    if (!store_ && !cannot)
      problems.error({}, "processes that build a world together do it in the folder of the cache, and there is none",
                     "name a folder that all of them see: --cache DIR");
    if (plan_.window)
      problems.error({}, "a window is written by one process", "start the program without mpirun, with the same cache");
    const auto all = options_.ranks->say(problems.has_errors() ? "not ready" : "");
    for (std::size_t rank = 0; rank < all.size() && !problems.has_errors(); ++rank) {
      if (!all[rank].empty())
        problems.error({}, "process " + std::to_string(rank) + " cannot write to the output folder or the cache",
                       "name folders that all machines see and may write, with --out and --cache");
    }
  }

  // Runs, and gives the files their names. False where a file does not stand any more that need not be written.
  bool make() {
    report::Diagnostics problems;
    built_.outcome = build::run(
        *run_, [this] { return begin_anew(); }, observer_, problems);
    observer_.found(problems);
    return !built_.outcome.done || commit();
  }

  std::vector<engine::Sink> begin_anew() {
    written_ = std::vector<Written>(plan_.files.size());
    built_.sha256.clear();
    built_.crops.clear();
    expectations_.emplace(plan_, options_.ranks != nullptr ? nullptr : store_);
    std::vector<engine::Sink> all = sinks();
    if (!options_.keep.empty()) all.push_back(keeper(options_.keep, built_.kept));
    for (engine::Sink& sink : expectations_->sinks()) all.push_back(std::move(sink));
    return all;
  }

  void end_of_cache() {
    if (built_.outcome.done) remember_what_it_was_made_of(plan_, *store_);
    store_->age_if_more_is_kept();
    report::Diagnostics damage;
    report_damage(*run_, damage);
    observer_.found(damage);
    built_.outcome.done = built_.outcome.done && !damage.has_errors();
    if (const auto problem = store_->problem()) {
      report::Diagnostics warning;
      warning.warning({}, "not all could be kept for later builds: " + problem->reason, problem->remedy);
      observer_.found(warning);
    }
  }

  void tell_window() {
    const config::World& world = *plan_.graph.world;
    observer_.tells("window " + images::window_text(*plan_.window) + " of " + std::to_string(world.width) + " x " +
                    std::to_string(world.height) + " cells");
  }

  Built ended(Ending ending) {
    built_.ending = ending;
    return std::move(built_);
  }

  std::vector<engine::Sink> sinks() {
    std::vector<engine::Sink> sinks;
    for (std::size_t i = 0; i < plan_.files.size(); ++i) {
      engine::Sink sink;
      sink.name = plan_.files[i].file.empty() ? "the terminal" : plan_.files[i].file.filename().string();
      for (const graph::OutputLayer& layer : plan_.graph.outputs[i].layers) sink.needs.push_back(layer.from);
      const bool stands = is_there(i);
      if (stands && !plan_.graph.outputs[i].written->print && (!options_.sha256 || has_sha256(i))) continue;
      const auto of_parts = std::make_shared<KeptOfOutput>(plan_, options_.ranks == nullptr ? store_ : nullptr, i);
      if (stands || options_.sha256 || reads_all_.count(i) != 0) of_parts->leave_out_nothing();
      sink.without_cells = of_parts->left_out();
      sink.is_kept_as_layers = known_->is_kept_as_layers(i);
      sink.take = [this, i, stands, of_parts,
                   provenance = provenance_of(plan_, i)](const std::vector<engine::Product>& of_world) {
        const std::vector<engine::Product> made = plan_.window ? cropped(i, of_world) : of_world;
        const images::Picture& picture = plan_.files[i];
        if (!picture.file.empty() && !stands) {
          auto files = write(i, coarser(picture, made), provenance, *of_parts);
          if (options_.refuse_clipped) refuse_clipped(files, picture.writer->clip_remedy());
          if (!of_parts->has_all()) known_->keep(i, files);
          written_[i].files = std::move(files);
        }
        if (plan_.graph.outputs[i].written->print) {
          for (std::size_t k = 0; k < picture.parts.size(); ++k)
            written_[i].printed.push_back({picture.parts[k].name, text_of(made[k])});
        }
        if (options_.sha256) hash(i, made);
      };
      sinks.push_back(std::move(sink));
    }
    return sinks;
  }

  std::vector<images::Written> write(std::size_t output, const std::vector<engine::Product>& made,
                                     const images::Provenance& provenance, KeptOfOutput& of_parts) {
    try {
      return images::write(plan_.files[output], made, provenance, options_.stop,
                           {crops_, [this, output](std::size_t part) { return kept(output, part); }, &of_parts});
    } catch (const engine::Lost&) {
      const std::lock_guard lock(recording_);
      reads_all_.insert(output);
      throw;
    }
  }

  // A layer of an output as the cache has it: folders share its chunks.
  std::shared_ptr<const store::StoredLayer> kept(std::size_t output, std::size_t part) {
    if (!store_ || plan_.window || plan_.files[output].coarsen > 1) return nullptr;
    const graph::Link& from = plan_.graph.outputs[output].layers[part].from;
    const graph::Flow& flow = plan_.graph.flow(from);
    return store_->find_layer(plan_.graph.nodes[from.node].keys[from.port],
                              {flow.kind, flow.unit, plan_.graph.world->width, plan_.graph.world->height});
  }

  // Content of the files of an output.
  std::vector<engine::Product> coarser(const images::Picture& picture, std::vector<engine::Product> made) {
    for (engine::Product& product : made) {
      if (picture.coarsen > 1 && product.layer)
        product.layer = images::coarsened(*product.layer, picture.coarsen, crops_, options_.stop);
    }
    return made;
  }

  // The window's part of an output.
  std::vector<engine::Product> cropped(std::size_t output, const std::vector<engine::Product>& of_world) {
    const Crop crop{*plan_.window, plan_.graph.world->width, plan_.graph.world->height};
    std::vector<engine::Product> made;
    for (std::size_t k = 0; k < of_world.size(); ++k) {
      if (options_.stop) throw Stopped{};
      made.push_back(build::cropped(of_world[k], crop, crops_));
      const graph::Link& from = plan_.graph.outputs[output].layers[k].from;
      const auto record = engine::record_of(plan_.graph.flow(from).kind, made.back());
      const std::lock_guard lock(recording_);
      built_.crops[plan_.graph.name(from)] = record;
    }
    return made;
  }

  // Its files are as they would be written, or were kept.
  bool is_there(std::size_t i) {
    auto files = known_->standing(i);
    if (!files) files = known_->restored(i);
    if (!files) return false;
    for (const images::Written& file : *files) {
      if (options_.refuse_clipped && file.clipped != 0) return false;
    }
    written_[i].files = std::move(*files);
    return true;
  }
  // Without a cell of it.
  bool has_sha256(std::size_t output) {
    std::map<std::string, std::string> all;
    for (const graph::OutputLayer& layer : plan_.graph.outputs[output].layers) {
      const auto value = known_->sha256_of(layer.from);
      if (!value) return false;
      all[plan_.graph.name(layer.from)] = *value;
    }
    const std::lock_guard lock(recording_);
    built_.sha256.insert(all.begin(), all.end());
    return true;
  }

  static void refuse_clipped(const std::vector<images::Written>& files, const std::string& remedy) {
    for (const images::Written& file : files) {
      if (file.clipped != 0) throw std::runtime_error(clipped_text(file) + ", which --strict refuses; " + remedy);
    }
  }
  void hash(std::size_t output, const std::vector<engine::Product>& made) {
    for (std::size_t k = 0; k < made.size(); ++k) {
      const graph::Link& from = plan_.graph.outputs[output].layers[k].from;
      const std::string name = plan_.graph.name(from);
      const std::string value = sha256_of(made[k], plan_.graph.flow(from).unit == display_list_unit);
      known_->remember_sha256(from, value);
      const std::lock_guard lock(recording_);
      built_.sha256[name] = value;
    }
  }

  static std::string sha256_of(const engine::Product& made, bool is_sheet) {
    if (made.layer) return build::sha256_of(*made.layer);
    if (made.number) return graph::sha256(std::string(reinterpret_cast<const char*>(&*made.number), sizeof(double)));
    if (!made.grid) return sha256_of_text(made);
    const std::string_view bytes = engine::bytes_of_grid(made);
    if (is_sheet) return images::sha256_of(images::list_of(bytes));
    return graph::sha256(std::string(bytes));
  }

  // All files get their names, then the manifest. False where one does not stand any more.
  bool commit() {
    if (options_.ranks != nullptr) hear_of_files();
    std::vector<std::size_t> counts;  // of files, by output
    for (Written& written : written_) {
      counts.push_back(written.files.size());
      std::move(written.files.begin(), written.files.end(), std::back_inserter(built_.files));
      std::move(written.printed.begin(), written.printed.end(), std::back_inserter(built_.printed));
    }
    std::vector<images::WholeFile*> files;
    std::vector<images::WholeFolder*> folders;
    for (const images::Written& one : built_.files) {
      if (one.file) files.push_back(one.file.get());
      if (one.folder) folders.push_back(one.folder.get());
    }
    const auto path = manifest_path(plan_);
    built_.expectations = expectations_->judge(built_.outcome);
    const std::string text = build::manifest(plan_, built_);
    std::optional<images::Written> manifest;
    std::optional<images::FolderLock> alone;
    const bool first = options_.ranks == nullptr || options_.ranks->rank() == 0;
    if (first && (options_.ranks != nullptr || !files.empty() || !folders.empty() || !is_text(path, text)))
      manifest.emplace(images::text_file(path, text));
    if (first) alone.emplace(plan_.folder);
    if (!known_->still_stand() || (first && !manifest && !is_text(path, text))) {
      built_.files.clear();
      built_.printed.clear();
      return false;
    }
    if (!is_as_expected()) return true;
    std::vector<std::filesystem::path> untrue;
    if (first) untrue = untrue_manifests(plan_.folder, built_.files, path);
    for (const auto& other : untrue) {
      report::Diagnostics problem;
      problem.warning({}, other.string() + " was removed: this build replaces a file that it lists",
                      "write {seed} or {name} into the name of every file, or choose another folder with --out");
      observer_.found(problem);
    }
    if (manifest) untrue.push_back(path);
    // A file that lists a manifest is deleted before it.
    if (manifest && !options_.sums.empty()) untrue.insert(untrue.begin(), options_.sums);
    if (manifest && !options_.statement.empty()) untrue.insert(untrue.begin(), options_.statement);
    const std::int64_t before = KnownFiles::now();
    images::WholeFile* const last = manifest ? manifest->file.get() : nullptr;
    if (options_.ranks != nullptr) {
      commit_together(*options_.ranks, untrue, files, last, folders);
    } else {
      images::commit(untrue, files, last, folders);
    }
    committed_ = true;
    std::size_t next = 0;
    for (std::size_t i = 0; i < counts.size(); next += counts[i++]) remember(i, next, counts[i], before);
    if (!manifest) manifest.emplace(path, text.size(), graph::sha256(text), 0, false);
    built_.files.push_back(std::move(*manifest));
    if (first && !options_.sums.empty()) list_sums();
    return true;
  }
  // Else no file gets its name.
  bool is_as_expected() {
    if (!options_.judge) return true;
    report::Diagnostics problems;
    options_.judge(built_, problems);
    observer_.found(problems);
    unlike_ = problems.has_errors();
    if (unlike_) built_.files.clear();
    return !unlike_;
  }
  void list_sums() const {
    const std::string text = sums_of(built_.files, options_.sums);
    if (is_text(options_.sums, text)) return;
    images::commit_text(options_.sums, text);
  }
  // Treats files that other processes wrote as up to date.
  void hear_of_files() {
    OfFiles mine{{}, built_.sha256, expectations_->read()};
    for (std::size_t i = 0; i < written_.size(); ++i) {
      if (!written_[i].files.empty() || !written_[i].printed.empty())
        mine.outputs.push_back({i, facts_of(written_[i].files), std::move(written_[i].printed)});
    }
    const std::vector<OfFiles> all = told(*options_.ranks, mine);
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      built_.sha256.insert(all[rank].sha256.begin(), all[rank].sha256.end());
      expectations_->hear(all[rank].read);
      for (const OfOutput& output : all[rank].outputs) {
        Written& written = written_[output.output];
        written.printed = output.printed;
        if (rank == options_.ranks->rank()) continue;
        for (const FileMade& file : output.files)
          written.files.emplace_back(file.path, file.bytes, file.sha256, file.clipped, file.is_folder).contents =
              file.contents;
      }
    }
  }
  void remember(std::size_t output, std::size_t first, std::size_t count, std::int64_t before) {
    for (std::size_t k = first; k < first + count; ++k) {
      if (!built_.files[k].stands()) known_->remember(output, built_.files[k], before);
    }
  }

  const Plan& plan_;
  const Options& options_;
  Observer& observer_;
  Built built_;
  std::shared_ptr<store::Store> store_;  // none: nothing is kept
  std::optional<Run> run_;
  std::optional<KnownFiles> known_;
  std::optional<Expectations> expectations_;
  std::set<std::size_t> reads_all_;  // outputs whose writers did not find all that they need
  std::vector<Written> written_;     // one per output, each written by its own sink
  const std::shared_ptr<engine::Memory> crops_ = std::make_shared<engine::Memory>();
  std::mutex recording_;    // of what sinks say
  bool committed_ = false;  // the files have their names
  bool unlike_ = false;     // what was made is not what it had to be
};

}  // namespace

images::Provenance provenance_of(const Plan& plan, std::size_t output) {
  return provenance_of(plan.graph, plan.graph.outputs[output], plan.window);
}

Built build(const Plan& plan, const Options& options, Observer& observer) {
  try {
    return Building(plan, options, observer).run();
  } catch (const files::WriteFailed& failure) {
    report::Diagnostics problem;
    problem.error({}, failure.path().string() + ": " + failure.reason(), failure.remedy());
    observer.found(problem);
    Built built;
    built.ending = Ending::failed;
    return built;
  }
}

std::string clipped_text(const images::Written& file) {
  return std::to_string(file.clipped) + " cells of " + file.path().string() + " lie outside its range and were clipped";
}

}  // namespace terrawright::build
