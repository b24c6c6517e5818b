// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>

#include "tidemark/sim/cli/options.hpp"
#include "tidemark/sim/cli/values.hpp"
#include "tidemark/sim/explore/version.hpp"

namespace tidemark::sim::cli {
namespace {

using report::Diagnostic;

struct Verb {
  std::string_view name;
  std::string_view arguments;
  std::string_view does;
  int arguments_min;
  int arguments_max;  ///< -1: any number
};

constexpr std::string_view kWith = "with";  ///< the one flag that may be given more than once

constexpr Verb kVerbs[] = {
    {"list", "[PATTERN]", "scenarios with their claims, tags, properties and goals", 0, 1},
    {"run", "[PATTERN...]", "explores the matching scenarios, all by default", 0, -1},
    {"verify", "PATTERN...", "searches the matching scenarios exhaustively", 1, -1},
    {"check", "FILE...", "explores a program with a main, as it is; compiler flags after --", 1,
     -1},
    {"replay", "FILE|TOKEN", "runs one recorded execution again and prints its trace", 1, 1},
    {"shrink", "FILE|TOKEN", "makes a recorded failure as simple as it can be", 1, 1},
    {"new", "scenario FAMILY NAME", "writes a scenario to begin with", 3, 3},
    {"mutants", "[PATTERN]", "checks that each historical bug, put back, is caught", 0, 1},
};

std::string general_help() {
  std::string text =
      "tidemark runs your real C++ under the interleavings, crashes and lost replies that "
      "matter.\n\n"
      "usage: tidemark VERB [ARGUMENT...] [FLAG...]\n\n";
  for (const Verb& verb : kVerbs) {
    std::string call = std::string(verb.name) + " " + std::string(verb.arguments);
    call.resize(std::max<std::size_t>(call.size() + 2, 24), ' ');
    text += "  " + call + std::string(verb.does) + "\n";
  }
  return text +
         "\n`tidemark VERB --help` lists the flags of a verb; each has an environment form "
         "TIDEMARK_FLAG.\n";
}

bool knows(const ValueFlag& flag, std::string_view verb) {
  const std::string padded = " " + std::string(flag.verbs) + " ";
  return padded.find(" " + std::string(verb) + " ") != std::string::npos;
}

std::string environment_form(std::string_view flag) {
  std::string name = "TIDEMARK_";
  for (const char letter : flag) {
    name +=
        letter == '-' ? '_' : static_cast<char>(letter - ('a' <= letter && letter <= 'z' ? 32 : 0));
  }
  return name;
}

/// The parser of one verb. Values are taken as text and checked by `set_value`, whose messages say
/// what is expected.
class VerbParser {
 public:
  explicit VerbParser(const Verb& verb)
      : verb_(verb), app_(std::string(verb.does), "tidemark " + std::string(verb.name)) {
    app_.allow_extras();
    app_.set_help_flag();
    for (const ValueFlag& flag : value_flags()) {
      if (!knows(flag, verb.name)) continue;
      if (flag.name == kWith) {
        app_.add_option("--with", with_, std::string(flag.help))
            ->envname(environment_form(flag.name))
            ->delimiter(':')
            ->allow_extra_args(false);
        continue;
      }
      app_.add_option("--" + std::string(flag.name), texts_[flag.name], std::string(flag.help))
          ->envname(environment_form(flag.name))
          ->take_last();
    }
    add_switch("quiet", quiet_, "no progress");
    if (verb.name == "run" || verb.name == "verify" || verb.name == "check") {
      add_switch("github", github_, "print annotations for GitHub's workflows");
    }
    if (verb.name == "replay") {
      add_switch("slice", slice_, "of a failure, only the rows that explain it");
    }
    if (verb.name == "check") {
      add_switch("verify", exhaustively_, "exhaustively: every execution the memory model allows");
      add_switch("no-shrink", no_shrink_, "show failures as they were found");
    }
    if (verb.name == "verify") {
      add_switch("keep-going", keep_going_, "go on after the first failure");
    }
    if (verb.name == "run" || verb.name == "mutants") {
      add_switch("keep-going", keep_going_, "go on after the first failure");
      add_switch("no-shrink", no_shrink_, "show failures as they were found");
      add_switch("shake", shake_, "run each execution again at other addresses, in dirty memory");
    }
  }

