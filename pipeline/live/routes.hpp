// SPDX-License-Identifier: Apache-2.0
// Routes behind the token: the page's files, news, layers, and the page's requests.
#pragma once
#include "live/board.hpp"
#include "live/errands.hpp"
#include "live/http.hpp"

namespace terrawright::live {

class Routes {
 public:
  Routes(Board& board, Errands& errands) : board_(board), errands_(errands) {}
  // `path`: behind the token.
  Answer answer(const std::string& path, const Asked& asked);

 private:
  Answer news();
  Answer cells(const std::string& path) const;
  Answer scene(const std::string& path) const;
  Answer done(const std::string& what, const std::string& body);

  Board& board_;
  Errands& errands_;
};

}  // namespace terrawright::live
