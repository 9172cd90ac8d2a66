"""Damaged files and texts: every complaint names the place, and nothing else comes out."""

import contextlib
import copy
import tomllib

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skerry.games.nusfjord import catalogue, notation
from skerry.games.nusfjord.campaign import Campaign, read_campaign
from skerry.games.nusfjord.engine.rounds import Turn, acting_seat
from skerry.games.nusfjord.game import NUSFJORD, Nusfjord
from skerry.kernel.errors import BadNotation, BadSetup, SkerryError
from skerry.kernel.record import GameRecord, read_record, replay
from skerry.kernel.rng import Rng
from tests.nusfjord.tables import Table

HERRING = (catalogue.PACKAGE / "herring.toml").read_text()
ELDERS = (catalogue.PACKAGE / "elders.toml").read_text()
BOARD = (catalogue.PACKAGE / "board.toml").read_text()


def complaint(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(BadSetup) as caught:
        catalogue.read_files({name: path})
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('name = "Boathouse"', "name = 7", ["A101", "name"]),
        ("cost = { wood = 2, fish = 1 }", "cost = { wood = -2 }", ["A101", "cost", "wood"]),
        ("cost = { wood = 2, fish = 1 }", "cost = { stone = 2 }", ["A101", "cost", "stone"]),
        ('timing = "immediately"', 'timing = "sometimes"', ["A101", "timing"]),
        ('when = "built"', 'when = "event"', ["A101", "ability 1", "when"]),
        ('op = "act"', 'op = "dance"', ["A101", "ability 1", "step 1", "op"]),
        ('space = "build_ship"', 'space = "moon"', ["A101", "step 1", "space"]),
        ('types = ["sloop"]', 'types = ["raft"]', ["A101", "step 1", "types"]),
        ("vp = 0", 'vp = "many"', ["A101", "vp"]),
        ("vp_star = false", "vp_star = true", ["A101", "vp_star"]),
        ('id = "A101"', 'id = "A999"', ["A999", "id"]),
        ("number = 101", "number = 102", ["A101", "id"]),
        ('letter = "A"', 'letter = "C"', ["A101", "letter"]),
        ('text = "On building, place', 'txt = "On building, place', ["A101", "text"]),
        ('deck = "herring"', 'deck = "mixed"', ["deck", "taken"]),
        ("schema = 1", "schema = 2", ["schema"]),
        ("[[building]]", "[[building", ["TOML"]),
        (
            '{ op = "pay", fish = 2 }, { op = "gain", gold = 1 }',
            '{ op = "gain", gold = 1 }, { op = "pay", fish = 2 }',
            ["A103", "pay must come first"],
        ),
        (
            'spaces = ["deforest"]\ndo = [{ op = "gain", wood = 2 }]',
            'spaces = ["deforest"]\ndo = [{ op = "act", space = "deforest" }]',
            ["A109", "for ever"],
        ),
        (
            'event = "ship_built"\ndo = [{ op = "gain", gold = 1 }]',
            'event = "wood_excess"\n'
            'do = [{ op = "repeat", max = 2, do = [{ op = "gain", wood = 1 }] }]',
            ["A105", "for ever"],
        ),
        (
            '{ op = "pay", wood = 2, fish = 1 }, { op = "gain", gold = 1 }',
            '{ op = "pay", wood = 2 }, { op = "gain", gold = 1 }',
            ["B122", "must not gain"],
        ),
        (
            '{ op = "pay", wood = 2, fish = 1 }, { op = "gain", gold = 1 }',
            '{ op = "upgrade_ship" }',
            ["B122", "add a limit"],
        ),
        ('event = "ship_built"', 'event = "ship_sunk"', ["A105", "event"]),
        ('kind = "wood_limit"', 'kind = "wood_wish"', ["A112", "kind"]),
        ('counter = "elders"', 'counter = "dragons"', ["A118", "counter"]),
    ],
)
def test_damaged_cards_name_file_card_and_field(tmp_path, old, new, named):
    assert old in HERRING
    message = complaint(tmp_path, "herring.toml", HERRING.replace(old, new, 1))
    assert "herring.toml" in message
    for word in named:
        assert word in message


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("number = 2\n", "number = 1\n", ["elder 1", "number"]),
        (
            'op = "upgrade_ship"',
            'op = "keep_excess", good = "wood", max = 1, to = "reserve"',
            ["elder 2", "step 1", "good"],
        ),
        ("[[1, 7]", "[[1, 7, 8]", ["stacks", "spaces"]),
        ('"2" = [1, 2', '"2" = [20, 2', ["players"]),
        ('name = "Contractor"', 'nickname = "Contractor"', ["elder 1", "name"]),
    ],
)
def test_damaged_elders_name_elder_and_field(tmp_path, old, new, named):
    assert old in ELDERS
    message = complaint(tmp_path, "elders.toml", ELDERS.replace(old, new, 1))
    for word in ["elders.toml", *named]:
        assert word in message


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("rounds = 7", "rounds = 8", ["limits", "rounds"]),
        ("plates = [1, 2", 'plates = ["a", 2', ["banquet", "plates"]),
        ('id = "cutter"', 'id = "canoe"', ["cutter", "id"]),
        ("capacity = [1, 1]", "capacity = [1]", ["space gold", "capacity"]),
        ('double_spaces = "adjacent"', 'double_spaces = "round"', ["harbor", "double_spaces"]),
        ("[0, 3], [2, 4]", "[2, 4], [0, 3]", ["track", "haul"]),
        ("copy_spaces = 3", "copy_spaces = 2", ["copy_spaces"]),
        ("issued_shares = 2", "issued_shares = 1", ["start", "issued_shares"]),
    ],
)
def test_damaged_board_names_section_and_field(tmp_path, old, new, named):
    assert old in BOARD
    message = complaint(tmp_path, "board.toml", BOARD.replace(old, new, 1))
    for word in ["board.toml", *named]:
        assert word in message


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_field_of_a_card_replaced_by_anything_is_read_or_refused(data):
    content = tomllib.loads(HERRING)
    node = content
    while isinstance(node, (dict, list)) and node:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        if data.draw(st.booleans()) or not isinstance(node[key], (dict, list)):
            junk: st.SearchStrategy[object] = st.one_of(
                st.none(), st.integers(), st.text(max_size=5), st.just([]), st.just({})
            )
            node[key] = data.draw(junk)
            break
        node = node[key]
    contents = {
        path.name: tomllib.loads(path.read_text()) for path in catalogue.PACKAGE.glob("*.toml")
    }
    contents["herring.toml"] = content
    found = catalogue.Catalogue()
    try:
        for name, table in contents.items():
            catalogue.read_file(found, name, table)
    except BadSetup as error:
        assert "toml" in str(error)


