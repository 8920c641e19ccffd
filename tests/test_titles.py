"""Every title passes the same battery of random play.

A title's tests may help it with a module ``tests/games/<folder>/hooks.py``: ``invariant(state)``
raises when a state is impossible, ``scramble(state, seat, rng)`` gives a state that differs only
in what the seat may not know, ``conserved(before, action, after, events)`` raises when something
came from nowhere or went nowhere.
"""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest

import sandtable
from sandtable.cli.fuzz import random_options
from sandtable.games import BUILT_IN, find_title
from sandtable.ledger import ledgers
from tests import toy
from tests.battery import run_battery


def module_of(title: str) -> str:
    return BUILT_IN[title].partition(":")[0]


def hooks(title: str) -> ModuleType | None:
    """The title's own, or those of the layer it stands on."""
    layers = [kind.__module__.split(".") for kind in type(find_title(title)).__mro__]
    for path in layers:
        name = f"tests.games.{path[2]}.hooks" if path[:2] == ["sandtable", "games"] else ""
        if name and find_spec(name.rpartition(".")[0]) and find_spec(name):
            return import_module(name)
    return None


@pytest.fixture(params=sandtable.title_ids())
def title(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    spec = find_spec(module_of(name))
    if spec is None or spec.origin is None:
        pytest.skip(f"{name} is not there yet")
    return name


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_title_passes_the_battery(title: str, seed: int) -> None:
    """With its default options first, then with random ones."""
    rules = find_title(title)
    rng = random.Random(f"{title} {seed}")
    helped = hooks(title)
    run_battery(
        title,
        {} if seed == 1 else random_options(rules, rng, {}),
        seed,
        limit=120,
        slow_every=10,
        invariant=getattr(helped, "invariant", None),
        scramble=getattr(helped, "scramble", None),
        conserved=getattr(helped, "conserved", None),
    )


def test_a_title_says_what_it_is(title: str) -> None:
    rules = find_title(title)
    assert rules.id == title
    assert rules.name
    assert rules.summary
    assert rules.ledger in ledgers()
    for option in rules.options:
        assert option.text, option.name
        assert len(set(option.choices)) == len(option.choices) > 0, option.name


# The battery itself


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("seed", range(6))
def test_the_toy_passes(seed: int) -> None:
    options = {"rounds": (3, 1, 5)[seed % 3], "rich": seed % 2 == 1}
    table = run_battery(
        "toy", options, seed, invariant=toy.conserved, scramble=toy.scramble, slow_every=1
    )
    assert table.result is not None


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("fault", toy.FAULTS, ids=lambda fault: fault.__name__)
def test_the_battery_finds_faults(
    fault: type[toy.Outpost], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of these titles breaks one promise, and the battery notices."""
    monkeypatch.setattr("tests.battery.find_title", lambda title: fault())
    hooks = {"invariant": toy.conserved, "scramble": toy.scramble}

    def all_seeds() -> None:
        for seed in range(8):
            run_battery("toy", {}, seed, slow_every=1, **hooks)  # type: ignore[arg-type]

    with pytest.raises((AssertionError, sandtable.SandtableError, KeyError)):
        all_seeds()
