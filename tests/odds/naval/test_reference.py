"""The odds of Naval Battles equal a brute-force reference in exact fractions.

Cards are data (NB-901), so every scene is dealt a deck of its own, with numbers at random.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Literal, NamedTuple

import pytest

from sandtable.games.naval import Deck, Naval, NavalState, standard_deck
from sandtable.games.naval.cards import ActionCard, ShipCard
from sandtable.games.naval.state import Afloat, Prepared
from sandtable.games.naval.state import Attack as Declared
from sandtable.odds.naval import Odds, attack_odds
from sandtable.table import OptionValue
from tests.odds.naval import reference
from tests.odds.naval.reference import Attack, Scene, Ship

DEALS = 40
"""Decks of scenes; each is a test of its own, so that a failure says which."""
SCENES = 12
EFFECTS: dict[str, Literal["primary", "secondary", "torpedo", "depth-charge", "air-raid"]] = {
    "primary": "primary",
    "secondary": "secondary",
    "torpedo": "torpedo",
    "depth charge": "depth-charge",
    "raid": "air-raid",
}
CARDS = {"missed": "missed", "armour": "armour", "support": "escort"}
BATTLE, LINKED = 25, 75
"""Points that win a battle, and linked battles (NB-151, NB-154)."""


class Score(NamedTuple):
    """What the attacker has, and whether earlier battles count (NB-153)."""

    here: int
    earlier: int
    linked: bool

    @property
    def short(self) -> int:
        """Of winning at once (NB-966, NB-968)."""
        left = BATTLE - self.here
        return min(left, LINKED - self.here - self.earlier) if self.linked else left


# Scenes at random


def dealt_ship(deal: random.Random, name: str, fleet: str) -> Ship:
    hull = deal.randint(1, 8)
    ship = Ship(
        name,
        fleet,
        line=deal.choice((1, 1, 1, 2, 2, 3)),
        points=deal.randint(1, 7),
        hull=hull,
        damage=deal.choice((0, 0, deal.randrange(hull))),
        anti_air=deal.choice((0, 0, 1, 2)),
    )
    if deal.random() < 0.2:
        return ship._replace(line=0, passive=deal.random() < 0.7, silent=deal.randint(2, 7))
    if deal.random() < 0.35:
        return ship._replace(cover=deal.randint(0, 2), cover_value=deal.randint(2, 7))
    return ship


def dealt_attack(deal: random.Random, target: Ship) -> Attack:
    """One that the rules allow on this target (NB-088, NB-093, NB-931)."""
    guns = ("primary", "secondary", "torpedo", "raid", "raid")
    kind = deal.choice(guns if target.line else ("depth charge", "raid"))
    attack = Attack(kind, target.name, damage=deal.randint(1, 5))
    if kind == "torpedo":
        attack = attack._replace(torpedo=deal.randint(0, 5))
    elif kind == "raid":
        first = deal.randint(2, 6)
        numbers = (first, first + deal.randint(0, 1), first + 2)
        attack = attack._replace(
            damage=0, numbers=numbers, submarine_number=deal.choice((0, deal.randint(2, 6)))
        )
    if kind in ("torpedo", "raid") and deal.random() < 0.2:
        attack = attack._replace(planning=deal.randint(1, 2))
    return attack


def dealt(deal: random.Random) -> Scene:
    fleets = ("p2", "p3") if deal.random() < 0.35 else ("p2",)
    ships = tuple(
        dealt_ship(deal, f"{fleet}-{number}", fleet)
        for fleet in fleets
        for number in range(deal.randint(1, 5))
    )
    aims = [deal.choice(ships) for _ in range(deal.randint(1, 5))]
    prepared = tuple(
        (fleet, deal.choice(tuple(CARDS))) for fleet in fleets for _ in range(deal.randint(0, 3))
    )
    return Scene(ships, tuple(dealt_attack(deal, aim) for aim in aims), prepared)


def dealt_score(deal: random.Random) -> Score:
    here = deal.randrange(BATTLE)
    return Score(here, deal.randrange(LINKED - here), deal.random() < 0.4)


# The same as a state of the game


def ship_card(ship: Ship) -> ShipCard:
    return ShipCard(
        id=ship.name,
        nation="germany",
        name=ship.name,
        klass="ship",
        year=1940,
        kind="submarine" if not ship.line else "carrier" if ship.cover_value else "ship",
        points=ship.points,
        hull=ship.hull,
        anti_air=ship.anti_air,
        cover=ship.cover + (1 if ship.cover_value else 0),  # one more, used up below
        cover_roll=ship.cover_value,
        silent=ship.silent,
    )


def attacker_card(number: int, attack: Attack) -> ShipCard:
    """Who makes an attack: for each a ship card of its own."""
    carrier = attack.kind == "raid" and not attack.submarine_number
    return ShipCard(
        id=f"attacker-{number}",
        nation="japan",
        name=f"attacker-{number}",
        klass="ship",
        year=1940,
        kind="carrier" if carrier else "ship",
        points=1,
        hull=5,
        torpedo=attack.torpedo if attack.kind == "torpedo" else None,
        raid=attack.numbers if carrier else None,
        raids=int(carrier),
    )


def action_card(number: int, attack: Attack) -> ActionCard:
    return ActionCard(
        id=f"card-{number}",
        name=f"card-{number}",
        effect=EFFECTS[attack.kind],
        phases=("attack",),
        count=1,
        damage=attack.damage,
        roll=(5, 5, 5) if attack.kind == "torpedo" else attack.numbers,
        roll_submarine=attack.submarine_number,
        raids=int(attack.kind == "raid"),
    )


def damage_card(damage: int) -> ActionCard:
    return ActionCard(
        id=f"hit-{damage}",
        name=f"hit-{damage}",
        effect="primary",
        phases=("attack",),
        count=9,
        damage=damage,
    )


def deck_of(scene: Scene) -> Deck:
    prize = ShipCard(
        id="prize", nation="italy", name="", klass="", year=1940, kind="ship", points=1, hull=1
    )
    numbered = list(enumerate(scene.attacks, 1))
    ships = [
        prize,
        *(ship_card(ship) for ship in scene.ships),
        *(attacker_card(number, attack) for number, attack in numbered),
    ]
    actions = [
        *standard_deck().actions.values(),
        *(action_card(number, attack) for number, attack in numbered),
        *(damage_card(damage) for damage in range(1, 9)),
    ]
    return Deck({card.id: card for card in ships}, {card.id: card for card in actions}, "scene")


def state_of(rules: Naval, scene: Scene, score: Score) -> NavalState:
    given: dict[str, OptionValue] = {"players": 3, "deck": "scene", "linked_battles": score.linked}
    state = rules.setup(rules.read_options(given), {})
    state.active = "p1"
    state.prizes = {seat: ("prize",) * score.here if seat == "p1" else () for seat in state.seats}
    state.totals["p1"] = score.earlier
    for ship in scene.ships:
        under = (f"hit-{ship.damage}",) if ship.damage else ()
        afloat = Afloat(ship.fleet, ship.line, not ship.line and not ship.passive, under)
        state.fleet[ship.name] = afloat
        if ship.cover_value:
            state.used += (f"{ship.name} cover",)
    seats = {ship.name: ship.fleet for ship in scene.ships}
    for number, attack in enumerate(scene.attacks, 1):
        by = f"attacker-{number}"
        state.fleet[by] = Afloat("p1", 1)
        from_base = attack.kind == "raid" and attack.submarine_number
        carrier = attack.kind == "raid" and not attack.submarine_number
        state.attacks.append(
            Declared(
                number,
                EFFECTS[attack.kind],
                by if carrier else f"card-{number}",
                () if from_base else (by,),
                attack.target,
                seats[attack.target],
            )
        )
    for fleet, card in scene.prepared:
        first = next(ship.name for ship in scene.ships if ship.fleet == fleet)
        state.prepared.append(Prepared(fleet, CARDS[card], first))
        state.prepared.append(Prepared(fleet, CARDS[card], first, used=True))
    return state


# The comparison


def near(found: tuple[float, ...], expected: reference.Row | None, what: str) -> bool:
    """Whether it could be compared; it must be equal then."""
    if expected is None:
        return False
    width = max(len(found), len(expected))
    padded = [*found, *(0.0,) * (width - len(found))]
    exact = [float(chance) for chance in expected] + [0.0] * (width - len(expected))
    assert padded == pytest.approx(exact, abs=1e-9), what
    return True


def compare(scene: Scene, score: Score, open_defence: bool) -> Counter[str]:
    """What was compared: under equally good defences only the expected points are certain."""
    rules = Naval(deck_of(scene))
    state = state_of(rules, scene, score)
    planning = {n: attack.planning for n, attack in enumerate(scene.attacks, 1)}
    odds: Odds = attack_odds(rules, state, open_defence=open_defence, planning=planning)
    expected = reference.odds(scene, open_defence)
    assert odds.expected == pytest.approx(float(expected.loss), abs=1e-9), scene
    sunk = {target.ship: target.sunk for target in odds.targets}
    done = {
        "points": near(odds.points, expected.points, f"points {scene}"),
        "sunk": near(
            tuple(sunk.get(ship.name, 0.0) for ship in scene.ships), expected.sunk, f"sunk {scene}"
        ),
        "unstopped": near(
            tuple(a.unstopped for a in odds.attacks), expected.unstopped, f"unstopped {scene}"
        ),
        "strikes": near(
            tuple(a.strikes for a in odds.attacks), expected.strikes, f"strikes {scene}"
        ),
    }
    if expected.points is not None:
        wins = sum(expected.points[score.short :], Fraction(0))
        assert odds.wins == pytest.approx(float(wins), abs=1e-9), scene
    return Counter(what for what, compared in done.items() if compared)


@pytest.mark.parametrize("seed", range(DEALS))
def test_generated_attacks(seed: int) -> None:
    deal = random.Random(seed)
    compared: Counter[str] = Counter()
    for _ in range(SCENES):
        scene = dealt(deal)
        score = dealt_score(deal)
        bare = compare(scene, score, open_defence=False)
        assert len(bare) == 4  # nothing to choose, so all is certain
        compared += compare(scene, score, open_defence=True)
    assert min(compared[what] for what in ("points", "sunk", "unstopped", "strikes")) >= 1


def test_the_reference_by_hand() -> None:
    # Cover stops the raid on 5 or 6; else it needs 4 + 1 for the anti-air.
    ships = (Ship("a", "p2", 1, points=3, hull=4, anti_air=1, cover=1, cover_value=5),)
    scene = Scene(ships, (Attack("raid", "a", numbers=(4, 5, 6)),), ())
    found = reference.odds(scene, open_defence=True)
    assert found.loss == 3 * Fraction(4, 6) * Fraction(2, 6)
    assert found.unstopped == (Fraction(4, 6),)
    assert reference.odds(scene, open_defence=False).loss == 3 * Fraction(2, 6)
    # A prepared Missed stops the heavier of two guns, and the lighter does not sink.
    guns = (Attack("primary", "a", damage=2), Attack("primary", "a", damage=4))
    scene = Scene(ships, guns, (("p2", "missed"),))
    found = reference.odds(scene, open_defence=True)
    assert found.loss == 0
    assert found.unstopped == (Fraction(1), Fraction(0))
