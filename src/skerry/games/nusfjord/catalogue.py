"""The cards and boards, read from TOML files and checked field by field.

A directory of corrected files may replace the package's own (`load(directory)`): a file found
there counts, every other one comes from the package.
"""

import copyreg
import json
import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

from skerry.games.nusfjord import complaints, loops
from skerry.games.nusfjord.board import Board, read_board
from skerry.games.nusfjord.board_forms import BoardForm
from skerry.games.nusfjord.deck_forms import (
    AnytimeForm,
    Building,
    DeckFile,
    EldersFile,
    ImmediatelyForm,
    OnceForm,
    PlayerCount,
)
from skerry.games.nusfjord.engine.abilities import Anytime, Immediately, Once, Unused, Whenever
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Ability, Card, Cards, Elder
from skerry.games.nusfjord.engine.counters import COUNTERS
from skerry.games.nusfjord.engine.moves import SLOTS_A_DECK, slot_of
from skerry.games.nusfjord.engine.phrases import capital, list_sentence
from skerry.games.nusfjord.engine.spaces import ACTIONS
from skerry.games.nusfjord.engine.words import LETTERS
from skerry.games.nusfjord.forms import MomentForm, PassiveRuleForm, ScoringRuleForm
from skerry.games.nusfjord.notation import card_name
from skerry.games.nusfjord.toml_reader import TomlReader
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json

PACKAGE = Path(__file__).parent / "cards"
SCHEMA = 1


class Catalogue:
    """Every card and the boards; shared by all games dealt from it and never changed."""

    def __init__(self) -> None:
        self.cards = Cards()
        self.cards.spaces = ACTIONS
        self.cards.first_space = ACTIONS[0]
        self.board: Board
        self.decks: dict[str, list[list[int]]] = {}  # slots by letter
        self.entries: dict[str, Json] = {}  # what the files say, by id ("A101", "elder 7")
        self.slots: dict[str, int] = {}
        self.in_play: dict[int, list[int]] = {}  # elders by number of players
        self.stacks: list[list[int]] = []  # bottom to top
        self.hidden: list[int] = []
        self.files: dict[str, Path] = {}
        self.files_of_cards: dict[int, str] = {}  # by slot
        self.fingerprint = ""  # of the files, to tell corrected ones apart
        self.standard = True

    def name(self, slot: int) -> str:
        """Return the id of a slot: "A101"."""
        return self.cards.cards[slot].name

    def names(self, slots: list[int]) -> list[str]:
        """Return the ids of slots."""
        return [self.cards.cards[slot].name for slot in slots]

    def sentences(self, key: str) -> list[str]:
        """Return what the game makes of a card, in words; *key* is "A101" or "elder 7"."""
        if key.startswith("elder "):
            elder = self.cards.elders[int(key.removeprefix("elder "))]
            return [f"{capital(list_sentence(elder.first))}."]
        slot = self.slots[key]
        return [ability.sentence() for ability in self.cards.abilities if ability.slot == slot]

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
    catalogue = read_files(own)
    catalogue.cards.directory = directory
    return catalogue


def _cards_from(directory: str | None) -> Cards:
    return load(directory).cards


def _as_reference(cards: Cards) -> tuple[Any, ...]:
    return _cards_from, (cards.directory,)


# All states share one catalogue: copying and pickling a state refers to it, and never copies it.
copyreg.pickle(Cards, _as_reference)


def read_files(own: dict[str, Path]) -> Catalogue:
    """Read the package's files with *own* in place of them, or beside them, by name."""
    files = {path.name: path for path in PACKAGE.glob("*.toml")} | own
    catalogue = Catalogue()
    catalogue.files = files
    catalogue.standard = not own
    contents = {name: parse(name, path) for name, path in sorted(files.items())}
    for name, content in contents.items():
        read_file(catalogue, name, content)
    loops.refuse(catalogue.cards, catalogue.files_of_cards)
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
    if content.get("schema") != SCHEMA or isinstance(content["schema"], bool):
        raise BadSetup(f"{name}: schema: this version reads schema {SCHEMA}")
    if name == "board.toml":
        catalogue.board = read_board(
            TomlReader(name, {key: value for key, value in content.items() if key != "schema"})
        )
        complaints.read(name, content, BoardForm)  # clients rely on this form
    elif name == "elders.toml":
        _take_elders(catalogue, name, content)
    else:
        _take_deck(catalogue, name, content)


# -- buildings


def _take_deck(catalogue: Catalogue, file: str, content: Json) -> None:
    read: DeckFile = complaints.read(file, content, DeckFile)
    deck = read.deck
    if deck in catalogue.decks or deck == "mixed":
        raise BadSetup(f"{file}: deck: {deck!r} is taken; choose another name")
    catalogue.decks[deck] = [[], [], []]
    for form, raw in zip(read.building, content["building"], strict=True):
        card = _card(catalogue, f"{file}: {form.id}", form)
        catalogue.decks[deck][card.letter].append(card.slot)
        catalogue.entries[card.name] = {**raw, "deck": deck}
        catalogue.files_of_cards[card.slot] = file
    _check_deck(catalogue, file, deck)
    for slots in catalogue.decks[deck]:
        slots.sort()


