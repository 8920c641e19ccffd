"""Properties of the odds, and the questions around them."""

from __future__ import annotations

import subprocess
import sys
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.axis import forces
from sandtable.odds.axis import Battle, Choices, Odds, Party, Retreat, odds, solve
from sandtable.odds.axis.ask import reinforcement, smallest_attack, waves
from sandtable.odds.axis.assault import Crossing, assault
from sandtable.odds.axis.battle import arms
from sandtable.odds.axis.chart import svg, text
from sandtable.odds.axis.fleet import Fleet
from sandtable.odds.axis.raid import raid, raiders_of, rocket
from sandtable.odds.axis.request import odds_request
from sandtable.odds.axis.side import make_side
from sandtable.table import Malformed
from tests.odds.axis.reference import NUMBERS, Force, Reference

READ = arms("anniversary").read
LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
SEA = ("fighter", "submarine", "transport", "destroyer", "cruiser", "carrier", "battleship")


def battle(attackers: str, defenders: str, **more: object) -> Battle:
    return Battle(Party(READ(attackers)), (Party(READ(defenders)),), **more)  # type: ignore[arg-type]


def total(found: Odds) -> float:
    return found.win + found.draw + found.lose + found.retreat + found.standoff + found.absent


def counts(kinds: tuple[str, ...], most: int) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.sampled_from(kinds), st.integers(1, most), min_size=1, max_size=5)


# Sums and order


@settings(max_examples=60, deadline=None)
@given(counts(LAND, 8), counts((*LAND, "aa-gun"), 8), st.booleans())
def test_land_chances_add_up(mine: dict[str, int], theirs: dict[str, int], shell: bool) -> None:
    ground = {name: n for name, n in mine.items() if name in LAND[:3]}
    ships = {"cruiser": 1} if shell and ground else {}
    fought = Battle(Party(mine, landed=ground), (Party(theirs),), bombard=ships)
    found = solve(fought)
    assert total(found) == pytest.approx(1, abs=1e-11)
    assert sum(found.attackers.values()) == pytest.approx(1, abs=1e-11)
    assert sum(found.defenders.values()) == pytest.approx(1, abs=1e-11)
    assert sum(found.swing.values()) == pytest.approx(1, abs=1e-11)
    assert found.take <= found.win + 1e-12
    assert found.method == "exact"


@settings(max_examples=60, deadline=None)
@given(counts(SEA, 3), counts(SEA, 3), st.booleans(), st.booleans())
def test_sea_chances_add_up(
    mine: dict[str, int], theirs: dict[str, int], one: bool, other: bool
) -> None:
    choices = Choices(submerge=one), Choices(submerge=other)
    fought = Battle(Party(mine), (Party(theirs),), sea=True, attack=choices[0], defence=choices[1])
    found = solve(fought)
    assert total(found) == pytest.approx(1, abs=1e-11)
    assert sum(found.attackers.values()) == pytest.approx(1, abs=1e-11)


@settings(max_examples=60, deadline=None)
@given(counts(LAND, 5), counts(LAND, 5), st.sampled_from(LAND))
def test_more_attackers_never_lower_the_chance(
    mine: dict[str, int], theirs: dict[str, int], more: str
) -> None:
    before = solve(Battle(Party(mine), (Party(theirs),)))
    bigger = {**mine, more: mine.get(more, 0) + 1}
    after = solve(Battle(Party(bigger), (Party(theirs),)))
    assert after.win >= before.win - 1e-12


@settings(max_examples=40, deadline=None)
@given(counts(("submarine", "destroyer", "cruiser", "battleship"), 2), counts(SEA, 2))
def test_more_warships_never_lower_the_chance(mine: dict[str, int], theirs: dict[str, int]) -> None:
    before = solve(Battle(Party(mine), (Party(theirs),), sea=True))
    bigger = {**mine, "battleship": mine.get("battleship", 0) + 1}
    after = solve(Battle(Party(bigger), (Party(theirs),), sea=True))
    assert after.win >= before.win - 1e-12


