// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <future>

#include "tidemark/sim/cli/child.hpp"
#include "tidemark/sim/cli/files.hpp"
#include "tidemark/sim/cli/interrupt.hpp"
#include "tidemark/sim/cli/mutant_library.hpp"
#include "tidemark/sim/cli/select.hpp"
#include "tidemark/sim/cli/terminal.hpp"
#include "tidemark/sim/cli/verbs.hpp"
#include "tidemark/sim/report/campaign_json.hpp"
#include "tidemark/sim/report/summary.hpp"

namespace tidemark::sim::cli {
namespace {

using explore::ExitCode;
using report::Diagnostic;
using report::MutantEntry;
using report::MutantRun;

constexpr std::uint64_t kExecutionsByDefault = 20'000;
/// A gate must not depend on luck: without `--seed` every run of it explores the same executions.
constexpr std::uint64_t kSeedByDefault = 1;

/// What became of one mutant.
struct Judgement {
  MutantEntry entry;
  std::optional<MutantRun> run;
  ExitCode code = ExitCode::held;
};

std::vector<std::string> run_words(const Options& options, const Mutant& mutant,
                                   const std::string& report, std::uint32_t jobs) {
  const std::uint64_t seed = options.seed ? options.seed->value : kSeedByDefault;
  const std::uint64_t executions = options.executions.value_or(kExecutionsByDefault);
  std::vector<std::string> words = {"/proc/self/exe", "run",
                                    mutant.scenario,  "--quiet",
                                    "--mutant",       mutant.name,
                                    "--json",         report,
                                    "--seed",         choice::format_seed(seed),
                                    "--executions",   std::to_string(executions),
                                    "--strategy",     options.strategy.name(),
                                    "--jobs",         std::to_string(jobs)};
  // Where a failure takes a file to repeat it, that file stays with the mutant.
  words.insert(words.end(), {"--artifacts",
                             (std::filesystem::path(report).parent_path() / "failures").string()});
  if (!options.shrink) words.emplace_back("--no-shrink");
  if (options.shake) words.emplace_back("--shake");
  const auto add = [&](const char* flag, std::uint32_t bound) {
    if (bound == choice::Bounds::kUnbounded) return;
    words.insert(words.end(), {flag, std::to_string(bound)});
  };
  add("--crashes", options.bounds.events);
  add("--faults", options.bounds.faults);
  add("--timers", options.bounds.advances);
  if (options.steps_max) {
    words.insert(words.end(), {"--max-steps", std::to_string(*options.steps_max)});
  }
  return words;
}

Judgement trouble(MutantEntry entry, ExitCode code, std::string sentence) {
  entry.trouble = std::move(sentence);
  return {.entry = std::move(entry), .run = std::nullopt, .code = code};
}

/// Builds a mutant, lets its scenarios look for it and says whether they found what they had to.
Judgement judge(const Options& options, const Workshop& workshop, const Mutant& mutant,
                std::uint32_t jobs) {
  MutantEntry entry{.name = mutant.name, .named = mutant.caught_by, .report = {}, .trouble = {}};
  const MutantBuild build = build_mutant(workshop, mutant.name);
  if (!build.built) {
    const ExitCode code = build.stale ? ExitCode::violated : ExitCode::internal;
    return trouble(std::move(entry), code, build.output);
  }
  const auto folder = mutant_folder(workshop, mutant.name);
  const auto report = folder / "report.json";
  std::error_code error;
  std::filesystem::remove(report, error);
  const int code = run_child(run_words(options, mutant, report, jobs), folder / "run.log",
                             {"LD_LIBRARY_PATH=" + folder.string()});
  entry.report = read_file(report).value_or("");
  auto run = report::read_mutant_run(entry.report, mutant.caught_by);
  if (!run) {
    const std::string log = read_file(folder / "run.log").value_or("");
    return trouble(std::move(entry), ExitCode::internal,
                   fmt::format("its run ended with code {}\n{}", code, log));
  }
  const bool named = std::find(mutant.caught_by.begin(), mutant.caught_by.end(), run->property) !=
                     mutant.caught_by.end();
  return {.entry = std::move(entry),
          .run = std::move(run),
          .code = named ? ExitCode::held : ExitCode::violated};
}

std::string describe(const Judgement& judgement, const Mutant& mutant, const report::Style& style) {
  const std::string name = style.strong(mutant.name);
  if (!judgement.run) {
    return fmt::format("{}  {}\n  {}\n", style.bad("broken"), name, judgement.entry.trouble);
  }
  const MutantRun& run = *judgement.run;
  const std::string named = fmt::format("{}", fmt::join(mutant.caught_by, " or "));
  const std::string count =
      report::format_count(run.executions) + (run.executions == 1 ? " execution" : " executions");
  if (run.property.empty()) {
    return fmt::format("{}  {}: not caught by {} in {}\n  {}\n", style.bad("survived"), name, named,
                       count, mutant.wrong);
  }
  const bool held = judgement.code == ExitCode::held;
  return fmt::format("{}  {}: {} in {}, after {}{}\n  {}\n  ./tidemark replay {}\n",
                     held ? style.good("caught") : style.bad("caught otherwise"), name,
                     run.property, run.scenario, count,
                     held ? "" : fmt::format(" (it names {})", named), mutant.wrong, run.reproduce);
}

ExitCode refresh(const Workshop& workshop, const Options& options) {
  const auto log = mutant_folder(workshop, options.refresh) / "refresh.log";
  std::error_code error;
  std::filesystem::create_directories(log.parent_path(), error);
  const auto script = workshop.source / "scenarios/mutants/build_mutant.py";
  const int code = run_child({"python3", script.string(), "--build", workshop.build.string(),
                              "--refresh", options.refresh},
                             log);
  print(read_file(log).value_or(""));
  return code == 0 ? ExitCode::held : ExitCode::violated;
}

std::variant<std::vector<Mutant>, Diagnostic> select_mutants(std::vector<Mutant> all,
                                                             const Options& options) {
  std::vector<Mutant> chosen;
  std::vector<std::string_view> names;
  for (const Mutant& mutant : all) {
    names.push_back(mutant.name);
    const bool wanted =
        options.refresh.empty()
            ? options.arguments.empty() || matches(mutant.name, options.arguments.front())
            : mutant.name == options.refresh;
    if (wanted) chosen.push_back(mutant);
  }
  if (!chosen.empty()) return chosen;
  const std::string asked = !options.refresh.empty()    ? options.refresh
                            : options.arguments.empty() ? ""
                                                        : options.arguments.front();
  Diagnostic diagnostic{
      .error = fmt::format("unknown mutant '{}'", asked), .help = {}, .notes = {}};
  report::suggest(diagnostic, asked, names);
  diagnostic.notes.push_back(fmt::format("mutants: {}", fmt::join(names, ", ")));
  return diagnostic;
}

/// Judges mutants side by side, as many as there are jobs, and gives each to `take` in their order.
/// Jobs that are left over explore one mutant together.
void judge_each(const Options& options, const Workshop& workshop, const std::vector<Mutant>& chosen,
                const std::function<void(Judgement, const Mutant&)>& take) {
  const std::size_t side_by_side = std::min<std::size_t>(options.jobs, chosen.size());
  const auto jobs_each = static_cast<std::uint32_t>(options.jobs / side_by_side);
  std::deque<std::future<Judgement>> running;
  std::size_t begun = 0;
  for (const Mutant& mutant : chosen) {
    for (; begun < chosen.size() && running.size() < side_by_side && !interrupted(); ++begun) {
      const Mutant& next = chosen[begun];
      if (!options.quiet) std::fprintf(stderr, "building and exploring %s\n", next.name.c_str());
      running.push_back(std::async(std::launch::async, [&options, &workshop, &next, jobs_each] {
        return judge(options, workshop, next, jobs_each);
      }));
    }
    if (running.empty()) return;
    take(running.front().get(), mutant);
    running.pop_front();
  }
}

ExitCode judge_all(const Options& options, const Workshop& workshop,
                   const std::vector<Mutant>& chosen) {
  const auto began = std::chrono::steady_clock::now();
  std::vector<MutantEntry> entries;
  ExitCode code = ExitCode::held;
  std::size_t caught = 0;
  judge_each(options, workshop, chosen, [&](Judgement judgement, const Mutant& mutant) {
    print(describe(judgement, mutant, output_style()));
    caught += judgement.code == ExitCode::held ? 1 : 0;
    code = explore::worse(code, judgement.code);
    entries.push_back(std::move(judgement.entry));
  });
  if (interrupted()) code = ExitCode::interrupted;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began;
  print(fmt::format("{} of {} mutants caught by a property they name\n", caught, chosen.size()));
  if (options.json.empty()) return code;
  const report::JsonHead head{.command = options.command,
                              .seed = options.seed ? options.seed->value : kSeedByDefault,
                              .elapsed_s = elapsed.count()};
  if (const auto wrong = write_file(options.json, report::mutants_json(entries, head)))
    return refuse(*wrong);
  return code;
}

}  // namespace

ExitCode mutants(const Options& options, std::span<const Scenario>) {
  const auto workshop = find_workshop();
  if (!workshop) {
    return refuse(
        {.error = "mutants are patches of the source, and this program is installed without it",
         .help = {"run `./tidemark mutants` in a source tree"},
         .notes = {}});
  }
  auto all = read_mutants(*workshop);
  if (const auto* wrong = std::get_if<Diagnostic>(&all)) return refuse(*wrong);
  const auto chosen = select_mutants(std::move(std::get<std::vector<Mutant>>(all)), options);
  if (const auto* wrong = std::get_if<Diagnostic>(&chosen)) return refuse(*wrong);
  if (!options.refresh.empty()) return refresh(*workshop, options);
  if (!options.json.empty()) {
    if (const auto wrong = check_writable(options.json)) return refuse(*wrong);
  }
  catch_interrupts();
  return judge_all(options, *workshop, std::get<std::vector<Mutant>>(chosen));
}

}  // namespace tidemark::sim::cli
