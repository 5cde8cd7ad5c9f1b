// SPDX-License-Identifier: Apache-2.0
// Access control: only requests with the token, under a name that this server has.
#pragma once
#include <optional>
#include <string>

#include "live/http.hpp"

namespace terrawright::live {

// 128 random bits as hexadecimal digits.
std::string new_token();

class Gate {
 public:
  // `address`: where the server listens, in digits.
  Gate(std::string token, const std::string& address, int port);

  // An answer where somebody may not ask, or not by this method. A page of another site that found the port by another
  // name of this machine (DNS rebinding) is refused by the name that it used, all others by the token.
  std::optional<Answer> refuses(const Asked& asked) const;
  // Path after the token: "page.css"; empty: the page itself. For a path that was not rejected.
  std::string behind_token(const std::string& path) const;
  // http://127.0.0.1:40123/TOKEN/
  std::string address() const;

 private:
  bool is_ours(const std::string& host) const;

  std::string token_, address_, port_;
};

// As every answer says it.
Answer refusal(int status, const std::string& sentence);

}  // namespace terrawright::live
