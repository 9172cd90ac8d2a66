"""The cards and boards, read from TOML files and checked field by field.

A directory of corrected files may replace the package's own (`load(directory)`): a file found
there counts, every other one comes from the package.
"""

import json
import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from skerry.games.nusfjord import vocabulary as v
from skerry.games.nusfjord.board import Board, read_board
from skerry.games.nusfjord.engine import cards as e
from skerry.games.nusfjord.engine.moves import ABILITIES_A_CARD, ELDERS, slot_of
from skerry.games.nusfjord.fields import Fields
from skerry.games.nusfjord.notation import card_name
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json

PACKAGE = Path(__file__).parent / "cards"
STATUSES = ("documented", "partly", "frame-only", "reconstructed")


class Catalogue:
    """Every card and the boards; shared by all games dealt from it and never changed."""

    def __init__(self) -> None:
        self.cards = e.Cards()
        self.board: Board
        self.decks: dict[str, list[list[int]]] = {}  # slots by letter
        self.entries: dict[str, Json] = {}  # what the files say, by id ("A101", "elder 7")
        self.slots: dict[str, int] = {}
        self.in_play: dict[int, list[int]] = {}  # elders by number of players
        self.stacks: list[list[int]] = []  # bottom to top
        self.hidden: list[int] = []
        self.files: dict[str, Path] = {}
        self.fingerprint = ""  # of the files, to tell corrected ones apart
        self.standard = True

    def name(self, slot: int) -> str:
        """Give the id of a slot: "A101"."""
        return self.cards.cards[slot].name

    def names(self, slots: list[int]) -> list[str]:
        """Give the ids of slots."""
        return [self.cards.cards[slot].name for slot in slots]

    def export(self) -> list[Json]:
        """List every card as the files describe it, with its status, for a client to draw."""
        return list(self.entries.values())

    def components(self) -> Json:
        """Return cards and elders by id and the numbers of the boards, for a client to draw."""
        elders = {k.removeprefix("elder "): v for k, v in self.entries.items() if k[:5] == "elder"}
        buildings = {k: v for k, v in self.entries.items() if k[:5] != "elder"}
        return {
            "version": self.fingerprint,
            "cards": buildings,
            "elders": elders,
            "board": parse("board.toml", self.files["board.toml"]),
        }


@cache
def load(directory: str | None = None) -> Catalogue:
    """Read a catalogue; raises BadSetup naming file, card and field."""
    own: dict[str, Path] = {}
    if directory is not None:
        if not Path(directory).is_dir():
            raise BadSetup(f"{directory}: is not a directory of card files")
        own = {path.name: path for path in Path(directory).glob("*.toml")}
    return read_files(own)


def read_files(own: dict[str, Path]) -> Catalogue:
    """Read the package's files with *own* in place of them, or beside them, by name."""
    files = {path.name: path for path in PACKAGE.glob("*.toml")} | own
    catalogue = Catalogue()
    catalogue.files = files
    catalogue.standard = not own
    contents = {name: parse(name, path) for name, path in sorted(files.items())}
    for name, content in contents.items():
        read_file(catalogue, name, content)
    spelled = json.dumps(contents, sort_keys=True, default=str)
    catalogue.fingerprint = sha256(spelled.encode()).hexdigest()[:12]
    return catalogue