def test_small_and_large_battles_are_computed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = battle("4 infantry, 2 artillery, 1 fighter", "4 infantry, 1 tank, 1 aa-gun")
    arrays = solve(fought)
    monkeypatch.setattr("sandtable.odds.axis.land.SMALL", 10**6)
    plain = solve(fought)
    assert plain.attackers.keys() == arrays.attackers.keys()
    for units, chance in plain.attackers.items():
        assert arrays.attackers[units] == pytest.approx(chance, abs=1e-14)
    assert plain.rounds == pytest.approx(arrays.rounds)


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(st.sampled_from(SEA[:4]), st.integers(1, 3), min_size=2),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_mixed_hits_fall_as_in_the_game(units: dict[str, int], subs: int, planes: int) -> None:
    """What the tables say of hits that compete for targets is what the game's rule says."""
    found = arms("anniversary")
    side = make_side(found, (Party(units),), Choices(), 0, attacking=False)
    fleet = Fleet(side, (True, True), False)
    if not (fleet.sub & fleet.destroyer).any():
        return
    table = fleet.mixed(3, 3)
    slots = [w for w in fleet.classes if w < 3]
    hits = forces.fall(slots, (subs, planes, 0), False)
    taken = [sum(h for w, h in zip(slots, hits, strict=True) if w == kind) for kind in range(3)]
    spare = min(fleet.states.most[3], subs + planes - sum(taken))
    assert fleet.states.taken[table[subs, planes, 0]].tolist() == [*taken, spare]


# Choices


def test_the_order_of_loss_is_the_games_own() -> None:
    by_name = odds("2 tank, 2 infantry", "2 infantry")
    given_ = odds("2 tank, 2 infantry", "2 infantry", attack=Choices(losses=("infantry", "tank")))
    other = odds("2 tank, 2 infantry", "2 infantry", attack=Choices(losses=("tank", "infantry")))
    assert by_name.win == given_.win
    assert other.win < by_name.win


def test_wishes() -> None:
    plain = odds("1 infantry, 2 fighter", "3 infantry")
    kept = odds("1 infantry, 2 fighter", "3 infantry", attack=Choices(wishes=("keep-land-unit",)))
    assert kept.take > plain.take
    assert kept.win < plain.win
    late = odds(
        "1 battleship, 2 submarine",
        "2 destroyer",
        sea=True,
        attack=Choices(wishes=("battleships-late",)),
    )
    first = odds("1 battleship, 2 submarine", "2 destroyer", sea=True)
    assert late.win < first.win
    cheap = Choices(losses=("fighter", "infantry"))
    last = Choices(losses=("fighter", "infantry"), wishes=("aircraft-last",))
    lost = [odds("2 infantry, 1 fighter", "2 infantry", attack=c).loss(True) for c in (cheap, last)]
    assert lost[0]["fighter"] > lost[1]["fighter"]


def worth(found: Odds, prize: float) -> float:
    return sum(value * p for value, p in found.swing.items()) + prize * found.take


def best_by_iteration(fought: Battle, prize: float) -> float:
    """The best value of all policies, by repeated improvement over all states."""
    reference = Reference(fought)

    def money(force: Force) -> float:
        return float(sum(NUMBERS[u.kind][2] for u in force))

    start = (
        tuple(sorted(reference.force(fought.attacker.units, -1, {}))),
        tuple(sorted(reference.force(fought.defenders[0].units, 0, {}))),
    )
    states, todo = {}, [start]
    while todo:
        a, d = todo.pop()
        if (a, d) not in states and a and d:
            states[a, d] = [(x, y, float(p)) for x, y, p in reference.exchange(a, d)]
            todo += [(x, y) for x, y, _ in states[a, d]]
    begun = money(start[0]), money(start[1])

    def left(a: Force, d: Force) -> float:
        ground = any(u.kind in LAND[:3] for u in a)
        taken = prize if not d and ground else 0.0
        return (begun[1] - money(d)) - (begun[0] - money(a)) + taken

    value = {state: left(*state) for state in states}
    for _ in range(400):
        for state, moves in states.items():
            on = sum(p * value.get((x, y), left(x, y)) for x, y, p in moves)
            value[state] = max(left(*state), on)
    return sum(p * value.get((x, y), left(x, y)) for x, y, p in states[start])


