"""Run a game's tests against planted bugs, quickly (used by tools/mutants.py).

One process imports the engine and collects the tests once. It notes which functions each test
calls and how long the test takes. Then it forks for every mutant: the child exchanges the code of
the one changed function and runs the tests that call it, the shortest first, until one fails. A
function that is called while modules are imported may have left its result in a table; its mutants
are planted before the import instead, in a process that begins without the engine.
"""

import gc
import os
import pickle
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import BinaryIO, Generic, NoReturn, TypeVar

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]  # the source, not what is installed
OPTIONS = ("-q", "-s", "-p", "no:cacheprovider", "-o", "timeout=0", "--hypothesis-profile=mutants")
SURVIVED, FOUND, BROKEN = 0, 1, 99  # exit codes of a child; pytest's own lie between
MEMORY = 4 << 30  # bytes for one run of the tests
PATIENCE = 8  # times what a test takes without a bug, and some seconds: longer counts as found
GRACE = 5.0

ERRORS = os.fdopen(os.dup(2), "w")  # a child's own output leads nowhere

Key = tuple[str, str, int]  # of a function: file below the root, name, first line
Job = TypeVar("Job")


@dataclass(frozen=True)
class Bug:
    """A changed line and the module with it."""

    path: str  # below the root, with slashes
    line: int
    text: str  # of the whole module


@dataclass
class Measured:
    """What the tests do without a bug: CPU seconds of each, the functions it calls."""

    passed: bool = False
    seconds: dict[str, float] = field(default_factory=dict)
    called: dict[str, set[Key]] = field(default_factory=dict)
    at_import: set[Key] = field(default_factory=set)

    def order(self, function: Key) -> list[str]:
        """List the tests that can notice a change of *function*, the shortest first."""
        others = function in self.at_import  # its result may be used by tests that do not call it
        calling = [test for test, called in self.called.items() if function in called]
        ordered = sorted(calling, key=self.seconds.__getitem__)
        if others:
            ordered += sorted(self.called.keys() - set(calling), key=self.seconds.__getitem__)
        return ordered


# -- functions and their code


def key_of(code: CodeType) -> Key | None:
    """Return what names a function of this project, None for all others."""
    path = code.co_filename
    if not path.startswith(str(ROOT)):
        return None
    return Path(path).relative_to(ROOT).as_posix(), code.co_qualname, code.co_firstlineno


def functions_in(code: CodeType) -> Iterator[CodeType]:
    """List the functions of a module, those of its classes too, but none inside another."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_flags & CO_OPTIMIZED:
                yield each
            else:  # the body of a class
                yield from functions_in(each)


def lines_of(code: CodeType) -> set[int]:
    """Return the lines of a function and of all functions inside it."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return {line for _, _, line in code.co_lines() if line}.union(*map(lines_of, inner))


def changed_function(bug: Bug) -> CodeType:
    """Return the changed function's code, with the bug in it."""
    module = compile(bug.text, str(ROOT / bug.path), "exec", dont_inherit=True)
    return next(each for each in functions_in(module) if bug.line in lines_of(each))


def exchange(bug: Bug, functions: dict[Key, list[FunctionType]]) -> None:
    """Give the function of this process the code with the bug."""
    code = changed_function(bug)
    key = key_of(code)
    assert key is not None, "a bug is planted in this project"
    for function in functions[key]:
        function.__code__ = code


def functions_here() -> dict[Key, list[FunctionType]]:
    """Find every function of this project in this process."""
    found: dict[Key, list[FunctionType]] = {}
    for each in gc.get_objects():
        if type(each) is FunctionType and (key := key_of(each.__code__)) is not None:
            found.setdefault(key, []).append(each)
    return found


class PlantedLoader(SourceFileLoader):
    """Loads a module from its text with the bug; no bytecode is read or written."""

    def __init__(self, bug: Bug) -> None:
        name = bug.path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
        super().__init__(name.replace("/", "."), str(ROOT / bug.path))
        self.text = bug.text

    def get_code(self, fullname: str) -> CodeType:
        """Compile the text."""
        return compile(self.text, str(self.path), "exec", dont_inherit=True)


class PlantedFinder(MetaPathFinder):
    """Finds one module with the bug; others are found as usual."""

    def __init__(self, bug: Bug) -> None:
        self.loader = PlantedLoader(bug)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Answer for the one module."""
        if fullname != self.loader.name:
            return None
        return spec_from_file_location(fullname, self.loader.path, loader=self.loader)


# -- running tests


class Calls:
    """Collects the functions that are called, until it is stopped."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()
        sys.settrace(self._called)

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        self.codes.add(frame.f_code)  # returns nothing, so lines are not traced

    def stop(self) -> set[Key]:
        """Return the functions of this project."""
        sys.settrace(None)
        return {key for key in map(key_of, self.codes) if key is not None}


def run_one(session: pytest.Session, item: pytest.Item, seconds: float) -> bool:
    """Run a test and return whether it passed; a signal ends the process when it takes too long."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return not session.testsfailed


def run_until_failure(session: pytest.Session, order: list[str], measured: Measured) -> int:
    """Run tests in this order until one fails; return the exit code of the child."""
    items = {item.nodeid: item for item in session.items}
    for name in order:
        if not run_one(session, items[name], GRACE + PATIENCE * measured.seconds[name]):
            return FOUND
    return SURVIVED


class Loop:
    """A pytest plugin that does something else with the collected tests than run them all."""

    def __init__(self, use: Callable[[pytest.Session], int]) -> None:
        self.use = use

    def pytest_runtestloop(self, session: pytest.Session) -> NoReturn:
        """Use the collected tests, then end this process without any clean-up of pytest."""
        if session.testsfailed:
            raise session.Interrupted("some tests cannot be collected")
        os._exit(self.use(session))


def collect(tests: list[str], use: Callable[[pytest.Session], int]) -> None:
    """Collect tests and use them; this returns only if they cannot be collected."""
    arguments = [*OPTIONS, "--rootdir", str(ROOT), *(str(ROOT / name) for name in tests)]
    pytest.main(arguments, plugins=[Loop(use)])


def fork(work: Callable[[], int]) -> int:
    """Do *work* in a child and return the child's number; its result is the exit code."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        code = work()
    except MemoryError:
        code = FOUND
    except BaseException:
        import traceback

        traceback.print_exc(file=ERRORS)
        ERRORS.flush()
        code = BROKEN
    os._exit(code)