  ParseResult parse(std::vector<std::string> words) {
    const auto dashes = std::find(words.begin(), words.end(), "--");
    const std::vector<std::string> flags(dashes + (dashes == words.end() ? 0 : 1), words.end());
    words.erase(dashes, words.end());
    for (const std::string& word : words) {
      if (word == "--help" || word == "-h") return HelpText{help()};
    }
    std::reverse(words.begin(), words.end());  // CLI11 takes words from the back
    try {
      app_.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
      return diagnose(error);
    }
    Options options;
    options.verb = verb_.name;
    options.quiet = quiet_;
    options.keep_going = keep_going_;
    options.with = with_;
    options.flags = flags;
    options.shrink = !no_shrink_;
    options.shake = shake_;
    options.github = github_;
    options.exhaustively = exhaustively_;
    options.slice = slice_ || options.verb != "replay";
    for (const auto& [flag, text] : texts_) {
      if (app_.get_option("--" + std::string(flag))->count() == 0) continue;
      if (auto wrong = set_value(options, flag, text)) return *wrong;
    }
    for (const std::string& word : app_.remaining()) {
      if (word.starts_with("-") && word.size() > 1) return unknown_flag(word);
      options.arguments.push_back(word);
    }
    if (auto wrong = check_arguments(options)) return *wrong;
    if (auto wrong = check_files(options)) return *wrong;
    return options;
  }

 private:
  void add_switch(const std::string& name, bool& target, const char* help) {
    app_.add_flag("--" + name, target, help)->envname(environment_form(name));
  }

  std::string help() const {
    std::string text = "usage: tidemark " + std::string(verb_.name) + " " +
                       std::string(verb_.arguments) + " [FLAG...]\n\n" + std::string(verb_.does) +
                       "\n\n";
    for (const ValueFlag& flag : value_flags()) {
      if (!knows(flag, verb_.name)) continue;
      std::string call = "--" + std::string(flag.name) + " " + std::string(flag.value);
      call.resize(std::max<std::size_t>(call.size() + 2, 20), ' ');
      text += "  " + call + std::string(flag.help) + "\n";
    }
    for (const CLI::Option* option : app_.get_options()) {
      if (option->get_expected_max() != 0) continue;
      std::string call = option->get_name();
      call.resize(std::max<std::size_t>(call.size() + 2, 20), ' ');
      text += "  " + call + option->get_description() + "\n";
    }
    return text;
  }

  Diagnostic unknown_flag(const std::string& word) const {
    const std::string name = word.substr(0, word.find('='));
    Diagnostic diagnostic{
        .error = "unknown flag '" + name + "' of `tidemark " + std::string(verb_.name) + "`",
        .help = {},
        .notes = {}};
    std::vector<std::string> names;
    for (const CLI::Option* option : app_.get_options()) names.push_back(option->get_name());
    report::suggest(diagnostic, name, std::vector<std::string_view>(names.begin(), names.end()));
    diagnostic.notes.push_back("`tidemark " + std::string(verb_.name) + " --help` lists its flags");
    return diagnostic;
  }

  Diagnostic diagnose(const CLI::ParseError& error) const {
    const std::string what = error.what();
    const bool lacks_value = dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
    return {.error = lacks_value ? what.substr(0, what.find(':')) + " needs a value" : what,
            .help = {},
            .notes = {"`tidemark " + std::string(verb_.name) + " --help` lists its flags"}};
  }