@pytest.mark.parametrize("prize", [0.0, 4.0])
@pytest.mark.parametrize(
    "fought",
    [
        battle("2 infantry, 1 tank", "2 infantry"),
        battle("3 infantry, 1 fighter", "2 infantry, 1 tank"),
        battle("1 submarine, 1 cruiser", "1 destroyer, 1 fighter", sea=True),
        battle("2 submarine", "1 submarine, 1 cruiser", sea=True),
    ],
)
def test_optimal_retreat_is_optimal(fought: Battle, prize: float) -> None:
    import msgspec

    def under(retreat: Retreat) -> float:
        return worth(solve(msgspec.structs.replace(fought, retreat=retreat)), prize)

    best = under(Retreat("value", prize=0 if fought.sea else prize))
    if not fought.sea or not prize:
        assert best == pytest.approx(best_by_iteration(fought, prize), abs=1e-6)
    for other in (Retreat(), Retreat("after", 1), Retreat("after", 2), Retreat("below", 2)):
        assert best >= under(other) - 1e-9


def test_retreat_when_the_chance_is_small() -> None:
    never = odds("3 infantry", "3 infantry")
    bold = odds("3 infantry", "3 infantry", retreat=Retreat("chance", 0.0))
    shy = odds("3 infantry", "3 infantry", retreat=Retreat("chance", 1.0))
    wary = odds("3 infantry", "3 infantry", retreat=Retreat("chance", 0.4))
    assert bold.win == pytest.approx(never.win)
    assert bold.retreat == 0
    once = odds("3 infantry", "3 infantry", retreat=Retreat("after", 1))
    assert shy.retreat == pytest.approx(once.retreat)
    assert never.win > wary.win > shy.win
    assert wary.lose < never.lose


@pytest.mark.parametrize("sea", [False, True])
def test_round_by_round(sea: bool) -> None:
    forces_ = (
        ("2 destroyer, 1 submarine", "1 cruiser, 1 submarine")
        if sea
        else (
            "3 infantry, 1 tank",
            "3 infantry",
        )
    )
    found = odds(*forces_, sea=sea, rounds=200)
    steps = found.by_round
    assert [step.round for step in steps] == list(range(1, len(steps) + 1))
    for step in steps:
        whole = step.win + step.draw + step.lose + step.undecided + step.standoff
        assert whole == pytest.approx(1)
    assert steps[-1].win == pytest.approx(found.win, abs=1e-9)
    assert sum(step.undecided for step in steps) + 1 == pytest.approx(found.rounds, abs=1e-6)
    stopped = odds(*forces_, sea=sea, retreat=Retreat("after", 2))
    assert stopped.win == pytest.approx(steps[1].win)
    assert stopped.retreat == pytest.approx(steps[1].undecided)


# The other way round


def test_nobody_there() -> None:
    for sea, unit in ((False, "tank"), (True, "cruiser")):
        found = odds(f"2 {unit}", "nothing", sea=sea)
        assert found.win == 1.0
        assert found.rounds == 0.0
        assert found.survivors(attackers=True)[0].units == {unit: 2}


def test_the_smallest_attack() -> None:
    fought = battle("4 infantry, 2 artillery, 2 tank", "2 infantry")
    found = smallest_attack(fought, 0.9)
    assert found.possible
    assert found.complete
    assert found.chance >= 0.9
    exact = odds(", ".join(f"{n} {k}" for k, n in found.units.items()), "2 infantry").take
    assert found.chance == pytest.approx(exact)
    best = min(
        3 * i + 4 * a + 5 * t
        for i in range(5)
        for a in range(3)
        for t in range(3)
        if i + a + t and solve(_force(i, a, t)).take >= 0.9
    )
    assert found.cost == best
    assert smallest_attack(fought, 0.9, by="units").chance >= 0.9
    assert not smallest_attack(battle("1 infantry", "3 infantry"), 0.5).possible


def _force(infantry: int, artillery: int, tanks: int) -> Battle:
    units = {"infantry": infantry, "artillery": artillery, "tank": tanks}
    return Battle(Party({k: n for k, n in units.items() if n}), (Party({"infantry": 2}),))


def test_the_cheapest_reinforcement() -> None:
    fought = battle("3 infantry, 1 tank", "1 infantry")
    found = reinforcement(fought, 0.8, units=("infantry", "artillery"))
    assert found.possible
    assert found.needed
    stronger = {
        "infantry": 1 + found.units.get("infantry", 0),
        **{k: n for k, n in found.units.items() if k != "infantry"},
    }
    held = 1 - solve(Battle(fought.attacker, (Party(stronger),))).take
    assert held == pytest.approx(found.chance)
    assert held >= 0.8
    fewer = {**stronger, "infantry": stronger["infantry"] - 1}
    assert 1 - solve(Battle(fought.attacker, (Party(fewer),))).take < 0.8
    assert not reinforcement(battle("1 infantry", "5 infantry"), 0.8).needed
    assert not reinforcement(battle("9 tank", "1 infantry"), 0.9, most=3).possible