def test_a_stranger_adds_a_card_and_plays_with_it(tmp_path):
    extra = """
[[building]]
id = "A119"
name = "Smithy"
letter = "A"
number = 119
timing = "whenever"
cost = { wood = 1 }
vp = 1
vp_star = false
text = "Each time you build a ship, gain 1 wood."
status = "reconstructed"
documented = []
reconstructed = ["cost", "vp", "effect"]
sources = []
[[building.ability]]
when = "event"
event = "ship_built"
do = [{ op = "gain", wood = 1 }]
"""
    (tmp_path / "herring.toml").write_text(HERRING + extra)
    game = Nusfjord(str(tmp_path))
    display = ["A119", *(f"A1{n:02}" for n in range(1, 9))]
    state = game.deal({"players": 2, "piles": {"starter": 0, "a_display": display}}, Rng(1))
    state.players[0].wood = 9
    for text in ("place build_building", "build A119", "cell 1,0", "pass", "place build_ship"):
        state.play(game.read(state, text))
    state.play(game.read(state, "use A119.1"))
    assert game.scores(state)[0].items["buildings"] == 1
    setup = game.setup(state)
    assert game.setup(game.deal(setup, Rng(9))) == setup
    with pytest.raises(BadSetup, match="cards"):
        NUSFJORD.deal(setup, Rng(1))


@pytest.mark.parametrize(
    ("setup", "named"),
    [
        (None, "setup"),
        ({}, "players"),
        ({"players": 6}, "players"),
        ({"players": 2, "options": {"deck": "shark"}}, "deck"),
        ({"players": 2, "options": {"solo": "normal"}}, "solo"),
        ({"players": 2, "options": {"colour": 1}}, "colour"),
        ({"players": 2, "options": {"exclude": ["A777"]}}, "A777"),
        ({"players": 2, "options": {"exclude": 3}}, "exclude"),
        ({"players": 2, "piles": {"starter": 2}}, "starter"),
        ({"players": 2, "piles": {"a_display": ["A101", "A101"]}}, "two places"),
        ({"players": 2, "piles": {"a_display": ["A201"]}}, "A201"),
        ({"players": 2, "piles": {"a_display": ["B121"]}}, "B121"),
        ({"players": 2, "piles": {"x_pile": []}}, "x_pile"),
        ({"players": 5, "piles": {"hidden_elders": [13]}}, "hidden_elders"),
        ({"players": 2, "options": {"exclude": [f"A1{n:02}" for n in range(1, 12)]}}, "exclude"),
    ],
)
def test_bad_set_ups_name_the_place(setup, named):
    with pytest.raises(BadSetup, match=named):
        NUSFJORD.deal(setup, Rng(1))


