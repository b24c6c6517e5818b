// SPDX-License-Identifier: MIT
#include "tidemark/sim/world/parameters.hpp"

#include <algorithm>
#include <cstddef>

#include "tidemark/sim/world/run.hpp"

namespace tidemark::sim {
namespace {

struct Parameter {
  char name[48];
  std::uint64_t value;
};

constexpr std::size_t kParametersMax = 64;
Parameter parameters[kParametersMax];
std::size_t parameter_count = 0;

}  // namespace

void remember_parameter(std::string_view name, std::uint64_t value) {
  if (parameter_count == kParametersMax) return;
  Parameter& parameter = parameters[parameter_count++];
  const std::size_t length = std::min(name.size(), sizeof parameter.name - 1);
  std::copy_n(name.data(), length, parameter.name);
  parameter.name[length] = '\0';
  parameter.value = value;
}

void clear_parameters() { parameter_count = 0; }

std::vector<std::string> parameters_of_last_run() {
  std::vector<std::string> lines;
  lines.reserve(parameter_count);
  for (std::size_t index = 0; index < parameter_count; ++index) {
    lines.push_back(std::string(parameters[index].name) + " = " +
                    std::to_string(parameters[index].value));
  }
  return lines;
}

}  // namespace tidemark::sim
