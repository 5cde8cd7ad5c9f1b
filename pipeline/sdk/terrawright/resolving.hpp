// SPDX-License-Identifier: Apache-2.0
// terrawright/resolving.hpp: the global answer of a round, made from the notes of all tiles.
#pragma once
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include "ext/rounds.h"
#include "ext/texts.h"
#include "table.hpp"
#include "table_view.hpp"
#include "tile.hpp"

namespace terrawright {
inline namespace v1 {

// The notes of one round. One note if the stage has a merge; else one per visited tile, in tile order.
template <class Note>
class Notes {
 public:
  explicit Notes(const terrawright_job& job) : job_(&job) {}
  std::size_t size() const { return static_cast<std::size_t>(job_->n_notes); }
  Seen<Note> operator[](std::size_t i) const { return seen<Note>(job_->notes[i]); }
  std::uint64_t tile(std::size_t i) const { return job_->note_tiles[i]; }  // of resolve

 private:
  const terrawright_job* job_;
};

// Result of resolve: done(verdict), and paint follows; or again(verdict), and survey sees it.
template <class Verdict>
struct Next {
  Verdict verdict;
  bool again;
};
template <class Verdict>
Next<Verdict> done(Verdict verdict) {
  return {std::move(verdict), false};
}
template <class Verdict>
Next<Verdict> again(Verdict verdict) {
  return {std::move(verdict), true};
}

// Two to four tiles that lie beside one another, their union, and the notes of these parts that become its note. The
// rules for a tile apply to a union too: it may be a part of a larger one.
class Combining : public Running {
 public:
  using Running::Running;

  const Rect& area() const { return job().tile; }  // of the union
  std::size_t tiles() const { return static_cast<std::size_t>(job().n_tiles); }
  const Rect& tile(std::size_t i) const { return job().tiles[i]; }  // a part, row by row
};

// The inverse: splits the union's verdict into those of its parts.
class Splitting : public Combining {
 public:
  using Combining::Combining;

  // The verdict of the union alone.
  template <class Verdict>
  Seen<Verdict> own() const {
    return seen<Verdict>(job().own_verdict);
  }
  // The verdict of part i alone.
  template <class Verdict>
  void tell(std::uint64_t i, const Verdict& verdict) const {
    give_bytes_of(verdict,
                  [&](const void* bytes, std::size_t size) { job().host->verdict(job().handle, i, bytes, size); });
  }
};

// The running resolve.
class Resolving : public Running {
 public:
  using Running::Running;

  std::uint64_t round() const { return rounds(); }
  using Running::operator[];
  // The rows of an input; none where it is not connected.
  TableView operator[](In<Table> input) const {
    return TableView(extension<terrawright_tables>(TERRAWRIGHT_TABLES).input(job().handle, input.port));
  }
  std::size_t tiles() const { return static_cast<std::size_t>(job().n_tiles); }
  const Rect& tile(std::size_t i) const { return job().tiles[i]; }

  // The value of an output number.
  void number(Out<Number> output, double value) const { job().host->number(job().handle, output.port, value); }
  // The content of an output grid.
  void grid(Out<Grid> output, const Blob& content) const {
    give_bytes_of(content, [&](const void* bytes, std::size_t size) {
      job().host->grid(job().handle, output.port, bytes, size);
    });
  }
  // The content of an output text: lines that end in "\n".
  void text(Out<Text> output, std::string_view content) const {
    extension<terrawright_texts>(TERRAWRIGHT_TEXTS).text(job().handle, output.port, content.data(), content.size());
  }
  // The content of an output table.
  void table(Out<Table> output, const Table& content) const {
    const auto& tables = extension<terrawright_tables>(TERRAWRIGHT_TABLES);
    content.give_to([&](const terrawright_table& plain) { tables.table(job().handle, output.port, &plain); });
  }
  // The verdict of tile i alone, beside the one for all.
  template <class Verdict>
  void tell(std::uint64_t i, const Verdict& verdict) const {
    give_bytes_of(verdict,
                  [&](const void* bytes, std::size_t size) { job().host->verdict(job().handle, i, bytes, size); });
  }
  // Before again(): what the next resolve gets from carried(), and nobody else. The verdict holds facts for all tiles;
  // this holds facts for the next resolve alone.
  template <class Carry>
  void carry(const Carry& content) const {
    const auto& rounds = extension<terrawright_rounds>(TERRAWRIGHT_ROUNDS);
    give_bytes_of(content, [&](const void* bytes, std::size_t size) { rounds.carry(job().handle, bytes, size); });
  }
  template <class Carry>
  Seen<Carry> carried() const {
    terrawright_blob last{};
    extension<terrawright_rounds>(TERRAWRIGHT_ROUNDS).carried(job().handle, &last);
    return seen<Carry>(last);
  }
  // Before again(): the next round visits only the tiles named so.
  void visit(std::uint64_t i) const { extension<terrawright_rounds>(TERRAWRIGHT_ROUNDS).visit(job().handle, i); }

  // body(i) for i in 0 .. n-1, on the engine's threads. An exception of one body ends up here.
  template <class Body>
  void parallel(std::uint64_t n, Body body) const {
    struct Context {
      Body* body;
      std::exception_ptr* errors;
    };
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(n));
    Context context{&body, errors.data()};
    job().host->parallel(
        job().handle, n,
        [](void* opaque, std::uint64_t i) noexcept -> std::int32_t {
          auto* c = static_cast<Context*>(opaque);
          try {
            (*c->body)(i);
            return 0;
          } catch (...) {
            c->errors[i] = std::current_exception();
            return 1;
          }
        },
        &context);
    for (const auto& error : errors) {
      if (error) std::rethrow_exception(error);
    }
  }
};

}  // namespace v1
}  // namespace terrawright
