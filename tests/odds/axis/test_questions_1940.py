"""What comes of a battle if others scramble, dive or jump, against the reference in fractions.

The positions are set up and the questions asked as a player would; who then fights whom is written
down again here, and worked out by the reference.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sandtable.odds.axis import Battle, Choices, Party
from sandtable.odds.axis.answer import Odds
from sandtable.odds.axis.meter import Meter
from sandtable.odds.axis.position import odds_at, odds_if
from sandtable.odds.axis.solver import with_arrays
from tests.odds.axis import reference, reference_1940
from tests.odds.axis.battles import Dealer
from tests.odds.axis.test_engine_1940 import Case, begun
from tests.odds.axis.test_reference import endings

TITLE = "global-1940"
QUESTIONS = 25
DIVES_AT = 2
TOUGH = ("carrier", "battleship")


def differ(found: dict[reference.End, float], expected: reference.Spread) -> float:
    assert sum(expected.values()) == 1
    ends = found.keys() | expected.keys()
    return max(abs(found.get(end, 0.0) - float(expected.get(end, 0))) for end in ends)


def mixed(ways: list[tuple[float, Odds]]) -> dict[reference.End, float]:
    total: dict[reference.End, float] = {}
    for chance, odds in ways:
        for end, likely in endings(odds).items():
            total[end] = total.get(end, 0.0) + chance * likely
    return total


def asked(case: Case) -> dict[reference.End, float]:
    ways = []
    for chance, odds in odds_if(begun(case).position, case.space, case.reactions):
        assert isinstance(odds, Odds)
        ways.append((chance, odds))
    return mixed(ways)


def some(rng: random.Random, kinds: tuple[str, ...], most: int) -> dict[str, int]:
    names = [rng.choice(kinds) for _ in range(rng.randint(1, most))]
    return {name: names.count(name) for name in names}


def told(units: dict[str, int], power: str = "") -> str:
    return ", ".join(f"{count} {power} {name}".replace("  ", " ") for name, count in units.items())


@pytest.mark.rule("G40-176", "G40-178")
@pytest.mark.parametrize("number", range(QUESTIONS))
def test_if_they_scramble(number: int) -> None:
    rng = random.Random(f"scramble {number}")
    ships = some(rng, ("submarine", "destroyer", "cruiser", "battleship"), 3)
    planes = some(rng, ("fighter", "tactical-bomber"), 2) if rng.random() < 0.5 else {}
    theirs = some(rng, ("submarine", "destroyer", "cruiser", "battleship"), 2)
    rising = some(rng, ("fighter", "tactical-bomber"), 3)
    moves = [f"move {told(ships)} sz-112 > sz-110"]
    place = [f"{told(ships, 'germany')} sz-112", f"{told(theirs, 'uk')} sz-110"]
    place.append("3 uk fighter, 3 uk tactical-bomber united-kingdom")
    if planes:
        place.append(f"{told(planes, 'germany')} holland-belgium")
        moves.append(f"move {told(planes)} holland-belgium > sz-110")
    question = f"scramble {told(rising)} united-kingdom > sz-110"
    case = Case("", "sz-110", "; ".join(place), "; ".join(moves), (question,))
    battle = Battle(
        Party(ships | planes), (Party(theirs | rising),), title=TITLE, sea=True, can_retreat=True
    )
    assert differ(asked(case), reference_1940.odds(battle)) < 1e-9, case


def after_dives(ships: dict[str, int], aims: dict[str, int]) -> list[tuple[Fraction, Party]]:
    """What attacks on one ship of each kind leave: (chance, who is left)."""
    ways = [(Fraction(1), dict(ships), dict[str, int]())]
    for kind, dives in aims.items():
        after = []
        for chance, left, hurt in ways:
            for hits in range(dives + 1):
                likely = chance * reference.binomial(dives, DIVES_AT, hits)
                sunk = hits >= (2 if kind in TOUGH else 1)
                units = {name: n - (sunk and name == kind) for name, n in left.items()}
                damaged = {kind: 1} if kind in TOUGH and hits == 1 else {}
                after.append((likely, units, hurt | damaged))
        ways = after
    assert sum(chance for chance, _, _ in ways) == 1
    return [
        (chance, Party({name: n for name, n in left.items() if n}, hurt=hurt))
        for chance, left, hurt in ways
    ]


@pytest.mark.rule("G40-472", "G40-473")
@pytest.mark.parametrize("number", range(QUESTIONS))
def test_if_kamikaze_comes(number: int) -> None:
    rng = random.Random(f"kamikaze {number}")
    ships = some(rng, ("submarine", "destroyer", "cruiser", *TOUGH), 3)
    if set(ships) <= {"submarine", "carrier"}:
        ships["destroyer"] = 1
    theirs = some(rng, ("submarine", "destroyer", "cruiser"), 2)
    if set(theirs) == {"submarine"}:
        theirs["cruiser"] = 1  # else the zone is not hostile to carriers
    targets = [kind for kind in ships if kind != "submarine"]
    aims = {kind: rng.randint(1, 3) for kind in rng.sample(targets, rng.randint(1, len(targets)))}
    aims = dict(list(aims.items())[:2])
    case = Case(
        "",
        "sz-6",
        f"{told(ships, 'usa')} sz-7; {told(theirs, 'japan')} sz-6",
        f"move {told(ships)} sz-7 > sz-6",
        tuple(f"kamikaze {dives} {kind} sz-6" for kind, dives in aims.items()),
        more=("war usa japan",),
        power="usa",
    )
    expected: reference.Spread = {}
    for chance, party in after_dives(ships, aims):
        battle = Battle(party, (Party(theirs),), title=TITLE, sea=True, can_retreat=True)
        if party.units:
            found = reference_1940.odds(battle)
        else:  # nobody is left to attack
            found = {("lose", (), tuple(sorted(theirs.items()))): Fraction(1)}
        reference.merge(expected, found, chance)
    assert differ(asked(case), expected) < 1e-9, case


@pytest.mark.rule("G40-983")
def test_guns_fire_at_paratroopers() -> None:
    """Of all that the reference can be asked: battles with infantry that jumps besides."""
    dealer = Dealer(TITLE, 983)
    for _ in range(80):
        battle = dealer.land_battle(3)
        landed, units = battle.attacker.landed, battle.attacker.units
        party = Party(units, landed=landed, dropped=dealer.random.randint(1, 4))
        defenders = tuple(Party(power.units) for power in battle.defenders)
        battle = Battle(
            party,
            defenders,
            title=TITLE,
            bombard=battle.bombard,
            attack=Choices(dealer.choices(dealer.land + dealer.air, sea=False).losses),
        )
        odds = with_arrays(battle, Meter())
        assert differ(endings(odds), reference_1940.odds(battle)) < 1e-9, battle


@pytest.mark.rule("G40-983")
@pytest.mark.parametrize("guns", [0, 1])
def test_paratroopers_of_a_table(guns: int) -> None:
    """The battle is read from the table with those that jumped."""
    case = Case(
        "",
        "baltic-states",
        "1 germany infantry, 1 germany fighter poland; 2 germany infantry germany; "
        f"2 ussr infantry, {guns} ussr aa-gun baltic-states".replace(", 0 ussr aa-gun", ""),
        "move 1 infantry, 1 fighter poland > baltic-states; "
        "drop 2 infantry germany > baltic-states",
        more=("tech germany paratroopers", "airbase germany 0"),
    )
    odds = odds_at(begun(case).position, "baltic-states")
    assert isinstance(odds, Odds)
    theirs = {"infantry": 2, "aa-gun": guns} if guns else {"infantry": 2}
    party = Party({"infantry": 1, "fighter": 1}, dropped=2)
    battle = Battle(party, (Party(theirs),), title=TITLE, can_retreat=True)
    assert differ(endings(odds), reference_1940.odds(battle)) < 1e-9
