// SPDX-License-Identifier: Apache-2.0
// terrawright/writer.hpp: what the author of a file format in C++ includes. Header-only C++17 over writer.h.
//
// A writer is a struct. Its parameters are members, `describe` names each once, and methods say what happens:
//
//   static void describe(WriterSpec<W>&)   id, docs, endings, ports, parameters
//   void arrange(Delivery&)                before any cell: refusals, memory, files beside the main one. Optional
//   void prepare() const                   before a build: throws std::runtime_error where what it needs is not there.
//                                          Optional
//   void write(Writing&) const             reads items and writes files
//
// Writing::fail says why the file cannot be written. Failures that the host has reported are thrown as AlreadySaid and
// Stopped, which a writer lets pass.
#pragma once
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "failure.hpp"
#include "kinds.hpp"
#include "parameter.hpp"
#include "table_view.hpp"
#include "writer.h"

namespace terrawright {
inline namespace v1 {

template <class Writer>
class TERRAWRIGHT_HIDDEN WriterSpec : public Parameters<Writer> {
 public:
  // Chains on after port().
  class PortRef {
   public:
    explicit PortRef(terrawright_port& port) : port_(&port) {}
    PortRef& unit(const char* unit) {
      port_->unit = unit;
      return *this;
    }
    PortRef& optional() { return flag(TERRAWRIGHT_PORT_OPTIONAL); }
    PortRef& many() { return flag(TERRAWRIGHT_PORT_MANY); }
    // The same, and they may stand in a list, or in a map whose keys are their titles.
    PortRef& titles() { return flag(TERRAWRIGHT_PORT_MANY | TERRAWRIGHT_PORT_TITLES); }
    // The config may select classes.
    PortRef& classes() { return flag(TERRAWRIGHT_PORT_CLASSES); }
    // For a table: the rows that it takes. Default: any.
    PortRef& points() { return flag(TERRAWRIGHT_PORT_POINTS); }
    PortRef& lines() { return flag(TERRAWRIGHT_PORT_LINES); }

   private:
    PortRef& flag(std::uint32_t flag) {
      port_->flags |= flag;
      return *this;
    }
    terrawright_port* port_;
  };

  // `id` is family.word; `doc` one sentence for a person.
  WriterSpec& writer(const char* id, const char* doc) {
    plain_.id = id;
    plain_.doc = doc;
    return *this;
  }
  // Up when the bytes change.
  WriterSpec& revision(std::uint32_t revision) {
    plain_.revision = revision;
    return *this;
  }
  // Up when ports or parameters change their meaning: the `@1` of a config.
  WriterSpec& version(std::uint32_t version) {
    plain_.version = version;
    return *this;
  }
  WriterSpec& source(const char* source) {
    plain_.source = source;
    return *this;
  }
  WriterSpec& example(const char* yaml) {
    plain_.example = yaml;
    return *this;
  }
  // It writes layers in tiles too.
  WriterSpec& tiles() {
    plain_.flags |= TERRAWRIGHT_WRITER_TILES;
    return *this;
  }
  // Its output is a folder.
  WriterSpec& folder() {
    plain_.flags |= TERRAWRIGHT_WRITER_FOLDER;
    return *this;
  }
  // ".csv", in lower case.
  WriterSpec& ending(const char* ending) {
    endings_.push_back(ending);
    return *this;
  }
  // `kinds` as Height::kinds | Scalar::kinds.
  PortRef port(const char* name, std::uint64_t kinds, const char* doc) {
    terrawright_port& port = ports_.emplace_back();
    port.size = sizeof port;
    port.direction = TERRAWRIGHT_PORT_INPUT;
    port.kinds = kinds;
    port.name = name;
    port.doc = doc;
    return PortRef(port);
  }

  // All that was said, for the plain struct. It lives as long as the spec.
  terrawright_writer plain() {
    for (const terrawright_port& port : ports_) port_list_.push_back(&port);
    plain_.size = sizeof plain_;
    plain_.endings = endings_.data();
    plain_.n_endings = endings_.size();
    plain_.ports = port_list_.data();
    plain_.n_ports = port_list_.size();
    plain_.parameters = this->plain_columns();
    plain_.n_parameters = this->columns().size();
    return plain_;
  }

 private:
  terrawright_writer plain_ = [] {
    terrawright_writer plain{};
    plain.version = plain.revision = 1;
    plain.id = plain.doc = plain.source = "";
    return plain;
  }();
  std::deque<terrawright_port> ports_;
  std::vector<const terrawright_port*> port_list_;
  std::vector<const char*> endings_;
};

// One output, before any cell exists.
class Delivery {
 public:
  Delivery(const terrawright_writer_host& host, void* handle, const terrawright_delivery& plain)
      : host_(host), handle_(handle), plain_(plain) {}

  const terrawright_delivery& plain() const { return plain_; }
  std::uint64_t items() const { return plain_.n_items; }
  const terrawright_item& item(std::uint64_t i) const { return *plain_.items[i]; }

  // Why it cannot be written; any number. `where`: a parameter, an item's name or "".
  void refuse(const std::string& where, const std::string& text, const std::string& remedy) {
    host_.fail(handle_, where.c_str(), text.c_str(), remedy.c_str());
  }
  void warn(const std::string& where, const std::string& text) { host_.warn(handle_, where.c_str(), text.c_str()); }
  void needs_memory(std::uint64_t bytes) { host_.needs_memory(handle_, bytes); }
  void needs_disk(std::uint64_t sure, std::uint64_t compressed) { host_.needs_disk(handle_, sure, compressed); }
  void will_write(const std::string& name) { host_.will_write(handle_, name.c_str()); }
  // Information for `plan`: a line, and a JSON object.
  void tells(const std::string& text, const std::string& json) { host_.tells(handle_, text.c_str(), json.c_str()); }
  void when_clipped(const std::string& remedy) { host_.when_clipped(handle_, remedy.c_str()); }
  // Writing::keep() keeps what it makes of a layer, and needs no cell where Writing::kept() finds it.
  void will_keep(std::uint64_t item, const std::string& under) { host_.will_keep(handle_, item, under.c_str()); }

 private:
  const terrawright_writer_host& host_;
  void* const handle_;
  const terrawright_delivery& plain_;
};

// The call that writes the files.
class Writing {
 public:
  Writing(const terrawright_writer_host& host, void* handle, const terrawright_delivery& plain)
      : host_(host), handle_(handle), plain_(plain) {}

  const terrawright_delivery& plain() const { return plain_; }
  std::uint64_t items() const { return plain_.n_items; }
  const terrawright_item& item(std::uint64_t i) const { return *plain_.items[i]; }

  // Why the file cannot be written. `where`: a parameter, an item's name or "".
  [[noreturn]] void fail(const std::string& where, const std::string& text, const std::string& remedy) const {
    host_.fail(handle_, where.c_str(), text.c_str(), remedy.c_str());
    throw AlreadySaid{};
  }
  // Throws Stopped once the build is asked to stop.
  void go_on() const {
    if (host_.cancelled(handle_) != 0) throw Stopped{};
  }
  void read(std::uint64_t item, const terrawright_rect& cells, void* to, std::int64_t stride) const {
    done(host_.read(handle_, item, &cells, to, stride));
  }
  terrawright_statistics extremes(std::uint64_t item) const {
    terrawright_statistics statistics{};
    done(host_.extremes(handle_, item, &statistics));
    return statistics;
  }
  // The next rows, until the next call; nullptr after the last one, and then from the first one again.
  const terrawright_table* rows(std::uint64_t item, std::uint64_t most) const {
    const terrawright_table* table = nullptr;
    done(host_.rows(handle_, item, most, &table));
    return table;
  }
  // For the last batch: points of lines that do not join the previous point.
  struct Breaks {
    const std::uint64_t* points = nullptr;
    std::uint64_t count = 0;
  };
  Breaks breaks(std::uint64_t item) const {
    Breaks all;
    done(host_.breaks(handle_, item, &all.points, &all.count));
    return all;
  }
  std::string_view bytes(std::uint64_t item) const {
    terrawright_blob blob{};
    done(host_.bytes(handle_, item, &blob));
    return {static_cast<const char*>(blob.bytes), static_cast<std::size_t>(blob.size)};
  }
  // Metadata of a layer in the program's own files: name and value.
  std::vector<std::pair<std::string, std::string>> attributes(std::uint64_t item) const {
    const char* const* texts = nullptr;
    std::uint64_t count = 0;
    done(host_.attributes(handle_, item, &texts, &count));
    std::vector<std::pair<std::string, std::string>> all;
    for (std::uint64_t i = 0; i < count; i += 2) all.emplace_back(texts[i], texts[i + 1]);
    return all;
  }
  template <class Item>
  Item* scratch(std::uint64_t count) const {
    void* memory = host_.scratch(handle_, count * sizeof(Item));
    if (memory == nullptr) throw AlreadySaid{};
    return static_cast<Item*>(memory);
  }
  // body(i) for i in 0 .. n-1, in any order, on all threads; it asks the host for nothing. Throws what a body threw.
  template <class Body>
  void parallel(std::uint64_t n, const Body& body) const {
    struct Bodies {
      const Body& body;
      std::vector<std::exception_ptr> errors;
    } bodies{body, std::vector<std::exception_ptr>(static_cast<std::size_t>(n))};
    const std::int32_t answer = host_.parallel(
        handle_, n,
        [](void* context, std::uint64_t i) noexcept -> std::int32_t {
          auto& of = *static_cast<Bodies*>(context);
          try {
            of.body(i);
            return 0;
          } catch (...) {
            of.errors[static_cast<std::size_t>(i)] = std::current_exception();
            return 1;
          }
        },
        &bodies);
    for (const std::exception_ptr& error : bodies.errors)
      if (error) std::rethrow_exception(error);
    done(answer);
  }

  // Cached bytes of an item from an earlier build, until the next call; empty: none.
  std::string_view kept(std::uint64_t item) const {
    terrawright_blob blob{};
    done(host_.kept(handle_, item, &blob));
    return {static_cast<const char*>(blob.bytes), static_cast<std::size_t>(blob.size)};
  }
  void keep(std::uint64_t item, std::string_view bytes) const {
    done(host_.keep(handle_, item, bytes.data(), bytes.size()));
  }

  // A file that is written from its begin to its end, or anywhere in what there is of it.
  class File {
   public:
    std::uint64_t size() const { return size_; }
    void add(std::string_view bytes) { put(size_, bytes.data(), bytes.size()); }
    void put(std::uint64_t offset, const void* bytes, std::uint64_t size) {
      done(of_->host_.put(of_->handle_, number_, offset, bytes, size));
      if (offset + size > size_) size_ = offset + size;
    }
    void get(std::uint64_t offset, void* bytes, std::uint64_t size) const {
      done(of_->host_.get(of_->handle_, number_, offset, bytes, size));
    }
    // For a folder: the file is complete, and is not used any more.
    void close() { done(of_->host_.close(of_->handle_, number_)); }
    // Cells that it does not hold as they are.
    void clipped(std::uint64_t cells) { done(of_->host_.clipped(of_->handle_, number_, cells)); }
    // The SHA-256, in hex, of an item as readers decode it.
    void content(std::uint64_t item, const std::string& sha256) {
      done(of_->host_.content(of_->handle_, number_, item, sha256.c_str()));
    }
    // The same of what the file calls so.
    void content(const std::string& name, const std::string& sha256) {
      done(of_->host_.content_as(of_->handle_, number_, name.c_str(), sha256.c_str()));
    }
    // So long at least; what is not put is 0.
    void reserve(std::uint64_t bytes) {
      done(of_->host_.reserve(of_->handle_, number_, bytes));
      if (bytes > size_) size_ = bytes;
    }

   private:
    friend class Writing;
    File(const Writing& of, std::int64_t number) : of_(&of), number_(number) {}
    const Writing* of_;
    std::int64_t number_;
    std::uint64_t size_ = 0;
  };
  // For a folder: a small file inside it, "3/17/5.png".
  void add_file(const std::string& name, std::string_view bytes) const {
    done(host_.add_file(handle_, name.c_str(), bytes.data(), bytes.size()));
  }
  // For a folder: a file inside it of a layer's square, see writer.h.
  void add_chunk(std::uint64_t item, std::int64_t column, std::int64_t row, const std::string& name) const {
    done(host_.add_chunk(handle_, item, column, row, name.c_str()));
  }
  // "": the main file; else a name of will_write(). A folder takes any name inside.
  File open(const std::string& name = "") const { return opened(name.c_str()); }
  // Gone when write() is.
  File open_temporary() const { return opened(nullptr); }

 private:
  File opened(const char* name) const {
    const std::int64_t number = host_.open(handle_, name);
    if (number < 0) throw AlreadySaid{};
    return File(*this, number);
  }
  static void done(std::int32_t answer) {
    if (answer != 0) throw AlreadySaid{};
  }

  const terrawright_writer_host& host_;
  void* const handle_;
  const terrawright_delivery& plain_;
};

namespace detail {

template <class Writer, class = void>
struct has_delivery : std::false_type {};
template <class Writer>
struct has_delivery<Writer, std::void_t<decltype(std::declval<Writer&>().arrange(std::declval<Delivery&>()))>>
    : std::true_type {};

template <class Writer, class = void>
struct has_preparation : std::false_type {};
template <class Writer>
struct has_preparation<Writer, std::void_t<decltype(std::declval<const Writer&>().prepare())>> : std::true_type {};

// Runs a body of C++ for a host in C.
template <class Body>
std::int32_t fenced(const terrawright_writer_host& host, void* handle, Body body) noexcept {
  try {
    body();
    return TERRAWRIGHT_ANSWER_DONE;
  } catch (const Stopped&) {
    return TERRAWRIGHT_ANSWER_STOPPED;
  } catch (const AlreadySaid&) {
    return TERRAWRIGHT_ANSWER_FAILED;
  } catch (const Failure& failure) {
    host.fail(handle, failure.where().c_str(), failure.what(), "");
  } catch (const std::bad_alloc&) {
    host.fail(handle, "", "there is not enough memory", "");
  } catch (const std::exception& error) {
    host.fail(handle, "", error.what(), "");
  } catch (...) {
    host.fail(handle, "", "the writer threw something that is no std::exception", "");
  }
  return TERRAWRIGHT_ANSWER_FAILED;
}

template <class Writer>
class TERRAWRIGHT_HIDDEN WriterBorder {
 public:
  static const terrawright_writer* plain() {
    static const terrawright_writer plain = [] {
      terrawright_writer all = spec().plain();
      all.create = create;
      all.write = write;
      all.destroy = [](void* self) { delete static_cast<Instance*>(self); };
      if constexpr (has_preparation<Writer>::value) all.prepare = prepare;
      return all;
    }();
    return &plain;
  }

 private:
  struct Instance {
    Writer writer;
    const terrawright_delivery* delivery;  // the host keeps it
  };

  TERRAWRIGHT_COLD static WriterSpec<Writer>& spec() {
    struct Described : WriterSpec<Writer> {
      TERRAWRIGHT_COLD Described() { Writer::describe(*this); }
    };
    static Described described;
    return described;
  }

  TERRAWRIGHT_COLD static void* create(const terrawright_writer*, const terrawright_writer_host* host, void* handle,
                                       const terrawright_delivery* delivery) noexcept {
    std::unique_ptr<Instance> instance;
    const std::int32_t answer = fenced(*host, handle, [&] {
      instance = std::make_unique<Instance>(Instance{Writer(), delivery});
      spec().set_all(&instance->writer, delivery->values);
      if constexpr (has_delivery<Writer>::value) {
        Delivery arranged(*host, handle, *delivery);
        instance->writer.arrange(arranged);
      }
    });
    return answer == TERRAWRIGHT_ANSWER_DONE ? instance.release() : nullptr;
  }

  static std::int32_t prepare(const void* self, const terrawright_writer_host* host, void* handle) noexcept {
    return fenced(*host, handle, [&] { static_cast<const Instance*>(self)->writer.prepare(); });
  }
  static std::int32_t write(const void* self, const terrawright_writer_host* host, void* handle) noexcept {
    const Instance& instance = *static_cast<const Instance*>(self);
    return fenced(*host, handle, [&] {
      Writing writing(*host, handle, *instance.delivery);
      instance.writer.write(writing);
    });
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace terrawright

// The writer family.word in a file of its own: terrawright_writer_<word>_of_<family>() describes it.
#define TERRAWRIGHT_WRITER(family, word, Writer)                        \
  const terrawright_writer* terrawright_writer_##word##_of_##family() { \
    return ::terrawright::detail::WriterBorder<Writer>::plain();        \
  }