def limit() -> None:
    """Bound the memory of a child."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Pool(Generic[Job]):
    """Runs jobs in some children at once and yields each with what came of it."""

    def __init__(self, size: int, latest: float) -> None:
        self.size = size
        self.latest = latest
        self.running: dict[int, Job] = {}

    def run(
        self, jobs: list[Job], start: Callable[[Job], int]
    ) -> Iterator[tuple[Job, bool | None]]:
        """Yield each job with whether its child failed (None: there was no time)."""
        for job in jobs:
            if len(self.running) == self.size:
                yield self._wait()
            if time.monotonic() > self.latest:
                yield job, None
            else:
                self.running[start(job)] = job
        while self.running:
            yield self._wait()

    def _wait(self) -> tuple[Job, bool]:
        child, status = os.wait()
        job = self.running.pop(child)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == BROKEN:
            sys.exit(f"the tests could not be run against {job}")
        return job, status != 0


# -- a game


def find(
    bugs: list[Bug], tests: list[str], jobs: int, latest: float
) -> Iterator[tuple[Bug, bool | None]]:
    """Test each bug; yield it with whether the tests found it (None: there was no time).

    This process stays without the engine; a child of it collects the tests and forks further.
    """
    measured = Measured()
    waiting: list[Bug] = []
    receive, send = os.pipe()

    def serve() -> int:
        os.close(receive)
        with os.fdopen(send, "wb") as results:
            calls = Calls()
            collect(tests, lambda session: _serve(session, calls, bugs, jobs, latest, results))
        return BROKEN

    server = fork(serve)
    os.close(send)
    with os.fdopen(receive, "rb") as results:
        while True:
            try:
                message = pickle.load(results)
            except EOFError:
                break
            if isinstance(message, Measured):
                measured = message
            elif message[1] == "at import":
                waiting.append(message[0])
            else:
                yield message
    _, status = os.waitpid(server, 0)
    if status or not measured.passed:
        sys.exit("the tests do not pass before a bug is planted, or could not be run")

    def start(bug: Bug) -> int:
        return fork(lambda: _planted(bug, tests, measured))

    yield from Pool[Bug](jobs, latest).run(waiting, start)


def _planted(bug: Bug, tests: list[str], measured: Measured) -> int:
    """Run the tests in a process that imports the engine with the bug in it."""
    limit()
    signal.setitimer(signal.ITIMER_PROF, 60 + PATIENCE * GRACE)  # an import that never ends
    key = key_of(changed_function(bug))
    assert key is not None, "a bug is planted in this project"
    order = measured.order(key)
    sys.meta_path.insert(0, PlantedFinder(bug))
    collect(tests, lambda session: run_until_failure(session, order, measured))
    return FOUND  # the engine could not be imported, or a test not be collected


def _serve(
    session: pytest.Session,
    calls: Calls,
    bugs: list[Bug],
    jobs: int,
    latest: float,
    results: BinaryIO,
) -> int:
    at_import = calls.stop()
    measured = _measure(session)
    measured.at_import = at_import
    pickle.dump(measured, results)
    if not measured.passed:
        return SURVIVED
    functions = functions_here()
    gc.collect()
    gc.freeze()
    if not _passes_unchanged(session, measured):
        return BROKEN
    warm = []
    for bug in bugs:
        if key_of(changed_function(bug)) in at_import:
            pickle.dump((bug, "at import"), results)
        else:
            warm.append(bug)
    results.flush()  # this process ends without doing it

    def start(bug: Bug) -> int:
        def work() -> int:
            limit()
            exchange(bug, functions)
            key = key_of(changed_function(bug))
            assert key is not None, "a bug is planted in this project"
            return run_until_failure(session, measured.order(key), measured)

        return fork(work)

    for result in Pool[Bug](jobs, latest).run(warm, start):
        pickle.dump(result, results)
        results.flush()
    return SURVIVED


def _passes_unchanged(session: pytest.Session, measured: Measured) -> bool:
    """Run the tests without a bug as they run with one: what fails now would always fail."""

    def work() -> int:
        limit()
        return run_until_failure(session, sorted(measured.called), measured)

    _, status = os.waitpid(fork(work), 0)
    return status == 0


def _measure(session: pytest.Session) -> Measured:
    """Run every test once, in a child, so that this process stays as it was after collecting."""
    receive, send = os.pipe()

    def work() -> int:
        measured = Measured(passed=True)
        for item in session.items:
            start = time.process_time()
            calls = Calls()
            passed = run_one(session, item, 600)
            measured.called[item.nodeid] = calls.stop()
            measured.seconds[item.nodeid] = time.process_time() - start
            if not passed:
                measured.passed = False
                print(f"{item.nodeid} fails without a bug", file=ERRORS, flush=True)
                break
        with os.fdopen(send, "wb") as results:
            pickle.dump(measured, results)
        return SURVIVED

    child = fork(work)
    os.close(send)
    with os.fdopen(receive, "rb") as results:
        measured = pickle.load(results)
    os.waitpid(child, 0)
    assert isinstance(measured, Measured)
    return measured