def _middle(seed=3, players=4, moves=60):
    rng = Rng(seed)
    state = NUSFJORD.deal({"players": players, "options": {"deck": "mixed"}}, rng)
    for _ in range(moves):
        options = state.options()
        state.play(options[rng.below(len(options))])
    return state


POSITION = NUSFJORD.position(_middle())


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_damaged_positions_are_refused_or_can_be_played(data):
    position = copy.deepcopy(POSITION)
    node = position
    while isinstance(node, (dict, list)) and node:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        if data.draw(st.integers(0, 3)) == 0 or not isinstance(node[key], (dict, list)):
            junk: st.SearchStrategy[object] = st.one_of(
                st.none(), st.integers(-3, 70), st.text(max_size=4), st.just([])
            )
            node[key] = data.draw(junk)
            break
        node = node[key]
    try:
        state = NUSFJORD.from_position(position)
    except BadSetup:
        return
    msgspec.json.encode(NUSFJORD.view(state, 0))
    NUSFJORD.position(state)


@pytest.mark.parametrize("name", ["A101", "B121"])
def test_only_c_buildings_lie_in_a_hand(name):
    position = NUSFJORD.position(NUSFJORD.deal({"players": 2, "piles": {"starter": 0}}, Rng(1)))
    letter = name[0]
    for cards in (position["display"][letter], position["piles"][letter]):
        if name in cards:
            cards.remove(name)
    position["players"][0]["hand"] = [name]
    with pytest.raises(BadSetup, match="hand: only C buildings"):
        NUSFJORD.from_position(position)


@pytest.mark.parametrize("source", [12, 16, 19, 20, 49, 68, 349])
def test_a_source_that_names_nothing_is_refused(source):
    state = NUSFJORD.deal({"players": 2, "piles": {"starter": 0}}, Rng(1))
    state.play(NUSFJORD.read(state, "place deforest"))
    position = NUSFJORD.position(state)
    assert position["agenda"][-1] == "ChooseForest 0 1 5 7"
    position["agenda"][-1] = f"ChooseForest 0 1 5 {source}"
    with pytest.raises(BadSetup, match="source"):
        NUSFJORD.from_position(position)


@pytest.mark.parametrize(
    ("space", "data", "complaint"),
    [
        ("deforest", {"workers": [], "since": 1}, "deforest: has no workers; leave it out"),
        ("deforest", {"workers": [0, 1, 0, 1], "since": 1}, "deforest: more workers than places"),
        ("moon", {"workers": [0], "since": 1}, "there is no space 'moon'"),
    ],
)
def test_a_space_holds_workers_that_fit_on_it(space, data, complaint):
    position = NUSFJORD.position(NUSFJORD.deal({"players": 2, "piles": {"starter": 0}}, Rng(1)))
    position["spaces"][space] = data
    with pytest.raises(BadSetup, match=complaint):
        NUSFJORD.from_position(position)


def test_a_position_in_the_middle_of_a_turn_knows_whose_turn_it_is():
    state = NUSFJORD.deal({"players": 3, "piles": {"starter": 1}}, Rng(1))
    state.play(NUSFJORD.read(state, "place deforest"))
    assert state.acting == 1
    assert NUSFJORD.from_position(NUSFJORD.position(state)).acting == 1


def acting_again(table: Table) -> int:
    """Return whose turn it is, from the agenda alone, as a position is read."""
    assert acting_seat(table.state) == table.state.acting
    return acting_seat(table.state)


