"""Decks and elders nobody has written yet: random combinations of everything a card may say."""

import json
from random import Random
from typing import Any

from skerry.games.nusfjord.deck_forms import words

WORDS = words()
NAMES = WORDS["counter"]
ACTS = WORDS["space"]
ACTIONS = [space for space in ACTS if space != "copy"]
EVENTS = WORDS["event"]
RULES = WORDS["rule"]
KINDS = WORDS["kind"]
SHIPS = ("sloop", "cutter", "schooner")
# What a card shows, and the `when` of its abilities.
TIMINGS = {
    "immediately": "built",
    "whenever": "event",
    "anytime": "anytime",
    "once": "once",
    "special ability": "static",
    "victory points": "scoring",
}

GOODS = ("wood", "fish", "gold")
STATUS = {"text": "invented", "status": "reconstructed"}
NOTHING: dict[str, list[str]] = {"documented": [], "reconstructed": [], "sources": []}
_STEPS = (
    *("act", "act", "act", "gain", "gain_per", "reserve_in", "reserve_out", "remove_forest"),
    *("thicken", "take_shares", "upgrade_ship", "feed_elders", "choose", "repeat"),
)
_TIMINGS = (*TIMINGS, "immediately", "immediately", "whenever", "whenever")


class Inventor:
    """Invents cards from one seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def number(self, most: int, least: int = 1) -> int:
        return self.chance.randint(least, most)

    def sometimes(self, percent: int = 50) -> bool:
        return self.chance.random() * 100 < percent

    def some(self, names: Any, most: int) -> list[str]:
        names = list(names)
        return self.chance.sample(names, self.number(min(most, len(names))))

    def goods(self, most: int, names: tuple[str, ...] = GOODS) -> dict[str, int]:
        return {good: self.number(most) for good in self.some(names, 2)}

    def steps(self, depth: int = 0, excess: str = "") -> list[Any]:
        price = [{"op": "pay", **self.goods(2)}] if self.sometimes(30) else []
        return price + [
            self.step(depth, excess) for _ in range(self.number(3 if depth == 0 else 2))
        ]

    def step(self, depth: int, excess: str) -> Any:
        ops = (*_STEPS, *(("keep_excess",) * 5 if excess else ()))
        op = self.chance.choice([op for op in ops if depth < 3 or op not in ("choose", "repeat")])
        step: dict[str, Any] = {"op": op}
        match op:
            case "gain":
                step |= self.goods(3)
            case "gain_per":
                step |= {"good": self.chance.choice(GOODS), "amount": self.number(2)}
                step |= {"per": self.chance.choice(NAMES), "each": self.number(3)}
                if self.sometimes():
                    step["max"] = self.number(4)
                if step["good"] == "fish" and self.sometimes():
                    step["to"] = "reserve_over"
            case "reserve_in":
                step |= self.goods(4, GOODS[:2])
            case "reserve_out":
                step["good"] = self.chance.choice(GOODS)
                if self.sometimes():
                    step["max"] = self.number(3)
            case "remove_forest":
                step |= {"count": self.number(2), "wood": self.number(3, 0)}
            case "thicken" | "take_shares":
                step["max"] = self.number(3)
            case "feed_elders":
                step["each"] = self.number(3)
            case "keep_excess":
                to = self.chance.choice(["supply", "reserve"]) if excess == "fish" else "reserve"
                step |= {"good": excess, "max": self.number(3), "to": to}
            case "act":
                step |= self.action()
            case "choose":
                lists = [self.steps(depth + 1, excess) for _ in range(self.number(3, 2))]
                step["options"] = lists + ([[]] if self.sometimes(30) else [])
            case "repeat":
                step |= {"max": self.number(3), "do": self.steps(depth + 1, excess)}
        return step

    def action(self) -> dict[str, Any]:
        space = self.chance.choice(ACTS)
        how: dict[str, Any] = {"space": space}
        if space in ("build_building", "build_ship", "buy_all_shares") and self.sometimes():
            how["off"] = self.goods(3)
        if space == "build_ship" and self.sometimes():
            how["types"] = self.some(SHIPS, 2)
        if space == "serve_fish":
            prices = [{}, {"plate_off": self.number(2)}, {"plate_flat": self.number(4, 0)}]
            how |= self.chance.choice(prices)
            if self.sometimes(30):
                how["max_plates"] = self.number(3)
            if self.sometimes(30):
                how["per_plate"] = self.goods(2)
        if space == "take_elder" and self.sometimes():
            how["use"] = self.chance.choice(["normal", "free", "none"])
        return how

    def ability(self, when: str) -> dict[str, Any]:
        match when:
            case "event":
                return self.reaction()
            case "anytime" if self.sometimes(40):
                return {"do": [{"op": "pay", "wood": 2, "fish": 1}, {"op": "gain", **self.sale()}]}
            case "anytime":
                return {"limit": self.number(2), "do": self.steps()}
            case "static":
                return self.static()
            case "scoring":
                return self.scoring()
        need = {"counter": self.chance.choice(NAMES), "at_most": self.number(3, 0)}
        needs = {"need": need} if when == "built" and self.sometimes(20) else {}
        return {**needs, "do": self.steps()}

    def sale(self) -> dict[str, int]:
        """What two wood and a fish may bring at any time without a gain."""
        return self.chance.choice([{"gold": 1}, {"fish": 3}, {"wood": 1, "fish": 2}])

    def reaction(self) -> dict[str, Any]:
        event = self.chance.choice(EVENTS)
        form: dict[str, Any] = {"event": event, "limit": self.number(2)}
        if event == "action":
            form["spaces"] = self.some(ACTIONS, 3)
        if event == "ship_built" and self.sometimes():
            form["types"] = self.some(SHIPS, 2)
        if event == "building_built" and self.sometimes():
            form["letters"] = self.some("ABC", 2)
        excess = event.removesuffix("_excess") if event.endswith("_excess") else ""
        return {**form, "do": self.steps(0, excess)}

    def static(self) -> dict[str, Any]:
        kind = self.chance.choice(KINDS)
        form: dict[str, Any] = {"kind": kind}
        if kind in ("reserve_limit", "wood_limit"):
            form["value"] = self.number(20, 6)
        elif kind in ("haul_bonus", "unissued_free"):
            form["value"] = self.number(3)
        elif kind == "cost_off":
            target = self.chance.choice(["ship", "building"])
            form |= {"target": target, **self.goods(2)}
            if target == "ship" and self.sometimes():
                form["types"] = self.some(SHIPS, 2)
        elif kind == "pay_from_reserve":
            form |= {"good": "fish", "uses": self.some(("ship", "building", "serve"), 3)}
        elif kind == "empty_spaces_free":
            form |= self.chance.choice([{"area": "any", "value": 2}, {"area": "right", "value": 6}])
        elif kind == "buy_shares":
            form |= {"off": self.number(2, 0), "partial": self.sometimes()}
        return form

    def scoring(self) -> dict[str, Any]:
        rule = self.chance.choice(RULES)
        form: dict[str, Any] = {"rule": rule, "counter": self.chance.choice(NAMES)}
        if rule == "per":
            form |= {"points": self.number(3), "each": self.number(3)}
            return form | ({"max": self.number(9)} if self.sometimes() else {})
        if rule == "base_minus":
            return form | {"base": self.number(8, 0), "points": 1, "low": self.number(2, -2)}
        form["steps"] = [[at, self.number(6)] for at in (2, 4, 6)]
        if rule == "at_least":
            form["steps"] = [[2, 1], [4, 3], [6, 5]]
            return form
        return form | {"otherwise": self.number(2, -1)}

    def deck(self) -> str:
        """Return a whole deck as a file."""
        lines = ["schema = 1", 'deck = "invented"']
        for letter, first, count in (("A", 401, 18), ("B", 421, 12), ("C", 441, 14)):
            for number in range(first, first + count):
                timing = self.chance.choice(_TIMINGS)
                when = TIMINGS[timing]
                card: dict[str, object] = {
                    "id": f"{letter}{number}",
                    "name": f"Card {number}",
                    "letter": letter,
                }
                card |= {"number": number, "timing": timing, "cost": self.goods(2)}
                card |= {"vp": self.number(4, -1), "vp_star": when == "scoring"}
                lines += ["[[building]]", *_table(card | STATUS | NOTHING)]
                for _ in range(self.chance.choice((1, 1, 2))):
                    ability = {"when": when, **self.ability(when)}
                    lines += ["[[building.ability]]", *_table(ability)]
        return "\n".join(lines)

    def elders(self, known: Any) -> str:
        """Return a file of elders who do something else, otherwise as the known ones."""
        lines = ["schema = 1", "[players]", *_table(known["players"])]
        lines += ["[stacks]", *_table(known["stacks"])]
        for elder in known["elder"]:
            form = {"number": elder["number"], "name": elder["name"], "do": self.steps()}
            lines += ["[[elder]]", *_table(form | STATUS | NOTHING)]
        return "\n".join(lines)


def _table(fields: dict[str, Any]) -> list[str]:
    return [f"{name} = {_toml(value)}" for name, value in fields.items()]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(_table(value)) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)