def _check_deck(catalogue: Catalogue, file: str, deck: str) -> None:
    counts = [len(slots) for slots in catalogue.decks[deck]]
    if counts[0] < 9 or counts[1] < 6:
        raise BadSetup(f"{file}: building: a deck needs 9 A and 6 B at least, found {counts}")
    hundreds = {slot // SLOTS_A_DECK for slots in catalogue.decks[deck] for slot in slots}
    if len(hundreds) > 1:
        raise BadSetup(f"{file}: building: all numbers of a deck begin with the same digit")
    for other, letters in catalogue.decks.items():
        if other != deck and letters[0][0] // SLOTS_A_DECK in hundreds:
            raise BadSetup(f"{file}: building: the deck {other} already uses these hundreds")


def _card(catalogue: Catalogue, where: str, form: Building) -> Card:
    cards = catalogue.cards
    slot = slot_of(form.number)
    if slot < 0:
        raise BadSetup(f"{where}: number: must be 101-160, 201-260, ... 501-560")
    if form.letter != card_name(slot)[0]:
        raise BadSetup(f"{where}: letter: numbers 01-20 of a deck are A, 21-40 B, 41-60 C")
    if form.id != f"{form.letter}{form.number}":
        expected = f"{form.letter}{form.number}"
        raise BadSetup(f"{where}: id: must be letter and number together, {expected}")
    if cards.cards[slot].name:
        raise BadSetup(f"{where}: number: {form.number} is already {cards.cards[slot].title}")
    card = Card(slot, form.id, form.name, LETTERS.index(form.letter))
    card.wood, card.fish, card.gold = form.cost.wood, form.cost.fish, form.cost.gold
    card.points = form.vp
    card.plain = not form.vp_star and card.points <= 0
    for index, ability in enumerate(form.ability):
        builder = Builder(cards, f"{where}: ability {index + 1}")
        cards.abilities.append(_ability(builder, card, index, ability))
    if form.vp_star != bool(card.scoring):
        raise BadSetup(f"{where}: vp_star: is true exactly for cards with scoring abilities")
    cards.cards[slot] = card
    catalogue.slots[card.name] = slot
    return card


def _ability(builder: Builder, card: Card, index: int, form: Any) -> Ability:
    """Build an ability and give it its place on the card."""
    place = (len(builder.cards.abilities), card.slot, index)
    ability: Ability
    match form:
        case ImmediatelyForm():
            ability = Immediately(*place, builder.ability(form.do))
            if form.need is not None:
                ability.need = COUNTERS[form.need.counter]
                ability.need_at_most = form.need.at_most
            card.built.append(ability)
        case MomentForm():
            tag = str(type(form).__struct_config__.tag)
            if tag.endswith("_excess"):
                builder.excess = tag.removesuffix("_excess")
            ability = Whenever(*place, builder.ability(form.do), form.build(), form.limit or 0)
            card.lasting.append(ability)
        case AnytimeForm():
            first = builder.ability(form.do)
            limited = form.limit is not None
            ability = (
                Anytime(*place, first, form.limit or 0)
                if limited
                else loops.trade(builder, place, first)
            )
            card.lasting.append(ability)
        case OnceForm():
            ability = Once(*place, builder.ability(form.do))
            card.lasting.append(ability)
        case PassiveRuleForm():
            rule = form.build()
            card.passive.append(rule)
            card.off_board = card.off_board or rule.off_board()
            ability = Unused(*place, rule.sentence())
        case ScoringRuleForm():
            scoring = form.build()
            card.scoring.append(scoring)
            ability = Unused(*place, scoring.sentence())
        case _:
            raise AssertionError("every timing has its forms")
    return ability


# -- elders


def _take_elders(catalogue: Catalogue, file: str, content: Json) -> None:
    read: EldersFile = complaints.read(file, content, EldersFile)
    elders = catalogue.cards.elders
    for form, raw in zip(read.elder, content["elder"], strict=True):
        where = f"{file}: elder {form.number}"
        if elders[form.number].title:
            taken = elders[form.number].title
            raise BadSetup(f"{where}: number: {form.number} is already {taken}")
        first = Builder(catalogue.cards, where).elder_list(form.do)
        elders[form.number] = Elder(form.number, form.name, first)
        catalogue.entries[f"elder {form.number}"] = dict(raw)
    known = {elder.number for elder in elders if elder.title}
    for n in get_args(PlayerCount):
        in_play = read.players.get(n)
        if in_play is None:
            raise BadSetup(f"{file}: players: {n}: is missing")
        if not set(in_play) <= known:
            raise BadSetup(f"{file}: players: {n}: names an elder that the file does not hold")
        catalogue.in_play[int(n)] = in_play
    stacks = read.stacks
    placed = [number for space in stacks.spaces for number in space] + stacks.hidden
    if len(set(placed)) != len(placed) or not set(placed) <= known:
        raise BadSetup(f"{file}: stacks: spaces: every elder lies once, and must be in the file")
    catalogue.stacks = stacks.spaces
    catalogue.hidden = stacks.hidden