def parse(name: str, path: Path) -> Json:
    """Read a TOML file; raises BadSetup naming it."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BadSetup(f"{name}: cannot be read as TOML: {error}") from None


def read_file(catalogue: Catalogue, name: str, content: Json) -> None:
    """Take one file into the catalogue."""
    fields = Fields(name, content)
    if fields.number("schema", 0, 99) != 1:
        raise fields.fail("schema", "this version reads schema 1")
    if name == "board.toml":
        catalogue.board = read_board(fields)
    elif name == "elders.toml":
        _read_elders(catalogue, fields)
    else:
        _read_deck(catalogue, fields)


def _tables(fields: Fields, field: str) -> list[Any]:
    found = fields.items(field)
    if not found:
        raise fields.fail(field, "the file holds none")
    return found


def _read_deck(catalogue: Catalogue, fields: Fields) -> None:
    deck = fields.text("deck")
    if deck in catalogue.decks or deck == "mixed":
        raise fields.fail("deck", f"{deck!r} is taken; choose another name")
    catalogue.decks[deck] = [[], [], []]
    for at, table in enumerate(_tables(fields, "building")):
        _read_building(catalogue, fields.where, deck, at, table)
    fields.finish()
    counts = [len(slots) for slots in catalogue.decks[deck]]
    if counts[0] < 9 or counts[1] < 6:
        raise fields.fail("building", f"a deck needs 9 A and 6 B at least, found {counts}")
    hundreds = {slot // 60 for slots in catalogue.decks[deck] for slot in slots}
    if len(hundreds) > 1:
        raise fields.fail("building", "all numbers of a deck begin with the same digit")
    for other, letters in catalogue.decks.items():
        if other != deck and letters[0][0] // 60 in hundreds:
            raise fields.fail("building", f"the deck {other} already uses these hundreds")
    for slots in catalogue.decks[deck]:
        slots.sort()


def _read_building(catalogue: Catalogue, file: str, deck: str, at: int, table: Any) -> None:
    name = table.get("id") if isinstance(table, dict) else None
    fields = Fields(f"{file}: {name if isinstance(name, str) else f'building {at + 1}'}", table)
    raw = dict(table)
    name = fields.text("id")
    letter = fields.one_of("letter", v.LETTERS)
    number = fields.number("number", 101, 560)
    slot = slot_of(number)
    if slot < 0:
        raise fields.fail("number", "must be 101-160, 201-260, ... 501-560")
    if letter != card_name(slot)[0]:
        raise fields.fail("letter", "numbers 01-20 of a deck are A, 21-40 B, 41-60 C")
    if name != f"{letter}{number}":
        raise fields.fail("id", f"must be letter and number together, {letter}{number}")
    if catalogue.cards.cards[slot].name:
        raise fields.fail("number", f"{number} is already {catalogue.cards.cards[slot].name}")
    card = e.Card(slot, name, fields.text("name"), v.LETTERS.index(letter))
    timing = fields.one_of("timing", tuple(v.TIMINGS))
    card.wood, card.fish, card.gold = fields.goods("cost")
    card.points = fields.number("vp", -20, 20)
    star = fields.flag("vp_star")
    card.plain = not star and card.points <= 0
    fields.text("text")
    _read_status(fields)
    abilities = fields.items("ability")
    if not 1 <= len(abilities) <= ABILITIES_A_CARD:
        raise fields.fail("ability", f"a building has 1 to {ABILITIES_A_CARD} abilities")
    steps = v.StepReader(catalogue.cards.effects)
    for index, found in enumerate(abilities):
        inner = Fields(f"{fields.where}: ability {index + 1}", found)
        inner.one_of("when", (v.TIMINGS[timing][0],))
        ability = e.Ability(len(catalogue.cards.abilities), slot, index, v.TIMINGS[timing][1])
        v.read_ability(inner, ability, steps)
        catalogue.cards.abilities.append(ability)
        _attach(card, ability)
    if star != bool(card.scoring):
        raise fields.fail("vp_star", "is true exactly for cards with scoring abilities")
    fields.finish()
    catalogue.cards.cards[slot] = card
    catalogue.decks[deck][card.letter].append(slot)
    catalogue.slots[name] = slot
    raw["deck"] = deck
    catalogue.entries[name] = raw


def _attach(card: e.Card, ability: e.Ability) -> None:
    if ability.when == e.WHEN_BUILT:
        card.built.append(ability)
    elif ability.when == e.WHEN_STATIC:
        card.statics.append(ability)
        card.off_board = card.off_board or ability.kind == e.STATIC_OFF_BOARD
    elif ability.when == e.WHEN_SCORING:
        card.scoring.append(ability)
    else:
        card.lasting.append(ability)


def _read_status(fields: Fields) -> None:
    fields.one_of("status", STATUSES)
    fields.texts("documented")
    fields.texts("reconstructed")
    fields.texts("sources")


def _read_elders(catalogue: Catalogue, fields: Fields) -> None:
    steps = v.StepReader(catalogue.cards.effects)
    elders = catalogue.cards.elders
    for at, table in enumerate(_tables(fields, "elder")):
        number = table.get("number") if isinstance(table, dict) else None
        inner = Fields(f"{fields.where}: elder {number if type(number) is int else at + 1}", table)
        number = inner.number("number", 1, ELDERS - 1)
        if elders[number].title:
            raise inner.fail("number", f"{number} is already {elders[number].title}")
        title = inner.text("name")
        inner.text("text")
        _read_status(inner)
        if inner.has("note"):
            inner.text("note")
        effect = steps.read(inner.where, inner.any("do"), True, begins=True)
        if effect == 0:
            raise inner.fail("do", "must not be empty")
        inner.finish()
        elders[number] = e.Elder(number, title, effect)
        catalogue.entries[f"elder {number}"] = dict(table)
    _read_stacks(catalogue, fields)
    fields.finish()


def _read_stacks(catalogue: Catalogue, fields: Fields) -> None:
    known = [elder.number for elder in catalogue.cards.elders if elder.title]
    players = fields.table("players")
    for n in range(1, 6):
        catalogue.in_play[n] = players.numbers(str(n), 1, ELDERS - 1)
        if not set(catalogue.in_play[n]) <= set(known):
            raise players.fail(str(n), "names an elder that the file does not hold")
    players.finish()
    stacks = fields.table("stacks")
    spaces = stacks.items("spaces")
    for space in spaces:
        inner = Fields(stacks.where, {"spaces": space})
        if not 1 <= len(inner.numbers("spaces", 1, ELDERS - 1)) <= 2:
            raise stacks.fail("spaces", "each of the six stacks holds one or two open elders")
    hidden = stacks.numbers("hidden", 1, ELDERS - 1)
    stacks.finish()
    placed = [number for space in spaces for number in space] + hidden
    if len(spaces) != 6 or len(hidden) > 6:
        raise stacks.fail("spaces", "there are six stacks, with one hidden elder each at most")
    if len(set(placed)) != len(placed) or not set(placed) <= set(known):
        raise stacks.fail("spaces", "every elder lies once, and must be in the file")
    catalogue.stacks = spaces
    catalogue.hidden = hidden
