"""Complaints about card files, in the words of whoever writes cards.

Where msgspec says `$.building[3].ability[0].do[1].op`, name the file, the card, the ability, the
step and the field, and what may stand there.
"""

import re
from typing import Any

import msgspec
from msgspec import inspect

from skerry.kernel.errors import BadSetup

_PATH = re.compile(r"^(?P<what>.*?)(?: - at `(?:key in )?\$(?P<path>.*?)`)?$", re.S)
_PART = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_FIELD = re.compile(r"field `(.*?)`$")
# What msgspec says, and how a page for card writers says it.
_WORDS = (
    ("Expected `str` matching regex '\\\\S'", "must be a text that is not empty"),
    ("Expected ", "must be "),
    ("`int`", "a whole number"),
    ("`str`", "a text"),
    ("`array`", "a list"),
    ("`object`", "a table"),
    ("`bool`", "true or false"),
    ("Invalid enum value", "does not know"),
    ("Invalid value", "does not know"),
)
_NAMED = re.compile(r"^(\w+): (.*)$", re.S)


def read(name: str, content: Any, form: Any) -> Any:
    """Read the content of file *name* as *form*; raises BadSetup naming the place."""
    try:
        return msgspec.convert(content, form)
    except msgspec.ValidationError as error:
        raise BadSetup(_complaint(name, content, form, str(error))) from None


def _complaint(name: str, content: Any, form: Any, message: str) -> str:
    found = _PATH.match(message)
    assert found is not None
    what = found["what"]
    path: list[str | int] = [
        field or (int(at) if at.isdigit() else 0)
        for field, at in _PART.findall(found["path"] or "")
    ]
    if missing := _FIELD.search(what):
        path.append(missing[1])
        unknown = "unknown" in what
        what = "is missing"
        if unknown:
            fields = _fields(inspect.type_info(form), content, path[:-1])
            what = f"is not a known field here; known are {', '.join(fields)}"
    elif own := _NAMED.match(what):
        # A form's own check names the field first.
        path.append(own[1])
        what = own[2]
    else:
        what = _plain(what) + _choices(inspect.type_info(form), content, path)
    return ": ".join([name, *_places(content, path), what])


def _plain(what: str) -> str:
    for theirs, ours in _WORDS:
        what = what.replace(theirs, ours)
    return what[:1].lower() + what[1:]


def _places(content: Any, path: list[str | int]) -> list[str]:
    """Return a path in the words of the page: card, ability, step, option, field."""
    places: list[str] = []
    inside = ""
    node = content
    for part in path:
        if isinstance(part, str):
            node = node.get(part) if isinstance(node, dict) else None
            if inside:
                places.append(inside)
            inside = part
            continue
        node = node[part] if isinstance(node, list) and part < len(node) else None
        places.append(_numbered(inside, node, part + 1))
        # A list right inside a list: an option of `choose` is a list of steps.
        inside = "do" if isinstance(node, list) and inside == "options" else ""
    return [*places, inside] if inside else places


def _numbered(inside: str, node: Any, number: int) -> str:
    if inside == "building":
        name = node.get("id") if isinstance(node, dict) else None
        return name[:20] if isinstance(name, str) and name.strip() else f"building {number}"
    if inside == "elder":
        known = node.get("number") if isinstance(node, dict) else None
        return f"elder {known if type(known) is int else number}"
    word = {"do": "step", "options": "option", "ability": "ability"}.get(inside)
    return f"{word} {number}" if word else f"{inside} {number}".strip()


def _choices(info: Any, content: Any, path: list[str | int]) -> str:
    """Return what may stand at a path, where that is one of a few words."""
    found = _at(info, content, path)
    words: list[Any] = []
    if isinstance(found, inspect.LiteralType):
        words = list(found.values)
    elif path and found is None:
        # The tag itself is wrong, so nothing says which form is meant.
        union = _at(info, content, path[:-1])
        if isinstance(union, inspect.UnionType):
            words = [t.tag for t in union.types if isinstance(t, inspect.StructType)]
    return f"; choose one of {', '.join(map(str, words))}" if words else ""


def _fields(info: Any, content: Any, path: list[str | int]) -> list[str]:
    """Return the names of the fields at a path."""
    found = _at(info, content, path)
    if not isinstance(found, inspect.StructType):
        return []
    tag = [str(found.tag_field)] if found.tag_field else []
    return tag + [field.encode_name for field in found.fields]


def _at(info: Any, content: Any, path: list[str | int]) -> Any:
    """Return the type that belongs at a path of *content*, None if there is none."""
    node = content
    info = _chosen(info, node)
    for part in path:
        if isinstance(info, inspect.StructType) and isinstance(part, str):
            types = {field.encode_name: field.type for field in info.fields}
            info = types.get(part)
            node = node.get(part) if isinstance(node, dict) else None
        elif isinstance(info, inspect.ListType) and isinstance(part, int):
            info = info.item_type
            node = node[part] if isinstance(node, list) and part < len(node) else None
        else:
            return None
        info = _chosen(info, node)
    return info


def _chosen(info: Any, node: Any) -> Any:
    """Return the member of a union that *node* is, or the only one that is not None."""
    if isinstance(info, inspect.Metadata):
        info = info.type
    if not isinstance(info, inspect.UnionType):
        return info
    members = [t for t in info.types if not isinstance(t, inspect.NoneType)]
    if len(members) == 1:
        return _chosen(members[0], node)
    for member in members:
        if (
            isinstance(member, inspect.StructType)
            and isinstance(node, dict)
            and node.get(str(member.tag_field)) == member.tag
        ):
            return member
    return info
