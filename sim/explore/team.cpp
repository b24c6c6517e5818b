// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/team.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/single_threaded.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <utility>

namespace tidemark::sim::explore {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kListen_ms = 100;
constexpr std::size_t kParcelsMost = 32 * 1024;  ///< bytes that wait to be sent
constexpr auto kSendEvery = std::chrono::milliseconds(50);
constexpr int kFailed = 70;

/// Collects parcels and sends many at a time.
class Sender {
 public:
  explicit Sender(int to) : to_(to), sent_(Clock::now()) {}

  void add(std::size_t lane, const Batch& batch) {
    pack(waiting_, lane, batch);
    const auto now = Clock::now();
    if (waiting_.size() < kParcelsMost && now - sent_ < kSendEvery) return;
    sent_ = now;
    send();
  }

  void send() {
    for (std::size_t at = 0; at < waiting_.size();) {
      const ssize_t written = write(to_, waiting_.data() + at, waiting_.size() - at);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) _exit(kFailed);  // nobody is there any more
      at += static_cast<std::size_t>(written);
    }
    waiting_.clear();
  }

 private:
  int to_;
  std::string waiting_;
  Clock::time_point sent_;
};

/// What a fork does not inherit, or should not.
class Inheritance {
 public:
  Inheritance() { getitimer(ITIMER_VIRTUAL, &watchdog_); }

  void accept() const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent_) _exit(kFailed);
    // A terminal sends these to everybody in the foreground. Whoever started this process hears of
    // them and says when to stop; one that ends by itself would be taken for dead.
    for (const int asked : {SIGINT, SIGTERM, SIGPIPE}) std::signal(asked, SIG_IGN);
    // The kernel's watch over loops, where there were executions before: timers are not inherited.
    setitimer(ITIMER_VIRTUAL, &watchdog_, nullptr);
  }

 private:
  pid_t parent_ = getpid();
  itimerval watchdog_ = {};
};

/// What a started process does. Nothing of the one that started it is unwound or flushed here.
[[noreturn]] void serve(std::size_t number, int to, const Inheritance& inherited,
                        const std::function<void(std::size_t, const Team::Send&)>& work) {
  inherited.accept();
  // libstdc++ drops atomics in a process that has one thread, as a fork does; the kernel lends
  // fibers what threads would have.
  __libc_single_threaded = 0;
  try {
    Sender sender(to);
    work(number, [&](std::size_t lane, const Batch& batch) { sender.add(lane, batch); });
    sender.send();
  } catch (const std::exception&) {
    _exit(kFailed);  // as where no memory is left; whoever started it says in which execution
  }
  _exit(0);
}

std::string describe(int status) {
  if (WIFEXITED(status)) return fmt::format("exit code {}", WEXITSTATUS(status));
  return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
}

}  // namespace

Team::Team(std::size_t count, const std::function<void(std::size_t, const Send&)>& work) {
  members_.reserve(count);
  for (std::size_t number = 0; number < count && start(number, work);) ++number;
}

bool Team::start(std::size_t number, const std::function<void(std::size_t, const Send&)>& work) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  const Inheritance inherited;
  const pid_t pid = fork();
  if (pid == 0) {
    ::close(ends[0]);
    for (const Member& earlier : members_) ::close(earlier.from);
    serve(number, ends[1], inherited, work);
  }
  ::close(ends[1]);
  if (pid < 0) {
    ::close(ends[0]);
    return false;
  }
  members_.push_back({.pid = pid, .from = ends[0]});
  return true;
}

Team::~Team() {
  for (Member& member : members_) {
    if (member.from >= 0) close(member);
  }
}

bool Team::listen(const std::function<void(Parcel)>& take) {
  std::vector<pollfd> wanted;
  for (const Member& member : members_) {
    wanted.push_back({.fd = member.from, .events = POLLIN, .revents = 0});
  }
  // An interrupted wait is a reason to look what was asked for.
  if (poll(wanted.data(), wanted.size(), kListen_ms) > 0) {
    for (std::size_t at = 0; at < members_.size(); ++at) {
      if (wanted[at].revents != 0) receive(members_[at], take);
    }
  }
  for (const Member& member : members_) {
    if (member.from >= 0) return true;
  }
  return false;
}

void Team::receive(Member& member, const std::function<void(Parcel)>& take) {
  char buffer[1 << 16];
  const ssize_t got = read(member.from, buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) return close(member);
  member.came.append(buffer, static_cast<std::size_t>(got));
  std::string_view rest = member.came;
  while (auto parcel = unpack(rest)) take(std::move(*parcel));
  member.came.erase(0, member.came.size() - rest.size());
}

void Team::close(Member& member) {
  ::close(member.from);
  member.from = -1;
  int status = 0;
  while (waitpid(member.pid, &status, 0) < 0 && errno == EINTR) {
  }
  const bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (well || death_) return;
  death_ =
      Death{.number = static_cast<std::size_t>(&member - members_.data()), .how = describe(status)};
}

}  // namespace tidemark::sim::explore