def test_the_agenda_tells_whose_turn_it_is():
    table = Table(players=3).do("pass")
    assert (table.kind, acting_again(table)) == ("take_turn", 1)
    table = Table(players=3).own("B124", seat=1).give(seat=1, wood=8).do("pass", "place gold")
    assert (table.kind, acting_again(table)) == ("use_anytime", 1)  # after the action
    assert acting_again(table.do("use B124.1")) == 1
    table = Table(players=3, round=7).give(wood=4, buildings=["B124"]).give(seat=2, fish=1)
    table.own("B123", seat=2).turn(8).do("pass", "done")
    assert table.kind == "use_anytime"  # before final scoring, in the order of turns
    assert acting_again(table) == table.seat == 0
    assert acting_again(table.do("done")) == table.seat == 2
    table.state.agenda = [Turn(0)]
    assert acting_seat(table.state) == -1, "everybody is fishing"
    table.state.agenda = []
    assert acting_seat(table.state) == -1


def test_no_more_plates_are_paid_for_than_are_empty():
    state = NUSFJORD.deal({"players": 2, "piles": {"starter": 0}}, Rng(1))
    position = NUSFJORD.position(state)
    position["plates"] = 7
    position["agenda"] = ["TurnDone 0 0 1", "FillPlates 0 1 0 2", "ChooseForest 0 1 5 7"]
    assert NUSFJORD.from_position(position).plates == 7
    position["agenda"][1] = "FillPlates 0 2 0 2"
    with pytest.raises(BadSetup, match="plates"):
        NUSFJORD.from_position(position)


def test_an_elder_on_offer_can_be_used():
    state = NUSFJORD.deal({"players": 2, "piles": {"starter": 0}}, Rng(1))
    for text in ("place take_elder", "take elder 5"):
        state.play(NUSFJORD.read(state, text))
    position = NUSFJORD.position(state)
    assert position["agenda"][-1] == "UseElder 0 5 0"
    assert NUSFJORD.from_position(position) == state
    position["plates"] = 0
    with pytest.raises(BadSetup, match="elder 5 cannot be used"):
        NUSFJORD.from_position(position)


TASK_NAMES = ["TakeTurn", "TurnDone", "React", "Steps", "Fire", "GoOn", "ChooseCell", "UseElder"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(TASK_NAMES), st.lists(st.integers(0, 40), max_size=5)),
        max_size=4,
    )
)
def test_invented_agendas_are_refused_or_can_be_played(tasks):
    position = copy.deepcopy(POSITION)
    position["agenda"] = [" ".join([name, *map(str, numbers)]) for name, numbers in tasks]
    try:
        state = NUSFJORD.from_position(position)
    except BadSetup:
        return
    while state.turn() >= 0:
        state.play(state.options()[0])


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_damaged_records_are_refused(data):
    rng = Rng(8)
    state = NUSFJORD.deal({"players": 2}, rng)
    record = GameRecord.of(NUSFJORD, state)
    for _ in range(20):
        options = state.options()
        move = options[rng.below(len(options))]
        record.add(NUSFJORD, state, state.turn(), move)
        state.play(move)
    text = record.text()
    at = data.draw(st.integers(0, len(text) - 2))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[at + 1 :]
    try:
        replay({"nusfjord": NUSFJORD}, read_record(damaged))
    except SkerryError as error:
        assert str(error)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_a_move_or_bad_notation(text):
    with contextlib.suppress(BadNotation):
        notation.read(text)


def test_campaign_files(tmp_path):
    path = tmp_path / "campaign.json"
    campaign = Campaign(deck="herring", rank=3)
    campaign.save(path)
    assert read_campaign(path) == campaign
    Campaign(deck="shark").save(path)
    with pytest.raises(BadSetup, match=r"campaign.json: campaign: deck: there is no deck 'shark'"):
        read_campaign(path)
    path.write_text('{"deck": "herring", "totals": ["many"]}')
    with pytest.raises(BadSetup, match=r"campaign.json: campaign: totals\[0\]: "):
        read_campaign(path)
    path.write_text("{}")
    with pytest.raises(BadSetup, match="campaign"):
        read_campaign(path)
    with pytest.raises(BadSetup, match="deck"):
        Campaign(deck="shark").setup(NUSFJORD.catalogue)
    with pytest.raises(BadSetup, match="three games"):
        Campaign(deck="herring", totals=[1, 2, 3]).setup(NUSFJORD.catalogue)


@pytest.mark.parametrize("ref", ["", "space:moon", "elder:99", "card:A999", "cell:9,9", "x:y"])
def test_refs_that_name_nothing(ref):
    with pytest.raises(BadNotation):
        NUSFJORD.why_not(_middle(), 0, ref)