  std::optional<Diagnostic> check_arguments(const Options& options) const {
    const auto count = static_cast<int>(options.arguments.size());
    if (count >= verb_.arguments_min && (verb_.arguments_max < 0 || count <= verb_.arguments_max)) {
      return std::nullopt;
    }
    const std::string verb(verb_.name);
    return Diagnostic{.error = count < verb_.arguments_min
                                   ? "`tidemark " + verb + "` needs an argument"
                                   : "'" + options.arguments.back() + "' is one argument too many",
                      .help = {"usage: tidemark " + verb + " " + std::string(verb_.arguments)},
                      .notes = {}};
  }

  /// Files of the user's: where they are given, and how.
  std::optional<Diagnostic> check_files(const Options& options) const {
    if (options.verb != "check" && options.with.empty() && !options.flags.empty()) {
      return Diagnostic{.error = "'" + options.flags.front() + "' after `--` is for nobody",
                        .help = {"flags after `--` are those of the compiler for `--with FILE`"},
                        .notes = {}};
    }
    if (options.verb != "run" && options.verb != "verify" && options.verb != "list")
      return std::nullopt;
    for (const std::string& word : options.arguments) {
      const std::string ending = std::filesystem::path(word).extension();
      if (ending != ".cpp" && ending != ".cc" && ending != ".c") continue;
      return Diagnostic{.error = "'" + word + "' is a file, and scenarios are selected by name",
                        .help = {"`--with " + word + "` explores what is in it"},
                        .notes = {}};
    }
    return std::nullopt;
  }

  const Verb& verb_;
  CLI::App app_;
  std::map<std::string_view, std::string> texts_;
  std::vector<std::string> with_;
  bool quiet_ = false;
  bool keep_going_ = false;
  bool no_shrink_ = false;
  bool shake_ = false;
  bool github_ = false;
  bool exhaustively_ = false;
  bool slice_ = false;
};

/// "--seed -5" as "--seed=-5": a negative number is a bad value of the flag, not a flag of its own.
std::vector<std::string> attach_negative_values(std::vector<std::string> words) {
  std::vector<std::string> result;
  for (std::string& word : words) {
    const bool negative = word.size() > 1 && word[0] == '-' && word[1] >= '0' && word[1] <= '9';
    const bool after_flag = !result.empty() && result.back().starts_with("--") &&
                            result.back().find('=') == std::string::npos;
    if (negative && after_flag) {
      result.back() += "=" + word;
    } else {
      result.push_back(std::move(word));
    }
  }
  return result;
}

Diagnostic unknown_verb(std::string_view word) {
  const bool flag = word.starts_with("-");
  Diagnostic diagnostic{
      .error = std::string(flag ? "unknown flag '" : "unknown verb '") + std::string(word) + "'",
      .help = {},
      .notes = {"`tidemark --help` lists the verbs"}};
  if (!flag) report::suggest(diagnostic, word, verb_names());
  return diagnostic;
}

}  // namespace

std::span<const std::string_view> verb_names() {
  static const auto names = [] {
    std::vector<std::string_view> result;
    for (const Verb& verb : kVerbs) result.push_back(verb.name);
    return result;
  }();
  return names;
}

ParseResult parse(std::span<const char* const> arguments) {
  std::vector<std::string> words(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
  if (words.empty()) {
    return Diagnostic{.error = "a verb is needed",
                      .help = {"`tidemark run` explores everything"},
                      .notes = {"`tidemark --help` lists the verbs"}};
  }
  const std::string first = words.front();
  if (first == "--help" || first == "-h" || first == "help") return HelpText{general_help()};
  if (first == "--version") return HelpText{std::string("tidemark ") + explore::version() + "\n"};
  const auto* const verb = std::find_if(std::begin(kVerbs), std::end(kVerbs),
                                        [&](const Verb& each) { return each.name == first; });
  if (verb == std::end(kVerbs)) return unknown_verb(first);
  const std::vector<std::string> command = words;
  words.erase(words.begin());
  ParseResult result = VerbParser(*verb).parse(attach_negative_values(std::move(words)));
  if (auto* options = std::get_if<Options>(&result)) options->command = command;
  return result;
}

}  // namespace tidemark::sim::cli
