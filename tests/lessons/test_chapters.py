"""Every chapter, played through the engine: answers, other moves, refs, texts, playing on."""

import re

import pytest

from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY
from skerry.kernel.errors import BadNotation
from skerry.kernel.record import read_record, replay
from skerry.kernel.rng import Rng
from skerry.lessons import Accepted, Chapter, Lesson, Wrong
from skerry.lessons.chapters import price_table
from tests.lessons.walk import CHAPTERS, LANGUAGES, asks, ends, entries, keys, taken_up

every_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.id)
LONGEST = 330  # characters the teacher says at once; it must fit beside a phone's board
PLACEHOLDER = re.compile(r"\{(\d)\}")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_eight_chapters(game: str) -> None:
    orders = [chapter.order for chapter in CHAPTERS if chapter.game.name == game]
    assert orders == [1, 2, 3, 4, 5, 6, 7, 8]


@every_chapter
def test_nothing_is_left_to_chance(chapter: Chapter) -> None:
    game, setup = chapter.game, chapter.script.setup
    dealt = [game.setup(game.deal(setup, Rng(seed)))["piles"] for seed in (1, 2, 3)]
    reshuffles = [piles.pop("demand_reshuffles", None) for piles in dealt]
    assert dealt[0] == dealt[1] == dealt[2]
    assert len(reshuffles) == 3, "reshuffles come after the lesson, at the end of a long game"


@every_chapter
def test_every_accepted_answer_leads_to_the_end(chapter: Chapter) -> None:
    finished = list(ends(chapter, Lesson(chapter)))
    assert finished
    assert all(lesson.view().play_on.ready for lesson in finished)
    made = {text for lesson in finished for _, text in lesson.record.moves}
    for step in chapter.steps:
        for ask in step.ask:
            assert set(ask.moves) <= made, f"{chapter.file}: {step.id}: an answer is never legal"


@every_chapter
def test_a_chapter_asks_for_moves(chapter: Chapter) -> None:
    assert sum(1 for _ in asks(Lesson(chapter))) >= 2


@every_chapter
def test_every_sentence_about_another_move_fits_its_step(chapter: Chapter) -> None:
    for lesson in asks(Lesson(chapter)):
        ask = lesson.ask
        for wrong in ask.wrong:
            assert bool(wrong.play_out) <= bool(ask.play_out), "both moves are played out"
            other = taken_up(chapter, lesson)
            outcome = other.try_move(wrong.move)
            where = f"{chapter.file}: {lesson.step.id}: {wrong.move}"
            assert isinstance(outcome, Wrong), f"{where}: {outcome}"
            assert outcome.price.note == chapter.text(f"{lesson.step.id}.wrong.{wrong.id}"), where
            assert outcome.tried.move == wrong.move, f"{where}: write it as the game does"
            if wrong.compare:
                assert outcome.price.rows, f"{where}: nothing to compare; say compare = false"
            assert outcome.keep_ok == wrong.keep
            if wrong.keep:
                assert isinstance(other.keep(), Accepted)
                assert list(ends(chapter, other))


@every_chapter
def test_any_other_legal_move_is_compared(chapter: Chapter) -> None:
    for lesson in asks(Lesson(chapter)):
        game, state = lesson.game, lesson.state
        accepted = [game.read(state, text) for text in lesson.ask.moves]
        before = game.position(state)
        for move in [m for m in state.options() if m not in accepted][:6]:
            outcome = lesson.try_move(game.write(state, move))
            assert isinstance(outcome, Wrong)
            assert outcome.price.note
        assert game.position(state) == before, "trying changes nothing"


@every_chapter
def test_every_highlighted_thing_exists(chapter: Chapter) -> None:
    lesson = Lesson(chapter)
    while not lesson.finished:
        _check_refs(lesson, lesson.step.refs)
        while lesson.ask is not None:
            _check_refs(lesson, lesson.ask.refs)
            assert lesson.view().ask.refs
            lesson.try_move(lesson.accepted[0])
        lesson.advance()


def _check_refs(lesson: Lesson, refs: list[str]) -> None:
    game, state = lesson.game, lesson.state
    options = state.options() if state.turn() != NOBODY else []
    touched = {ref for move in options for ref in game.touches(state, move).values()}
    for ref in refs:
        try:
            game.why_not(state, lesson.seat, ref)
        except BadNotation as error:
            assert ref in touched, f"{lesson.chapter.file}: {lesson.step.id}: {ref}: {error}"


def test_every_text_exists_and_is_used() -> None:
    needed = {"price.now", "price.other", "price.same"}
    for game in GAMES:
        needed |= {f"price.{game}.{row}" for row in [*price_table(game).fields, "total"]}
    for chapter in CHAPTERS:
        needed |= keys(chapter)
    assert set(entries("en")) == needed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text(language: str) -> None:
    english, other = entries("en"), entries(language)
    assert set(other) == set(english)
    for key, text in other.items():
        assert text.strip() == text and text, key
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(english[key])), key
        assert len(text) <= LONGEST, f"{key}: {len(text)} characters"


@every_chapter
def test_texts_name_only_seats_of_the_chapter(chapter: Chapter) -> None:
    players = chapter.script.setup["players"]
    for key in keys(chapter):
        for seat in map(int, PLACEHOLDER.findall(entries("en")[key])):
            assert seat < players and seat != chapter.script.seat, key


@every_chapter
def test_playing_on_reaches_the_end_of_the_game(chapter: Chapter) -> None:
    lesson = next(ends(chapter, Lesson(chapter)))
    going_on = lesson.view().play_on
    assert going_on.round >= 1
    assert going_on.seats[lesson.seat] == "me"
    assert len(going_on.seats) == lesson.state.n
    state = replay(GAMES, read_record(lesson.record_to_play_on().text()))
    if going_on.fresh:
        assert going_on.round == 1 and lesson.state.turn() == NOBODY
    else:
        assert chapter.game.position(state) == chapter.game.position(lesson.state)
    rng = Rng(7)
    while state.turn() != NOBODY:
        options = state.options()
        state.play(options[rng.below(len(options))])
    assert len(chapter.game.scores(state)) == state.n
