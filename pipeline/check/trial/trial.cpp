// SPDX-License-Identifier: Apache-2.0
#include "check/trial/trial.hpp"

#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include "build/run.hpp"
#include "check/trial/child.hpp"
#include "check/trial/elsewhere.hpp"
#include "check/trial/trying.hpp"
#include "system/memory.hpp"

namespace terrawright::check {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes bytes_at(const void* from, std::size_t count) {
  Bytes bytes(count);
  if (count != 0) std::memcpy(bytes.data(), from, count);
  return bytes;
}

Bytes bytes_of(const engine::Product& product) {
  if (product.layer) {
    const engine::Layer& layer = *product.layer;
    const auto cells = static_cast<std::size_t>(layer.facts().width * layer.facts().height);
    Bytes bytes(cells * layer.cell_bytes());
    layer.read(layer.area(), bytes.data(), layer.facts().width);
    return bytes;
  }
  if (product.number) return bytes_at(&*product.number, sizeof(double));
  if (product.grid) return bytes_at(product.grid->data(), product.grid->size());
  if (product.text) return bytes_at(product.text->data(), product.text->size());
  if (!product.table && !product.long_table) return {};
  const engine::Digest digest = digest_of(product);
  return bytes_at(digest.data(), digest.size());
}

// The file as memory, as long as it lives.
class Mapped {
 public:
  explicit Mapped(const TemporaryFile& file) : size_(file.size()) {
    memory_ = system::map_file(file.descriptor(), size_);
    if (memory_ == nullptr) throw std::runtime_error("what a run made cannot be read again");
  }
  ~Mapped() { system::unmap_pages(memory_, size_); }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;

  std::string_view all() const { return {static_cast<const char*>(memory_), size_}; }
  const unsigned char* take(std::size_t count) {
    if (count > size_ - at_) throw std::runtime_error("two runs make different things");
    const unsigned char* here = static_cast<const unsigned char*>(memory_) + at_;
    at_ += count;
    return here;
  }

 private:
  const void* memory_;
  std::size_t size_, at_ = 0;
};

}  // namespace

void Snapshot::take(const std::vector<engine::Product>& made) const {
  for (const engine::Product& product : made) {
    const Bytes bytes = bytes_of(product);
    const std::uint64_t count = bytes.size();
    file_.append(&count, sizeof count);
    file_.append(bytes.data(), bytes.size());
  }
}

std::string Snapshot::digest() const { return engine::hex(engine::digest_of(Mapped(file_).all())); }

std::optional<Difference> Snapshot::difference(const std::vector<engine::Product>& made) const {
  Mapped before(file_);
  for (std::size_t i = 0; i < made.size(); ++i) {
    const Bytes now = bytes_of(made[i]);
    std::uint64_t count = 0;
    std::memcpy(&count, before.take(sizeof count), sizeof count);
    const unsigned char* then = before.take(static_cast<std::size_t>(count));
    if (count == now.size() && (count == 0 || std::memcmp(then, now.data(), now.size()) == 0)) continue;
    Difference difference;
    difference.output = i;
    if (!made[i].layer || count != now.size()) return difference;
    const std::size_t cell_bytes = made[i].layer->cell_bytes();
    std::size_t at = 0;
    while (std::memcmp(then + at, now.data() + at, cell_bytes) == 0) at += cell_bytes;
    const auto cell = static_cast<std::int64_t>(at / cell_bytes), width = made[i].layer->facts().width;
    difference.has_cell = true;
    difference.x = cell % width;
    difference.y = cell / width;
    difference.before = bytes_at(then + at, cell_bytes);
    difference.now = bytes_at(now.data() + at, cell_bytes);
    return difference;
  }
  return std::nullopt;
}

namespace {

Result result_of(const std::string& answer) {
  Result result;
  for (const auto& words : lines_of(answer)) {
    const std::string& about = words[0];
    if (about == "found" && words.size() == 5) {
      result.findings.push_back({words[1], words[2], words[3], words[4]});
    } else if (about == "remark" && words.size() == 5) {
      result.remarks.push_back({words[1], words[2], words[3], words[4]});
    } else if ((about == "refused" || about == "threw") && words.size() == 2) {
      result.refused = words[1];
    } else if (about == "unwatched" && words.size() == 2) {
      result.unwatched = words[1];
    } else if (about == "made" && words.size() == 2) {
      result.made = words[1];
    } else if (about == "cost" && words.size() == 4) {
      result.cost = {std::stod(words[1]), std::stoll(words[2]), std::stoull(words[3])};
    } else if (about == "slow") {
      result.is_slow = true;
    } else if (about == "ran") {
      result.ran = true;
    }
  }
  return result;
}

}  // namespace

void run_before_all(const graph::Catalogue& catalogue) {
  constexpr char text[] =
      "terrawright: 1\nname: check\nworld: {size: [9, 9], seed: 1}\n"
      "stages: {it: {use: check/source.height@1}}\noutputs: [{layers: {l: it}}]\n";
  report::Diagnostics unsaid;
  const auto source = std::make_shared<const report::Source>(report::Source{"check.yaml", text});
  const auto graph = build::graph_of(source, {}, catalogue, unsaid);
  if (!graph) return;
  build::Run run{*graph};
  run.options.threads = 1;
  engine::Observer silent;
  build::keep(run, build::outputs_made(*graph), silent, unsaid);
}

Result run_trial(const Trial& trial, const Snapshot& snapshot, const Surroundings& around) {
  Shown shown;
  const auto body = [&](Answer& answer) {
    if (trial.environment != 0) enter_environment(trial.environment);
    Trying(trial, snapshot, around, shown, answer).run();
  };
  const Ended ended = in_child(body, shown, around.limits, around.goes_on);
  Result result = result_of(ended.answer);
  result.stopped = ended.stopped;
  result.gave_up = ended.out_of_time;
  if (ended.finished || ended.stopped) return result;
  if (const auto crash = crash_finding(ended, shown, around.limits)) {
    result.findings.push_back(*crash);
  } else if (result.refused.empty()) {
    result.refused =
        ended.out_of_time ? "a world takes longer than all of its time" : "the program failed outside of every stage";
  }
  return result;
}

Result run_trial_here(const Trial& trial, const Surroundings& around) {
  const Snapshot snapshot;
  const TemporaryFile file;
  Shown shown;
  if (trial.first) {  // in a process of its own, as what is remembered of it would hide what is remembered of others
    Trial alone = trial;
    alone.before = alone.beside = {};
    alone.ways.clear();
    alone.is_elsewhere = false;
    run_trial(alone, snapshot, around);
  }
  Answer answer(file);
  if (trial.environment != 0) enter_environment(trial.environment);
  Trying(trial, snapshot, around, shown, answer).run();
  return result_of(file.text());
}

}  // namespace terrawright::check
