// SPDX-License-Identifier: Apache-2.0
#include "terrawright/blob.hpp"

#include <cstdlib>
#include <memory>

#include "support/catch.hpp"

using namespace terrawright;

TEST_CASE("A blob is read in place, every section on 64 bytes", "[blob]") {
  Blob blob;
  blob.add(std::vector<double>{1.5, 2.5, 3.5});
  blob.add(std::vector<std::uint16_t>{});
  blob.add_one(std::int64_t{-7});
  const std::unique_ptr<void, decltype(&std::free)> memory(std::aligned_alloc(64, (blob.size() + 63) / 64 * 64),
                                                           std::free);
  blob.store(memory.get());
  const BlobView view(terrawright_blob{memory.get(), blob.size()});
  const auto numbers = view.items<double>(0);
  REQUIRE(numbers.size() == 3);
  CHECK(numbers[2] == 3.5);
  CHECK(reinterpret_cast<std::uintptr_t>(numbers.data()) % 64 == 0);
  CHECK(view.items<std::uint16_t>(1).empty());
  CHECK(view.one<std::int64_t>(2) == -7);
  CHECK(reinterpret_cast<std::uintptr_t>(&view.one<std::int64_t>(2)) % 64 == 0);
}
