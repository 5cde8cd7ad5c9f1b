// SPDX-License-Identifier: Apache-2.0
#include "border/writing.hpp"

#include <exception>
#include <new>
#include <utility>

#include "border/current_stage.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"

namespace terrawright::border {
namespace {

const char* call_name(WriterSide::Call call) {
  constexpr const char* names[] = {"create", "prepare", "write"};
  return names[static_cast<int>(call)];
}

enum class During { create, write, both };  // both: in prepare too

// Does what a writer asks for, if this call may; nothing is thrown into the writer. `asks`: what it does, for a
// sentence.
template <class Answer, class Body>
Answer asked_by_writer(void* handle, During during, const char* asks, Answer otherwise, Body body) noexcept {
  WriterSide& side = *static_cast<WriterSide*>(handle);
  try {
    const auto call = side.call();
    const bool may = during == During::create ? call == WriterSide::Call::create : call == WriterSide::Call::write;
    if (during == During::both || may) return body(side);
    side.blame(std::string("it ") + asks + " in " + call_name(call));
  } catch (const std::bad_alloc&) {
    side.fail({"", report::no_memory(), ""});
  } catch (const std::exception& error) {
    side.fail({"", error.what(), ""});
  } catch (...) {
    side.blame(threw);
  }
  return otherwise;
}

// The same of what answers 0, or 1 after a failure.
template <class Body>
std::int32_t done(void* handle, const char* asks, Body body) noexcept {
  return asked_by_writer<std::int32_t>(handle, During::write, asks, 1, [&](WriterSide& side) -> std::int32_t {
    const std::size_t before = side.failures().size();
    body(side);
    return side.failures().size() == before ? 0 : 1;
  });
}

// The host table, function by function.
namespace of_writer {

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

void fail(void* handle, const char* where, const char* text, const char* remedy) {
  asked_by_writer(handle, During::both, "", 0, [&](WriterSide& side) {
    side.fail({text_of(where), text_of(text).empty() ? "it failed without saying why" : text, text_of(remedy)});
    return 0;
  });
}
void warn(void* handle, const char* where, const char* text) {
  asked_by_writer(handle, During::create, "warns", 0, [&](WriterSide& side) {
    side.warn({text_of(where), text_of(text).empty() ? "it warns without saying of what" : text, ""});
    return 0;
  });
}
void needs_memory(void* handle, std::uint64_t bytes) {
  asked_by_writer(handle, During::create, "says what memory it needs", 0, [&](WriterSide& side) {
    side.needs_memory(bytes);
    return 0;
  });
}
void needs_disk(void* handle, std::uint64_t sure, std::uint64_t compressed) {
  asked_by_writer(handle, During::create, "says what its files take", 0, [&](WriterSide& side) {
    side.needs_disk(sure, compressed);
    return 0;
  });
}
void will_write(void* handle, const char* name) {
  asked_by_writer(handle, During::create, "names a file", 0, [&](WriterSide& side) {
    side.will_write(text_of(name));
    return 0;
  });
}
void tells(void* handle, const char* text, const char* json) {
  asked_by_writer(handle, During::create, "says what it makes", 0, [&](WriterSide& side) {
    side.tells(text_of(text), text_of(json));
    return 0;
  });
}
void when_clipped(void* handle, const char* remedy) {
  asked_by_writer(handle, During::create, "says what helps", 0, [&](WriterSide& side) {
    side.when_clipped(text_of(remedy));
    return 0;
  });
}
void will_keep(void* handle, std::uint64_t item, const char* under) {
  asked_by_writer(handle, During::create, "says what it keeps", 0, [&](WriterSide& side) {
    side.will_keep(item, text_of(under));
    return 0;
  });
}
const void* extension(void*, const char*) { return nullptr; }  // none so far

std::int32_t cancelled(void* handle) {
  return asked_by_writer<std::int32_t>(handle, During::write, "asks whether to stop", 0,
                                       [](WriterSide& side) -> std::int32_t { return side.cancelled() ? 1 : 0; });
}
std::int32_t read(void* handle, std::uint64_t item, const terrawright_rect* cells, void* to, std::int64_t stride) {
  return done(handle, "reads cells", [&](WriterSide& side) {
    if (cells == nullptr || to == nullptr || stride < cells->width)
      return side.blame("it reads cells without a rectangle, or without room for it");
    side.read(item, *cells, to, stride);
  });
}
std::int32_t extremes(void* handle, std::uint64_t item, terrawright_statistics* statistics) {
  return done(handle, "asks for extremes", [&](WriterSide& side) {
    if (statistics == nullptr) return side.blame("it asks for extremes without a place for them");
    *statistics = side.extremes(item);
  });
}
std::int32_t rows(void* handle, std::uint64_t item, std::uint64_t most, const terrawright_table** table) {
  return done(handle, "reads rows", [&](WriterSide& side) {
    if (table == nullptr) return side.blame("it reads rows without a place for them");
    *table = nullptr;
    *table = side.rows(item, most);
  });
}
std::int32_t breaks(void* handle, std::uint64_t item, const std::uint64_t** points, std::uint64_t* n_points) {
  return done(handle, "asks where lines break", [&](WriterSide& side) {
    if (points == nullptr || n_points == nullptr)
      return side.blame("it asks where lines break without a place for the answer");
    const WriterSide::Breaks all = side.breaks(item);
    *points = all.points;
    *n_points = all.count;
  });
}
std::int32_t bytes(void* handle, std::uint64_t item, terrawright_blob* bytes) {
  return done(handle, "reads bytes", [&](WriterSide& side) {
    if (bytes == nullptr) return side.blame("it reads bytes without a place for them");
    *bytes = {};
    *bytes = side.bytes(item);
  });
}
void* scratch(void* handle, std::uint64_t bytes) {
  return asked_by_writer<void*>(handle, During::write, "asks for scratch memory", nullptr,
                                [&](WriterSide& side) { return side.scratch(bytes); });
}
std::int64_t open(void* handle, const char* name) {
  return asked_by_writer<std::int64_t>(handle, During::write, "opens a file", -1, [&](WriterSide& side) {
    return name == nullptr ? side.open_temporary() : side.open(name);
  });
}
std::int32_t put(void* handle, std::int64_t file, std::uint64_t offset, const void* bytes, std::uint64_t size) {
  return done(handle, "writes to a file", [&](WriterSide& side) {
    if (bytes == nullptr && size != 0) return side.blame("it writes bytes at NULL");
    if (size != 0) side.put(file, offset, bytes, size);
  });
}
std::int32_t get(void* handle, std::int64_t file, std::uint64_t offset, void* bytes, std::uint64_t size) {
  return done(handle, "reads a file back", [&](WriterSide& side) {
    if (bytes == nullptr && size != 0) return side.blame("it reads a file back to NULL");
    if (size != 0) side.get(file, offset, bytes, size);
  });
}

std::int32_t reserve(void* handle, std::int64_t file, std::uint64_t bytes) {
  return done(handle, "reserves room for a file", [&](WriterSide& side) { side.reserve(file, bytes); });
}
std::int32_t attributes(void* handle, std::uint64_t item, const char* const** texts, std::uint64_t* n_texts) {
  return done(handle, "asks what files say of an item", [&](WriterSide& side) {
    if (texts == nullptr || n_texts == nullptr) return side.blame("it asks what files say of an item into NULL");
    const std::vector<const char*>* all = side.attributes(item);
    *texts = all == nullptr ? nullptr : all->data();
    *n_texts = all == nullptr ? 0 : all->size();
  });
}

std::int32_t clipped(void* handle, std::int64_t file, std::uint64_t cells) {
  return done(handle, "counts cells", [&](WriterSide& side) { side.clipped(file, cells); });
}
template <class Take>
std::int32_t told_content(void* handle, const char* sha256, const Take& take) {
  return done(handle, "tells a content", [&](WriterSide& side) {
    const std::string hex = text_of(sha256);
    const bool good = hex.size() == 64 && hex.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!good) return side.blame("it tells a content that is no SHA-256 in 64 digits of hex");
    take(side, hex);
  });
}
std::int32_t content(void* handle, std::int64_t file, std::uint64_t item, const char* sha256) {
  return told_content(handle, sha256, [&](WriterSide& side, const std::string& hex) { side.content(file, item, hex); });
}
std::int32_t content_as(void* handle, std::int64_t file, const char* name, const char* sha256) {
  return told_content(handle, sha256, [&](WriterSide& side, const std::string& hex) {
    const std::string as = text_of(name);
    if (as.empty() || report::not_utf8_at(as) != std::string::npos)
      return side.blame("it tells the content of what has no name");
    side.content_as(file, as, hex);
  });
}

std::int32_t close(void* handle, std::int64_t file) {
  return done(handle, "closes a file", [&](WriterSide& side) { side.close(file); });
}
std::int32_t add_file(void* handle, const char* name, const void* bytes, std::uint64_t size) {
  return done(handle, "adds a file", [&](WriterSide& side) {
    constexpr std::uint64_t most = std::uint64_t{1} << 62;
    if (bytes == nullptr && size != 0) return side.blame("it writes bytes at NULL");
    if (size >= most) return side.blame("it goes beyond the end of any file");
    side.add_file(text_of(name), {static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
  });
}
std::int32_t add_chunk(void* handle, std::uint64_t item, std::int64_t column, std::int64_t row, const char* name) {
  return done(handle, "adds a chunk", [&](WriterSide& side) { side.add_chunk(item, column, row, text_of(name)); });
}

std::int32_t parallel(void* handle, std::uint64_t n, std::int32_t (*body)(void*, std::uint64_t), void* context) {
  return asked_by_writer<std::int32_t>(handle, During::write, "works on several threads", 1,
                                       [&](WriterSide& side) -> std::int32_t {
                                         if (body != nullptr) return side.parallel(n, body, context);
                                         side.blame("it works on several threads without a body");
                                         return 1;
                                       });
}

std::int32_t kept(void* handle, std::uint64_t item, terrawright_blob* bytes) {
  return done(handle, "asks what was kept", [&](WriterSide& side) {
    if (bytes == nullptr) return side.blame("it asks what was kept without a place for it");
    *bytes = {};
    *bytes = side.kept(item);
  });
}
std::int32_t keep(void* handle, std::uint64_t item, const void* bytes, std::uint64_t size) {
  return done(handle, "keeps bytes", [&](WriterSide& side) {
    if (bytes == nullptr && size != 0) return side.blame("it keeps bytes at NULL");
    side.keep(item, {static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
  });
}

const terrawright_writer_host& functions_of_host() {
  static const terrawright_writer_host functions = {sizeof functions,
                                                    0,
                                                    fail,
                                                    warn,
                                                    needs_memory,
                                                    will_write,
                                                    extension,
                                                    cancelled,
                                                    read,
                                                    extremes,
                                                    rows,
                                                    breaks,
                                                    bytes,
                                                    scratch,
                                                    open,
                                                    put,
                                                    get,
                                                    reserve,
                                                    attributes,
                                                    needs_disk,
                                                    clipped,
                                                    content,
                                                    add_file,
                                                    add_chunk,
                                                    tells,
                                                    when_clipped,
                                                    content_as,
                                                    close,
                                                    parallel,
                                                    will_keep,
                                                    kept,
                                                    keep};
  return functions;
}

}  // namespace of_writer

}  // namespace

void WriterSide::fail(WriterMessage said) {
  constexpr std::size_t most = 1000;
  if (failures_.size() < most) failures_.push_back(std::move(said));
}

WriterInstance::WriterInstance(std::shared_ptr<const WriterDescription> description, StageNames whose, WriterSide& side,
                               const terrawright_delivery& delivery) {
  const WriterDescription& described = *description;
  self_ = {nullptr, {std::move(description), std::make_shared<const StageNames>(std::move(whose))}};
  const PluginCall inside({}, *self_.get_deleter().whose, TERRAWRIGHT_PHASE_CREATE);  // serial plugins have no writers
  call_plugin(side, [&] {
    self_.reset(described.writer().create(described.original(), &of_writer::functions_of_host(), &side, &delivery));
  });
  if (self_ == nullptr && side.failures().empty()) side.fail({"", "it refused without a reason", ""});
  if (!side.failures().empty()) self_.reset();
}

void WriterInstance::Destroy::operator()(void* self) const {
  if (self == nullptr) return;
  const PluginCall inside({}, *whose, TERRAWRIGHT_PHASE_CREATE);
  try {
    description->writer().destroy(self);
  } catch (...) {  // the instance is gone, and nobody waits for an answer
  }
}

std::int32_t WriterInstance::answer_of(std::int32_t (*function)(const void* self, const terrawright_writer_host* host,
                                                                void* handle),
                                       WriterSide& side) const {
  std::int32_t answer = TERRAWRIGHT_ANSWER_FAILED;
  {
    const PluginCall inside({}, *self_.get_deleter().whose, phase_of_writing);
    call_plugin(side, [&] { answer = function(self_.get(), &of_writer::functions_of_host(), &side); });
  }
  if (!side.failures().empty()) return TERRAWRIGHT_ANSWER_FAILED;
  if (answer == TERRAWRIGHT_ANSWER_DONE || (answer == TERRAWRIGHT_ANSWER_STOPPED && side.cancelled())) return answer;
  if (answer == TERRAWRIGHT_ANSWER_STOPPED) {
    side.fail({"", "it stopped although nobody asked it to", ""});
  } else if (answer == TERRAWRIGHT_ANSWER_FAILED) {
    side.fail({"", "it failed without saying why", ""});
  } else {
    side.blame(std::string(call_name(side.call())) + " answers " + std::to_string(answer) + ", which it may not");
  }
  return TERRAWRIGHT_ANSWER_FAILED;
}

std::int32_t WriterInstance::write(WriterSide& side) const {
  return answer_of(self_.get_deleter().description->writer().write, side);
}

void WriterInstance::prepare(WriterSide& side) const {
  if (const auto function = self_.get_deleter().description->writer().prepare) answer_of(function, side);
}

}  // namespace terrawright::border
