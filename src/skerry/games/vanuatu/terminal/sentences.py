"""Vanuatu's questions and reasons as the terminal words them, its characters and tiles looked up.

In a reason, `{leader:seat}` is put in as a player's name and `{spaces:list}` as a list of words.
"""

from skerry.games.vanuatu.view_types import EmptyCell, Face, Island, Ocean, OceanFace, View

QUESTIONS = {
    "place_tile": "place a tile from the volcano ({tiles:list})",
    "place_neutral": "put a neutral marker on an action ({left} in a row)",
    "choose_character": "take a character",
    "plan_marker": "plan: put a marker on an action ({left} in a row)",
    "take_turn": "your turn: perform an action you lead, or take markers back",
    "sail": "where do you sail, and in how many steps?",
    "build": "where and what do you build?",
    "sell": "which fish do you sell?",
    "buy": "which good do you buy, and where?",
    "draw": "on which island do you draw?",
    "tourist": "to which island do you bring the tourist?",
    "rest": "which rest token do you keep?",
    "last_begging": "the last chance to beg before the round ends",
    "last_sales": "the last chance to sell treasure before the final scoring",
}

REASONS = {
    "game_over": "the game is over",
    "not_your_turn": "it is {seat:seat}'s turn to decide",
    "not_asked": "this is not what is asked now",
    "no_marker": "you have no marker there",
    "outnumbered": "{leader:seat} leads there with {markers} markers, you have {yours}",
    "tie_earlier_in_turn_order": "{leader:seat} has {markers} markers too and plays before you",
    "neutral_markers": "{neutral} neutral markers block your {yours}",
    "cannot_pay": "needs {needs} vatus, you {purse}",
    "no_rest_token": "no rest token is left",
    "not_on_wreck": "your boat on {cell} is not over a treasure",
    "not_on_shoal": "your boat on {cell} is not over fish",
    "no_open_water": "there is no open sea next to your boat",
    "no_fish_tile": "you have no fish to sell",
    "no_hut_near": "no island next to your boat has a hut of yours",
    "no_tourist": "no tourist is waiting in the office",
    "no_island_near": "your boat on {cell} is not next to an island",
    "island_full": "no more tourists fit there",
    "no_drawing_site": "there is no room for a drawing",
    "no_goods": "there are no goods to buy",
    "no_hut_left": "you have no hut left",
    "no_site": "there is no free site to build on",
    "empty_cell": "{cell} is still empty",
    "submerged": "the island on {cell} is submerged",
    "not_an_island": "{cell} is not an island",
    "not_an_ocean": "{cell} is not open sea",
    "not_beside_boat": "{cell} is not next to your boat on {boat}",
    "boat_in_the_way": "the other boat is on {cell}",
    "too_far": "{cell} is farther than {max} steps",
    "occupied": "{tile} lies on {cell} already",
    "needs_two_neighbours": "{cell} does not touch two tiles yet",
    "leaves_no_place": "a tile on {cell} would leave no place for the other one",
    "island_beside_island": "an island on {cell} would touch another island",
    "ocean_needs_island": "an ocean on {cell} would touch no island",
    "other_tile_first": "the other tile has a regular place and must go first",
    "already_placed": "{tile} lies on the board already",
    "not_on_the_volcano": "{tile} is not on the volcano",
    "no_such_good": "there is no {good} on {cell}",
    "yours_last_round": "the {character} was yours last round",
    "taken": "{seat:seat} has the {character}",
    "not_in_this_game": "the {character} is not in this game",
    "not_on_offer": "the {character} is not on offer this round",
    "not_your_character": "the {character} is not yours",
    "already_used": "the {character} has been used this round",
    "you_lead_somewhere": "you lead on {spaces:list}",
    "nothing_possible": "none of your planned actions is possible now",
    "no_such_treasure": "you have no treasure worth {value}",
    "finish_your_action_first": "finish your action first",
    "too_few_points": "this needs {needs} points, you have {have}",
    "token_taken": "that rest token is taken",
    "could_act": "you can act on {spaces:list}, so you must not take markers back there",
    "you_lead_nowhere": "you lead nowhere",
    "lead_elsewhere": "you lead on {spaces:list}; only those markers can go now",
    "bonus_elsewhere": "the {character} helps with {action}",
    "no_action_bonus": "the {character} helps with no action",
    "no_character": "you have no character",
    "bonus_not_needed": "the {character} adds nothing here",
    "same_space": "your markers are on {action} already",
    "already_performed": "you have performed {action} this round",
    "wrong_distance": "{cell} is not reached in so many steps",
    "no_such_fish": "you do not have these fish",
    "build_something": "build a hut, a dike or both",
    "bonus_is_for_the_hut": "the {character} builds a hut",
    "another_island": "{cell} is another island",
    "no_dikes_in_this_game": "there are no dikes without Rising Waters",
    "no_dike_left": "no dike is left",
    "no_open_side": "no side lies open to the sea",
    "dike_stands_there": "a dike stands on that side already",
    "side_not_on_ocean": "that side does not border the sea",
    "not_your_seat": "that is for {seat:seat} to decide",
    "not_one_move": "these belong to different moves",
}

# Section 11: what each character brings.
CHARACTERS = {
    "artist": "a drawing brings 5 points instead of 3",
    "beggar": "once at any time, exchange up to 3 points for as many vatus",
    "builder": "a hut costs 1 vatu instead of 3",
    "buyer": "a second cube of the good you buy comes free from the reserve",
    "diver": "a treasure also brings its value in vatus",
    "fisherman": "a catch also brings its value in points",
    "governor": "instead of acting, move a whole stack of yours to another action",
    "guide": "a tourist also brings 2 points for each drawing on the island",
    "navigator": "sail up to 3 steps for nothing",
    "preacher": "leading nowhere, perform a planned action all the same",
    "vendor": "sell fish anywhere, without a hut",
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
