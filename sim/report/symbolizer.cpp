// SPDX-License-Identifier: MIT
#include "tidemark/sim/report/symbolizer.hpp"

#include <backtrace.h>
#include <dlfcn.h>

#include <filesystem>
#include <string_view>
#include <unordered_map>

namespace tidemark::sim::report {
namespace {

constexpr std::string_view kThisFile = "sim/report/symbolizer.cpp";

void ignore_error(void*, const char*, int) {}

int collect(void* into, std::uintptr_t, const char* file, int line, const char* function) {
  if (file == nullptr && function == nullptr) return 0;
  static_cast<std::vector<Frame>*>(into)->push_back(
      {.function = function != nullptr ? function : "",
       .file = file != nullptr ? std::filesystem::path(file).lexically_normal().string() : "",
       .line = file != nullptr ? line : 0});
  return 0;
}

constexpr int kLevelsAbove = 5;  ///< from a module to the folder its build ran in

constexpr int kWanted = 3;

/// How much a frame tells the reader: nothing, an installed header, the simulator, the program.
int rank_of(const Frame& frame) {
  if (frame.line == 0) return 0;
  if (frame.system) return 1;
  return frame.file.starts_with("sim/") ? 2 : kWanted;
}

/// What comes after the last `marker`, or nothing.
std::string_view after(std::string_view text, std::string_view marker) {
  const std::size_t at = text.rfind(marker);
  return at == std::string_view::npos ? std::string_view{} : text.substr(at + marker.size());
}

}  // namespace

struct Symbolizer::State {
  backtrace_state* backtrace = nullptr;
  std::string root;  ///< of the sources, with a slash at its end; empty when unknown
  std::string here;  ///< where the program was started, likewise
  std::unordered_map<kernel::ProgramCounter, std::vector<Frame>> known;

  std::vector<Frame> look_up(kernel::ProgramCounter pc) const {
    std::vector<Frame> found;
    if (backtrace == nullptr || pc == 0) return found;
    backtrace_pcinfo(backtrace, pc, collect, ignore_error, &found);
    for (Frame& frame : found) make_absolute(frame, pc);
    return found;
  }

  /// Debug information names files from where the compiler ran: here, or in a folder above the
  /// module. What is in neither was built elsewhere and stays as it is.
  void make_absolute(Frame& frame, kernel::ProgramCounter pc) const {
    if (frame.file.empty() || frame.file.starts_with('/')) return;
    std::error_code error;
    const auto is_below = [&](const std::filesystem::path& folder) {
      const auto whole = (folder / frame.file).lexically_normal();
      if (!std::filesystem::exists(whole, error)) return false;
      frame.file = whole.string();
      return true;
    };
    if (!here.empty() && is_below(here)) return;
    Dl_info info{};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a place in the code is kept as a number
    if (dladdr(reinterpret_cast<const void*>(pc), &info) == 0) return;
    std::filesystem::path folder = std::filesystem::absolute(info.dli_fname, error);
    for (int level = 0; level < kLevelsAbove && folder.has_relative_path(); ++level) {
      folder = folder.parent_path();
      if (is_below(folder)) return;
    }
  }

  /// Copies of headers are reached through a link or an overlay named `tidemark`; all of them are
  /// shown as the file of the source tree.
  void shorten(Frame& frame) const {
    for (const std::string_view link : {"/include/tidemark/", "/overlay/tidemark/"}) {
      const std::string_view rest = after(frame.file, link);
      if (rest.empty()) continue;
      frame.file = std::string(rest);
      return;
    }
    if (!root.empty() && frame.file.starts_with(root)) {
      frame.file.erase(0, root.size());
      return;
    }
    if (!here.empty() && frame.file.starts_with(here)) {
      frame.file.erase(0, here.size());
      // A folder of the user's may be named as ours is.
      if (frame.file.starts_with("sim/")) frame.file.insert(0, "./");
      return;
    }
    // What distributions build has paths relative to a tree that nobody here has.
    frame.system = !frame.file.starts_with('/') || frame.file.starts_with("/usr/");
  }
};

Symbolizer::Symbolizer() : state_(std::make_unique<State>()) {
  state_->backtrace = backtrace_create_state(nullptr, 0, ignore_error, nullptr);
  std::error_code error;
  const auto folder = std::filesystem::current_path(error);
  if (!error && folder != "/") state_->here = folder.string() + "/";
  // Where the sources lie is asked of the debug information of a function that is known to be here:
  // no path has to be compiled in, and a moved build still finds them.
  const auto here = reinterpret_cast<kernel::ProgramCounter>(&ignore_error);
  for (const Frame& frame : state_->look_up(here)) {
    if (frame.file.ends_with(kThisFile)) {
      state_->root = frame.file.substr(0, frame.file.size() - kThisFile.size());
    }
  }
}

Symbolizer::~Symbolizer() = default;

const std::vector<Frame>& Symbolizer::frames(kernel::ProgramCounter pc) {
  const auto [entry, added] = state_->known.try_emplace(pc);
  if (added) {
    entry->second = state_->look_up(pc == 0 ? 0 : pc - 1);
    for (Frame& frame : entry->second) state_->shorten(frame);
  }
  return entry->second;
}

Frame Symbolizer::display(std::span<const kernel::ProgramCounter> stack) {
  Frame fallback;
  int best = 0;
  for (const kernel::ProgramCounter pc : stack) {
    for (const Frame& frame : frames(pc)) {
      const int rank = rank_of(frame);
      if (rank == kWanted) return frame;
      if (rank <= best) continue;
      fallback = frame;
      best = rank;
    }
  }
  return fallback;
}

std::string format_source(const Frame& frame) {
  if (frame.line == 0) return "?";
  return frame.file + ":" + std::to_string(frame.line);
}

}  // namespace tidemark::sim::report
