// SPDX-License-Identifier: Apache-2.0
#include "live/serve.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <thread>

#include "files/private_folder.hpp"
#include "live/http.hpp"
#include "live/page_state.hpp"

namespace terrawright::live {
namespace {

// Routes behind the token: the page's files, news, layers, and the page's requests.
class Routes {
 public:
  Routes(PageState& page_state, RequestQueue& requests) : page_state_(page_state), requests_(requests) {}
  // `path`: behind the token.
  HttpResponse answer(const std::string& path, const HttpRequest& asked);

 private:
  HttpResponse news();
  HttpResponse cells(const std::string& path) const;
  HttpResponse scene(const std::string& path) const;
  HttpResponse done(const std::string& what, const std::string& body);

  PageState& page_state_;
  RequestQueue& requests_;
};

const std::vector<std::string> known_requests = {"turn", "seed", "look", "write", "strip", "pin", "stop", "again"};

constexpr const char* page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// The view is one file with all that it needs in it.
constexpr const char* scene_policy =
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src "
    "'unsafe-inline'; img-src data: blob:; media-src data: blob:; connect-src data: blob:; base-uri 'none'; "
    "form-action "
    "'none'; frame-ancestors 'self'";

std::string type_of(const std::string& name) {
  const auto ends = [&](std::string_view ending) {
    return name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
  };
  return ends(".css")   ? "text/css; charset=utf-8"
         : ends(".js")  ? "text/javascript; charset=utf-8"
         : ends(".svg") ? "image/svg+xml"
                        : "text/html; charset=utf-8";
}

HttpResponse with(std::string type, std::shared_ptr<const std::string> body, const char* policy) {
  HttpResponse answer;
  answer.type = std::move(type);
  answer.body = std::move(body);
  answer.headers = {{"Cache-Control", "no-store"},
                    {"Content-Security-Policy", policy},
                    {"Referrer-Policy", "no-referrer"},
                    {"X-Content-Type-Options", "nosniff"},
                    {"Cross-Origin-Resource-Policy", "same-origin"}};
  return answer;
}

HttpResponse not_there() { return refusal(404, "There is no such page."); }

HttpResponse only(const char* methods) {
  HttpResponse answer = refusal(405, std::string("Only ") + methods + " is understood here.");
  answer.headers.emplace_back("Allow", methods);
  return answer;
}

// "12/3": numbers, all of them; else nothing.
std::optional<std::vector<std::uint64_t>> numbers_of(const std::string& path) {
  std::vector<std::uint64_t> numbers;
  const char *at = path.data(), *const end = at + path.size();
  for (;;) {
    std::uint64_t number = 0;
    const auto [behind, error] = std::from_chars(at, end, number);
    if (error != std::errc()) return std::nullopt;
    numbers.push_back(number);
    if (behind == end) return numbers;
    if (*behind != '/') return std::nullopt;
    at = behind + 1;
  }
}

bool begins(const std::string& text, std::string_view with) { return text.compare(0, with.size(), with) == 0; }

HttpResponse Routes::answer(const std::string& path, const HttpRequest& asked) {
  if (begins(path, "do/")) return asked.method == "POST" ? done(path.substr(3), asked.body) : only("POST");
  if (asked.method == "POST") return only("GET");
  if (path == "news") return asked.method == "HEAD" ? with("text/event-stream", nullptr, page_policy) : news();
  if (begins(path, "cells/")) return cells(path.substr(6));
  if (begins(path, "scene/")) return scene(path.substr(6));
  const std::string name = path.empty() ? "index.html" : path;
  for (const PageFile& file : page_files()) {
    if (file.name == name) return with(type_of(name), std::make_shared<const std::string>(file.text), page_policy);
  }
  return not_there();
}

HttpResponse Routes::news() {
  if (!page_state_.add_listener()) return refusal(503, "Too many pages look already: close some of them.");
  const std::shared_ptr<PageState> inside(&page_state_, [](PageState* page_state) { page_state->remove_listener(); });
  HttpResponse answer = with("text/event-stream", nullptr, page_policy);
  answer.stream = [inside, seen = std::uint64_t{0}](std::string& next) mutable {
    // A line now and then, by which it is noticed that a page is gone.
    const auto state = inside->wait_for_change(seen, std::chrono::seconds(3));
    next = state ? "data: " + *state + "\n\n" : ":\n\n";
    return !inside->is_closed();
  };
  return answer;
}

HttpResponse Routes::cells(const std::string& path) const {
  const auto numbers = numbers_of(path);
  if (!numbers || numbers->size() != 2) return not_there();
  const auto world = page_state_.world((*numbers)[0]);
  // A page that asks while the next world comes has done nothing wrong.
  if (!world && page_state_.is_past((*numbers)[0])) return {204};
  const auto layer = world ? world->layers.find((*numbers)[1]) : decltype(world->layers.end()){};
  if (!world || layer == world->layers.end()) return not_there();
  return with("application/octet-stream", layer->second.cells, page_policy);
}

HttpResponse Routes::scene(const std::string& path) const {
  const auto numbers = numbers_of(path);
  if (!numbers || numbers->size() != 1) return not_there();
  const auto world = page_state_.world((*numbers)[0]);
  if (!world || !world->scene) return not_there();
  return with("text/html; charset=utf-8", world->scene, scene_policy);
}

HttpResponse Routes::done(const std::string& what, const std::string& body) {
  if (std::find(known_requests.begin(), known_requests.end(), what) == known_requests.end()) return not_there();
  Json asked = report::json_or_none(body);
  if (!asked.is_object()) return refusal(400, "The body is a JSON object.");
  const Json result = requests_.ask(what, std::move(asked));
  HttpResponse answer = with("application/json", std::make_shared<const std::string>(result.dump()), page_policy);
  if (result.contains("problem")) answer.status = 409;
  return answer;
}

}  // namespace

void serve(const ListenAddress& listen, Settings settings,
           const std::function<void(const std::string& address)>& opened) {
  const auto server = http_server();
  const int port = server->listen(listen.address, listen.port);
  if (port < 0) {
    throw std::runtime_error("no page can be opened on " + listen.address +
                             (listen.port == 0 ? "" : ", port " + std::to_string(listen.port)) +
                             ": the port is taken, or the address is none of this machine");
  }
  const files::ScratchFolder folder;
  settings.folder = folder.path().string();
  const AccessControl access(new_token(), listen.address, port);
  PageState page_state;
  RequestQueue requests;
  Routes routes(page_state, requests);
  std::thread serving([&] {
    server->serve([&](const HttpRequest& asked) { return access.refuses(asked); },
                  [&](const HttpRequest& asked) { return routes.answer(access.path_after_token(asked.path), asked); });
  });
  opened(access.address());
  try {
    run_session(settings, page_state, requests);
  } catch (...) {
    page_state.close();
    requests.close();
    server->stop();
    serving.join();
    throw;
  }
  page_state.close();
  requests.close();
  server->stop();
  serving.join();
}

}  // namespace terrawright::live
