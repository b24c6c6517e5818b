// SPDX-License-Identifier: MIT
#include "tidemark/sim/cli/files.hpp"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <system_error>

namespace tidemark::sim::cli {
namespace {

namespace fs = std::filesystem;

report::Diagnostic cannot_write(const fs::path& file, const std::string& why) {
  return {.error = "cannot write '" + file.string() + "'", .help = {}, .notes = {why}};
}

}  // namespace

std::optional<report::Diagnostic> check_writable(const fs::path& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) return cannot_write(file, "it is a directory");
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) {
    return cannot_write(file, "there is no directory '" + folder.string() + "'");
  }
  if (access(folder.c_str(), W_OK) != 0) {
    return cannot_write(file, "'" + folder.string() + "' may not be written to");
  }
  return std::nullopt;
}

std::optional<report::Diagnostic> write_file(const fs::path& file, const std::string& text) {
  const fs::path partial = file.string() + ".partial";
  std::ofstream stream(partial, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  std::error_code error;
  if (!stream) {
    fs::remove(partial, error);
    return cannot_write(file, "writing it failed");
  }
  fs::rename(partial, file, error);
  if (error) return cannot_write(file, error.message());
  return std::nullopt;
}

std::optional<std::string> read_file(const fs::path& file) {
  std::error_code error;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || fs::is_directory(file, error)) return std::nullopt;
  std::ostringstream text;
  text << stream.rdbuf();
  if (stream.bad()) return std::nullopt;
  return std::move(text).str();
}

}  // namespace tidemark::sim::cli
