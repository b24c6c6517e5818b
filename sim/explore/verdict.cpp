// SPDX-License-Identifier: MIT
#include "tidemark/sim/explore/verdict.hpp"

#include <algorithm>
#include <iterator>

namespace tidemark::sim::explore {

using kernel::Category;

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::held: return "held";
    case Verdict::violated: return "violated";
    case Verdict::liveness: return "liveness";
    case Verdict::nondeterministic: return "nondeterministic";
    case Verdict::unsupported: return "unsupported";
    case Verdict::goal_missed: return "goal_missed";
    case Verdict::no_verdict: return "no_verdict";
  }
  return "no_verdict";
}

Verdict verdict_of(Category category) {
  switch (category) {
    case Category::none:
    case Category::assume: return Verdict::held;
    case Category::deadlock:
    case Category::wedge:
    case Category::max_steps: return Verdict::liveness;
    case Category::unsupported: return Verdict::unsupported;
    case Category::diverged: return Verdict::nondeterministic;
    case Category::internal: return Verdict::no_verdict;
    case Category::property:
    case Category::assertion:
    case Category::abort:
    case Category::exit:
    case Category::exception:
    case Category::race:
    case Category::use_after_free:
    case Category::overrun:
    case Category::double_free:
    case Category::leak:
    case Category::misuse: return Verdict::violated;
  }
  return Verdict::no_verdict;
}

ExitCode exit_code_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::held: return ExitCode::held;
    case Verdict::violated: return ExitCode::violated;
    case Verdict::liveness: return ExitCode::liveness;
    case Verdict::nondeterministic: return ExitCode::nondeterministic;
    case Verdict::unsupported: return ExitCode::bad_input;
    case Verdict::goal_missed: return ExitCode::goal_missed;
    case Verdict::no_verdict: return ExitCode::no_verdict;
  }
  return ExitCode::internal;
}

ExitCode worse(ExitCode left, ExitCode right) {
  static constexpr ExitCode kOrder[] = {
      ExitCode::interrupted, ExitCode::internal, ExitCode::nondeterministic, ExitCode::bad_input,
      ExitCode::violated,    ExitCode::liveness, ExitCode::replay_mismatch,  ExitCode::goal_missed,
      ExitCode::no_verdict,  ExitCode::held};
  const auto* const first = std::find_if(std::begin(kOrder), std::end(kOrder), [&](ExitCode code) {
    return code == left || code == right;
  });
  return *first;
}

}  // namespace tidemark::sim::explore
