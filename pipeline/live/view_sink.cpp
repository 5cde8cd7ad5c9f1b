// SPDX-License-Identifier: Apache-2.0
#include "live/view_sink.hpp"

#include <algorithm>

#include "build/build.hpp"
#include "files/reader.hpp"
#include "images/write.hpp"

namespace terrawright::live {
namespace {

std::string taken(const std::filesystem::path& file) {
  std::string text = files::text_of(file);
  std::error_code unsaid;
  std::filesystem::remove(file, unsaid);
  return text;
}

}  // namespace

std::optional<engine::Sink> view_sink(const build::Plan& plan, const std::atomic<bool>& stop,
                                      std::function<void(const std::string& page)> take,
                                      std::function<void(const std::string& why, const std::string& remedy)> refused) {
  const auto view = std::find_if(plan.files.begin(), plan.files.end(),
                                 [](const images::Picture& one) { return one.file.extension() == ".html"; });
  if (view == plan.files.end()) return std::nullopt;
  engine::Sink sink;
  sink.name = view->file.filename().string();
  const auto output = static_cast<std::size_t>(view - plan.files.begin());
  for (const graph::OutputLayer& layer : plan.graph.outputs[output].layers) sink.needs.push_back(layer.from);
  sink.take = [picture = *view, provenance = build::provenance_of(plan, output), &stop, take = std::move(take),
               refused = std::move(refused)](const std::vector<engine::Product>& made) {
    try {
      auto files = images::write(picture, made, provenance, stop);
      files.front().file->name();
      take(taken(files.front().path()));
    } catch (const images::WriteFailed& failure) {
      refused(failure.what(), failure.remedy());
    }
  };
  return sink;
}

}  // namespace terrawright::live
