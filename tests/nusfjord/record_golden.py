"""Records the golden games: `PYTHONPATH=src:. python -m tests.nusfjord.record_golden`.

The players prefer cards and elders that no game has used yet, so that all are used somewhere.
"""

from pathlib import Path

from skerry.bots.engine import nusfjord_values as values
from skerry.games.nusfjord.game import NUSFJORD
from skerry.kernel.protocol import play
from skerry.kernel.record import GameRecord
from skerry.kernel.rng import Rng

GOLDEN = Path(__file__).parents[1] / "golden"
DECKS = ("herring", "mackerel", "codfish")
CARDS = NUSFJORD.catalogue.cards
MOST = 400


def wanted() -> set[str]:
    """Name what must happen somewhere: each building built, each ability and elder used."""
    names = set()
    for card in CARDS.cards:
        if card.name:
            names.add(card.name)
            names |= {f"{card.name}.{a.index + 1}" for a in [*card.built, *card.lasting]}
    return names | {f"elder {elder.number}" for elder in CARDS.elders if elder.title}


def used(event) -> str:
    """Name what an event used, if anything."""
    if event.kind == "building_built":
        return event.data["card"]
    if event.kind == "ability_used":
        return f"{event.data['card']}.{event.data['ability']}"
    if event.kind == "elder_used":
        return f"elder {event.data['elder']}"
    return ""


def setups():
    """Return the name and set-up of one game after the other."""
    for deck in DECKS:
        for players in (5, 4, 3, 2, 1):
            yield f"{players}-{deck}", {"players": players, "options": {"deck": deck}}
    for deck in DECKS:
        options = {"deck": "mixed", "mixed_deck": deck}
        yield f"mixed-{deck}", {"players": 4, "options": options}
    for deck in DECKS:
        yield f"advanced-{deck}", {"players": 1, "options": {"deck": deck, "solo": "advanced"}}
    exclude = [f"A1{n:02}" for n in range(1, 10)] + [f"B1{n}" for n in range(21, 27)]
    yield "rematch", {"players": 2, "options": {"deck": "herring", "exclude": exclude}}
    for more in range(MOST):
        yield f"more-{more}", {"players": 3 + more % 3, "options": {"deck": DECKS[more % 3]}}


def choose(state, missing, rng) -> int:
    """Prefer what is still missing, else play well, now and then anything."""
    options = state.options()
    for move in options:
        text = NUSFJORD.write(state, move)
        verb, _, rest = text.partition(" ")
        if verb in ("build", "use") and rest in missing:
            return move
        if verb in ("place", "take") and rest in missing:
            return move
    if rng.below(5) == 0:
        return options[rng.below(len(options))]
    return values.choose(state)


def main() -> None:
    for old in GOLDEN.glob("nusfjord-*.game"):
        old.unlink()
    missing = wanted()
    for number, (name, setup) in enumerate(setups()):
        if name.startswith("more"):
            if not missing:
                break
            digit = next((text[1] for text in sorted(missing) if text[0] in "ABC"), "1")
            setup["options"]["deck"] = DECKS[int(digit) - 1]
        rng = Rng(1000 + number)
        state = NUSFJORD.deal(setup, rng)
        record = GameRecord.of(NUSFJORD, state)
        left = len(missing)
        while state.turn() >= 0:
            move = choose(state, missing, rng)
            record.add(NUSFJORD, state, state.turn(), move)
            for event in play(NUSFJORD, state, move):
                missing.discard(used(event))
        record.close(NUSFJORD, state)
        if name.startswith("more") and len(missing) == left:
            continue
        (GOLDEN / f"nusfjord-{name}.game").write_text(record.text())
        print(name, state.results(), f"{len(missing)} still missing")
    assert not missing, sorted(missing)


if __name__ == "__main__":
    main()