def test_waves_are_the_battles_in_turn() -> None:
    one, two = battle("2 infantry", "2 infantry"), battle("1 infantry, 1 fighter", "nothing")
    found = waves([one, two])
    first = solve(one)
    by_hand = 0.0
    for units, chance in first.defenders.items():
        taken = chance
        if units == (0,):
            taken = first.draw  # nobody is left: the second wave walks in
        left = {"infantry": units[0]} if units[0] else {}
        by_hand += taken * solve(Battle(two.attacker, (Party(left),))).take
    assert found.waves[0].take == pytest.approx(first.take)
    assert found.waves[1].take == pytest.approx(by_hand)
    rest = sum(chance for _, chance in found.defenders)
    assert found.take + rest == pytest.approx(1)


def test_a_landing_depends_on_the_sea_battle() -> None:
    sea = battle("1 cruiser, 1 transport", "1 destroyer", sea=True)
    land = Battle(Party({}), (Party({"infantry": 1}),))
    found = assault([Crossing(sea, (("infantry", "tank"),))], land)
    ashore = solve(battle("1 infantry, 1 tank", "1 infantry"))
    assert found.land.absent == pytest.approx(1 - found.seas[0].win)
    assert found.take == pytest.approx(found.seas[0].win * ashore.take)
    joined = assault(
        [Crossing(sea, (("infantry", "tank"),))],
        Battle(Party({"fighter": 1}), (Party({"infantry": 1}),)),
    )
    with_ship = solve(battle("1 infantry, 1 tank, 1 fighter", "1 infantry")).take
    assert joined.land.absent == 0
    assert joined.take == pytest.approx(found.seas[0].win * with_ship)
    with pytest.raises(Malformed, match="loads"):
        assault([Crossing(sea, ())], land)


# Raids


def test_raids_and_rockets() -> None:
    found = raid(2, value=10)
    assert found.expected_lost == pytest.approx(2 / 6)
    assert found.expected_damage == pytest.approx(2 * 5 / 6 * 3.5)
    assert found.damage[12] == pytest.approx((25 / 36) / 36)
    assert sum(found.damage) == pytest.approx(1)
    assert found.lost == pytest.approx(
        [comb(2, k) * (1 / 6) ** k * (5 / 6) ** (2 - k) for k in range(3)]
    )
    capped = raid(3, value=2, damaged=1, gun=False)
    assert len(capped.damage) == 4
    assert capped.damage[3] == pytest.approx(1)
    heavy = raid(1, value=10, gun=False, attacker_techs=("heavy-bombers",))
    assert heavy.expected_damage == pytest.approx(7)
    radar = raid(1, value=10, defender_techs=("radar",))
    assert radar.expected_lost == pytest.approx(1 / 3)
    shot = rocket(value=3, damaged=2)
    assert shot.damage == pytest.approx([0, 1 / 6, 1 / 6, 1 / 6, 3 / 6])
    with pytest.raises(Malformed):
        raid(0, value=5)
    with pytest.raises(Malformed):
        rocket(value=2, damaged=5)


# Budget, requests, pictures


def test_a_budget_is_kept_and_said() -> None:
    fought = battle(
        "60 infantry, 20 artillery, 40 tank, 16 fighter, 8 bomber",
        "80 infantry, 20 artillery, 20 tank, 12 fighter, 1 aa-gun",
    )
    found = solve(fought, budget_ms=1)
    assert found.method == "bounded"
    assert found.error > 0
    assert total(found) + found.error == pytest.approx(1)
    small = solve(battle("2 infantry", "1 infantry"), budget_ms=1000)
    assert small.method == "exact"
    assert small.error == 0


