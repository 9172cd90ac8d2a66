"""Properties of every game, over random play with every number of players and variant."""

import json
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skerry.games.nusfjord.campaign import Campaign, rematch
from skerry.games.nusfjord.engine.cards import Trade
from skerry.games.nusfjord.engine.effects.pay import Pay
from skerry.games.nusfjord.engine.moves import MOVES
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ANYTIME
from skerry.games.nusfjord.game import NUSFJORD
from skerry.games.nusfjord.sentences import describe
from skerry.kernel.errors import BadNotation, IllegalMove
from skerry.kernel.packing import pack, unpack
from skerry.kernel.protocol import play
from skerry.kernel.record import GameRecord, read_record, replay
from skerry.kernel.rng import Rng
from tests.nusfjord.tables import CAT, Table

DECKS = ("herring", "mackerel", "codfish", "mixed")
ADVANCED = {"solo": "advanced"}
SUPPLY = ("wood", "fish", "gold", "reserve_wood", "reserve_fish", "reserve_gold")
quickly = settings(max_examples=60, deadline=None)
briefly = settings(max_examples=15, deadline=None)


@st.composite
def setups(draw):
    players = draw(st.integers(1, 5))
    options = {"deck": draw(st.sampled_from(DECKS))}
    if options["deck"] == "mixed":
        options["mixed_deck"] = draw(st.sampled_from(DECKS[:3]))
    if players == 1:
        options["solo"] = draw(st.sampled_from(["normal", "advanced"]))
    options["double_spaces"] = draw(st.sampled_from(["adjacent", "halves"]))
    return {"players": players, "options": options}


seeds = st.integers(0, 10**9)


def eager(state: State, rng: Rng) -> int:
    """Choose at random, but seldom pass or decline, so that much happens."""
    moves = state.options()
    move = moves[rng.below(len(moves))]
    if NUSFJORD.write(state, move) in ("pass", "decline", "done") and rng.below(4):
        move = moves[rng.below(len(moves))]
    return move


def walk(setup, seed):
    """Yield a random game before each move, with the move."""
    rng = Rng(seed)
    state = NUSFJORD.deal(setup, rng)
    while state.turn() >= 0:
        yield state, eager(state, rng)


def goods(state):
    return [{name: getattr(p, name) for name in SUPPLY} for p in state.players]


@quickly
@given(setups(), seeds)
def test_a_game_never_gets_stuck_and_always_ends(setup, seed):
    for number, (state, move) in enumerate(walk(setup, seed)):
        options = state.options()
        assert options and len(set(options)) == len(options)
        assert all(0 <= option < MOVES for option in options)
        state.play(move)
        assert number < 2000
    for score in NUSFJORD.scores(state):
        assert score.total == sum(score.items.values())


@quickly
@given(setups(), seeds)
def test_goods_are_explained_by_events(setup, seed):
    for state, move in walk(setup, seed):
        before = goods(state)
        for event in play(NUSFJORD, state, move):
            told = event.seen_by(None)
            words = describe(told)
            assert words[0].isupper() == (told["seat"] is None)  # who did it is for the teller
            for name, amount in told.get("goods", {}).items():
                before[told["seat"]][name] += amount
            assert "goods" not in told or "cause" in told
        assert goods(state) == before


@quickly
@given(setups(), seeds)
def test_limits_hold_and_components_are_conserved(setup, seed):
    ships = None
    cards = None
    for state, move in walk(setup, seed):
        state.play(move)
        for player in state.players:
            assert 0 <= player.wood <= player.rules.wood_limit
            assert min(player.fish, player.gold, player.reserve_fish, player.unissued) >= 0
            assert player.units <= state.board.units
            assert len(player.elders) <= 5
            assert all(0 <= fish < 3 for fish in player.elder_fish)
            cells = sum(cell >= 0 for cell in player.cells)
            stacks = sum(tiles > 0 for tiles in player.forest)
            assert cells + 2 * stacks + bin(player.free).count("1") == 11
        assert 0 <= state.plates <= 8
        assert all(
            0 <= left <= full for left, full in zip(state.room, state.board.capacity, strict=True)
        )
        for color, player in enumerate(state.players):
            held = sum(holder.shares[color] for holder in state.players)
            assert player.unissued + state.market[color] + held == 5
        fleet = [
            state.ships[kind] + sum(getattr(p, name) for p in state.players)
            for kind, name in enumerate(("sloops", "cutters", "schooners"))
        ]
        assert ships in (None, fleet)
        ships = fleet
        everything = Counter(state.display_a + state.display_b + state.display_c)
        everything += Counter(state.pile_a + state.pile_b + state.pile_c)
        for player in state.players:
            everything += Counter(player.hand + player.buildings)
        for task in state.agenda:
            if type(task).__name__ in ("PlaceBuilding", "ChooseCell"):
                everything[task.args()[1]] += 1
        assert max(everything.values()) == 1
        assert cards in (None, everything)
        cards = everything


