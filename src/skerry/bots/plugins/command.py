"""A program as a bot: one question as a line of JSON on its input, one answer on its output.

docs/own-bots.md describes the lines. The program runs until its input ends; each seat has a process
of its own, so that two seats of one game share nothing.
"""

import atexit
import contextlib
import json
import os
import queue
import shlex
import shutil
import subprocess
import sys
import threading
import time
from typing import Any

import msgspec

from skerry.bots.plugins.guarded import BotFailed, private_rng
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

PROTOCOL = 1
SECONDS = "SKERRY_BOT_SECONDS"  # the environment reaches every process that plays
DEFAULT_SECONDS = 5.0
START_SECONDS = 20.0  # more for the first answer: the program has to start
LONGEST_ANSWER = 65_536
STOP_SECONDS = 2.0


def bot_seconds() -> float:
    """Return the time a program has for one move. Raises BadSetup."""
    text = os.environ.get(SECONDS, "")
    try:
        seconds = float(text) if text else DEFAULT_SECONDS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 86400:
        raise BadSetup(f"{SECONDS}={text[:40]!r} is not a number of seconds, such as 5")
    return seconds


def arguments(name: str, command: str) -> list[str]:
    """Split a command as a shell would, and find its program. Raises BadSetup."""
    try:
        given = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise BadSetup(f"bot {name!r}: {error}") from None
    if not given:
        raise BadSetup(f"bot {name!r} names no program; write it like cmd:./mybot")
    program = shutil.which(given[0])
    if program is None:
        hint = "make it executable (chmod +x)" if os.path.exists(given[0]) else "is it installed?"
        raise BadSetup(f"bot {name!r}: {given[0][:80]!r} is no program that can be run; {hint}")
    return [program, *given[1:]]


class Program:
    """A running program, asked line by line."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self.asked = 0
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._last_error = ""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise BotFailed(f"bot {name!r} cannot be started: {error.strerror}") from None
        self._readers = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read_answers, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Return the answer to one line. Raises BotFailed if there is none in time."""
        limit = seconds + (0.0 if self.asked else START_SECONDS)
        end = time.monotonic() + limit
        assert self._process.stdin is not None
        # A program that does not read could fill the pipe, so that writing would never end.
        writer = threading.Thread(target=self._write, args=(question,), daemon=True)
        writer.start()
        try:
            answer = self._lines.get(timeout=limit)
        except queue.Empty:
            self.stop()
            raise BotFailed(f"bot {self.name!r} gave no answer within {limit:g} s") from None
        writer.join(max(0.0, end - time.monotonic()))
        self.asked += 1
        if not answer:
            raise BotFailed(f"bot {self.name!r} {self._how_it_ended()}")
        if len(answer) > LONGEST_ANSWER:
            self.stop()
            raise BotFailed(f"bot {self.name!r} answered more than {LONGEST_ANSWER} bytes")
        self._refuse_more_lines()
        return answer

    def _refuse_more_lines(self) -> None:
        with contextlib.suppress(queue.Empty):
            more = self._lines.get_nowait()
            if more:
                self.stop()
                raise BotFailed(
                    f"bot {self.name!r} wrote more than one line for one question; "
                    "write messages to standard error"
                )
            self._lines.put(more)  # it has ended after its answer, which counts

    def stop(self) -> None:
        """End the program."""
        with contextlib.suppress(OSError):
            self._process.kill()
        self._wait()

    def finish(self) -> None:
        """Close the program's input, and end it if it does not end by itself."""
        self._wait()
        if self.running:
            self.stop()

    def _wait(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_SECONDS)
            for reader in self._readers:
                reader.join(STOP_SECONDS)

    def _write(self, question: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it has ended; the reader notices
            self._process.stdin.write(question)
            self._process.stdin.flush()

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            while line := answers.readline(LONGEST_ANSWER + 1):
                self._lines.put(line)
        self._lines.put(b"")

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as errors:
            for line in errors:
                text = line.decode(errors="replace")
                self._last_error = text.strip() or self._last_error
                with contextlib.suppress(OSError, ValueError):
                    sys.stderr.write(text)

    def _how_it_ended(self) -> str:
        self._wait()
        code = self._process.returncode
        ended = "closed its output" if code is None else f"ended with code {code}"
        return f"{ended}: {self._last_error[:200]}" if self._last_error else ended


# By name and seat. A question holds everything, so one process answers for game after game.
_programs: dict[tuple[str, int], Program] = {}


@atexit.register
def finish_all() -> None:
    """End all programs."""
    while _programs:
        _programs.popitem()[1].finish()


class CommandBot:
    """A program as a bot."""

    def __init__(self, name: str, command: str) -> None:
        self.name = name
        self.command = arguments(name, command)
        self.seconds = bot_seconds()

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        own = private_rng(rng)
        known = state.imagine(seat, own)
        options = {game.write(known, move): move for move in known.options()}
        question = {
            "protocol": PROTOCOL,
            "game": game.name,
            "rules": game.rules,
            "seat": seat,
            "view": msgspec.to_builtins(game.view(known, seat)),
            "position": game.position(known),
            "options": list(options),
            "budget": {"seconds": self.seconds},
            "seed": own.below(1 << 30),
        }
        answer = self._program(seat).ask(_line(question), self.seconds)
        try:
            return options[_move(answer)]
        except (ValueError, KeyError, TypeError):
            text = answer.decode(errors="replace").strip()[:80]
            raise BotFailed(
                f"bot {self.name!r}, seat {seat}, answered {text!r}; "
                'expected {"move": "..."} with one of the options it was given'
            ) from None

    def _program(self, seat: int) -> Program:
        program = _programs.get((self.name, seat))
        if program is None or not program.running:
            if program is not None:
                program.finish()
            program = _programs[self.name, seat] = Program(self.name, self.command)
        return program

    def observe(self, state: State, move: int) -> None:
        pass


def _line(question: dict[str, Any]) -> bytes:
    return json.dumps(question, separators=(",", ":"), ensure_ascii=True).encode() + b"\n"


def _move(answer: bytes) -> str:
    reply = json.loads(answer)
    move = reply["move"]
    if not isinstance(move, str):
        raise TypeError("a move is a text")
    return move
