"""Judges tests: changes a room's code a little, many times, and says which changes no test notices.

usage: make mutants ROOM=core/metrics [NUMBER=60] [SEED=0] [TESTS=tests/core/metrics]

Works on a copy of the checkout. The changes are those of cosmic-ray, and one of our own (an argument that is dropped);
each place that can be changed is drawn as often as any other. Of what `make test` runs, only the room's tests that call
the changed function run, until one fails. What no test can notice is named in mutants-equivalent.txt: why, the file,
the line before and after.
"""

from __future__ import annotations

import ast
import difflib
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path

# Loaded once, and each run is forked: they take longer than most runs. What is forked has none of our modules yet.
import parso
import polars as pl  # noqa: F401
import PySide6.QtWidgets  # noqa: F401
import pytest
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from hypothesis import Phase, settings

HOUSE = Path(__file__).resolve().parent.parent
run_path(str(HOUSE / "tests" / "machine.py"))["stand_alone"]()  # once, for all runs
EQUIVALENT = HOUSE / "tests" / "mutants-equivalent.txt"


class DropArgument(Operator):
    """Leaves a keyword's argument to its default."""

    def mutation_positions(self, node):
        if node.type in ("arglist", "trailer"):
            for child in node.children:
                if child.type == "argument" and child.children[1] == "=":
                    yield child.start_pos, child.end_pos

    def mutate(self, node, index):
        chosen = [child for child in node.children if child.type == "argument" and child.children[1] == "="][index]
        at = node.children.index(chosen)
        comma = next((place for place in (at + 1, at - 1) if node.children[place : place + 1] == [","]), at)
        node.children = [child for place, child in enumerate(node.children) if place not in (at, comma)]
        return node

    @classmethod
    def examples(cls):
        return ()


class Nearest:
    """Notes which functions each test calls, or runs only the tests that call some."""

    def __init__(self, house: Path, called: dict[str, set[tuple[str, int]]], chosen: set[str] | None = None) -> None:
        self.house, self.called, self.chosen = f"{house}{os.sep}", called, chosen
        self.calls = called[""]
        self.failed: list[str] = []

    def pytest_configure(self):
        # Whether an example fails matters here, not which one is the smallest.
        settings.register_profile("mutants", settings.get_profile("few"), phases=[Phase.explicit, Phase.generate])
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, config, items):
        if self.chosen:
            for conftest in config.pluginmanager.get_plugins():
                if hasattr(conftest, "PATIENCE"):
                    conftest.PATIENCE = 10_000  # what has been waited for in vain ends a run
            items[:] = [item for item in items if self.chosen & {"", item.nodeid.partition("::")[0], item.nodeid}]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        if self.chosen is not None:
            return (yield)
        self.calls = self.called[item.nodeid]

        def note(frame, _event, _argument):
            if frame.f_code.co_filename.startswith(self.house):
                self.calls.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

        threading.settrace(note)
        sys.settrace(note)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):
        """What several tests share is called for all of them."""
        calls = self.calls
        if fixturedef.scope != "function":
            self.calls = self.called[request.node.nodeid]
        try:
            return (yield)
        finally:
            self.calls = calls

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed.append(report.nodeid)


