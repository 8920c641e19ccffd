"""The smaller parts: differences of views, dice statistics, the page."""

from __future__ import annotations

import copy
import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.server.limits import Count
from sandtable.server.patch import Cuts, Known, Parts, difference, flatten
from sandtable.server.run import Address, AddressInUse, bind
from sandtable.server.stats import count_dice, evenness, upper_gamma
from sandtable.table import Chance, Rolled, View

from .conftest import Opener
from .helpers import apply_change


class Sight(View, kw_only=True):
    spaces: dict[str, Any]
    note: Any
    numbers: list[int]


NUMBERS = st.lists(st.integers(0, 1), max_size=7)
LEAVES = st.none() | st.integers(0, 3) | NUMBERS
FIELDS = st.dictionaries(st.sampled_from("xyz"), LEAVES, max_size=3)
DICTS = st.dictionaries(st.sampled_from("abcd"), LEAVES, max_size=4)
ENTRIES = st.dictionaries(st.sampled_from("abcd"), LEAVES | FIELDS, max_size=4)
SIGHTS = st.builds(Sight, spaces=ENTRIES, note=LEAVES | DICTS, numbers=NUMBERS)


def apply(game: Any, changes: list[Any]) -> Any:
    game = copy.deepcopy(game)
    for change in msgspec.json.decode(msgspec.json.encode(changes)):
        apply_change(game, change)
    return game


@given(old=SIGHTS, new=SIGHTS)
def test_a_difference_turns_the_old_view_into_the_new(old: Sight, new: Sight) -> None:
    changes = difference(flatten(old), flatten(new))
    plain_old, plain_new = msgspec.to_builtins(old), msgspec.to_builtins(new)
    assert apply(plain_old, changes) == plain_new
    if plain_old == plain_new:
        assert changes == []


@given(old=SIGHTS, other=SIGHTS, new=SIGHTS)
def test_seats_that_saw_different_things_are_each_told_what_changed_for_them(
    old: Sight, other: Sight, new: Sight
) -> None:
    """They share the new view's parts, and what is remembered of the comparisons."""
    known: Known = {}
    shared = flatten(new)
    for seen in (old, other, old):
        changes = difference(flatten(seen), shared, known)
        assert apply(msgspec.to_builtins(seen), changes) == msgspec.to_builtins(new)


class Marker(msgspec.Struct, frozen=True):
    count: int


class Board(View, kw_only=True):
    spaces: tuple[Any, ...]
    hand: list[int]
    names: dict[str, int]


def test_only_what_is_not_the_same_object_is_encoded_again() -> None:
    cuts = Cuts()
    markers = tuple(Marker(n) for n in range(10))
    old = flatten(Board(spaces=markers, hand=[], names={}), cuts)
    cuts.forget()
    changed = (*markers[:9], Marker(77))
    new = flatten(Board(spaces=changed, hand=[], names={}), cuts)
    before, after = old["spaces"], new["spaces"]
    assert isinstance(before, Parts)
    assert isinstance(after, Parts)
    assert all(before.items[str(n)] is after.items[str(n)] for n in range(9))
    assert difference(old, new) == [[["spaces"], {"9": {"count": msgspec.Raw(b"77")}}, "fields"]]


def test_what_a_title_changes_in_place_is_seen() -> None:
    """A view may hold the state's own lists and dicts, and they go on changing."""
    cuts = Cuts()
    hand, names, inner = list(range(6)), {"red": 1}, [1]
    spaces = (inner, *(Marker(n) for n in range(5)))
    old = flatten(Board(spaces=spaces, hand=hand, names=names), cuts)
    shared = flatten(Board(spaces=spaces, hand=hand, names=names), cuts)
    assert all(old[name] is shared[name] for name in ("spaces", "hand", "names"))
    cuts.forget()
    hand[2], names["red"], inner[0] = 9, 2, 3
    new = flatten(Board(spaces=(*spaces,), hand=hand, names=names), cuts)
    told = [change[0] for change in difference(old, new)]
    assert told == [["spaces", "0"], ["hand", "2"], ["names", "red"]]


