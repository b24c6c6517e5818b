// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace tidemark::sim::build {

/// A scenario file of a user's own, whole: it defines what it explores and is listed by itself.
std::string own_scenario(std::string_view family, std::string_view situation);

/// A scenario file of this source tree, to be added to the table.
std::string tree_scenario(std::string_view family, std::string_view situation);

}  // namespace tidemark::sim::build
