"""Nusfjord's questions and reasons as the terminal words them, and its cards looked up.

In a reason, `{seat:seat}` is put in as a player's name and `{needs:goods}` as goods.
"""

from skerry.kernel.events import Json

QUESTIONS = {
    "take_turn": "place a worker, use a building, or pass",
    "use_anytime": "use a building, or go on",
    "react": "several of your buildings work now; which comes first?",
    "use_built": "use the new building {card}?",
    "choose_building": "which building?",
    "choose_cell": "on which space do you build {card}?",
    "choose_ship": "which ship?",
    "choose_upgrade": "which ship do you upgrade?",
    "serve_plates": "how many plates do you fill?",
    "choose_forest": "which forest do you fell?",
    "choose_double_space": "on which double space do you plant the two forests?",
    "thicken_forest": "on which forest do you add another?",
    "buy_shares": "which share do you buy?",
    "take_shares": "which share do you take?",
    "take_elder": "which elder?",
    "use_elder": "use elder {elder} at once?",
    "feed_elders": "too few fish ({haul} left): which elder eats?",
    "feed_shares": "too few fish: which share do you feed?",
    "choose_copy": "which full space do you copy?",
    "may_act": "carry it out?",
    "choose_option": "which of these?",
    "go_on": "once more?",
    "take_from_reserve": "how many do you take from your reserve?",
    "keep_excess": "how many do you keep?",
    "pay_from_reserve": "how much {good} do you pay from your reserve?",
}

REASONS = {
    "game_over": "the game is over",
    "not_your_turn": "it is {seat:seat}'s turn",
    "not_asked": "you cannot choose that now",
    "no_such_space": "this space is not used with this many players",
    "blocked": "the space is full",
    "no_copy_space": "there is no copy space with {players} players",
    "not_blocked": "you can copy only a full space; this one has room",
    "reserve_empty": "your reserve is empty",
    "plates_full": "all {plates} plates are full",
    "cannot_pay": "you need {needs:goods} and have {have:goods}",
    "no_free_space": "you have no free building space",
    "no_affordable_building": "you cannot afford any building with {have:goods}",
    "no_unissued_share": "you have already issued all your shares",
    "no_share_on_offer": "there are no shares on offer",
    "no_forest": "you have no forests",
    "no_forest_here": "you have no forest there",
    "wood_at_limit": "you already have {limit} wood, and that is your limit",
    "no_free_double_space": "you need two free building spaces side by side",
    "track_full": "no ship fits on your fishing track; free spaces: {free}",
    "no_affordable_ship": "you cannot afford any ship with {have:goods}",
    "council_full": "all {seats} seats of your council are taken",
    "no_elder_left": "no elder is left",
    "already_yours": "the elder is already in your council",
    "under_another_elder": "the elder lies under another one; take that one first",
    "not_on_offer": "the elder is not on offer",
    "not_yours": "this is not yours",
    "holds_a_worker": "the elder has had a worker since round {since_round}",
    "no_plate_filled": "there is no fish on the banquet table",
    "nothing_to_do": "that would change nothing for you now",
    "already_built": "{seat:seat} has already built it",
    "not_on_display": "the building is not on display",
    "not_used_by_choice": "this building works by itself",
    "used_up": "it works once in the game, and you have already used it",
    "used_this_round": "you have already used it this round (limit: {limit})",
    "goods_held_before": "that would only bring back goods you had a moment ago",
    "sold_out": "no {ship} is left",
    "does_not_fit": "a {ship} needs {units} spaces of your track, and {free} are free",
    "reserve": "this is your reserve, not a building space",
    "occupied": "{card} is built on {cell}",
    "under_a_forest": "a forest covers {cell}",
}


def question_details(entries: dict[str, Json], args: Json) -> str:
    """Return the text of the card a question comes from, if it comes from one."""
    for name in ("card", "cause"):
        entry = entries.get(str(args.get(name)))
        if entry:
            return f" [{entry['name']}: {entry['text']}]"
    if "elder" in args:
        entry = entries[f"elder {args['elder']}"]
        return f" [{entry['name']}: {entry['text']}]"
    return ""


def label(entries: dict[str, Json], text: str) -> str:
    """Return what a move's text leaves unsaid: the name and price of its card."""
    words = text.split()
    if "elder" in words[:2]:
        return str(entries[f"elder {words[-1]}"]["name"])
    entry = entries.get(words[-1].partition(".")[0])
    if entry is None:
        return ""
    return f"{entry['name']}, {price(entry)}" if words[0] == "build" else str(entry["name"])


def price(entry: Json) -> str:
    """Write a building's price and points in short: 2w 1f, 3 points."""
    cost = " ".join(f"{n}{good[0]}" for good, n in entry["cost"].items() if n) or "free"
    star = "*" if entry["vp_star"] else ""
    return f"{cost}, {entry['vp']}{star}p"


def look_up(entries: dict[str, Json], what: str) -> str | None:
    """Describe a card or an elder by id, number or name; None if there is none."""
    wanted = what.lower().removeprefix("elder ").strip()
    for name, entry in entries.items():
        if wanted in (name.lower(), name.lower().removeprefix("elder "), entry["name"].lower()):
            text = f"{name} {entry['name']}"
            if "cost" in entry:
                text += f" ({price(entry)}, {entry['timing']})"
            guessed = ", ".join(entry["reconstructed"])
            status = f" Reconstructed: {guessed}." if guessed else ""
            return f"{text}: {entry['text']}{status}"
    return None
