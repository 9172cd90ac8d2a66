"""Events in words, for the log of a terminal or a replay."""

from collections.abc import Callable

from skerry.kernel.events import Json


def _amount(count: int, noun: str) -> str:
    return f"{count} {noun}" if abs(count) == 1 or noun == "vatu" else f"{count} {noun}s"


def _bonus(e: Json) -> str:
    nouns = {"vatus": "vatu", "points": "points"}
    gains = [f"{e[key]:+d} {noun}" for key, noun in nouns.items() if key in e]
    if "good" in e:
        gains.append(f"a second crate of {e['good']}")
    return f"the {e['character'].title()} brings {', '.join(gains)}"


_WORDS: dict[str, Callable[[Json], str]] = {
    "round_began": lambda e: f"Round {e['round']} begins",
    "die_rolled": lambda e: f"rolls the flood die: {e['value']}",
    "die_lowered": lambda e: f"The flood die goes down to {e['value']}",
    "tourists_arrived": lambda e: f"{_amount(e['tourists'], 'tourist')} in the office",
    "ship_replaced": lambda e: f"A full ship leaves; the next one wants {', '.join(e['wants'])}",
    "demand_reshuffled": lambda e: "The ships that left are shuffled into a new stack",
    "tiles_revealed": lambda e: f"On the volcano: {' and '.join(e['tiles'])}",
    "characters_offered": lambda e: f"On offer: {', '.join(e['characters'])}",
    "tile_placed": lambda e: f"places {e['tile']} on {e['cell']}",
    "neutral_placed": lambda e: f"puts a neutral marker on {e['action']}",
    "character_taken": lambda e: f"takes the {e['character'].title()}",
    "planned": lambda e: f"plans {e['action']}",
    "action_begun": lambda e: f"begins {e['action']}",
    "preached": lambda e: f"uses the Preacher for {e['action']}",
    "governed": lambda e: f"moves {_amount(e['markers'], 'marker')} from {e['from']} to {e['to']}",
    "retrieved": lambda e: f"takes the markers back from {e['action']}",
    "sailed": lambda e: f"sails from {e['from']} to {e['to']} ({_amount(e['vatus'], 'vatu')})",
    "hut_built": lambda e: f"builds a hut on {e['cell']} ({_amount(e['vatus'], 'vatu')})",
    "dike_built": lambda e: f"builds a dike on {e['cell']}, side {e['side']} (-1 vatu)",
    "explored": lambda e: f"finds a treasure worth {e['treasure']}",
    "fished": lambda e: f"catches fish worth {e['fish']}",
    "fish_sold": lambda e: (
        f"sells fish ({'+'.join(map(str, e['fish']))}) at price {e['price']}"
        f" (+{_amount(e['vatus'], 'vatu')})"
    ),
    "bought": lambda e: f"buys {e['good']} on {e['cell']} ({_amount(e['vatus'], 'vatu')})",
    "exported": lambda e: (
        f"exports {e['good']} on ship {e['slot']} (+{_amount(e['points'], 'point')})"
        + (", which is now full" if e["completed"] else "")
    ),
    "good_lost": lambda e: f"finds no ship for the {e['good']}, so it is lost",
    "drew": lambda e: f"draws in the sand on {e['cell']} (+{_amount(e['points'], 'point')})",
    "tourist_brought": lambda e: (
        f"brings a tourist to {e['cell']} (+{_amount(e['vatus'], 'vatu')})"
    ),
    "rest_taken": lambda e: (
        f"rests and keeps {e['token']}" if "token" in e else "rests and keeps a token"
    ),
    "rest_revealed": lambda e: f"shows the rest token: {e['token']}",
    "bonus_used": _bonus,
    "treasure_sold": lambda e: (
        f"sells a treasure worth {e['value']} (+{_amount(e['value'], 'vatu')})"
    ),
    "begged": lambda e: f"begs: -{_amount(e['vatus'], 'point')}, +{_amount(e['vatus'], 'vatu')}",
    "converted": lambda e: f"turns {e['vatus']} vatu into {e['points']} points",
    "water_rose": lambda e: f"The water at {e['cell']} rises by {e['rise']} to {e['water']}",
    "island_sank": lambda e: f"The island on {e['cell']} sinks",
    "sea_won": lambda e: "The third island sinks: the sea has won, everyone loses",
}

KINDS = frozenset(_WORDS)


def describe(event: Json) -> str:
    """Put an event into a sentence; the caller adds the seat's name."""
    return _WORDS[event["event"]](event)
