// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace tidemark::sim {

class World;

/// Something a campaign must have seen at least once, or its green says nothing.
struct Goal {
  std::string_view name;
  enum class Kind { sometimes, reachable } kind = Kind::sometimes;
};

/// One entry of the scenario table: a situation to explore. Lives in static storage.
struct Scenario {
  std::string_view name;   ///< "family/situation"
  std::string_view claim;  ///< one line: what holds here
  std::span<const std::string_view> tags;
  std::span<const std::string_view> properties;  ///< by the names of docs (command line)
  std::span<const Goal> goals;
  void (*body)(World&);  ///< plain function; declares the world, then calls `World::run` once
};

}  // namespace tidemark::sim
