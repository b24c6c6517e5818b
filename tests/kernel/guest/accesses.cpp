// SPDX-License-Identifier: MIT
// Plain accesses as compilers make them.
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

struct Row {
  std::uint64_t words[5];
};

struct __attribute__((packed)) Packed {
  char first;
  std::uint64_t unaligned;
  std::uint16_t last;
};

struct Bits {
  unsigned low : 3;
  unsigned high : 5;
  unsigned char next;
};

struct Shape {
  Shape() = default;
  Shape(const Shape&) = delete;
  Shape& operator=(const Shape&) = delete;
  virtual ~Shape();
  virtual int sides() const { return 0; }
};

struct Square : Shape {
  ~Square() override;
  int sides() const override { return 4; }
};

__attribute__((noinline)) int sides_of(const Shape& shape) { return shape.sides(); }
__attribute__((noinline)) Shape::~Shape() { assert(sides_of(*this) == 0); }
__attribute__((noinline)) Square::~Square() { assert(sides_of(*this) == 4); }

std::uint64_t global;
Row shared;

__attribute__((noinline)) std::unique_ptr<int> make(int value) {
  return std::make_unique<int>(value);
}
struct Holder {
  std::unique_ptr<int> pointer;
  Row row;
};
__attribute__((noinline)) Row make_row() { return {{1, 2, 3, 4, 5}}; }

}  // namespace

void global_unordered(Io&) {
  together([] { global = 1; }, [] { global = 2; });
}

void global_ordered_by_join(Io& io) {
  global = 1;
  together([] { ++global; });
  together([] { ++global; });
  io.out = global;
}

void two_read_while_nobody_writes(Io& io) {
  global = 5;
  std::uint64_t seen[2] = {};
  together([&seen] { seen[0] = global; }, [&seen] { seen[1] = global; });
  global = seen[0] + seen[1];
  io.out = global;
}

void stack_unordered(Io&) {
  volatile int of_the_frame = 0;
  together([&of_the_frame] { of_the_frame = 1; }, [&of_the_frame] { assert(of_the_frame != 2); });
}

void heap_unordered(Io&) {
  auto block = std::make_unique<int>(0);
  together([&block] { *block = 1; }, [&block] { *block = 2; });
}

void neighbours_in_one_granule(Io& io) {
  alignas(8) struct {
    volatile std::uint8_t a, b;
    volatile std::uint16_t c;
    volatile std::uint32_t d;
  } all = {};
  together(
      [&all] {
        for (int i = 0; i < 3; ++i) all.a = all.a + 1;
      },
      [&all] {
        for (int i = 0; i < 3; ++i) all.b = all.b + 1;
      },
      [&all] {
        for (int i = 0; i < 3; ++i) all.c = all.c + 1;
      },
      [&all] {
        for (int i = 0; i < 3; ++i) all.d = all.d + 1;
      });
  io.out = static_cast<std::uint64_t>(all.a + all.b + all.c) + all.d;
}

void bits_of_one_byte(Io&) {
  Bits bits = {};
  together([&bits] { bits.low = 1; }, [&bits] { bits.high = 1; });
}

void bits_beside_a_byte(Io& io) {
  Bits bits = {};
  together([&bits] { bits.low = 1; }, [&bits] { bits.next = 2; });
  io.out = bits.low + bits.next;
}

void part_of_a_word(Io&) {
  union {
    std::uint32_t word;
    std::uint8_t bytes[4];
  } both = {};
  together([&both] { both.word = 1; },
           [&both] { *const_cast<volatile std::uint8_t*>(both.bytes + 3) = 1; });
}

void unaligned_word(Io& io) {
  alignas(8) Packed packed = {};
  auto* const bytes = reinterpret_cast<volatile char*>(&packed);
  const std::size_t last = offsetof(Packed, unaligned) + 7;
  together([&packed] { packed.unaligned = ~std::uint64_t{0}; },
           [&] { bytes[io.in == 0 ? last : last + 1] = 1; });
  io.out = packed.last;
}

void copied_struct(Io& io) {
  Row from = {};
  together([&from] { shared = from; },
           [] { *const_cast<volatile std::uint64_t*>(&shared.words[4]) = 1; });
  io.out = shared.words[4];
}

void memory_function(Io& io) {
  char here[64] = {};
  static char there[64];
  together(
      [&] {
        switch (io.in) {
          case 0: std::memcpy(there, here, 40); break;
          case 1: std::memmove(there, here, 40); break;
          case 2: std::memset(there, 1, 40); break;
          case 3: std::memcpy(here, there, 40); break;
          case 4: io.out = static_cast<std::uint64_t>(std::memcmp(here, there, 40)); break;
          default: io.out = std::strlen(there + 39); break;
        }
      },
      [] { *const_cast<volatile char*>(there + 39) = 0; });
}

void memory_function_next_to_a_write(Io&) {
  static char there[64];
  together([] { std::memset(there, 1, 41); }, [] { *const_cast<volatile char*>(there + 41) = 7; });
  assert(there[40] == 1 && there[41] == 7 && there[42] == 0);
}

void virtual_call_while_destroyed(Io&) {
  alignas(Square) std::byte storage[sizeof(Square)];
  auto* shape = new (storage) Square;
  together([shape] { shape->~Square(); }, [shape] { (void)sides_of(*shape); });
}

void virtual_call_after_construction(Io& io) {
  std::unique_ptr<Shape> shape;
  together([&shape] { shape = std::make_unique<Square>(); });
  together([&shape, &io] { io.out = static_cast<std::uint64_t>(sides_of(*shape)); },
           [&shape] { assert(sides_of(*shape) == 4); });
}

void an_old_reader_is_remembered(Io&) {
  static volatile int value;
  const auto read = [] { assert(value == 0); };
  std::thread early(read);
  together(read, read, read);
  value = 1;  // ordered after the last three reads, not after the first
  early.join();
}

void the_same_place_many_times(Io& io) {
  volatile int counts[3] = {};
  for (int round = 0; round < 3; ++round) {
    together(
        [&counts] {
          for (int i = 0; i < 50; ++i) counts[0] = counts[0] + counts[2];
        },
        [&counts] {
          for (int i = 0; i < 50; ++i) counts[1] = counts[1] + counts[2];
        });
    counts[2] = counts[0] + counts[1] + 1;
  }
  io.out = static_cast<std::uint64_t>(counts[2]);
}

void deleted_while_read(Io&) {
  auto* block = new int(1);
  together([block] { delete block; }, [block] { assert(*const_cast<volatile int*>(block) != 2); });
}

void returned_object_stored(Io&) {
  static Holder holder;
  holder.pointer = std::make_unique<int>(0);
  together([] { holder.row = make_row(); },
           [] { *const_cast<volatile std::uint64_t*>(&holder.row.words[1]) = 1; });
}

void returned_object_moved(Io&) {
  static Holder holder;
  together([] { holder.pointer = make(1); }, [] { holder.pointer = make(2); });
}

}  // namespace tidemark::guest
