// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cerrno>
#include <system_error>

#include "live/serve.hpp"
#include "system/process.hpp"
#include "system/random.hpp"

namespace terrawright::live {
namespace {

// In a time that does not tell how much of it is right.
bool is_equal(const std::string& a, const std::string& b) {
  unsigned char different = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    different = static_cast<unsigned char>(
        different | (static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i % (b.size() + 1)])));
  }
  return different == 0;
}

bool is_numeric(std::string host) {
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return system::is_address(host);
}

}  // namespace

std::string new_token() {
  std::array<unsigned char, 16> bytes;
  if (!system::draw(bytes.data(), bytes.size()))
    throw std::system_error(errno, std::generic_category(), "no random bytes");
  std::string token;
  for (const unsigned char byte : bytes) {
    token += "0123456789abcdef"[byte >> 4];
    token += "0123456789abcdef"[byte & 15];
  }
  return token;
}

HttpResponse refusal(int status, const std::string& sentence) {
  HttpResponse answer;
  answer.status = status;
  answer.body = std::make_shared<const std::string>(sentence + "\n");
  return answer;
}

AccessControl::AccessControl(std::string token, const std::string& address, int port)
    : token_(std::move(token)),
      address_(address.find(':') == std::string::npos ? address : "[" + address + "]"),
      port_(std::to_string(port)) {}

std::string AccessControl::address() const { return "http://" + address_ + ":" + port_ + "/" + token_ + "/"; }

bool AccessControl::is_ours(const std::string& host) const {
  std::string name = host;
  const std::string port = ":" + port_;
  if (name.size() > port.size() && name.compare(name.size() - port.size(), port.size(), port) == 0) {
    name.resize(name.size() - port.size());
  } else if (port_ != "80") {
    return false;
  }
  if (name == address_ || name == "localhost") return true;
  // On all addresses of the machine it has them all, but no name that others give out.
  return (address_ == "0.0.0.0" || address_ == "[::]") && is_numeric(name);
}

std::optional<HttpResponse> AccessControl::refuses(const HttpRequest& asked) const {
  if (!is_ours(asked.host)) return refusal(403, "This server has another name: open the address that it printed.");
  if (!asked.origin.empty() && asked.origin != "http://" + asked.host)
    return refusal(403, "Pages of other sites may not ask.");
  const std::size_t end = asked.path.find('/', 1);
  const std::string given = asked.path.empty() ? "" : asked.path.substr(1, end == std::string::npos ? end : end - 1);
  if (!is_equal(given, token_) || end == std::string::npos)
    return refusal(403, "The token in the address is wrong: open the address that was printed.");
  if (asked.method != "GET" && asked.method != "HEAD" && asked.method != "POST") {
    HttpResponse answer = refusal(405, "Only GET, HEAD and POST are understood.");
    answer.headers.emplace_back("Allow", "GET, HEAD, POST");
    return answer;
  }
  return std::nullopt;
}

std::string AccessControl::path_after_token(const std::string& path) const { return path.substr(token_.size() + 2); }

}  // namespace terrawright::live
