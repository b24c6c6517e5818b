// SPDX-License-Identifier: MIT
// What the world cannot carry: calls that reach outside the process, or that would make real
// threads and signals. Simulated code that makes one is stopped with its name; everybody else gets
// the real function.
#include <errno.h>

#include "tidemark/sim/intercept/door.hpp"

using namespace tidemark::sim;
using namespace tidemark::sim::intercept;

namespace {

using Anything = long (*)(long, long, long, long, long, long);

}  // namespace

// Every one of these takes at most six integer or pointer arguments, so one shape passes them on;
// the variadic ones (open, fcntl, ioctl, execl) pass theirs in the same registers.
#define TIDEMARK_REFUSE(name)                                                                 \
  TIDEMARK_DOOR long refused_##name(long a, long b, long c, long d, long e,                   \
                                    long f) __asm__(#name);                                   \
  TIDEMARK_DOOR long refused_##name(long a, long b, long c, long d, long e, long f) {         \
    if (__builtin_expect(state.live, 0) && !kernel::libc::is_libc(TIDEMARK_CALLER)) {         \
      refuse(#name, TIDEMARK_CALLER);                                                         \
    }                                                                                         \
    static Anything real;                                                                     \
    if (real == nullptr) real = reinterpret_cast<Anything>(kernel::libc::next_symbol(#name)); \
    return real(a, b, c, d, e, f);                                                            \
  }

// Files
TIDEMARK_REFUSE(open)
TIDEMARK_REFUSE(open64)
TIDEMARK_REFUSE(openat)
TIDEMARK_REFUSE(openat64)
TIDEMARK_REFUSE(creat)
TIDEMARK_REFUSE(fopen)
TIDEMARK_REFUSE(fopen64)
TIDEMARK_REFUSE(freopen)
TIDEMARK_REFUSE(fdopen)
TIDEMARK_REFUSE(tmpfile)
TIDEMARK_REFUSE(mkstemp)
TIDEMARK_REFUSE(mkdtemp)
TIDEMARK_REFUSE(tmpfile64)
TIDEMARK_REFUSE(freopen64)
TIDEMARK_REFUSE(mkstemp64)
TIDEMARK_REFUSE(mkostemp)
TIDEMARK_REFUSE(mkostemp64)
TIDEMARK_REFUSE(truncate64)
TIDEMARK_REFUSE(ftruncate64)
TIDEMARK_REFUSE(preadv)
TIDEMARK_REFUSE(pwritev)
TIDEMARK_REFUSE(stat)
TIDEMARK_REFUSE(stat64)
TIDEMARK_REFUSE(lstat)
TIDEMARK_REFUSE(lstat64)
TIDEMARK_REFUSE(fstat)
TIDEMARK_REFUSE(fstat64)
TIDEMARK_REFUSE(fstatat)
TIDEMARK_REFUSE(fstatat64)
TIDEMARK_REFUSE(statx)
TIDEMARK_REFUSE(access)
TIDEMARK_REFUSE(faccessat)
TIDEMARK_REFUSE(readlink)
TIDEMARK_REFUSE(realpath)
TIDEMARK_REFUSE(chdir)
TIDEMARK_REFUSE(chmod)
TIDEMARK_REFUSE(chown)
TIDEMARK_REFUSE(flock)
TIDEMARK_REFUSE(lockf)
TIDEMARK_REFUSE(sendfile)
TIDEMARK_REFUSE(splice)
TIDEMARK_REFUSE(memfd_create)
TIDEMARK_REFUSE(opendir)
TIDEMARK_REFUSE(mkdir)
TIDEMARK_REFUSE(rmdir)
TIDEMARK_REFUSE(unlink)
TIDEMARK_REFUSE(unlinkat)
TIDEMARK_REFUSE(rename)
TIDEMARK_REFUSE(renameat)
TIDEMARK_REFUSE(link)
TIDEMARK_REFUSE(symlink)
TIDEMARK_REFUSE(truncate)
TIDEMARK_REFUSE(ftruncate)
TIDEMARK_REFUSE(read)
TIDEMARK_REFUSE(pread)
TIDEMARK_REFUSE(pread64)
TIDEMARK_REFUSE(readv)
TIDEMARK_REFUSE(pwrite)
TIDEMARK_REFUSE(pwrite64)
TIDEMARK_REFUSE(fsync)
TIDEMARK_REFUSE(fdatasync)
TIDEMARK_REFUSE(ioctl)
TIDEMARK_REFUSE(fcntl)
TIDEMARK_REFUSE(fcntl64)
TIDEMARK_REFUSE(dup)
TIDEMARK_REFUSE(dup2)
TIDEMARK_REFUSE(pipe)
TIDEMARK_REFUSE(pipe2)
TIDEMARK_REFUSE(eventfd)
TIDEMARK_REFUSE(timerfd_create)
TIDEMARK_REFUSE(signalfd)
TIDEMARK_REFUSE(inotify_init)
TIDEMARK_REFUSE(inotify_init1)
// Address space: what is mapped here would outlive the execution
TIDEMARK_REFUSE(mmap)
TIDEMARK_REFUSE(mmap64)
TIDEMARK_REFUSE(munmap)
TIDEMARK_REFUSE(mremap)
TIDEMARK_REFUSE(mprotect)
TIDEMARK_REFUSE(brk)
TIDEMARK_REFUSE(sbrk)
// Sockets
TIDEMARK_REFUSE(socket)
TIDEMARK_REFUSE(socketpair)
TIDEMARK_REFUSE(connect)
TIDEMARK_REFUSE(bind)
TIDEMARK_REFUSE(listen)
TIDEMARK_REFUSE(accept)
TIDEMARK_REFUSE(accept4)
TIDEMARK_REFUSE(send)
TIDEMARK_REFUSE(sendto)
TIDEMARK_REFUSE(sendmsg)
TIDEMARK_REFUSE(recv)
TIDEMARK_REFUSE(recvfrom)
TIDEMARK_REFUSE(recvmsg)
TIDEMARK_REFUSE(getaddrinfo)
TIDEMARK_REFUSE(gethostbyname)
TIDEMARK_REFUSE(poll)
TIDEMARK_REFUSE(ppoll)
TIDEMARK_REFUSE(select)
TIDEMARK_REFUSE(pselect)
TIDEMARK_REFUSE(epoll_create)
TIDEMARK_REFUSE(epoll_create1)
TIDEMARK_REFUSE(epoll_ctl)
TIDEMARK_REFUSE(epoll_wait)
TIDEMARK_REFUSE(epoll_pwait)
// Processes
TIDEMARK_REFUSE(fork)
TIDEMARK_REFUSE(vfork)
TIDEMARK_REFUSE(clone)
TIDEMARK_REFUSE(system)
TIDEMARK_REFUSE(popen)
TIDEMARK_REFUSE(execl)
TIDEMARK_REFUSE(execlp)
TIDEMARK_REFUSE(execv)
TIDEMARK_REFUSE(execve)
TIDEMARK_REFUSE(execvp)
TIDEMARK_REFUSE(posix_spawn)
TIDEMARK_REFUSE(posix_spawnp)
TIDEMARK_REFUSE(wait)
TIDEMARK_REFUSE(waitpid)
TIDEMARK_REFUSE(shm_open)
TIDEMARK_REFUSE(shmget)
TIDEMARK_REFUSE(sem_open)
TIDEMARK_REFUSE(mq_open)
TIDEMARK_REFUSE(dlopen)
// Signals and timers
TIDEMARK_REFUSE(sigaction)
TIDEMARK_REFUSE(signal)
TIDEMARK_REFUSE(sigwait)
TIDEMARK_REFUSE(sigwaitinfo)
TIDEMARK_REFUSE(sigtimedwait)
TIDEMARK_REFUSE(sigsuspend)
TIDEMARK_REFUSE(pause)
TIDEMARK_REFUSE(kill)
TIDEMARK_REFUSE(raise)
TIDEMARK_REFUSE(alarm)
TIDEMARK_REFUSE(setitimer)
TIDEMARK_REFUSE(timer_create)
TIDEMARK_REFUSE(pthread_sigmask)
TIDEMARK_REFUSE(sigprocmask)
// Cancellation
TIDEMARK_REFUSE(pthread_cancel)
TIDEMARK_REFUSE(pthread_setcancelstate)
TIDEMARK_REFUSE(pthread_setcanceltype)
TIDEMARK_REFUSE(pthread_testcancel)
TIDEMARK_REFUSE(pthread_atfork)
// Primitives that are shared between processes of the machine
TIDEMARK_REFUSE(pthread_mutex_consistent)
TIDEMARK_REFUSE(pthread_mutex_setprioceiling)
// Waits that the world does not have: the real ones would block the only real thread
TIDEMARK_REFUSE(pthread_timedjoin_np)
TIDEMARK_REFUSE(pthread_clockjoin_np)
