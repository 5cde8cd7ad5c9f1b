// SPDX-License-Identifier: Apache-2.0
// HTTP behind a door: cpp-httplib and the libraries that it brings are in a module, terrawright_http.so, which is
// loaded with the first server. No type of theirs passes through the door.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace terrawright::live {

struct HttpRequest {
  std::string method, path;  // as they came, the path decoded and without what follows `?`
  std::string host, origin;  // headers; empty where there are none
  std::string body;
};

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body = nullptr;
  std::vector<std::pair<std::string, std::string>> headers = {};
  // In the place of a body: gives what comes next, and waits for it; false: there is no more. Empty: a body.
  std::function<bool(std::string& next)> stream = nullptr;
};

class HttpServer {
 public:
  virtual ~HttpServer() = default;
  // Listens; 0 asks for any port. The port; -1: it cannot be had.
  virtual int listen(const std::string& address, int port) = 0;
  // Until stop(). `refuses` sees a request before its body is read; an answer of its is all that is said.
  virtual void serve(std::function<std::optional<HttpResponse>(const HttpRequest&)> refuses,
                     std::function<HttpResponse(const HttpRequest&)> answers) = 0;
  // From another thread than serve()'s, once serve() is called or about to be: waits until it can end it.
  virtual void stop() = 0;
};

// Throws std::runtime_error where the module cannot be loaded.
std::unique_ptr<HttpServer> http_server();

}  // namespace terrawright::live

// The exported symbol of the module. The number is raised with every change of the classes above.
extern "C" __attribute__((visibility("default"))) terrawright::live::HttpServer* terrawright_http_1();
