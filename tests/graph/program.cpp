// SPDX-License-Identifier: MIT
#include "tidemark/tests/graph/program.hpp"

#include <array>

namespace tidemark::oracle {
namespace {

std::string arguments(const Operation& op) {
  const std::string place = name_of(op.place);
  const std::string order = name_of(op.order);
  const std::string value = std::to_string(op.value);
  const std::string result = std::to_string(op.result);
  switch (op.action) {
    case Action::load: return "load(" + place + ", " + order + ", " + result;
    case Action::await: return "await(" + place + ", " + value + ", " + order + ", " + result;
    case Action::store: return "store(" + place + ", " + value + ", " + order;
    case Action::fetch_add: return "add(" + place + ", " + value + ", " + order + ", " + result;
    case Action::exchange: return "exchange(" + place + ", " + value + ", " + order + ", " + result;
    case Action::compare_exchange:
      return "cas(" + place + ", " + std::to_string(op.expected) + ", " + value + ", " + order +
             ", " + name_of(op.failure) + ", " + result;
    case Action::fence: return "fence(" + order;
    case Action::lock: return "lock(" + place;
    case Action::unlock: return "unlock(" + place;
    case Action::wait: return (op.if_equal ? "wait_while(" : "wait_until(") + place + ", " + value;
    case Action::notify_one: return "notify_one(";
    case Action::notify_all: return "notify_all(";
    case Action::skip:
      return (op.if_equal ? "skip_if(" : "skip_unless(") + result + ", " + value + ", " +
             std::to_string(op.skipped);
  }
  return "";
}

// The mutexes that are held after the operations of [begin, end), as bits; -1 where one is misused.
int held_after(const Thread& thread, std::size_t begin, std::size_t end, int held) {
  for (std::size_t i = begin; i < end; ++i) {
    const Operation& op = thread[i];
    const int bit = 1 << op.place;
    if (op.action == Action::lock) {
      if ((held & bit) != 0) return -1;
      held |= bit;
    } else if (op.action == Action::unlock) {
      if ((held & bit) == 0) return -1;
      held &= ~bit;
    } else if (op.action == Action::skip) {
      const std::size_t after = i + 1 + op.skipped;
      if (after > end || held_after(thread, i + 1, after, held) != held) return -1;
    }
  }
  return held;
}

}  // namespace

const char* name_of(Order order) {
  static constexpr std::array<const char*, 6> kNames{"relaxed", "consume", "acquire",
                                                     "release", "acq_rel", "seq_cst"};
  return kNames[order];
}

const char* name_of(std::uint8_t place) {
  static constexpr std::array<const char*, kPlaces> kNames{"x", "y", "z", "m", "n"};
  return kNames[place];
}

std::string to_text(const Program& program) {
  std::string text = "{{";
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    text += t == 0 ? "\n    {" : ",\n    {";
    for (std::size_t i = 0; i < program.threads[t].size(); ++i) {
      text += (i == 0 ? "" : ", ") + arguments(program.threads[t][i]) + ")";
    }
    text += "}";
  }
  return text + "}}";
}

bool is_access(Action action) {
  switch (action) {
    case Action::load:
    case Action::await:
    case Action::store:
    case Action::fetch_add:
    case Action::exchange:
    case Action::compare_exchange: return true;
    default: return false;
  }
}

bool is_guarded(const Program& program) {
  for (const Thread& thread : program.threads) {
    bool held = false;
    for (const Operation& op : thread) {
      if (op.place == m && op.action == Action::lock) held = true;
      if (op.place == m && op.action == Action::unlock) held = false;
      if ((is_access(op.action) || op.action == Action::wait) && !held) return false;
    }
  }
  return is_well_locked(program);
}

bool is_well_locked(const Program& program) {
  for (const Thread& thread : program.threads) {
    if (held_after(thread, 0, thread.size(), 0) != 0) return false;
  }
  return true;
}

}  // namespace tidemark::oracle
