// SPDX-License-Identifier: MIT
// What the world prints: counted, and shown only in a replay.
#include "tidemark/sim/kernel/output.hpp"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tidemark/sim/intercept/door.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

bool swallowed() { return state.live && !kernel::output_shown; }

// Formats only to know how long it would have been.
int measure(const char* format, va_list arguments) {
  KernelScope scope;
  return vsnprintf(nullptr, 0, format, arguments);
}

}  // namespace

TIDEMARK_DOOR int vfprintf(FILE* to, const char* format, va_list arguments) {
  if (swallowed()) return measure(format, arguments);
  return TIDEMARK_REAL(vfprintf)(to, format, arguments);
}

// The headers define a few of these inline for optimising compilers: their doors have other names
// here.
TIDEMARK_DOOR int print_list(const char* format, va_list arguments) __asm__("vprintf");
TIDEMARK_DOOR int print_list(const char* format, va_list arguments) {
  return vfprintf(stdout, format, arguments);
}

TIDEMARK_DOOR int printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vfprintf(stdout, format, arguments);
  va_end(arguments);
  return length;
}

TIDEMARK_DOOR int fprintf(FILE* to, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vfprintf(to, format, arguments);
  va_end(arguments);
  return length;
}

TIDEMARK_DOOR int __printf_chk(int, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vfprintf(stdout, format, arguments);
  va_end(arguments);
  return length;
}

TIDEMARK_DOOR int __fprintf_chk(FILE* to, int, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vfprintf(to, format, arguments);
  va_end(arguments);
  return length;
}

TIDEMARK_DOOR int puts(const char* text) { return swallowed() ? 1 : TIDEMARK_REAL(puts)(text); }

TIDEMARK_DOOR int fputs(const char* text, FILE* to) {
  return swallowed() ? 1 : TIDEMARK_REAL(fputs)(text, to);
}

TIDEMARK_DOOR int put_one(int byte) __asm__("putchar");
TIDEMARK_DOOR int put_one(int byte) { return swallowed() ? byte : TIDEMARK_REAL(putchar)(byte); }

TIDEMARK_DOOR int fputc(int byte, FILE* to) {
  return swallowed() ? byte : TIDEMARK_REAL(fputc)(byte, to);
}

TIDEMARK_DOOR int putc(int byte, FILE* to) {
  return swallowed() ? byte : TIDEMARK_REAL(putc)(byte, to);
}

TIDEMARK_DOOR size_t fwrite(const void* bytes, size_t each, size_t count, FILE* to) {
  return swallowed() ? count : TIDEMARK_REAL(fwrite)(bytes, each, count, to);
}

TIDEMARK_DOOR int fflush(FILE* file) { return swallowed() ? 0 : TIDEMARK_REAL(fflush)(file); }

TIDEMARK_DOOR void perror(const char* text) {
  if (!swallowed()) TIDEMARK_REAL(perror)(text);
}

TIDEMARK_DOOR ssize_t write(int descriptor, const void* bytes, size_t count) {
  if (!state.live || kernel::libc::is_libc(TIDEMARK_CALLER)) {
    return TIDEMARK_REAL(write)(descriptor, bytes, count);
  }
  if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO) {
    refuse("write", TIDEMARK_CALLER);
  }
  return swallowed() ? static_cast<ssize_t>(count) : TIDEMARK_REAL(write)(descriptor, bytes, count);
}

TIDEMARK_DOOR ssize_t writev(int descriptor, const iovec* parts, int count) {
  if (!state.live || kernel::libc::is_libc(TIDEMARK_CALLER)) {
    return TIDEMARK_REAL(writev)(descriptor, parts, count);
  }
  if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO) {
    refuse("writev", TIDEMARK_CALLER);
  }
  if (!swallowed()) return TIDEMARK_REAL(writev)(descriptor, parts, count);
  ssize_t bytes = 0;
  for (int i = 0; i < count; ++i) bytes += static_cast<ssize_t>(parts[i].iov_len);
  return bytes;
}
