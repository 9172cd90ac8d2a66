"""Events in words, for the log of a terminal or a replay."""

from collections.abc import Callable

from skerry.kernel.events import Json


def _amount(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _goods(e: Json) -> str:
    told = []
    for good, amount in e.get("goods", {}).items():
        place, _, name = good.rpartition("_")
        told.append(f"{abs(amount)} {name}" + (" (Reserve)" if place else ""))
    return " and ".join(told) or "nothing"


def _by(e: Json) -> str:
    return f" ({e['cause'].replace('_', ' ')})" if "cause" in e else ""


def _lost(e: Json) -> str:
    return f"; {e['lost']} wood above the limit" if "lost" in e else ""


def _worker(e: Json) -> str:
    if "elder" in e:
        return f"puts a worker on elder {e['elder']}"
    if "copies" in e:
        return f"copies {e['copies'].replace('_', ' ')}"
    return f"puts a worker on {e['space'].replace('_', ' ')}"


def _cell(e: Json) -> str:
    return "beside the Harbor board" if e["cell"] is None else f"on {e['cell']}"


def _hand(e: Json) -> str:
    return "draws " + (", ".join(e["cards"]) if "cards" in e else f"{e['amount']} C buildings")


_WORDS: dict[str, Callable[[Json], str]] = {
    "round_began": lambda e: f"Round {e['round']} begins; seat {e['first']} is First Player",
    "cards_added": lambda e: f"Laid out: {', '.join(e['cards'])}",
    "hand_drawn": _hand,
    "fish_caught": lambda e: f"catches {e['haul']} fish",
    "elder_fed": lambda e: f"feeds elder {e['elder']}{_by(e)}",
    "elder_cleared": lambda e: f"feeds elder {e['elder']}, who is cleared: 1 fish{_by(e)}",
    "market_fed": lambda e: f"loses {e['amount']} fish to newly issued Shares",
    "shares_fed": lambda e: f"puts {e['amount']} fish on own Shares with seat {e['holder']}",
    "dividends_paid": lambda e: f"gets {_goods(e)} from Shares",
    "haul_left_over": lambda e: f"has {e['amount']} fish of the haul left over",
    "reserve_filled": lambda e: f"stores {_goods(e)}{_by(e)}",
    "reserve_opened": lambda e: f"empties the Reserve of {_goods(e)}{_by(e)}",
    "reserve_spent": lambda e: f"pays {_goods(e)}{_by(e)}",
    "excess_kept": lambda e: f"keeps {_goods(e)}{_by(e)}",
    "goods_gained": lambda e: f"gains {_goods(e)}{_by(e)}{_lost(e)}",
    "goods_paid": lambda e: f"pays {_goods(e)}{_by(e)}",
    "worker_placed": _worker,
    "turn_passed": lambda e: "passes",
    "space_copied": lambda e: f"copies {e['space'].replace('_', ' ')}{_by(e)}",
    "plate_served": lambda e: f"fills plate {e['plate']}{_by(e)}",
    "building_chosen": lambda e: f"builds {e['name']} {e['card']}{_by(e)}",
    "building_built": lambda e: f"places {e['name']} {e['card']} {_cell(e)}",
    "ability_used": lambda e: f"uses {e['name']} {e['card']}",
    "share_issued": lambda e: f"issues a Share{_by(e)}",
    "shares_taken": lambda e: f"takes {_amount(e['amount'], 'Share')} of seat {e['color']}{_by(e)}",
    "forest_removed": lambda e: f"removes a Forest from {e['cell']}{_by(e)}",
    "forests_planted": lambda e: f"plants {_amount(e['tiles'], 'Forest')} on {e['cell']}{_by(e)}",
    "ship_built": lambda e: f"builds a {e['ship'].title()}{_by(e)}",
    "ship_upgraded": lambda e: f"exchanges a {e['from'].title()} for a {e['to'].title()}{_by(e)}",
    "elder_taken": lambda e: f"takes the {e['name']}, elder {e['elder']}{_by(e)}",
    "elder_revealed": lambda e: f"The {e['name']}, elder {e['elder']}, is turned up",
    "elder_used": lambda e: f"uses the {e['name']}, elder {e['elder']}",
    "game_ended": lambda e: f"The game ends: {', '.join(map(str, e['totals']))}",
}
KINDS = frozenset(_WORDS)


def tell(event: Json) -> str:
    """Put an event, as a viewer sees it, into one sentence; the seat's name is the teller's to add.

    >>> tell({"event": "goods_gained", "seat": 0, "goods": {"wood": 5}, "cause": "deforest"})
    'gains 5 wood (deforest)'
    """
    return _WORDS[event["event"]](event)
