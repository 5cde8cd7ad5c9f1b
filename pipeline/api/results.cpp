// SPDX-License-Identifier: Apache-2.0
// Readers of terrawright/world.h for a finished run.
#include <algorithm>

#include "api/handles.hpp"
#include "encode/coarse_rows.hpp"
#include "engine/tables/row_readers.hpp"
#include "engine/tables/stored_table.hpp"

using namespace terrawright;
using api::guarded;

struct terrawright_rows {
  std::shared_ptr<api::Run> run;
  engine::RowBatches batches;
  std::int32_t answer = TERRAWRIGHT_DONE;
};

namespace {

// A call that reads, from its begin to its end: the run stays open for so long.
class ReadCall {
 public:
  explicit ReadCall(terrawright_run* handle) : run_(handle == nullptr ? nullptr : handle->it.get()) {
    if (run_ == nullptr) return;
    const std::lock_guard lock(run_->mutex);
    if (run_->is_over()) {
      ++run_->calls;
    } else {
      run_ = nullptr;
    }
  }
  ~ReadCall() {
    if (run_ == nullptr) return;
    const std::lock_guard lock(run_->mutex);
    --run_->calls;
    run_->ended.notify_all();
  }
  ReadCall(const ReadCall&) = delete;
  ReadCall& operator=(const ReadCall&) = delete;
  // The product of a port; nullptr: the run is not over, or keeps no such port.
  const engine::Product* product(std::int64_t port) const {
    if (run_ == nullptr || port < 0 || port >= static_cast<std::int64_t>(run_->links.size())) return nullptr;
    return &run_->product(static_cast<std::size_t>(port));
  }
  api::Run& run() const { return *run_; }

 private:
  api::Run* run_;
};

// Says why, as far as there is a run.
std::int32_t misused(terrawright_run* handle, const std::string& message) {
  if (handle == nullptr) return TERRAWRIGHT_MISUSED;
  return border::without_exceptions(std::int32_t{TERRAWRIGHT_MISUSED}, [&]() -> std::int32_t {
    handle->it->problems.misuse(message);
    return TERRAWRIGHT_MISUSED;
  });
}

std::string text_of(const terrawright_area& area) {
  const Rect& cells = area.cells;
  const std::string every = std::to_string(area.every);
  return "the area " + std::to_string(cells.x) + "," + std::to_string(cells.y) + "," + std::to_string(cells.width) +
         "x" + std::to_string(cells.height) + (area.every == 1 ? "" : " of blocks of " + every + " x " + every);
}

// Cells of blocks of `every` x `every`, or of fewer at the edges of the world.
Rect cells_of_world(const terrawright_area& area, const Rect& world) {
  const Rect& cells = area.cells;
  Rect of{cells.x * area.every, cells.y * area.every, cells.width * area.every, cells.height * area.every};
  of.width = std::min(of.width, world.width - of.x);
  of.height = std::min(of.height, world.height - of.y);
  return of;
}

bool is_inside(const terrawright_area& area, const Rect& within, const Rect& world) {
  const Rect& cells = area.cells;
  if (cells.x < 0 || cells.y < 0 || cells.width < 1 || cells.height < 1 || area.every < 1) return false;
  const auto sides = [&](std::int64_t all) { return (all - 1) / area.every + 1; };
  if (cells.x >= sides(world.width) || cells.width > sides(world.width) - cells.x) return false;
  if (cells.y >= sides(world.height) || cells.height > sides(world.height) - cells.y) return false;
  const Rect of = cells_of_world(area, world);
  return of.x >= within.x && of.y >= within.y && of.x + of.width <= within.x + within.width &&
         of.y + of.height <= within.y + within.height;
}

// Row by row: never more in memory than a row of blocks.
template <class Cell>
void read_coarse(const engine::Layer& layer, const terrawright_area& area, void* to, std::int64_t stride) {
  const Rect of = cells_of_world(area, layer.area());
  auto* out = static_cast<Cell*>(to);
  std::vector<Cell> row(static_cast<std::size_t>(of.width));
  encode::CoarseRow<Cell> block(of.width, area.every);
  for (std::int64_t y = of.y; y < of.y + of.height; y += area.every, out += stride) {
    const std::int64_t end = std::min(y + area.every, of.y + of.height);
    for (std::int64_t at = y; at < end; ++at) {
      layer.read({of.x, at, of.width, 1}, row.data(), of.width);
      if (area.how == TERRAWRIGHT_COARSE_FIRST) break;
      block.add(row.data());
    }
    if (area.how == TERRAWRIGHT_COARSE_MEAN) {
      block.take(out);
    } else {
      for (std::int64_t i = 0; i < area.cells.width; ++i) out[i] = row[static_cast<std::size_t>(i * area.every)];
    }
  }
}

void read(const engine::Layer& layer, const terrawright_area& area, void* to, std::int64_t stride) {
  if (area.every == 1) return layer.read(area.cells, to, stride);
  switch (layer.facts().kind) {
    case TERRAWRIGHT_KIND_MASK:
      return read_coarse<std::uint8_t>(layer, area, to, stride);
    case TERRAWRIGHT_KIND_CLASS:
      return read_coarse<std::uint16_t>(layer, area, to, stride);
    case TERRAWRIGHT_KIND_COUNT:
      return read_coarse<std::int64_t>(layer, area, to, stride);
    case TERRAWRIGHT_KIND_VECTOR:
      return read_coarse<Vector2>(layer, area, to, stride);
    case TERRAWRIGHT_KIND_COLOUR:
      return read_coarse<Colour>(layer, area, to, stride);
    default:
      return read_coarse<float>(layer, area, to, stride);
  }
}

// A layer that is there as a whole.
const engine::Layer* whole_layer(const ReadCall& reading, std::int64_t port) {
  const engine::Product* product = reading.product(port);
  const bool whole = product != nullptr && product->layer && !reading.run().on_demand && !reading.run().plan.window;
  return whole ? product->layer.get() : nullptr;
}

}  // namespace

