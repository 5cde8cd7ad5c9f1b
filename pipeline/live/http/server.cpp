// SPDX-License-Identifier: Apache-2.0
// The only file that includes cpp-httplib.
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

#include "live/http.hpp"

namespace terrawright::live {
namespace {

constexpr std::size_t usual_threads = 48;        // a page that listens for news holds one
constexpr std::size_t most_threads = 1000;       // a connection that sends nothing holds one as well
constexpr int most_waiting = 512;                // connections that nobody took yet
constexpr std::size_t longest_body = 64u << 10;  // bytes
constexpr std::time_t longest_silence = 5;       // seconds that a request may take to come
constexpr std::time_t longest_answer = 30;       // seconds that nobody takes what is sent

HttpRequest asked(const httplib::Request& request) {
  return {request.method, request.path, request.get_header_value("Host"), request.get_header_value("Origin"),
          request.body};
}

void say(HttpResponse answer, httplib::Response& response) {
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) response.set_header(name, value);
  if (answer.stream) {
    response.set_content_provider(answer.type, [next = std::move(answer.stream)](std::size_t, httplib::DataSink& sink) {
      std::string text;
      if (!next(text)) return false;
      return sink.write(text.data(), text.size());
    });
    return;
  }
  const std::size_t size = answer.body ? answer.body->size() : 0;
  if (size == 0) return response.set_content("", answer.type);
  response.set_content_provider(
      size, answer.type, [body = std::move(answer.body)](std::size_t at, std::size_t count, httplib::DataSink& sink) {
        return sink.write(body->data() + at, count);
      });
}

// As many threads as there are connections: those that send nothing keep nobody waiting.
class Threads final : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> task) override {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    came_.notify_one();
    if (idle_ >= tasks_.size() || count_ >= most_threads) return;
    try {
      std::thread([this] { run(); }).detach();
      ++count_;
    } catch (const std::system_error&) {
      if (count_ == 0) throw;  // else one of the others takes it
    }
  }
  void shutdown() override {
    std::unique_lock lock(mutex_);
    ends_ = true;
    came_.notify_all();
    left_.wait(lock, [this] { return count_ == 0; });
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      if (idle_ <= usual_threads) came_.wait(lock, [this] { return ends_ || !tasks_.empty(); });
      --idle_;
      if (tasks_.empty()) break;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
    --count_;
    left_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable came_, left_;
  std::deque<std::function<void()>> tasks_;
  std::size_t count_ = 0, idle_ = 0;  // threads
  bool ends_ = false;
};

class Server final : public HttpServer {
 public:
  Server() {
    server_.new_task_queue = [] { return new Threads; };
    server_.set_payload_max_length(longest_body);
    server_.set_read_timeout(longest_silence);
    server_.set_write_timeout(longest_answer);
    // A connection serves one request: none is idle, and the end waits for none.
    server_.set_keep_alive_max_count(1);
    server_.set_keep_alive_timeout(1);
    server_.set_tcp_nodelay(true);
    // Not SO_REUSEPORT, which is httplib's own: another program could listen beside this one.
    server_.set_socket_options([this](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, reinterpret_cast<const char*>(&yes), sizeof yes);
      socket_ = socket;
    });
  }

  int listen(const std::string& address, int port) override {
    const int bound = port == 0 ? server_.bind_to_any_port(address) : server_.bind_to_port(address, port) ? port : -1;
    // Debian's httplib lets five wait to be accepted; whoever comes after them tries again a second later.
    if (bound >= 0) ::listen(socket_, most_waiting);
    return bound;
  }

  void serve(std::function<std::optional<HttpResponse>(const HttpRequest&)> refuses,
             std::function<HttpResponse(const HttpRequest&)> answers) override {
    server_.set_pre_routing_handler([refuses](const httplib::Request& request, httplib::Response& response) {
      auto refusal = refuses(asked(request));
      if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
      say(std::move(*refusal), response);
      return httplib::Server::HandlerResponse::Handled;
    });
    const auto handler = [answers](const httplib::Request& request, httplib::Response& response) {
      say(answers(asked(request)), response);
    };
    server_.Get("[^]*", handler).Post("[^]*", handler);
    server_.listen_after_bind();
    is_over_ = true;
  }

  // httplib forgets a stop() that comes before it accepts.
  void stop() override {
    while (!server_.is_running() && !is_over_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    server_.stop();
  }

 private:
  httplib::Server server_;
  std::atomic<bool> is_over_ = false;  // serve() has ended, or its port failed
  socket_t socket_ = INVALID_SOCKET;
};

}  // namespace
}  // namespace terrawright::live

terrawright::live::HttpServer* terrawright_http_1() { return new terrawright::live::Server; }
