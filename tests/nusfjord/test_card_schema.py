"""The schema of card files and the TypeScript types come from the forms that read them."""

import json

from skerry.games.nusfjord.deck_forms import card_schema, words
from skerry.web.typescript import files


def references(node) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if "$ref" in node else set()
        return own.union(*map(references, node.values()))
    if isinstance(node, list):
        return set().union(*map(references, node))
    return set()


def test_the_schema_names_every_word_and_refers_to_nothing_else():
    schema = card_schema()
    text = json.dumps(schema)
    for kind in ("op", "event", "kind", "rule", "timing", "counter", "space"):
        for word in words()[kind]:
            assert f'"{word}"' in text, word
    assert {ref.removeprefix("#/$defs/") for ref in references(schema)} == set(schema["$defs"])


def test_steps_hold_steps_in_the_schema():
    choose = card_schema()["$defs"]["ChooseForm"]["properties"]["options"]
    inner = choose["items"]["items"]
    assert {"$ref": "#/$defs/RepeatForm"} in inner["anyOf"]


def test_typescript_has_a_type_for_every_step():
    text = files()["nusfjord/components.gen.ts"]
    for op in words()["op"]:
        assert f'op: "{op}";' in text
    assert "options: Step[][];" in text


def test_the_schema_says_nothing_of_how_it_was_compiled() -> None:
    assert "mypyc" not in str(card_schema())
