// SPDX-License-Identifier: MIT
#pragma once

#include "tidemark/sim/graph/spin.hpp"

/// A door that keeps what the registers of the simulated thread held, while a search runs: before
/// any code of ours has changed them. It goes on to the function named by `TIDEMARK_BEHIND`, whose
/// return address is the caller's.
#define TIDEMARK_BEHIND(name) behind_##name

#define TIDEMARK_REGISTER_DOOR(name)                   \
  __asm__(                                             \
      ".pushsection .text\n"                           \
      ".p2align 4\n"                                   \
      ".globl " #name                                  \
      "\n"                                             \
      ".type " #name ", @function\n" #name             \
      ":\n"                                            \
      "cmpb $0, tidemark_searching(%rip)\n"            \
      "je behind_" #name                               \
      "\n"                                             \
      "movq %rbx, tidemark_guest_registers(%rip)\n"    \
      "movq %rbp, tidemark_guest_registers+8(%rip)\n"  \
      "movq %r12, tidemark_guest_registers+16(%rip)\n" \
      "movq %r13, tidemark_guest_registers+24(%rip)\n" \
      "movq %r14, tidemark_guest_registers+32(%rip)\n" \
      "movq %r15, tidemark_guest_registers+40(%rip)\n" \
      "movq %rsp, tidemark_guest_registers+48(%rip)\n" \
      "movq $1, tidemark_guest_registers+56(%rip)\n"   \
      "jmp behind_" #name                              \
      "\n"                                             \
      ".size " #name ", .-" #name                      \
      "\n"                                             \
      ".popsection\n");                                \
  extern "C" __attribute__((visibility("hidden"), used))
