"""Nusfjord's questions and reasons as the terminal words them, and its cards looked up.

In a reason, `{seat:seat}` is put in as a player's name and `{needs:goods}` as goods.
"""

from skerry.kernel.events import Json

QUESTIONS = {
    "take_turn": "place a worker, use a building, or pass",
    "use_anytime": "use something that works at any time, or go on",
    "react": "several of your cards react; which comes next?",
    "use_built": "use the new building {card}?",
    "choose_building": "which building?",
    "choose_cell": "on which cell do you place {card}?",
    "choose_ship": "which ship?",
    "choose_upgrade": "which ship do you exchange?",
    "serve_plates": "how many plates do you fill?",
    "choose_forest": "from which double space do you remove a Forest?",
    "choose_double_space": "on which double space do you plant Forests?",
    "thicken_forest": "where does another Forest tile go?",
    "buy_shares": "which Share do you take?",
    "take_shares": "which Share do you take?",
    "take_elder": "which elder?",
    "use_elder": "use elder {elder} at once?",
    "feed_elders": "your haul is {haul}; which elder gets a fish?",
    "feed_shares": "whose Share of yours gets a fish?",
    "choose_copy": "which occupied space do you copy?",
    "may_act": "do it?",
    "choose_option": "which of these?",
    "go_on": "once more?",
    "take_from_reserve": "how many do you take out of the Reserve?",
    "keep_excess": "how many do you keep?",
    "pay_from_reserve": "how much {good} do you pay out of the Reserve?",
}

REASONS = {
    "game_over": "the game is over",
    "not_your_turn": "it is {seat:seat}'s turn to decide",
    "not_asked": "this is not what is asked now",
    "no_such_space": "this game has no such space",
    "blocked": "the space is full",
    "no_copy_space": "{players} players play without a Copy space",
    "not_blocked": "only a full space can be copied; this one has room",
    "reserve_empty": "your Reserve is empty",
    "plates_full": "all {plates} plates are filled",
    "cannot_pay": "needs {needs:goods}, you have {have:goods}",
    "no_free_space": "you have no free building space",
    "no_affordable_building": "you can pay for no building with {have:goods}",
    "no_unissued_share": "all your Shares are issued",
    "no_share_on_offer": "no Share lies on the newly-issued space",
    "no_forest": "there is no Forest",
    "wood_at_limit": "your wood is at the limit of {limit}",
    "no_free_double_space": "there is no free double space",
    "track_full": "no ship fits on your track, {free} units are free",
    "no_affordable_ship": "you can pay for no ship with {have:goods}",
    "council_full": "your village council has only {seats} places",
    "no_elder_left": "no elder is left",
    "already_yours": "the elder is yours already",
    "under_another_elder": "another elder lies on top",
    "not_on_offer": "the elder is not on offer",
    "not_yours": "this is not yours",
    "holds_a_worker": "the elder holds a worker since round {since_round}",
    "no_plate_filled": "no plate is filled for the elder",
    "nothing_to_do": "it would change nothing now",
    "already_built": "{seat:seat} has built it",
    "not_on_display": "the card is not on display",
    "not_used_by_choice": "this ability works by itself",
    "used_up": "this ability has been used",
    "used_this_round": "used {limit} times this round already",
    "goods_held_before": "that would only lead back to goods you just held",
    "sold_out": "no {ship} is left",
    "does_not_fit": "a {ship} covers {units} units, {free} are free",
    "reserve": "this cell is the Reserve",
    "occupied": "{card} stands on {cell}",
    "under_a_forest": "a Forest covers {cell}",
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
            told = f"{name} {entry['name']}"
            if "cost" in entry:
                told += f" ({price(entry)}, {entry['timing']})"
            guessed = ", ".join(entry["reconstructed"])
            status = f" Reconstructed: {guessed}." if guessed else ""
            return f"{told}: {entry['text']}{status}"
    return None