int64_t terrawright_find(terrawright_run* run, const char* port) {
  if (run == nullptr || port == nullptr) return -1;
  const auto& names = run->it->ports.names;
  const auto found = std::find(names.begin(), names.end(), port);
  return found == names.end() ? -1 : found - names.begin();
}

int32_t terrawright_read(terrawright_run* handle, int64_t port, const terrawright_area* given, void* cells,
                         int64_t stride, const volatile int32_t* stop) {
  const ReadCall reading(handle);
  auto area = api::known(given);
  const engine::Product* product = reading.product(port);
  if (!area || cells == nullptr || area->how > TERRAWRIGHT_COARSE_FIRST)
    return misused(handle, "terrawright_read takes an area and cells");
  if (product == nullptr || !product->layer)
    return misused(handle, "terrawright_read takes a layer that the run keeps, when the run is over");
  if (area->every == 0) area->every = 1;
  api::Run& run = reading.run();
  const engine::Layer& layer = *product->layer;
  if (const Rect within = run.plan.window.value_or(layer.area()); !is_inside(*area, within, layer.area()))
    return misused(handle, text_of(*area) + " is not inside the " + std::to_string(within.width) + " x " +
                               std::to_string(within.height) + " cells of the run");
  if (stride < area->cells.width) return misused(handle, "the stride is less than the width of the area");
  return guarded(run.problems, std::int32_t{TERRAWRIGHT_FAILED}, [&]() -> std::int32_t {
    const auto stops = [&] { return run.stop || (stop != nullptr && *stop != 0); };
    if (stops()) return TERRAWRIGHT_STOPPED;
    if (run.on_demand) {
      report::Diagnostics problems;
      const Rect needed = cells_of_world(*area, layer.area());
      const bool made = run.on_demand->make(run.links[static_cast<std::size_t>(port)], needed, stops, problems);
      run.problems.add(problems, "build");
      if (!made) return problems.has_errors() ? TERRAWRIGHT_FAILED : TERRAWRIGHT_STOPPED;
    }
    read(layer, *area, cells, stride);
    return TERRAWRIGHT_DONE;
  });
}

int32_t terrawright_extremes(terrawright_run* handle, int64_t port, terrawright_statistics* statistics) {
  const ReadCall reading(handle);
  const engine::Layer* layer = whole_layer(reading, port);
  if (layer == nullptr || statistics == nullptr)
    return misused(handle, "terrawright_extremes takes a whole layer that the run keeps, when the run is over");
  const Statistics& all = layer->statistics();
  *statistics = {all.minimum, all.maximum, all.nans};
  return TERRAWRIGHT_DONE;
}

int32_t terrawright_digest(terrawright_run* handle, int64_t port, uint8_t digest[16]) {
  const ReadCall reading(handle);
  const engine::Product* product = reading.product(port);
  if (product == nullptr || digest == nullptr || (product->layer && whole_layer(reading, port) == nullptr))
    return misused(handle, "terrawright_digest takes a port that the run keeps as a whole, when the run is over");
  return guarded(reading.run().problems, std::int32_t{TERRAWRIGHT_FAILED}, [&]() -> std::int32_t {
    const engine::Digest of = engine::digest_of(*product);
    std::copy(of.begin(), of.end(), digest);
    return TERRAWRIGHT_DONE;
  });
}

int32_t terrawright_number(terrawright_run* handle, int64_t port, double* number) {
  const ReadCall reading(handle);
  const engine::Product* product = reading.product(port);
  if (product == nullptr || number == nullptr || !product->number)
    return misused(handle, "terrawright_number takes a number that the run keeps, when the run is over");
  *number = *product->number;
  return TERRAWRIGHT_DONE;
}

int32_t terrawright_bytes(terrawright_run* handle, int64_t port, terrawright_blob* bytes) {
  const ReadCall reading(handle);
  const engine::Product* product = reading.product(port);
  if (product == nullptr || bytes == nullptr || (!product->grid && !product->text))
    return misused(handle, "terrawright_bytes takes a grid or a text that the run keeps, when the run is over");
  if (product->text) {
    *bytes = {product->text->data(), product->text->size()};
  } else {
    *bytes = {product->grid->data(), product->grid->size()};
  }
  return TERRAWRIGHT_DONE;
}

terrawright_rows* terrawright_open_rows(terrawright_run* handle, int64_t port) {
  const ReadCall reading(handle);
  const engine::Product* product = reading.product(port);
  if (product == nullptr || !engine::is_table(*product)) return nullptr;
  return guarded(reading.run().problems, static_cast<terrawright_rows*>(nullptr), [&] {
    return new terrawright_rows{handle->it, engine::RowBatches(*product)};
  });
}

const terrawright_table* terrawright_next_rows(terrawright_rows* rows, uint64_t most) {
  if (rows == nullptr || rows->answer != TERRAWRIGHT_DONE) return nullptr;
  bool done = false;
  const auto* table = guarded(rows->run->problems, static_cast<const terrawright_table*>(nullptr), [&] {
    const terrawright_table* next = rows->batches.next(most);
    done = true;
    return next;
  });
  if (!done) rows->answer = TERRAWRIGHT_FAILED;
  return table;
}

int32_t terrawright_close_rows(terrawright_rows* rows) {
  if (rows == nullptr) return TERRAWRIGHT_DONE;
  const std::int32_t answer = rows->answer;
  delete rows;
  return answer;
}
