// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What the exhaustive search is compared with: small programs, and a specification that enumerates
/// what the memory model allows of them. Shares no code with the search.
namespace tidemark::oracle {

inline constexpr std::size_t kLocations = 3;
inline constexpr std::size_t kMutexes = 2;
inline constexpr std::size_t kRegisters = 4;
inline constexpr std::size_t kThreadsMax = 4;

/// Places: locations, then mutexes.
inline constexpr std::size_t kPlaces = kLocations + kMutexes;
inline constexpr std::uint8_t x = 0, y = 1, z = 2, m = 3, n = 4;

/// Memory orders as compilers number them.
enum Order : std::uint8_t { relaxed, consume, acquire, release, acq_rel, seq_cst };

enum class Action : std::uint8_t {
  load,
  await,  ///< loads again and again until the value is there
  store,
  fetch_add,
  exchange,
  compare_exchange,
  fence,
  lock,
  unlock,
  skip,
  // Of programs that `classes_of` is asked about, not the axioms. There is one condition, with m.
  wait,  ///< holding m: waits again and again while the value is, or is not, there
  notify_one,
  notify_all,
};

/// One operation of a thread. What reads leaves the value it read in a register; registers begin
/// as 0.
struct Operation {
  Action action = Action::load;
  std::uint8_t place = x;
  Order order = relaxed;
  Order failure = relaxed;   ///< compare_exchange
  int value = 0;             ///< stored, added, awaited, or what a skip compares with
  int expected = 0;          ///< compare_exchange
  std::uint8_t result = 0;   ///< register that is written, or that a skip looks at
  std::uint8_t skipped = 0;  ///< skip: how many operations
  bool if_equal = false;     ///< skip, wait: while it is equal, or while it differs

  bool operator==(const Operation&) const = default;
};

using Thread = std::vector<Operation>;

struct Program {
  std::vector<Thread> threads;
  bool operator==(const Program&) const = default;
};

inline Operation load(std::uint8_t place, Order order, std::uint8_t into = 0) {
  return {.action = Action::load, .place = place, .order = order, .result = into};
}
inline Operation await(std::uint8_t place, int value, Order order, std::uint8_t into = 0) {
  return {.action = Action::await, .place = place, .order = order, .value = value, .result = into};
}
inline Operation store(std::uint8_t place, int value, Order order) {
  return {.action = Action::store, .place = place, .order = order, .value = value};
}
inline Operation add(std::uint8_t place, int value, Order order, std::uint8_t into = 0) {
  return {
      .action = Action::fetch_add, .place = place, .order = order, .value = value, .result = into};
}
inline Operation exchange(std::uint8_t place, int value, Order order, std::uint8_t into = 0) {
  return {
      .action = Action::exchange, .place = place, .order = order, .value = value, .result = into};
}
inline Operation cas(std::uint8_t place, int expected, int value, Order success, Order failure,
                     std::uint8_t into = 0) {
  return {.action = Action::compare_exchange,
          .place = place,
          .order = success,
          .failure = failure,
          .value = value,
          .expected = expected,
          .result = into};
}
inline Operation fence(Order order) { return {.action = Action::fence, .order = order}; }
inline Operation lock(std::uint8_t mutex) { return {.action = Action::lock, .place = mutex}; }
inline Operation unlock(std::uint8_t mutex) { return {.action = Action::unlock, .place = mutex}; }
inline Operation skip_if(std::uint8_t reg, int value, std::uint8_t count) {
  return {
      .action = Action::skip, .value = value, .result = reg, .skipped = count, .if_equal = true};
}
inline Operation skip_unless(std::uint8_t reg, int value, std::uint8_t count) {
  return {.action = Action::skip, .value = value, .result = reg, .skipped = count};
}

inline Operation wait_while(std::uint8_t place, int value) {
  return {.action = Action::wait, .place = place, .value = value, .if_equal = true};
}
inline Operation wait_until(std::uint8_t place, int value) {
  return {.action = Action::wait, .place = place, .value = value};
}
inline Operation notify_one() { return {.action = Action::notify_one}; }
inline Operation notify_all() { return {.action = Action::notify_all}; }

const char* name_of(Order order);
/// "x", "m".
const char* name_of(std::uint8_t place);

/// The program as the C++ that makes it, to be pasted into a test.
std::string to_text(const Program& program);

/// Whether the action is one of a location, with an order.
bool is_access(Action action);

/// Every mutex that a thread locks it did not hold and releases, whatever is skipped.
bool is_well_locked(const Program& program);

/// Every access, and every wait, is made holding m: what `classes_of` can be asked about.
bool is_guarded(const Program& program);

}  // namespace tidemark::oracle
