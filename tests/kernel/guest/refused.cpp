// SPDX-License-Identifier: MIT
// What the world cannot carry.
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

#include "tidemark/tests/kernel/guest/guest.hpp"

namespace tidemark::guest {
namespace {

struct Call {
  const char* name;
  void (*make)();
};

void nothing(int) {}
char byte;

const Call kCalls[] = {
    {"open", [] { open("/dev/null", O_RDONLY); }},
    {"openat", [] { openat(AT_FDCWD, "/dev/null", O_RDONLY); }},
    {"fopen", [] { std::fopen("/dev/null", "r"); }},
    {"tmpfile", [] { (void)std::tmpfile(); }},
    {"read", [] { (void)!read(0, &byte, 1); }},
    {"write", [] { (void)!write(57, &byte, 1); }},
    {"stat",
     [] {
       struct stat found;
       stat("/dev/null", &found);
     }},
    {"access", [] { (void)!access("/dev/null", R_OK); }},
    {"mmap", [] { mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }},
    {"mkdir", [] { mkdir("never-made", 0700); }},
    {"unlink", [] { unlink("never-there"); }},
    {"fsync", [] { fsync(1); }},
    {"pipe",
     [] {
       int ends[2];
       (void)!pipe(ends);
     }},
    {"dup", [] { dup(1); }},
    {"fcntl", [] { fcntl(1, F_GETFL); }},
    {"socket", [] { socket(AF_INET, SOCK_STREAM, 0); }},
    {"socketpair",
     [] {
       int ends[2];
       socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
     }},
    {"poll", [] { poll(nullptr, 0, 0); }},
    {"epoll_create1", [] { epoll_create1(0); }},
    {"timerfd_create", [] { timerfd_create(CLOCK_MONOTONIC, 0); }},
    {"fork", [] { fork(); }},
    {"system", [] { (void)!std::system("true"); }},
    {"popen", [] { popen("true", "r"); }},
    {"execl", [] { execl("/bin/true", "true", nullptr); }},
    {"waitpid", [] { waitpid(-1, nullptr, 0); }},
    {"dlopen", [] { dlopen("libm.so.6", RTLD_LAZY); }},
    {"signal", [] { signal(SIGUSR1, &nothing); }},
    {"sigaction", [] { sigaction(SIGUSR1, nullptr, nullptr); }},
    {"raise", [] { raise(SIGCHLD); }},
    {"kill", [] { kill(getpid(), 0); }},
    {"alarm", [] { alarm(1000); }},
    {"pthread_kill", [] { pthread_kill(pthread_self(), SIGCHLD); }},
    {"pthread_sigmask", [] { pthread_sigmask(SIG_BLOCK, nullptr, nullptr); }},
    {"pthread_cancel", [] { pthread_cancel(pthread_self()); }},
    {"pthread_testcancel", [] { pthread_testcancel(); }},
    {"syscall", [] { syscall(SYS_getpid); }},
};

}  // namespace

std::size_t refused_call_count() { return std::size(kCalls); }
const char* refused_call_name(std::size_t index) { return kCalls[index].name; }

void refused_call(Io& io) { kCalls[io.in].make(); }

void opens_a_socket(Io& io) {
  io.out = static_cast<std::uint64_t>(socket(AF_INET, SOCK_STREAM, 0));
}

void opens_a_file_through_the_library(Io& io) {
  std::ifstream file("/dev/null");
  io.out = file.good() ? 1 : 0;
}

// Nobody sees it; a replay shows it.
void prints(Io& io) {
  io.out = static_cast<std::uint64_t>(std::printf("printed %d\n", 1));
  std::puts("put");
  std::fputs("put to a file\n", stdout);
  std::cout << "streamed " << 2 << std::endl;
  assert(write(STDOUT_FILENO, "written\n", 8) == 8);
  std::fflush(stdout);
}

void processors(Io& io) {
  io.out = std::thread::hardware_concurrency();
  assert(static_cast<long>(io.out) == sysconf(_SC_NPROCESSORS_ONLN));
}

}  // namespace tidemark::guest
