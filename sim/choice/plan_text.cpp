// SPDX-License-Identifier: MIT
#include <algorithm>

#include "tidemark/sim/choice/plan.hpp"

namespace tidemark::sim::choice {
namespace {

// Five bits a digit, lowest first; a digit of the upper half says that more follow. Small numbers,
// which almost all are, take one letter.
constexpr std::string_view kDigits =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._";
constexpr unsigned kBits = 5;
constexpr std::uint64_t kMore = 1U << kBits;

void add_number(std::string& text, std::uint64_t value) {
  while (value >= kMore) {
    text += kDigits[(value & (kMore - 1)) | kMore];
    value >>= kBits;
  }
  text += kDigits[value];
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool failed() const { return failed_; }
  bool at_end() const { return text_.empty(); }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !text_.empty() && shift < 64; shift += kBits) {
      const std::size_t digit = kDigits.find(text_.front());
      if (digit == std::string_view::npos) break;
      text_.remove_prefix(1);
      value |= (digit & (kMore - 1)) << shift;
      if (digit < kMore) return value;
    }
    failed_ = true;
    return 0;
  }

  /// A number of things to come, none of which is shorter than a letter.
  std::size_t count() {
    const std::uint64_t value = number();
    if (value > text_.size()) failed_ = true;
    return failed_ ? 0 : static_cast<std::size_t>(value);
  }

 private:
  std::string_view text_;
  bool failed_ = false;
};

}  // namespace

// The schedule as pairs of option and length (0: while offered), then for each other kind how many
// values and the values. Lists at the end that are empty are left out.
std::string pack_plan(const Plan& plan) {
  std::string text;
  add_number(text, plan.schedule.size());
  for (const Segment& segment : plan.schedule) {
    add_number(text, segment.option);
    add_number(text, segment.length == Segment::kWhileOffered ? 0 : segment.length);
  }
  std::size_t lists = plan.values.size();
  while (lists > 1 && plan.values[lists - 1].empty()) --lists;
  for (std::size_t kind = 1; kind < lists; ++kind) {
    add_number(text, plan.values[kind].size());
    for (const std::uint64_t value : plan.values[kind]) add_number(text, value);
  }
  return text;
}

std::optional<Plan> unpack_plan(std::string_view text) {
  Reader reader(text);
  Plan plan;
  plan.schedule.resize(reader.count());
  for (Segment& segment : plan.schedule) {
    const std::uint64_t option = reader.number();
    const std::uint64_t length = reader.number();
    if (option >= option::kFirstEvent + option::kEventsMax || length > Segment::kWhileOffered) {
      return std::nullopt;
    }
    segment.option = static_cast<std::uint32_t>(option);
    segment.length = length == 0 ? Segment::kWhileOffered : static_cast<std::uint32_t>(length);
  }
  for (std::size_t kind = 1; kind < plan.values.size() && !reader.at_end(); ++kind) {
    plan.values[kind].resize(reader.count());
    for (std::uint64_t& value : plan.values[kind]) value = reader.number();
  }
  if (reader.failed() || !reader.at_end()) return std::nullopt;
  return plan;
}

}  // namespace tidemark::sim::choice
