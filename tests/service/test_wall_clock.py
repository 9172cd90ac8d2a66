"""What is removed for good waits when the machine's clock was set."""

from skerry.service.wall_clock import JUMP_SECONDS, WAIT_SECONDS, WallClock


class Machine:
    """Two clocks, set by hand."""

    wall = 1_800_000_000.0
    steady = 100.0

    def run(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


def test_after_a_jump_either_way_a_day_passes() -> None:
    machine = Machine()
    clock = WallClock(lambda: machine.wall, lambda: machine.steady)
    assert clock.trusted()
    for jump in (400 * 86400, -400 * 86400, 2 * JUMP_SECONDS):
        machine.run(3600)
        assert clock.trusted()
        machine.wall += jump
        assert not clock.trusted()
        machine.run(WAIT_SECONDS - 1)
        assert not clock.trusted()
        machine.run(1)
        assert clock.trusted()


def test_a_clock_that_is_slewed_is_trusted() -> None:
    machine = Machine()
    clock = WallClock(lambda: machine.wall, lambda: machine.steady)
    for _ in range(100):
        machine.run(3600)
        machine.wall += JUMP_SECONDS / 2
        assert clock.trusted()
