// SPDX-License-Identifier: Apache-2.0
#include "live/serve.hpp"

#include <stdexcept>
#include <thread>

#include "images/private_folder.hpp"
#include "live/gate.hpp"
#include "live/http.hpp"
#include "live/routes.hpp"

namespace terrawright::live {

void serve(const Place& place, Settings settings, const std::function<void(const std::string& address)>& opened) {
  const auto server = http_server();
  const int port = server->listen(place.address, place.port);
  if (port < 0) {
    throw std::runtime_error("no page can be opened on " + place.address +
                             (place.port == 0 ? "" : ", port " + std::to_string(place.port)) +
                             ": the port is taken, or the address is none of this machine");
  }
  const images::ScratchFolder folder;
  settings.folder = folder.path().string();
  const Gate gate(new_token(), place.address, port);
  Board board;
  Errands errands;
  Routes routes(board, errands);
  std::thread serving([&] {
    server->serve([&](const Asked& asked) { return gate.refuses(asked); },
                  [&](const Asked& asked) { return routes.answer(gate.behind_token(asked.path), asked); });
  });
  opened(gate.address());
  try {
    Session(std::move(settings), board, errands).run();
  } catch (...) {
    board.close();
    errands.close();
    server->stop();
    serving.join();
    throw;
  }
  board.close();
  errands.close();
  server->stop();
  serving.join();
}

}  // namespace terrawright::live
