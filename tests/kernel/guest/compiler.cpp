// SPDX-License-Identifier: MIT
// The same bodies come from several compilers.
#include "tidemark/tests/kernel/guest/guest.hpp"

#define AS_TEXT(number) AS_TEXT_OF_VALUE(number)
#define AS_TEXT_OF_VALUE(number) #number

namespace tidemark::guest {

const char* compiler() {
#if defined(__clang__)
  return "clang" AS_TEXT(__clang_major__);
#else
  return "gcc" AS_TEXT(__GNUC__);
#endif
}

}  // namespace tidemark::guest
