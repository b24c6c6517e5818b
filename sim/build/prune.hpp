// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

namespace tidemark::sim::build {

/// Removes what was not used for longest until at most `entries_most` files and folders are left in
/// `folder`. What cannot be removed stays.
void prune(const std::filesystem::path& folder, std::size_t entries_most);

/// Notes that something in the folder was used just now.
void mark_used(const std::filesystem::path& entry);

}  // namespace tidemark::sim::build