@quickly
@given(setups(), seeds)
def test_replaying_the_record_gives_the_same_game(setup, seed):
    record = None
    for state, move in walk(setup, seed):
        if record is None:
            record = GameRecord.of(NUSFJORD, state)
        record.add(NUSFJORD, state, state.turn(), move)
        state.play(move)
    record.close(NUSFJORD, state)
    again = replay({"nusfjord": NUSFJORD}, read_record(record.text()))
    assert isinstance(again, State)
    assert NUSFJORD.position(again) == NUSFJORD.position(state)


@briefly
@given(setups(), seeds)
def test_copies_positions_and_notation(setup, seed):
    for number, (state, move) in enumerate(walk(setup, seed)):
        for option in state.options():
            assert NUSFJORD.read(state, NUSFJORD.write(state, option)) == option
            assert NUSFJORD.touches(state, option) or NUSFJORD.write(state, option) in (
                "pass",
                "done",
                "decline",
                "again",
                "act",
            )
        if number % 8 == 0:
            position = NUSFJORD.position(state)
            twin = state.copy()
            rng = Rng(number)
            while twin.turn() >= 0:
                twin.play(eager(twin, rng))
            assert NUSFJORD.position(state) == position
            read = NUSFJORD.from_position(json.loads(json.dumps(position)))
            assert NUSFJORD.position(read) == position
            assert read.options() == state.options()
            refused = next(m for m in range(MOVES) if m not in state.options())
            try:
                play(NUSFJORD, state, refused)
            except IllegalMove:
                assert NUSFJORD.position(state) == position
            else:
                raise AssertionError("an illegal move was accepted")
        state.play(move)


@briefly
@given(setups(), seeds)
def test_imagining_changes_nothing_the_viewer_sees(setup, seed):
    for number, (state, move) in enumerate(walk(setup, seed)):
        if number % 5 == 0:
            for viewer in range(state.n):
                dreamed = state.imagine(viewer, Rng(number))
                assert NUSFJORD.view(dreamed, viewer) == NUSFJORD.view(state, viewer)
                assert dreamed.options() == state.options() or state.turn() != viewer
                # What lies hidden makes no difference to what is imagined.
                other = state.imagine(viewer, Rng(number + 1)).imagine(viewer, Rng(number))
                assert NUSFJORD.position(other) == NUSFJORD.position(dreamed)
        state.play(move)


@briefly
@given(setups(), seeds)
def test_views_and_events_hide_what_is_hidden(setup, seed):
    for state, move in walk(setup, seed):
        hands = {
            seat: set(CAT.names(player.hand))
            for seat, player in enumerate(state.players)
            if player.hand
        }
        for viewer in (None, *range(state.n)):
            shown = msgspec.json.encode(NUSFJORD.view(state, viewer)).decode()
            for seat, hand in hands.items():
                if seat != viewer:
                    assert not any(f'"{name}"' in shown for name in hand)
            assert not any(f'"{name}"' in shown for name in CAT.names(state.pile_c))
        for event in play(NUSFJORD, state, move):
            if event.kind == "hand_drawn":
                assert "cards" in event.seen_by(event.seat)
                assert "cards" not in event.seen_by(None)


@briefly
@given(setups(), seeds)
def test_everything_closed_has_a_reason_and_nothing_open_has(setup, seed):
    for state, move in walk(setup, seed):
        seat = state.turn()
        closed = NUSFJORD.closed(state, seat)
        touched = {
            ref for option in state.options() for ref in NUSFJORD.touches(state, option).values()
        }
        assert not touched & set(closed)
        if NUSFJORD.question(state).kind == "take_turn":
            spaces = {f"space:{s['space']}" for s in NUSFJORD.view(state, seat)["spaces"]}
            copies = {ref for ref in spaces if "copy" in ref}
            assert spaces - copies <= touched | set(closed)
        assert all(reason.rule and str(reason) for reason in closed.values())
        state.play(move)


@briefly
@given(st.sampled_from(DECKS[:3]), st.sampled_from(["normal", "advanced"]), seeds)
def test_a_campaign_keeps_its_cards_apart(deck, solo, seed):
    campaign = Campaign(deck=deck, solo=solo)
    rng = Rng(seed)
    shown = []
    built: set[str] = set()
    while not campaign.over:
        state = NUSFJORD.deal(campaign.setup(CAT), rng)
        shown.append(set(CAT.names(state.display_a + state.display_b)))
        assert not built & (shown[-1] | set(CAT.names(state.pile_c)))
        if len(shown) == 3:
            assert shown[2] <= (shown[0] | shown[1]) - built
        while state.turn() >= 0:
            state.play(eager(state, rng))
        built |= set(CAT.names(state.players[0].buildings))
        campaign = campaign.after(state, CAT)
    assert not shown[0] & shown[1]
    assert campaign.total == sum(campaign.totals)


