# SPDX-License-Identifier: MIT
"""Everything a user can get wrong: a diagnostic with a hint, exit 2, nothing written."""

from program import checksum, forge


def test_no_verb(tidemark):
    tidemark.refuses(says=["a verb is needed"])


def test_unknown_verb(tidemark):
    tidemark.refuses("rnu", says=["unknown verb 'rnu'", "did you mean 'run'?"])


def test_unknown_scenario(tidemark):
    name = first_scenario(tidemark)
    typo = name[:-2] + name[-1] + name[-2]
    family = name.split("/")[0]
    for verb in ("run", "list"):
        tidemark.refuses(verb, typo, says=[f"unknown scenario '{typo}'", f"did you mean '{name}'?",
                                           f"`tidemark list {family}`"])


def test_unknown_flag(tidemark):
    tidemark.refuses("run", "--sede", "1", says=["unknown flag '--sede'", "did you mean '--seed'?"])
    tidemark.refuses("list", "--executions", "3", says=["unknown flag '--executions'"])
    tidemark.refuses("--sede", says=["unknown flag '--sede'"])


def test_bad_seed(tidemark):
    for seed in ("x", "-1", "0x", "18446744073709551616", "1.5"):
        tidemark.refuses("run", f"--seed={seed}", says=["--seed does not take"])


def test_bad_seed_from_the_environment(tidemark):
    tidemark.refuses("run", env={"TIDEMARK_SEED": "five"}, says=["--seed does not take 'five'"])


def test_unknown_strategy(tidemark):
    tidemark.refuses("run", "--strategy", "randon",
                     says=["unknown strategy 'randon'", "did you mean 'random'?"])


def test_bad_budgets(tidemark):
    for flag, value in (("--executions", "-5"), ("--executions", "0"), ("--executions", "many"),
                        ("--time", "-1s"), ("--time", "0s"), ("--time", "5 parsecs"),
                        ("--max-steps", "-3"), ("--crashes", "-1"), ("--faults", "x"),
                        ("--timers", "-2")):
        tidemark.refuses("run", flag, value, says=[f"{flag} does not take '{value}'", "expected"])


def test_flag_without_its_value(tidemark):
    tidemark.refuses("run", "--seed", says=["--seed needs a value"])
    tidemark.refuses("run", "--seed=", says=["--seed needs a value"])


def test_outputs_that_cannot_be_written(tidemark):
    missing = ("--executions", "1", "--json", "no/such/folder/out.json")
    tidemark.refuses("run", *missing, says=["cannot write", "there is no directory"])
    tidemark.refuses("list", "--json", ".", says=["cannot write", "it is a directory"])
    name = tidemark.give("file", "")
    tidemark.refuses("run", "--executions", "1", "--artifacts", name, says=["is not a directory"])


def test_replay_of_nothing(tidemark):
    tidemark.refuses("replay", says=["needs an argument"])
    tidemark.refuses("replay", "no_such.json", says=["neither a token nor a file"])


def test_replay_of_a_token_of_another_schema(tidemark):
    tidemark.refuses("replay", "tm7-gcc12-a/b-0x1-1-00000000", says=["another version", "tm1-"])


def test_replay_of_a_damaged_token(tidemark):
    token = token_of(first_scenario(tidemark))
    for length in (4, len(token) // 2, len(token) - 1):
        tidemark.refuses("replay", token[:length], says=["is damaged"])
    tidemark.refuses("replay", token.replace("0x2a", "0x2b"), says=["is damaged"])


def test_replay_of_an_unknown_scenario(tidemark):
    name = first_scenario(tidemark)
    token = forge(token_of(name), name, name + "x")
    tidemark.refuses("replay", token, says=[f"unknown scenario '{name}x'",
                                            f"did you mean '{name}'?"])


def test_replay_of_an_unknown_mutant(tidemark):
    name = first_scenario(tidemark)
    token = forge(token_of(name), name, name + "@no_such_bug")
    tidemark.refuses("replay", token, says=["unknown mutant 'no_such_bug'"])


def test_replay_of_files_that_are_no_recordings(tidemark):
    for text, says in (("", "it is not JSON"), ("{", "it is not JSON"),
                       ("[]", "no recorded choices"),
                       ("{}", "no recorded choices"), ('{"choices": [], "schema": 9}', "schema 9"),
                       ('{"choices": [], "schema": 1}', "a field is missing"),
                       ('{"choices": [], "schema": 1, "token": "x"}', "its token is damaged")):
        name = tidemark.give("failure.json", text)
        tidemark.refuses("replay", name, says=[f"'{name}' is not a recorded run", says])
    tidemark.refuses("replay", ".", says=["cannot read"])


def test_unknown_mutant(tidemark):
    tidemark.refuses("mutants", "no_such_bug", says=["unknown mutant 'no_such_bug'"])
    tidemark.refuses("mutants", "--refresh", "no_such_bug", says=["unknown mutant 'no_such_bug'"])
    tidemark.refuses("run", "--mutant", "no_such_bug", says=["unknown mutant 'no_such_bug'"])


def first_scenario(tidemark):
    listed = tidemark("list").expect(0).out
    return next(line for line in listed.splitlines() if not line.startswith(" "))


def token_of(scenario):
    body = f"tm1-gcc12-{scenario}-0x2a-17"
    return f"{body}-{checksum(body)}"