def test_requests() -> None:
    question = {
        "attackers": "2 infantry, 1 tank",
        "defenders": "1 infantry",
        "allies": ["1 fighter"],
        "bombard": "1 cruiser",
        "retreat": {"when": "after", "limit": 2},
        "rounds": 2,
    }
    found = odds_request(question)
    assert 0 < found["win"] < 1
    assert found["method"] == "exact"
    assert len(found["by_round"]) == 2
    assert found["attackers"][0]["chance"] > 0
    for wrong in (
        {},
        {"attackers": "1 tank"},
        {"attackers": 3, "defenders": "1 tank"},
        {"attackers": "1 tank", "defenders": "1 tank", "colour": "red"},
        {"attackers": "1 tonk", "defenders": "1 tank"},
        {"attackers": "1 tank", "defenders": "1 cruiser"},
        {"attackers": "1 factory", "defenders": "1 tank"},
        {"attackers": "1 aa-gun", "defenders": "1 tank"},
        {"attackers": "nothing", "defenders": "1 tank"},
        {"attackers": "500 infantry", "defenders": "1 tank"},
        {"attackers": "1 tank", "defenders": "1 tank", "title": "chess"},
        {"attackers": "1 tank", "defenders": "1 tank", "attacker_techs": ["magic"]},
        {"attackers": "1 tank", "defenders": "1 tank", "bombard": "2 cruiser"},
        {"attackers": "1 tank", "defenders": "1 tank", "bombard": "1 destroyer"},
        {"attackers": "1 tank", "defenders": "1 tank", "budget_ms": -1},
        {"attackers": "1 tank", "defenders": "1 tank", "rounds": -1},
        {"attackers": "1 tank", "defenders": "1 tank", "dropped": 1},
    ):
        with pytest.raises(Malformed):
            odds_request(wrong)


def test_ships_already_hurt_are_told_in_a_question() -> None:
    duel = {"attackers": "1 battleship", "defenders": "1 battleship", "sea": True}
    even = odds_request(duel)["win"]
    assert odds_request({**duel, "attacker_hurt": "1 battleship"})["win"] < even
    assert odds_request({**duel, "defender_hurt": "1 battleship"})["win"] > even


def test_pictures() -> None:
    answer = odds("3 infantry, 1 tank", "2 infantry", rounds=2).answer()
    drawn = svg(answer, "Three & one <against> two", coin="IPCs")
    assert drawn.startswith("<svg")
    assert "&lt;against&gt;" in drawn
    words = text(answer, sea=False, coin="IPCs")
    assert "attacker wins" in words
    assert "exact, in" in words


def test_damaged_ships_count_as_damaged() -> None:
    whole = odds("1 cruiser", "1 battleship", sea=True)
    hurt = solve(
        Battle(Party({"cruiser": 1}), (Party({"battleship": 1}, hurt={"battleship": 1}),), sea=True)
    )
    # One exchange decides: both fire until somebody hits.
    p, q = 3 / 6, 4 / 6
    assert hurt.win == pytest.approx(p * (1 - q) / (1 - (1 - p) * (1 - q)))
    assert whole.win < hurt.win


def test_importing_the_game_does_not_import_numpy() -> None:
    code = "import sandtable, sys; sandtable.new('naval'); assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_raid_of_1940_by_hand() -> None:
    """One bomber at an air base: its fire, then a die and 2, six points at most."""
    found = raid(1, title="global-1940", value=6, facility="airbase")
    assert found.lost == pytest.approx([5 / 6, 1 / 6])
    assert found.damage == pytest.approx([1 / 6, 0, 0, 5 / 36, 5 / 36, 5 / 36, 15 / 36])
    tactical = raid(1, title="global-1940", value=6, facility="airbase", raider="tactical-bomber")
    assert tactical.damage == pytest.approx([1 / 6] + [5 / 36] * 6)
    major = raid(4, title="global-1940", value=6, facility="major-factory", gun=False)
    assert len(major.damage) == 21


def test_escorts_are_lost_before_bombers_to_interceptors() -> None:
    bare = raid(1, title="global-1940", value=6, gun=False, interceptors=2)
    assert bare.lost == pytest.approx([25 / 36, 11 / 36])
    guarded = raid(1, title="global-1940", value=6, gun=False, interceptors=2, escorts=1)
    assert guarded.lost == pytest.approx([35 / 36, 1 / 36])


def test_raids_are_asked_for_as_they_are_said() -> None:
    found = arms("global-1940")
    assert raiders_of(found, "3 strategic-bomber, 2 fighter") == ("strategic-bomber", 3, 2)
    for words in ("2 fighter", "1 tank", "1 strategic-bomber, 1 tactical-bomber"):
        with pytest.raises(Malformed):
            raiders_of(found, words)
    with pytest.raises(Malformed):
        raid(1, title="global-1940", value=6, facility="harbour")
