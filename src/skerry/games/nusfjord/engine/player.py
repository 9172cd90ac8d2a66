"""What one player has on the table. Lists are replaced, never changed in place."""

from typing import Final

from skerry.games.nusfjord.engine.cards import Card
from skerry.kernel.plain_data import PlainData

EMPTY: Final[list[int]] = []
NONE_OFF: Final[list[int]] = [0, 0, 0]  # for each ship type


class PlayerRules(PlainData):
    """The rules that buildings change, as they are for one player.

    They change only when a building comes, and are replaced then (`Player.own`): copies share them.
    """

    def __init__(self, wood_limit: int, reserve_limit: int) -> None:
        self.wood_limit = wood_limit
        self.reserve_limit = reserve_limit
        self.haul_bonus = 0
        self.skip_feeding = False
        self.skip_market = False
        self.own_shares_first = False
        self.reserve_pays = 0  # uses for which some good of the Reserve may pay, as bits
        self.reserve_wood_pays = 0
        self.reserve_fish_pays = 0
        self.reserve_gold_pays = 0
        self.buildings_cheaper = False  # whether anything is off the price of buildings
        self.building_wood_off = 0
        self.building_fish_off = 0
        self.building_gold_off = 0
        self.ships_cheaper = False  # likewise of ships
        self.ship_wood_off: list[int] = NONE_OFF  # by ship type
        self.ship_fish_off: list[int] = NONE_OFF
        self.ship_gold_off: list[int] = NONE_OFF
        self.empty_spaces_free = 0
        self.empty_right_free = 0  # of the right half, before those anywhere
        self.unissued_free = 0
        self.shares_off = 0  # the price of Shares
        self.buys_some_shares = False  # not always all

    def copy(self) -> "PlayerRules":
        twin = PlayerRules(self.wood_limit, self.reserve_limit)
        twin.haul_bonus = self.haul_bonus
        twin.skip_feeding = self.skip_feeding
        twin.skip_market = self.skip_market
        twin.own_shares_first = self.own_shares_first
        twin.reserve_pays = self.reserve_pays
        twin.reserve_wood_pays = self.reserve_wood_pays
        twin.reserve_fish_pays = self.reserve_fish_pays
        twin.reserve_gold_pays = self.reserve_gold_pays
        twin.buildings_cheaper = self.buildings_cheaper
        twin.building_wood_off = self.building_wood_off
        twin.building_fish_off = self.building_fish_off
        twin.building_gold_off = self.building_gold_off
        twin.ships_cheaper = self.ships_cheaper
        twin.ship_wood_off = self.ship_wood_off
        twin.ship_fish_off = self.ship_fish_off
        twin.ship_gold_off = self.ship_gold_off
        twin.empty_spaces_free = self.empty_spaces_free
        twin.empty_right_free = self.empty_right_free
        twin.unissued_free = self.unissued_free
        twin.shares_off = self.shares_off
        twin.buys_some_shares = self.buys_some_shares
        return twin


class Player(PlainData):
    """Everything one player has: a new one, or with *like* a copy."""

    def __init__(self, rules: PlayerRules, like: "Player | None" = None) -> None:
        self.rules = rules
        if like is None:
            self.wood = 0
            self.fish = 0
            self.gold = 0
            self.reserve_wood = 0
            self.reserve_fish = 0
            self.reserve_gold = 0
            self.unissued = 0
            self.sloops = 0
            self.cutters = 0
            self.schooners = 0
            self.units = 0  # of the Fishing track, covered
            self.shares: list[int] = EMPTY  # issued, in the supply, by color
            self.cells: list[int] = EMPTY  # slot of the building in each cell, -1 without one
            self.forest: list[int] = EMPTY  # Forests by left cell of the double space
            self.forests = 0
            self.free = 0  # free Building spaces, as bits
            self.elders: list[int] = EMPTY
            self.elder_fish: list[int] = EMPTY
            self.elder_since: list[int] = EMPTY  # round of the last worker on him, 0 if none yet
            self.hand: list[int] = EMPTY
            self.buildings: list[int] = EMPTY  # slots, in the order of building
            self.abilities: list[int] = (
                EMPTY  # whenever, any time and once, in the order of building
            )
            self.uses: list[int] = EMPTY  # of each, this round (once: in the game)
            self.listens = 0  # what some ability listens to, as bits
        else:
            self.wood = like.wood
            self.fish = like.fish
            self.gold = like.gold
            self.reserve_wood = like.reserve_wood
            self.reserve_fish = like.reserve_fish
            self.reserve_gold = like.reserve_gold
            self.unissued = like.unissued
            self.sloops = like.sloops
            self.cutters = like.cutters
            self.schooners = like.schooners
            self.units = like.units
            self.shares = like.shares
            self.cells = like.cells
            self.forest = like.forest
            self.forests = like.forests
            self.free = like.free
            self.elders = like.elders
            self.elder_fish = like.elder_fish
            self.elder_since = like.elder_since
            self.hand = like.hand
            self.buildings = like.buildings
            self.abilities = like.abilities
            self.uses = like.uses
            self.listens = like.listens

    def copy(self) -> "Player":
        return Player(self.rules, self)

    def own(self, card: Card) -> None:
        """Take up what *card* does from now on."""
        self.buildings = [*self.buildings, card.slot]
        for ability in card.lasting:
            self.abilities = [*self.abilities, ability.number]
            self.uses = [*self.uses, 0]
            self.listens |= ability.listens
        if card.passive:
            self.rules = self.rules.copy()
            for rule in card.passive:
                rule.change(self.rules)
