// SPDX-License-Identifier: Apache-2.0
// The engine's side of one call of survey, merge, resolve or paint: where what a stage gives goes to.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "border/host.hpp"
#include "engine/layers/memory.hpp"
#include "engine/nodes/stage_inputs.hpp"
#include "engine/product.hpp"
#include "engine/tables/collected_rows.hpp"

namespace terrawright::engine {

// The verdict of one round.
struct Verdict {
  Buffer everybody;
  std::vector<Buffer> own;                      // one per tile, mostly empty
  std::shared_ptr<const void> owner = nullptr;  // of the bytes of these, where they are a record's
};

struct Checking;

// Scratch memory of one thread, used again from call to call.
class Scratch {
 public:
  void begin() { used_ = bytes_ = 0; }
  // Throws std::runtime_error past `most`.
  void* take(std::uint64_t bytes, std::uint64_t most);

 private:
  std::vector<Buffer> buffers_;
  std::size_t used_ = 0;
  std::uint64_t bytes_ = 0;
};

// Result of resolve.
struct Resolved {
  Verdict verdict;
  Buffer carry;
  std::vector<std::size_t> visit;
};

struct StageCall final : border::HostSide {
  using HostSide::HostSide;

  // Flag that stops the call.
  const std::atomic<bool>* stop = nullptr;
  std::size_t tile = 0;
  Rect tile_area{};
  const std::function<void(const border::Message&)>* warning = nullptr;
  const std::function<void(std::uint32_t, const std::string&)>* line = nullptr;
  const std::function<void(double)>* share = nullptr;
  NodeFiles* files = nullptr;
  Scratch* memory = nullptr;
  bool is_in_turn = false;  // bodies of `parallel` run one after the other
  std::uint64_t most_memory = 0;
  const Checking* checking = nullptr;  // none: nobody watches

  // Note of the stage.
  Buffer note_given;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> same_given;   // output, input
  Resolved* resolved = nullptr;                                      // of resolve and split
  std::vector<Product>* products = nullptr;                          // of resolve
  terrawright_blob carried_before{};                                 // of resolve
  const InputTables* tables = nullptr;                               // of resolve
  const std::vector<RowGeometry>* places = nullptr;                  // of resolve, of tables, by port
  std::vector<std::unique_ptr<CollectedRows>>* collected = nullptr;  // of paint, by port; none: nobody wants them

  void warn(const border::Message& said) override;
  void log(std::uint32_t level, const char* text) override;
  void progress(double done) override;
  bool cancelled() override;
  void stopped() override;
  void read_file(std::int64_t file, const terrawright_rect& area, float* samples, std::int64_t stride) override;
  void* scratch(std::uint64_t bytes) override;
  void note(const void* bytes, std::uint64_t size) override;
  void verdict(std::uint64_t tile, const void* bytes, std::uint64_t size) override;
  void carry(const void* bytes, std::uint64_t size) override;
  terrawright_blob carried() override { return carried_before; }
  void visit(std::uint64_t tile) override;
  std::int32_t parallel(std::uint64_t n, std::int32_t (*body)(void*, std::uint64_t), void* context) override;
  void number(std::uint32_t port, double value) override;
  void grid(std::uint32_t port, const void* bytes, std::uint64_t size) override;
  void text(std::uint32_t port, std::string_view text) override;
  void table(std::uint32_t port, const terrawright_table& table) override;
  const terrawright_table* input_table(std::uint32_t port) override { return tables->of(port); }
  void same(std::uint32_t output, std::uint32_t input) override { same_given.emplace_back(output, input); }
  void rows(std::uint32_t port, const terrawright_table& rows, const std::uint64_t* order,
            const std::uint64_t* part) override;

 private:
  std::mutex giving_;
};

}  // namespace terrawright::engine
