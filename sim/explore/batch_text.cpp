// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/batch_text.hpp"

#include <cstring>
#include <type_traits>

namespace tidemark::sim::explore {
namespace {

/// Both ends are the same program on the same machine: values go as they lie in memory.
template <class T>
void put(std::string& to, const T& value) {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put(std::string& to, const std::vector<std::uint64_t>& values) {
  put(to, values.size());
  to.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]);
}

void put(std::string& to, const Signature& run) {
  put(to, run.category);
  put(to, run.steps);
  put(to, run.hash);
}

void put(std::string& to, const std::optional<Finding>& found) {
  put(to, found.has_value());
  if (!found) return;
  put(to, found->kind);
  put(to, found->execution);
  put(to, found->first);
  put(to, found->second);
  put(to, found->shake);
  put(to, found->sentence.size());
  to += found->sentence;
}

/// Reads what `put` wrote; the whole of it is there.
class Reader {
 public:
  explicit Reader(std::string_view from) : from_(from) {}

  template <class T>
  T get() {
    T value{};
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }

  std::vector<std::uint64_t> numbers() {
    std::vector<std::uint64_t> values(get<std::size_t>());
    const std::string_view bytes = take(values.size() * sizeof(std::uint64_t));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  Signature signature() {
    Signature run;
    run.category = get<kernel::Category>();
    run.steps = get<std::uint64_t>();
    run.hash = get<std::uint64_t>();
    return run;
  }

  std::optional<Finding> finding() {
    if (!get<bool>()) return std::nullopt;
    Finding found;
    found.kind = get<Finding::Kind>();
    found.execution = get<std::uint64_t>();
    found.first = signature();
    found.second = signature();
    found.shake = get<std::uint64_t>();
    found.sentence = take(get<std::size_t>());
    return found;
  }

 private:
  std::string_view take(std::size_t bytes) {
    const std::string_view taken = from_.substr(0, bytes);
    from_.remove_prefix(bytes);
    return taken;
  }

  std::string_view from_;
};

Parcel read(Reader from) {
  Parcel parcel;
  parcel.lane = from.get<std::size_t>();
  Batch& batch = parcel.batch;
  for (std::uint64_t* number :
       {&batch.first, &batch.ran, &batch.executions, &batch.blocked, &batch.steps, &batch.found}) {
    *number = from.get<std::uint64_t>();
  }
  batch.elapsed_s = from.get<double>();
  batch.goal_hits = from.numbers();
  batch.hashes = from.numbers();
  batch.failure = from.finding();
  batch.ending = from.finding();
  return parcel;
}

}  // namespace

void pack(std::string& to, std::size_t lane, const Batch& batch) {
  const std::size_t begin = to.size();
  put(to, std::size_t{0});
  put(to, lane);
  for (const std::uint64_t number :
       {batch.first, batch.ran, batch.executions, batch.blocked, batch.steps, batch.found}) {
    put(to, number);
  }
  put(to, batch.elapsed_s);
  put(to, batch.goal_hits);
  put(to, batch.hashes);
  put(to, batch.failure);
  put(to, batch.ending);
  const std::size_t bytes = to.size() - begin;
  std::memcpy(to.data() + begin, &bytes, sizeof bytes);
}

std::optional<Parcel> unpack(std::string_view& from) {
  std::size_t bytes = 0;
  if (from.size() < sizeof bytes) return std::nullopt;
  std::memcpy(&bytes, from.data(), sizeof bytes);
  if (from.size() < bytes) return std::nullopt;
  Parcel parcel = read(Reader(from.substr(sizeof bytes, bytes - sizeof bytes)));
  from.remove_prefix(bytes);
  return parcel;
}

}  // namespace tidemark::sim::explore
