// SPDX-License-Identifier: Apache-2.0
// A long table in the store, part by part, each an entry of its own.
#pragma once
#include <atomic>
#include <memory>
#include <string>

#include "engine/long_table.hpp"
#include "engine/remembered.hpp"
#include "store/store.hpp"

namespace terrawright::engine {

// `key`: of the outcome that the table belongs to.
void keep_parts(store::Store& store, const std::string& key, const LongTable& table);
// Whether all parts are there, whole or not. They may go meanwhile.
bool has_parts(store::Store& store, const std::string& key, const RememberedOutcome& outcome);
// Reads them when they are asked for; where one is damaged or gone, `lost` is set and std::runtime_error thrown.
std::shared_ptr<const LongTable> kept_table(std::shared_ptr<store::Store> store, const std::string& key,
                                            const RememberedOutcome& outcome, StoredTable head,
                                            std::shared_ptr<std::atomic<bool>> lost);

}  // namespace terrawright::engine