def test_a_difference_is_small() -> None:
    old = Sight(spaces={str(n): [n] * 20 for n in range(100)}, note=None, numbers=[])
    new = msgspec.structs.replace(old, spaces={**old.spaces, "7": [1]})
    assert difference(flatten(old), flatten(new)) == [[["spaces", "7"], msgspec.Raw(b"[1]")]]
    old = msgspec.structs.replace(old, numbers=list(range(50)))
    new = msgspec.structs.replace(old, numbers=[*range(49), 7])
    assert difference(flatten(old), flatten(new)) == [[["numbers", "49"], msgspec.Raw(b"7")]]


def test_of_an_object_only_the_fields_that_changed_are_told() -> None:
    old = Sight(
        spaces={"a": {"owner": "red", "units": [1]}, "b": {"owner": "red"}}, note=0, numbers=[]
    )
    spaces = {"a": {"owner": "blue", "units": [1]}, "b": {"owner": "red", "fort": 1}}
    new = msgspec.structs.replace(old, spaces=spaces)
    fields = {"a": {"owner": msgspec.Raw(b'"blue"')}, "b": {"fort": msgspec.Raw(b"1")}}
    assert difference(flatten(old), flatten(new)) == [[["spaces"], fields, "fields"]]
    # A field that is gone cannot be told alone.
    assert difference(flatten(new), flatten(old))[0] == [
        ["spaces", "b"],
        msgspec.Raw(b'{"owner":"red"}'),
    ]


@pytest.mark.parametrize(
    ("a", "x", "value"),
    [
        (0.5, 1.92072941, 0.05),
        (2.5, 5.53524965, 0.05),
        (2.5, 0.5, 0.96256577),
        (1.0, 3.0, 0.04978707),
    ],
)
def test_the_chi_square_tail(a: float, x: float, value: float) -> None:
    """Against printed tables: 3.841 at one degree of freedom and 11.070 at five give 5 %."""
    assert upper_gamma(a, x) == pytest.approx(value, abs=1e-6)


def test_loaded_dice_are_noticed() -> None:
    assert evenness([100, 100, 100, 100, 100, 100]) == pytest.approx(1)
    assert evenness([60, 60, 60, 60, 60, 300]) < 1e-12
    rolls = [Rolled(Chance((6, 6), "attack"), (6, 6)) for _ in range(20)]
    secret = [Rolled(Chance((6,), "draw", ("red",)), (1,)) for _ in range(20)]
    cards = [Rolled(Chance((40,), "draw"), (1,))]
    (die,) = count_dice([*rolls, *secret, *cards])
    assert die.counts == [0, 0, 0, 0, 0, 40]


def test_sockets_are_counted_by_address_and_in_all() -> None:
    sockets = Count(3, 2)
    assert [sockets.enter(address) for address in "aaabb"] == [True, True, False, True, False]
    sockets.leave("a")
    assert [sockets.enter(address) for address in "bb"] == [True, False]


def test_the_page_is_served_from_the_package_alone(opener: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Sandtable</title>")
    (folder / "assets" / "app-1a2b.js").write_text("let x = 1;" * 500)
    (tmp_path / "secret.txt").write_text("keep out")
    client = opener(static=folder)
    for path in ("/", "/anything/else"):
        assert "<title>Sandtable" in client.get(path).text
    script = client.get("/assets/app-1a2b.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-encoding"] == "gzip"
    assert "immutable" in script.headers["cache-control"]
    plain = client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert plain.content == script.content
    assert len(gzip.compress(plain.content)) < len(plain.content)
    page = client.get("/")
    fresh = client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert fresh.status_code == 304
    for path in (
        "/missing.png",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
    ):
        answer = client.get(path)
        assert "keep out" not in answer.text
        assert answer.status_code == 404


def test_a_server_without_the_page_says_so(opener: Opener) -> None:
    assert "was not built" in opener().get("/").text


def test_a_taken_port_is_a_clear_error() -> None:
    first = bind("127.0.0.1", 0)
    try:
        with pytest.raises(AddressInUse):
            bind("127.0.0.1", first.getsockname()[1])
    finally:
        first.close()
    assert Address("0.0.0.0", 80).url == "http://127.0.0.1:80/"
    assert Address("::", 80).url == "http://[::1]:80/"
    assert Address("fe80::1", 80).url == "http://[fe80::1]:80/"
