"""`cost_off`: ships or buildings are cheaper."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules
from skerry.games.nusfjord.engine.words import ALL_SHIPS, SHIPS, goods_phrase, listed
from skerry.games.nusfjord.forms import Amount, OptionalShips, Target


class CostOffForm(forms.PassiveRuleForm):
    """Ships (perhaps only some `types`) or buildings cost less, each good separately."""

    target: "Target"
    types: "OptionalShips" = None
    wood: "Amount" = 0
    fish: "Amount" = 0
    gold: "Amount" = 0

    def __post_init__(self) -> None:
        if self.types is not None and self.target != "ship":
            raise ValueError("types: fits only target ship")
        forms.check_goods(self.wood, self.fish, self.gold)

    def build(self) -> PassiveRule:
        if self.target == "building":
            return BuildingsCheaper(self.wood, self.fish, self.gold)
        types = ALL_SHIPS if self.types is None else forms.as_bits(self.types, SHIPS)
        return ShipsCheaper(types, self.wood, self.fish, self.gold)


class BuildingsCheaper(PassiveRule):
    """Buildings cost less."""

    def __init__(self, wood: int, fish: int, gold: int) -> None:
        self.wood = wood
        self.fish = fish
        self.gold = gold

    def change(self, rules: PlayerRules) -> None:
        rules.buildings_cheaper = True
        rules.building_wood_off += self.wood
        rules.building_fish_off += self.fish
        rules.building_gold_off += self.gold

    def sentence(self) -> str:
        return f"Buildings cost you {goods_phrase(self.wood, self.fish, self.gold)} less."


class ShipsCheaper(PassiveRule):
    """Ships of some types cost less."""

    def __init__(self, types: int, wood: int, fish: int, gold: int) -> None:
        self.types = types  # as bits
        self.wood = wood
        self.fish = fish
        self.gold = gold

    def change(self, rules: PlayerRules) -> None:
        rules.ships_cheaper = True
        rules.ship_wood_off = self._more_off(rules.ship_wood_off, self.wood)
        rules.ship_fish_off = self._more_off(rules.ship_fish_off, self.fish)
        rules.ship_gold_off = self._more_off(rules.ship_gold_off, self.gold)

    def _more_off(self, off: list[int], amount: int) -> list[int]:
        more = off[:]
        for kind in range(len(more)):
            if self.types >> kind & 1:
                more[kind] += amount
        return more

    def sentence(self) -> str:
        names = [f"{SHIPS[kind].title()}s" for kind in range(len(SHIPS)) if self.types >> kind & 1]
        what = "Ships" if self.types == ALL_SHIPS else listed(names)
        return f"{what} cost you {goods_phrase(self.wood, self.fish, self.gold)} less."
