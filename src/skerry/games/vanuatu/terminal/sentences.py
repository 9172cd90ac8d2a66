"""Vanuatu's questions and reasons as the terminal words them, its characters and tiles looked up.

In a reason, `{leader:seat}` is put in as a player's name and `{spaces:list}` as a list of words.
"""

from skerry.games.vanuatu.view_types import EmptyCell, Face, Island, Ocean, OceanFace, View

QUESTIONS = {
    "place_tile": "place a tile from the volcano ({tiles:list})",
    "place_neutral": "put a neutral marker on an action ({left} to place)",
    "choose_character": "take a character",
    "plan_marker": "plan: put a marker on an action ({left} to place)",
    "take_turn": "your turn: act where you lead, or take markers back",
    "sail": "where do you sail, and over how many tiles?",
    "build": "what do you build, and where?",
    "sell": "which fish do you sell?",
    "buy": "which good do you export, and from where?",
    "draw": "on which island do you draw?",
    "tourist": "to which island do you bring the tourist?",
    "rest": "which rest token do you keep?",
    "last_begging": "your last chance to beg before the round ends",
    "last_sales": "your last chance to sell treasure before the points are counted",
}

REASONS = {
    "game_over": "the game is over",
    "not_your_turn": "it is {seat:seat}'s turn",
    "not_asked": "you cannot choose that now",
    "no_marker": "you have no marker there",
    "outnumbered": "{leader:seat} leads there, {markers} to {yours}",
    "tie_earlier_in_turn_order": "{leader:seat} has {markers} too and is earlier in turn order",
    "neutral_markers": "you need more than the {neutral} neutral markers and have {yours}",
    "cannot_pay": "you need {needs} vatu and {purse}",
    "no_rest_token": "all rest tokens are taken",
    "not_on_wreck": "no treasure under your canoe on {cell}",
    "not_on_shoal": "no fish under your canoe on {cell}",
    "no_open_water": "there is no water beside your canoe to sail to",
    "no_fish_tile": "you have no fish tile",
    "no_hut_near": "you have no hut on an island beside your canoe",
    "no_tourist": "no tourists are waiting this round",
    "no_island_near": "there is no island beside your canoe on {cell}",
    "island_full": "every island beside your canoe is full of tourists",
    "no_drawing_site": "there is no free drawing site beside your canoe",
    "no_goods": "there are no goods on the islands beside your canoe",
    "no_hut_left": "you have built all your huts",
    "no_site": "there is no free hut site there",
    "empty_cell": "there is no tile on {cell} yet",
    "submerged": "the island on {cell} is under water",
    "not_an_island": "{cell} is not an island",
    "not_an_ocean": "canoes sail only on water, and {cell} is an island",
    "not_beside_boat": "{cell} is not beside your canoe on {boat}",
    "boat_in_the_way": "the other canoe is on {cell}; yours may pass it but not stop there",
    "too_far": "{cell} is too far; your canoe can sail at most {max} tiles",
    "occupied": "{tile} is already on {cell}",
    "needs_two_neighbours": "a tile must touch at least two others, and {cell} does not",
    "leaves_no_place": "then there would be no space for the other tile",
    "island_beside_island": "two islands may not touch",
    "ocean_needs_island": "water must touch an island, and {cell} touches none",
    "other_tile_first": "only the other tile fits there; place that one first",
    "already_placed": "{tile} is already on the board",
    "not_on_the_volcano": "{tile} is not on the volcano",
    "no_such_good": "there is no {good} on {cell}",
    "yours_last_round": "you had the {character} last round",
    "taken": "{seat:seat} has the {character}",
    "not_in_this_game": "the {character} is not in this game",
    "not_on_offer": "the {character} is not on offer this round",
    "not_your_character": "you do not have the {character} this round",
    "already_used": "the {character} has already been used this round",
    "you_lead_somewhere": "the Preacher helps only if you lead nowhere; you lead on {spaces:list}",
    "nothing_possible": "none of your planned actions is possible",
    "no_such_treasure": "you have no treasure worth {value}",
    "finish_your_action_first": "finish the action you have begun",
    "too_few_points": "you need {needs} points and have {have}",
    "token_taken": "that token is taken",
    "could_act": "you can act on {spaces:list}, so you cannot take those markers back",
    "you_lead_nowhere": "you lead nowhere",
    "lead_elsewhere": "you lead on {spaces:list}; choose there first",
    "bonus_elsewhere": "the {character} helps with {action}",
    "no_action_bonus": "the {character} does not help with any action",
    "no_character": "you have no character",
    "bonus_not_needed": "you do not need the {character} here",
    "same_space": "your markers are already on {action}",
    "already_performed": "you have already done {action} this round",
    "wrong_distance": "you cannot get to {cell} in that many tiles",
    "no_such_fish": "you do not have these fish tiles",
    "build_something": "choose a hut, a dike or both",
    "bonus_is_for_the_hut": "the {character} helps only to build a hut",
    "another_island": "everything must be on the same island, and {cell} is another one",
    "no_dikes_in_this_game": "there are dikes only with Rising Waters",
    "no_dike_left": "there are no dikes left",
    "no_open_side": "no side of this island faces the ocean",
    "dike_stands_there": "there is already a dike on that side",
    "side_not_on_ocean": "that side does not face the ocean",
    "not_your_seat": "{seat:seat} decides that",
    "not_one_move": "you cannot do these together",
}

# Section 11: what each character brings.
CHARACTERS = {
    "artist": "a drawing brings 5 points instead of 3",
    "beggar": "at any time, swap 1 to 3 points for as many vatu",
    "builder": "a hut costs 1 vatu instead of 3",
    "buyer": "when you export, a second crate of the same good is free",
    "diver": "a treasure also brings as many vatu as it is worth",
    "fisherman": "a fish also brings as many points as it is worth",
    "governor": "instead of acting, move one of your stacks to another action",
    "guide": "a tourist also brings 2 points for each drawing on the island",
    "navigator": "sail up to 3 tiles for free",
    "preacher": "if you lead nowhere, carry out a planned action anyway",
    "vendor": "sell fish anywhere, even without a hut",
}


def look_up(what: str, view: View) -> str | None:
    """Describe a character, or a tile on the board or the volcano; None if there is none."""
    power = CHARACTERS.get(what.lower())
    if power:
        return f"{what.title()}: {power}, once a round."
    shown: dict[str, Face | Ocean | Island] = dict(
        zip(view.volcano, view.volcano_tiles, strict=True)
    )
    shown |= {cell.tile: cell for cell in view.cells if not isinstance(cell, EmptyCell)}
    face = shown.get(what.upper())
    return f"{what.upper()}: {tile_summary(face)}" if face else None


def tile_summary(face: Face | Ocean | Island) -> str:
    """Return in short what a tile shows.

    >>> tile_summary(OceanFace(fish_max=1, treasure_max=3))
    '~ fish 1 wreck 3'
    """
    if isinstance(face, OceanFace | Ocean):
        shown = [f"fish {face.fish_max}"] if face.fish_max else []
        shown += [f"wreck {face.treasure_max}"] if face.treasure_max else []
        return f"~ {' '.join(shown) or 'open sea'}"
    goods = "".join(good[0] * count for good, count in face.produces.items())
    return f"^ hut {face.huts_max} {goods} t{face.tourists_max} dr{face.drawings_max}"
