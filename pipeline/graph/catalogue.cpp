// SPDX-License-Identifier: Apache-2.0
#include "graph/catalogue.hpp"

#include <algorithm>
#include <utility>

#include "border/description.hpp"
#include "graph/graph.hpp"
#include "graph/sha256.hpp"
#include "report/suggest.hpp"

namespace terrawright::graph {

std::string build_of_library(const std::string& file_sha256, const std::string& more) {
  return more.empty() ? file_sha256 : file_sha256 + "+" + sha256(more);
}
std::string sha256_of_library(const std::string& build) { return build.substr(0, build.find('+')); }

std::string refusal(const Refused& library) { return "plugin " + library.file + " was refused: " + library.reason; }

bool Catalogue::add(Offer offer) {
  std::pair<std::string, std::uint32_t> key(offer.stage->id, offer.stage->version);
  if (later(key.first).count(key) != 0) return false;
  return offers_.emplace(std::move(key), std::move(offer)).second;
}

void Catalogue::add_later(std::vector<std::string> ids, std::function<void(Catalogue&)> add) {
  later_ = std::make_shared<Later>();
  later_->ids = std::move(ids);
  later_->add = std::move(add);
}

const Catalogue::Offers& Catalogue::later() const {
  static const Offers none;
  if (!later_) return none;
  const std::lock_guard lock(later_->adding);
  if (later_->add) {
    Catalogue all = *this;
    all.later_ = nullptr;
    later_->add(all);
    for (auto& [key, offer] : all.offers_)
      if (offers_.count(key) == 0) later_->offers.emplace(key, std::move(offer));
    later_->add = nullptr;
  }
  return later_->offers;
}

const Catalogue::Offers& Catalogue::later(const std::string& id) const {
  static const Offers none;
  return later_ && std::find(later_->ids.begin(), later_->ids.end(), id) != later_->ids.end() ? later() : none;
}

const Offer* Catalogue::find(const std::string& id, std::uint32_t version) const {
  for (const Offers* offers : {&offers_, &later(id)})
    if (const auto found = offers->find({id, version}); found != offers->end()) return &found->second;
  return nullptr;
}

const Offer* Catalogue::find(const std::string& id) const {
  const std::vector<std::uint32_t> all = versions(id);
  return all.empty() ? nullptr : find(id, all.back());
}

std::vector<std::uint32_t> Catalogue::versions(const std::string& id) const {
  std::vector<std::uint32_t> versions;
  for (const Offers* offers : {&offers_, &later(id)})
    for (auto at = offers->lower_bound({id, 0}); at != offers->end() && at->first.first == id; ++at)
      versions.push_back(at->first.second);
  std::sort(versions.begin(), versions.end());
  return versions;
}

std::vector<std::string> Catalogue::ids() const {
  std::vector<std::string> ids;
  for (const Offer* offer : all())
    if (ids.empty() || ids.back() != offer->stage->id) ids.emplace_back(offer->stage->id);
  return ids;
}

std::vector<const Offer*> Catalogue::added() const {
  std::vector<const Offer*> all;
  for (const auto& [key, offer] : offers_) all.push_back(&offer);
  return all;
}

std::vector<const Offer*> Catalogue::all() const {
  std::vector<const Offer*> all = added();
  for (const auto& [key, offer] : later()) all.push_back(&offer);
  const auto key = [](const Offer* offer) {
    return std::pair(std::string_view(offer->stage->id), offer->stage->version);
  };
  std::sort(all.begin(), all.end(), [&](const Offer* a, const Offer* b) { return key(a) < key(b); });
  return all;
}

std::string Catalogue::name(const terrawright_stage& stage) {
  return std::string(stage.id) + "@" + std::to_string(stage.version);
}

std::vector<std::string> WriterOffer::endings() const {
  return {writer().endings, writer().endings + writer().n_endings};
}

bool WriterOffer::has_ending(const std::string& ending) const {
  const terrawright_writer& own = writer();
  return std::any_of(own.endings, own.endings + own.n_endings, [&](const char* one) { return ending == one; });
}

bool Catalogue::add(WriterOffer offer) {
  std::pair<std::string, std::uint32_t> key(offer.writer().id, offer.writer().version);
  return writers_.emplace(std::move(key), std::move(offer)).second;
}

const WriterOffer* Catalogue::find_writer(const std::string& id, std::uint32_t version) const {
  const auto found = writers_.find({id, version});
  return found == writers_.end() ? nullptr : &found->second;
}

std::vector<const WriterOffer*> Catalogue::writers() const {
  std::vector<const WriterOffer*> all;
  for (const auto& [key, offer] : writers_) all.push_back(&offer);
  return all;
}

std::vector<const WriterOffer*> Catalogue::writers_of(const std::string& ending) const {
  std::vector<const WriterOffer*> all;
  for (const WriterOffer* offer : writers()) {
    if (!offer->has_ending(ending)) continue;
    if (!all.empty() && std::string_view(all.back()->writer().id) == offer->writer().id) all.pop_back();
    all.push_back(offer);
  }
  return all;
}

std::string Catalogue::name(const terrawright_writer& writer) {
  return std::string(writer.id) + "@" + std::to_string(writer.version);
}

config::Options::KeysOfWriters keys_of_writers(const Catalogue& catalogue) {
  config::Options::KeysOfWriters keys;
  const auto add = [](std::vector<std::string>& names, const char* name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
  };
  for (const WriterOffer* offer : catalogue.writers()) {
    const terrawright_writer& writer = offer->writer();
    for (std::uint64_t i = 0; i < writer.n_parameters; ++i) add(keys.parameters, writer.parameters[i]->name);
    for (std::uint64_t i = 0; i < writer.n_ports; ++i)
      for (const auto& [flag, ports] : {std::pair(std::uint32_t{TERRAWRIGHT_PORT_OPTIONAL}, &keys.ports),
                                        std::pair(std::uint32_t{TERRAWRIGHT_PORT_TITLES}, &keys.titled)})
        if (writer.ports[i]->flags & flag) add(*ports, writer.ports[i]->name);
  }
  return keys;
}

std::optional<Catalogue::Pack> Catalogue::left_out(const std::string& id, const std::string& what) const {
  const auto found = left_out_.lower_bound(id);
  if (found == left_out_.end() || (found->first != id && found->first.compare(0, id.size() + 1, id + '.') != 0))
    return std::nullopt;
  return Pack{(what.empty() ? report::quote(id) : what) + " is in the pack " + report::quote(found->second) +
                  ", which this program lacks",
              report::remedy("take a program with all packs; CMake's TERRAWRIGHT_PACKS names those that are built",
                             "the program makes sheets, maps and 3-D views: terrawright build CONFIG")};
}

const terrawright_parameter* find_parameter(const terrawright_stage& stage, const std::string& name) {
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    if (name == stage.parameters[i]->name) return stage.parameters[i];
  }
  return nullptr;
}