@briefly
@given(st.sampled_from(DECKS), seeds)
def test_a_rematch_shows_other_cards(deck, seed):
    rng = Rng(seed)
    state = NUSFJORD.deal({"players": 2, "options": {"deck": deck}}, rng)
    first = set(state.display_a + state.display_b)
    while state.turn() >= 0:
        state.play(eager(state, rng))
    again = NUSFJORD.deal(rematch(state), rng)
    assert not first & set(again.display_a + again.display_b)


def test_no_loop_of_trades_makes_goods_from_nothing():
    """Own every building with trades, of all decks at once, and follow all unlimited ones."""
    table = Table().forests().give(gold=2)
    player = table.player()
    free = [a for a in CAT.cards.abilities if isinstance(a, Trade)]
    for slot in {ability.slot for ability in free}:
        table.own(CAT.name(slot))
    assert len(free) >= 8
    reached = {(3, 3, 2)}
    todo = [(3, 3, 2)]
    while todo:
        held = todo.pop()
        for ability in free:
            player.wood, player.fish, player.gold = held
            first = ability.first
            assert isinstance(first, Pay)
            price = (first.wood, first.fish, first.gold)
            if all(have >= needs for have, needs in zip(held, price, strict=True)):
                net = (ability.wood, ability.fish, ability.gold)
                after = (held[0] + net[0], held[1] + net[1], held[2] + net[2])
                if after not in reached:
                    reached.add(after)
                    todo.append(after)
    assert len(reached) > 20
    assert max(wood + fish + 3 * gold for wood, fish, gold in reached) == 3 + 3 + 6


def test_trading_always_comes_to_an_end():
    """With all trades of all decks and many goods, one window is still finite."""
    table = Table().forests()
    for slot in sorted({a.slot for a in CAT.cards.abilities if a.listens == ANYTIME}):
        if len([c for c in range(12) if table.player().free >> c & 1]):
            table.own(CAT.name(slot))
    table.give(wood=9, fish=9, gold=5, ships=(1, 1, 0))
    rng = Rng(2)
    moves = 0
    while True:
        uses = [m for m in table.state.options() if NUSFJORD.write(table.state, m) != "pass"]
        uses = [m for m in uses if "place" not in NUSFJORD.write(table.state, m)]
        if not uses:
            break
        table.state.play(uses[rng.below(len(uses))])
        moves += 1
        assert moves < 3000


@briefly
@given(setups(), seeds)
def test_packed_positions_are_small_and_come_back(setup, seed):
    for number, (state, move) in enumerate(walk(setup, seed)):
        if number % 25 == 0:
            packed = pack(NUSFJORD, state)
            assert len(packed) <= 1024
            again = unpack(NUSFJORD, packed)
            assert isinstance(again, State)
            assert NUSFJORD.position(again) == NUSFJORD.position(state)
        state.play(move)
    with pytest.raises(BadNotation):
        unpack(NUSFJORD, b"x" + packed)


EVERY_TABLE = [
    {"players": max(players, 1), "options": {"deck": deck, **({} if players else ADVANCED)}}
    for players in range(6)  # 0 stands for the advanced solo game
    for deck in DECKS
]
CHEAP_PROPERTIES = [
    test_a_game_never_gets_stuck_and_always_ends,
    test_goods_are_explained_by_events,
    test_limits_hold_and_components_are_conserved,
    test_replaying_the_record_gives_the_same_game,
]
EXPENSIVE_PROPERTIES = [
    test_copies_positions_and_notation,
    test_imagining_changes_nothing_the_viewer_sees,
    test_views_and_events_hide_what_is_hidden,
    test_everything_closed_has_a_reason_and_nothing_open_has,
    test_packed_positions_are_small_and_come_back,
]


def check_properties(properties, setup, seeds):
    """Check every property on the same random games."""
    for seed in seeds:
        for test in properties:
            test.hypothesis.inner_test(setup, seed)


@pytest.mark.heavy
@pytest.mark.parametrize("setup", EVERY_TABLE, ids=str)
def test_many_games_of_every_kind_keep_every_property(setup):
    check_properties(CHEAP_PROPERTIES, setup, range(100))
    check_properties(EXPENSIVE_PROPERTIES, setup, range(3))
