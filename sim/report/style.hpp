// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace tidemark::sim::report {

/// Whether what is printed may be coloured: on terminals only, and not against NO_COLOR.
struct Style {
  bool colour = false;

  std::string good(std::string_view text) const { return paint("32", text); }
  std::string bad(std::string_view text) const { return paint("1;31", text); }
  std::string weak(std::string_view text) const { return paint("33", text); }
  std::string strong(std::string_view text) const { return paint("1", text); }

 private:
  std::string paint(std::string_view code, std::string_view text) const {
    if (!colour) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }
};

}  // namespace tidemark::sim::report
