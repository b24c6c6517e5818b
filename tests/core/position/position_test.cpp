// SPDX-License-Identifier: MIT
#include "tidemark/core/position/position.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <vector>

#include "tidemark/core/position/lsn.hpp"
#include "tidemark/core/position/offset.hpp"
#include "tidemark/core/position/pg_position.hpp"
#include "tidemark/core/position/scn.hpp"

namespace tidemark {
namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();

Lsn lsn(std::array<std::uint8_t, Lsn::kBytes> bytes) { return {.bytes = bytes}; }

PgPosition pg(std::int64_t changed_at, std::int64_t id) {
  return {.changed_at = std::chrono::microseconds{changed_at}, .id = id};
}

/// Values of one kind, in ascending order, the ends of its range among them.
const std::vector<Scn> kScns = {{1}, {2}, {255}, {256}, {std::uint64_t{1} << 63}, {~0ULL}};
const std::vector<Lsn> kLsns = {lsn({}),
                                lsn({0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
                                lsn({0, 0, 0, 0, 0, 0, 0, 0, 1, 0}),
                                lsn({0, 0, 0, 0, 0, 0, 0, 1, 0, 0}),
                                lsn({0, 0, 0, 1, 0, 0, 0, 0, 0, 9}),
                                lsn({1, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
                                lsn({255, 255, 255, 255, 255, 255, 255, 255, 255, 255})};
const std::vector<PgPosition> kPgPositions = {pg(kLowest, kLowest),
                                              pg(-1, 7),
                                              pg(0, -1),
                                              pg(0, 0),
                                              pg(0, 1),
                                              pg(1, kLowest),
                                              pg(1, 5),
                                              pg(kGreatest, 0),
                                              pg(kGreatest, kGreatest)};
const std::vector<Offset> kOffsets = {{kLowest}, {-2}, {-1}, {0}, {1}, {kGreatest}};

template <typename Kind>
void expect_order_kept(const std::vector<Kind>& ascending) {
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(ascending[i] <=> ascending[j], i <=> j);
      EXPECT_EQ(ascending[i].to_position() <=> ascending[j].to_position(), i <=> j);
    }
  }
}

TEST(Position, OrdersEveryKindAsTheKindItself) {
  expect_order_kept(kScns);
  expect_order_kept(kLsns);
  expect_order_kept(kPgPositions);
  expect_order_kept(kOffsets);
}

TEST(Position, GivesBackWhatItWasMadeFrom) {
  for (const Scn& scn : kScns) EXPECT_EQ(Scn::from_position(scn.to_position()), scn);
  for (const Lsn& value : kLsns) EXPECT_EQ(Lsn::from_position(value.to_position()), value);
  for (const PgPosition& value : kPgPositions) {
    EXPECT_EQ(PgPosition::from_position(value.to_position()), value);
  }
  for (const Offset& value : kOffsets) EXPECT_EQ(Offset::from_position(value.to_position()), value);
}

TEST(Position, OfAnotherKindIsRefused) {
  EXPECT_EQ(Scn::from_position({.high = 1, .low = 1}), std::nullopt);
  EXPECT_EQ(Lsn::from_position({.high = 0, .low = 0x10000}), std::nullopt);
  EXPECT_EQ(Offset::from_position({.high = 2, .low = 0}), std::nullopt);
  EXPECT_EQ(Offset::from_position({.high = 0, .low = 0}), std::nullopt);
}

TEST(Position, OfTheStrictPredecessorIsTheGreatestBelow) {
  EXPECT_EQ(Scn{256}.predecessor(), Scn{255});
  EXPECT_EQ(lsn({0, 0, 0, 0, 0, 0, 0, 1, 0, 0}).predecessor(),
            lsn({0, 0, 0, 0, 0, 0, 0, 0, 255, 255}));
  EXPECT_EQ(Offset{0}.predecessor(), Offset{-1});
  // The very row is read again, whatever other rows share its time.
  EXPECT_EQ(pg(5, 10).predecessor(), pg(5, 9));
  EXPECT_LT(pg(5, 10).predecessor()->to_position(), pg(5, 10).to_position());
}

TEST(Position, WithNothingBelowHasNoPredecessor) {
  EXPECT_EQ(Scn{1}.predecessor(), std::nullopt);
  EXPECT_EQ(lsn({}).predecessor(), std::nullopt);
  EXPECT_EQ(pg(5, kLowest).predecessor(), std::nullopt);
  EXPECT_EQ(Offset{kLowest}.predecessor(), std::nullopt);
}

TEST(Offset, CommitsTheNextToRead) {
  EXPECT_EQ(Offset::kResume, ResumeRule::next);
  EXPECT_EQ(Offset{41}.next(), Offset{42});
  EXPECT_EQ(Offset{kGreatest}.next(), std::nullopt);
}

TEST(Scn, IsStoredAsEightBytesLeastSignificantFirst) {
  const auto bytes = Scn{0x0102030405060708}.encode();
  EXPECT_EQ(bytes.front(), std::byte{8});
  EXPECT_EQ(bytes.back(), std::byte{1});
  for (const Scn& scn : kScns) EXPECT_EQ(Scn::decode(scn.encode()), scn);
}

TEST(Scn, RefusesAnotherLengthAndZero) {
  const auto bytes = Scn{7}.encode();
  EXPECT_EQ(Scn::decode(std::span{bytes}.first(7)), std::nullopt);
  EXPECT_EQ(Scn::decode({}), std::nullopt);
  EXPECT_EQ(Scn::decode(Scn{0}.encode()), std::nullopt);
}

TEST(Lsn, IsStoredAsItsTenBytes) {
  for (const Lsn& value : kLsns) EXPECT_EQ(Lsn::decode(value.bytes), value);
  EXPECT_EQ(Lsn::decode(std::span{kLsns.back().bytes}.first(9)), std::nullopt);
}

}  // namespace
}  // namespace tidemark