def tested(house: Path, tests: list[str], chosen: set[str] | None, skipped: list[str], answer) -> None:
    """Run in a process of its own: pytest in the copy; puts its status, who calls what, and what failed."""
    os.setsid()
    os.chdir(house)
    names = str(house / "names")
    os.environ |= {"CI": "1", "PYTHONPATH": names, "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
    sys.dont_write_bytecode = True
    sys.path.insert(0, names)
    log = os.open(house / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    nearest = Nearest(house, defaultdict(set), chosen)
    options = ["-q", "--tb=short", "--no-header", "-p", "no:cacheprovider", "-m", "not slow and not shared", *tests]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hypothesis has been imported
    options += [] if chosen is None else ["-x", "-o", "timeout=20", *(f"--deselect={test}" for test in skipped)]
    status = pytest.main(options, plugins=[nearest])
    where = sys.modules["goldleaf.core"].__file__ if "goldleaf.core" in sys.modules else None
    answer.send((int(status), where, dict(nearest.called), nearest.failed))
    answer.close()
    os._exit(0)


def run(house: Path, tests: list[str], chosen: set[str] | None, skipped: list[str], limit: float):
    """What `tested` says, or None when it took too long or died."""
    reader, writer = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=tested, args=(house, tests, chosen, skipped, writer))
    process.start()
    writer.close()
    try:
        found = reader.recv() if reader.poll(limit) else None
    except EOFError:
        found = None
    try:
        os.killpg(process.pid, 9)  # and what tests have left running
    except ProcessLookupError:
        process.kill()
    process.join()
    return found


def program(code: str) -> str:
    """What a program does, for telling changes that change nothing: of annotations, of layout, and of what only guards
    against misuse."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.Call):
            node.keywords = [one for one in node.keywords if one.arg not in ("strict", "frozen", "slots")]
    return ast.dump(tree)


def mutants(modules: list[Path], seed: int) -> Iterator[tuple[Path, int, str]]:
    """Modules, lines and the changed code, drawn without end of places."""
    operators = [
        get_operator(name)() for name in operator_names() if not name.endswith(("VariableReplacer", "VariableInserter"))
    ] + [DropArgument()]
    places = defaultdict(list)
    for module in modules:
        seen = dict.fromkeys(range(len(operators)), 0)
        for node in ast_nodes(parso.parse(module.read_text())):
            for which, operator in enumerate(operators):
                for start, _ in operator.mutation_positions(node):
                    places[module, start].append((which, seen[which]))
                    seen[which] += 1
    draw = random.Random(seed)
    order = sorted(places)
    draw.shuffle(order)
    for module, start in order:
        which, occurrence = draw.choice(places[module, start])
        code = module.read_text()
        try:
            changed = mutate_code(code, operators[which], occurrence)
            differs = program(changed) != program(code)
        except (AttributeError, SyntaxError):  # cosmic-ray cannot replace an exception that is named with its module
            continue
        if differs:
            yield module, start[0], changed


def function_around(code: str, line: int) -> int | None:
    """The first line of the function that a line is in, None outside of functions."""
    around = [
        min((decorator.lineno for decorator in node.decorator_list), default=node.lineno)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return max(around, default=None)


def change(old: str, new: str) -> str:
    """The lines that differ, as in mutants-equivalent.txt."""
    found = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in [*found][2:] if line[0] in "-+")


def main(room: str, number: int, seed: int, tests: list[str]) -> None:
    """Draws, changes, tests and tells."""
    twin = Path("tests", room).with_name(f"test_{Path(room).name}")
    tests = tests or [str(twin if room.endswith(".py") else Path("tests", room))]
    equivalent = dict(
        reversed(entry.partition("\n")[::2]) for entry in EQUIVALENT.read_text().strip().split("\n\n")[1:]
    )
    with tempfile.TemporaryDirectory(prefix="goldleaf-mutants-") as place:
        house = Path(place).resolve() / "goldleaf"
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=HOUSE, stdout=subprocess.PIPE, check=True
        )
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (HOUSE / name).is_file():
                (house / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(HOUSE / name, house / name)
        (house / "names" / "goldleaf").mkdir(parents=True)
        for folder in ("core", "viewer", "assets"):
            (house / "names" / "goldleaf" / folder).symlink_to(house / folder)
        modules = [house / room] if room.endswith(".py") else sorted((house / room).rglob("*.py"))

        began = time.monotonic()
        found = run(house, tests, None, [], 1200)
        if found is None or found[0] not in (0, 1) or not Path(found[1]).is_relative_to(house):
            sys.exit(f"the tests do not run in a copy:\n{(house / 'log').read_text()[-4000:]}")
        _, _, called, skipped = found
        limit = 60 + 2 * (time.monotonic() - began)
        print(f"{' '.join(tests)}: {len(called)} tests in {time.monotonic() - began:.0f} s, traced", flush=True)
        if skipped:
            print("left out, as they fail without a change:", *skipped, sep="\n  ")

        counts = dict.fromkeys(("killed", "survived", "equivalent"), 0)
        for module, line, changed in mutants(modules, seed):
            if sum(counts.values()) == number:
                break
            code = module.read_text()
            name = module.relative_to(house).as_posix()
            difference = f"{name}\n{change(code, changed)}"
            told = f"{name}:{line}\n{change(code, changed)}"
            if difference in equivalent:
                counts["equivalent"] += 1
                print(f"equivalent {told}\n  {equivalent[difference]}", flush=True)
                continue
            function, imported = function_around(code, line), str(house / "names" / "goldleaf" / name)
            callers = {
                test
                for test, calls in called.items()
                if any(path == imported and function in (None, start) for path, start in calls)
            }
            module.write_text(changed)
            found = (0,)
            if callers:
                near = tests if "" in callers else sorted({test.partition("::")[0] for test in callers})
                found = run(house, near, callers, skipped, limit)
            # What is no function may be looked at without a call, and what runs in a thread of Qt's is not traced.
            if (function is None or not callers) and found and found[0] == 0:
                found = run(house, tests, set(), skipped, limit)
            module.write_text(code)
            if found and found[0] == 0:
                counts["survived"] += 1
                print(f"survived {told}\n  {len(callers)} tests call it", flush=True)
            else:
                counts["killed"] += 1
                print(f"killed {told}\n  by {[*(found or [[]])[-1], 'not importing, or not ending'][0]}", flush=True)
    judged = counts["killed"] + counts["survived"]
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    print(f"{summary}: {counts['killed'] / max(judged, 1):.0%} of {judged} killed in {room}, seed {seed}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
