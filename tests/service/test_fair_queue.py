"""Whose bot moves next: a simulation with a clock of its own, and the rules one by one."""

import asyncio
import heapq
import itertools
import sys
from typing import Any

from skerry.service.bots.fair_queue import FairQueue, Question, Waiting
from skerry.service.bots.pool import QUICK_SECONDS, BotTask, Pool

HERE, AWAY, NOBODY = Waiting


def question(what: Any, user: str, waiting: Waiting = HERE, seconds: float = 1.0) -> Question:
    return Question(what, user, seconds, lambda: waiting)


def order(queue: FairQueue) -> list[str]:
    taken = []
    while (each := queue.take()) is not None:
        taken.append(each.what)
    return taken


def test_tables_where_somebody_waits_come_first() -> None:
    queue: FairQueue = FairQueue()
    queue.add(question("bots only", "ann", NOBODY))
    queue.add(question("asleep", "ben", AWAY))
    queue.add(question("here", "cem", HERE))
    assert order(queue) == ["here", "asleep", "bots only"]


def test_users_take_turns_however_many_tables_they_have() -> None:
    queue: FairQueue = FairQueue()
    for number in range(6):
        queue.add(question(f"eve {number}", "eve"))
    queue.add(question("ann", "ann"))
    queue.add(question("ben", "ben"))
    assert set(order(queue)[:3]) == {"eve 0", "ann", "ben"}


def test_nobody_saves_up_time_while_away() -> None:
    queue: FairQueue = FairQueue()
    for number in range(8):
        queue.add(question(f"eve {number}", "eve"))
        queue.take()
    for number in range(3):
        queue.add(question(f"ann {number}", "ann"))
        queue.add(question(f"eve again {number}", "eve"))
    first = order(queue)[:4]
    assert sum(each.startswith("eve") for each in first) >= 1, "and is not punished for long"


def test_what_has_waited_longest_is_answered_in_the_end() -> None:
    queue: FairQueue = FairQueue()
    queue.add(question("bots only", "bea", NOBODY))
    taken = []
    for number in range(12):
        queue.add(question(f"ann {number}", "ann"))
        taken.append(queue.take().what)
    assert "bots only" in taken


def test_a_relaxed_bot_beside_a_guest_with_thirty_tables_of_experts() -> None:
    """Two workers and the quick one; five people with relaxed bots. No wait above a second."""
    queue: FairQueue = FairQueue()
    events: list[tuple[float, int, str, Any]] = []
    count = itertools.count()

    def at(time: float, kind: str, what: Any) -> None:
        heapq.heappush(events, (time, next(count), kind, what))

    for number in range(30):
        at(0.0, "ask", ("eve", 1.5, 0.0, number))
    for number in range(5):
        at(0.1 * number, "ask", (f"friend {number}", 0.2, 0.0, number))
    free = [QUICK_SECONDS, 1e9, 1e9]
    waits: list[float] = []
    experts = 0
    while events:
        now, _, kind, what = heapq.heappop(events)
        if now > 120:
            break
        if kind == "ask":
            user, seconds, _, number = what
            queue.add(question((user, seconds, now, number), user, HERE, seconds))
        else:
            most, (user, seconds, _, number) = what
            free.append(most)
            at(now + (0.0 if user == "eve" else 1.0), "ask", (user, seconds, 0.0, number))
        for most in sorted(free, reverse=True):
            if (each := queue.take(most)) is not None:
                free.remove(most)
                user, seconds, asked, number = each.what
                at(now + seconds, "done", (most, each.what))
                if user == "eve":
                    experts += 1
                else:
                    waits.append(now - asked + seconds)
    waits.sort()
    assert len(waits) > 300 and waits[int(len(waits) * 0.95)] < 1.0
    assert experts > 120, "and the experts go on thinking meanwhile"


THINKS = """
import json, sys, time
print('ready', flush=True)
for line in sys.stdin:
    task = json.loads(line)
    time.sleep(0.4 if task['level'] == 'expert' else 0.01)
    print(json.dumps({'move': task['table'], 'statistics': [], 'error': ''}), flush=True)
"""


def test_the_pool_keeps_a_worker_for_quick_questions() -> None:
    async def story() -> None:
        pool = Pool(1, program=[sys.executable, "-c", THINKS])
        await pool.warm(0)
        waits: list[float] = []
        pool.on_wait = waits.append

        def task(name: str, level: str, seconds: float) -> BotTask:
            return BotTask(name, "vanuatu", {}, [], 0, level, 1, seconds)

        slow = [
            asyncio.create_task(pool.ask(task(f"eve {n}", "expert", 2.0), "eve")) for n in range(6)
        ]
        await asyncio.sleep(0.05)
        loop = asyncio.get_running_loop()
        began = loop.time()
        assert await pool.ask(task("ann", "relaxed", 0.3), "ann") == "ann"
        assert loop.time() - began < 0.35, "an expert takes 0.4 s"
        gone = asyncio.create_task(pool.ask(task("gone", "expert", 2.0), "ann"))
        await asyncio.sleep(0)
        gone.cancel()
        assert await asyncio.gather(*slow) == [f"eve {n}" for n in range(6)]
        assert pool.waiting == 0 and len(waits) >= 7
        await pool.close()

    asyncio.run(story())