const terrawright_port* find_port(const terrawright_stage& stage, const std::string& name, std::uint32_t direction) {
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i]->direction == direction && name == stage.ports[i]->name) return stage.ports[i];
  }
  return nullptr;
}

std::vector<std::string> port_names(const terrawright_stage& stage, std::uint32_t direction) {
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i]->direction == direction) names.emplace_back(stage.ports[i]->name);
  }
  return names;
}

std::vector<std::string> main_outputs(const terrawright_stage& stage) {
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    const bool is_main = port.direction == TERRAWRIGHT_PORT_OUTPUT && !(port.flags & TERRAWRIGHT_PORT_BY_NAME);
    if (is_main) names.emplace_back(port.name);
  }
  return names;
}

std::uint32_t port_index(const terrawright_stage& stage, const terrawright_port& port) {
  std::uint32_t index = 0;
  while (stage.ports[index] != &port) ++index;
  return index;
}

namespace {

using report::quote;

std::string way_to_all_stages() {
  return report::remedy("'terrawright stages' lists all", "Ctrl+Space behind `use: ` lists all");
}

// The one that was meant, else those of its family, else the families.
std::string stages_like(const std::string& id, const Catalogue& catalogue) {
  if (!report::may_suggest()) return way_to_all_stages();
  const std::string nearest = report::suggest(id, catalogue.ids());
  if (!nearest.empty()) return "did you mean " + quote(nearest) + "?";
  const std::string family = id.substr(0, id.find('.') + 1);
  std::vector<std::string> members, families;
  for (const std::string& other : catalogue.ids()) {
    const std::size_t dot = other.find('.') + 1;
    if (other.substr(0, dot) == family) members.push_back(other);
    if (families.empty() || families.back() != other.substr(0, dot) + "*")
      families.push_back(other.substr(0, dot) + "*");
  }
  return "there are: " + report::join(members.empty() ? families : members) + "; " + way_to_all_stages();
}

// Another library has the stage that is used, too.
void warn_of_doubles(const config::Node& written, const Offer& used, const Catalogue& catalogue,
                     report::Diagnostics& diagnostics) {
  const std::string name = Catalogue::name(*used.stage);
  for (const Refused& library : catalogue.refused()) {
    if (std::find(library.taken.begin(), library.taken.end(), name) == library.taken.end()) continue;
    diagnostics.warning(written.use_position,
                        name + " is taken from " + (used.file.empty() ? "this program" : used.file) + "; " +
                            library.file + " has it too, and was refused",
                        library.remedy);
  }
}

// A missing name may be in a rejected library; the reasons of all of them are reported.
std::string in_refused(const Catalogue& catalogue, report::Diagnostics& diagnostics) {
  for (const Refused& library : catalogue.refused()) diagnostics.error({}, refusal(library), library.remedy);
  return catalogue.refused().empty() ? "" : "it may be in a plugin that was refused, see above; ";
}

}  // namespace

const Offer* offer_of(const config::Node& written, const Catalogue& catalogue, report::Diagnostics& diagnostics) {
  if (const Offer* offer = catalogue.find(written.id, written.version)) {
    warn_of_doubles(written, *offer, catalogue, diagnostics);
    return offer;
  }
  const std::string elsewhere = in_refused(catalogue, diagnostics);
  const std::vector<std::uint32_t> versions = catalogue.versions(written.id);
  if (const auto pack = catalogue.left_out(written.id)) {
    diagnostics.error(written.use_position, pack->problem, elsewhere + pack->remedy);
    return nullptr;
  }
  if (versions.empty()) {
    diagnostics.error(written.use_position, "there is no stage " + quote(written.id),
                      elsewhere + stages_like(written.id, catalogue));
    return nullptr;
  }
  std::string all;
  for (const std::uint32_t version : versions) all += (all.empty() ? "" : " and ") + std::to_string(version);
  diagnostics.error(written.use_position,
                    written.id + (versions.size() == 1 ? " is at version " : " is there in versions ") + all +
                        ", not " + std::to_string(written.version),
                    elsewhere + "write " + Catalogue::name(*catalogue.find(written.id)->stage));
  return nullptr;
}

std::vector<std::optional<std::size_t>> given_inputs(const terrawright_stage& stage, const config::Node& written,
                                                     report::Diagnostics& diagnostics) {
  std::vector<std::optional<std::size_t>> given(stage.n_ports);
  std::vector<bool> misspelt(stage.n_ports, false);
  for (std::size_t k = 0; k < written.inputs.size(); ++k) {
    const config::Input& input = written.inputs[k];
    if (const terrawright_port* port = find_port(stage, input.port, TERRAWRIGHT_PORT_INPUT)) {
      given[port_index(stage, *port)] = k;
      continue;
    }
    diagnostics.error(input.key_position, Catalogue::name(stage) + " has no input " + quote(input.port),
                      report::did_you_mean(input.port, port_names(stage, TERRAWRIGHT_PORT_INPUT), "its inputs are"));
    for (std::uint64_t i = 0; i < stage.n_ports; ++i)
      misspelt[i] = misspelt[i] || !report::suggest(input.port, {stage.ports[i]->name}).empty();
  }
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    const bool required = port.direction == TERRAWRIGHT_PORT_INPUT && !(port.flags & TERRAWRIGHT_PORT_OPTIONAL);
    if (!required || given[i] || misspelt[i]) continue;
    diagnostics.error(
        written.position,
        quote(without_times(written.name)) + " lacks the input " + quote(port.name) + " of " + Catalogue::name(stage),
        std::string("add in: {") + port.name + ": ...}: " + port.doc);
  }
  return given;
}

config::Node with_numbers(const terrawright_stage& stage, const config::Node& written,
                          report::Diagnostics& diagnostics) {
  config::Node node = written;
  node.inputs.clear();
  for (const config::Input& input : written.inputs) {
    const terrawright_port* port = find_port(stage, input.port, TERRAWRIGHT_PORT_INPUT);
    const bool twin = port != nullptr && border::twin_of(stage, *port) != nullptr;
    const bool twice = twin && std::any_of(written.parameters.begin(), written.parameters.end(),
                                           [&](const config::Entry& entry) { return entry.key == input.port; });
    if (twice) {
      node.complete = diagnostics.error(input.key_position, quote(input.port) + " is given under 'in' and under 'with'",
                                        "leave one of them out");
    } else if (twin && input.number) {
      node.parameters.push_back({input.port, input.key_position, *input.number});
      continue;
    }
    node.inputs.push_back(input);
  }
  return node;
}

std::string without_times(const std::string& name) {
  std::string text;
  // No name begins with a digit.
  for (const std::string& part : report::split(name, "/"))
    if (part[0] < '0' || part[0] > '9') text += (text.empty() ? "" : "/") + part;
  return text;
}

const terrawright_port* output_of(const terrawright_stage& stage, const config::Reference& reference,
                                  report::Diagnostics& diagnostics) {
  const auto outputs = port_names(stage, TERRAWRIGHT_PORT_OUTPUT), mains = main_outputs(stage);
  if (reference.port.empty() && mains.size() != 1) {
    std::vector<std::string> names;
    for (const std::string& output : outputs) names.push_back(reference.node + "." + output);
    diagnostics.error(reference.position, quote(reference.node) + " has several outputs, none of them the main one",
                      "name one: " + report::join(names));
    return nullptr;
  }
  const std::string& name = reference.port.empty() ? mains.front() : reference.port;
  const terrawright_port* port = find_port(stage, name, TERRAWRIGHT_PORT_OUTPUT);
  if (port != nullptr) return port;
  diagnostics.error(reference.position, quote(reference.node) + " makes no output " + quote(name),
                    report::did_you_mean(name, outputs, Catalogue::name(stage) + " makes"));
  return nullptr;
}

}  // namespace terrawright::graph
