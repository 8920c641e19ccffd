"""Chapters 1 and 7, 18 and 22: set-up, order of play, victory, China, the Pacific board."""

from __future__ import annotations

import pytest

from sandtable.games import find_title
from tests.rules.global1940.study import Study

# Sides and set-up


@pytest.mark.rule("G40-001")
def test_sides_in_europe() -> None:
    world = Study(title="europe-1940").world
    sides = {p.id: p.side for p in world.powers if p.plays}
    assert sides == {
        "germany": "axis",
        "italy": "axis",
        "ussr": "allies",
        "usa": "allies",
        "uk": "allies",
        "france": "allies",
    }


@pytest.mark.rule("G40-002")
def test_sides_in_global() -> None:
    world = Study().world
    axis = {p.id for p in world.powers if p.plays and p.side == "axis"}
    allies = {p.id for p in world.powers if p.plays and p.side == "allies"}
    assert axis == {"germany", "italy", "japan"}
    assert allies == {"uk", "anzac", "france", "china", "usa", "ussr"}


@pytest.mark.rule("G40-003")
def test_powers_of_one_player_are_on_one_side() -> None:
    rules = find_title("global-1940")
    options = rules.read_options({})
    refusal = rules.check_players(options, {"germany": "Ann", "uk": "Ann"})
    assert refusal is not None
    assert refusal.rule == "G40-003"
    assert rules.check_players(options, {"uk": "Ann", "usa": "Ann", "germany": "Bob"}) is None


@pytest.mark.rule("G40-004")
def test_separate_treasuries() -> None:
    study = Study("money germany 2", "money italy 50", "turn germany")
    study.refused("buy 1 infantry", "G40-127")
    study.refused("buy 1 italy infantry", "G40-004")


@pytest.mark.rule("G40-005")
def test_one_power_acts_at_a_time() -> None:
    study = Study("clear", "place 1 italy infantry germany", "turn germany combat-move")
    study.refused("move 1 infantry germany > poland", "G40-005")
    study.refused("move 1 italy infantry germany > poland", "G40-272")


@pytest.mark.rule("G40-006", "G40-007")
def test_starting_income_in_europe() -> None:
    study = Study(title="europe-1940")
    expected = {"germany": 30, "ussr": 28, "usa": 35, "uk": 29, "italy": 10, "france": 17}
    assert {power: study.money(power) for power in expected} == expected
    assert {power: study.income(power) for power in expected} == expected


@pytest.mark.rule("G40-016", "G40-007", "G40-411")
def test_starting_income_in_global() -> None:
    study = Study()
    expected = {
        "germany": 30,
        "ussr": 37,
        "japan": 26,
        "usa": 52,
        "china": 12,
        "italy": 10,
        "anzac": 10,
        "france": 19,
    }
    assert {power: study.money(power) for power in expected} == expected
    assert {power: study.income(power) for power in expected} == expected
    money = {
        name: study.state.money[study.world.purse[name]] for name in ("uk-europe", "uk-pacific")
    }
    assert money == {"uk-europe": 28, "uk-pacific": 17}
    assert study.income("uk") == 45


@pytest.mark.rule("G40-008")
def test_production_follows_control_at_once() -> None:
    study = Study("clear", "place 1 germany tank western-germany", "turn germany combat-move")
    before = study.income("germany"), study.income("france")
    study.play("move 1 tank western-germany > france", "end")
    assert (study.income("germany"), study.income("france")) == (before[0] + 4, before[1] - 4)


@pytest.mark.rule("G40-009")
@pytest.mark.parametrize("land", ["ontario", "quebec", "british-columbia", "yukon"])
@pytest.mark.parametrize("title", ["global-1940", "europe-1940"])
def test_canada_is_british(land: str, title: str) -> None:
    study = Study(title=title)
    if land in study.world.space:
        assert study.owner(land) == "uk"
        assert study.world.original[study.world.space[land]] == study.world.power["uk"]


@pytest.mark.rule("G40-010")
def test_pieces_do_not_limit_forces() -> None:
    study = Study("money germany 3000", "turn germany")
    study.play("buy 500 infantry")
    assert study.state.pool_count(study.world.power["germany"], study.world.kind["infantry"]) == 500


@pytest.mark.rule("G40-011")
@pytest.mark.parametrize(
    ("land", "owner"),
    [
        ("manchuria", "china"),
        ("korea", "japan"),
        ("poland", "germany"),
        ("normandy-bordeaux", "france"),
    ],
)
def test_original_owner(land: str, owner: str) -> None:
    study = Study()
    assert study.world.original[study.world.space[land]] == study.world.power[owner]


EUROPE = {
    "eastern-united-states": "Washington",
    "ontario": "Ottawa",
    "united-kingdom": "London",
    "france": "Paris",
    "egypt": "Cairo",
    "novgorod": "Leningrad",
    "russia": "Moscow",
    "volgograd": "Stalingrad",
    "germany": "Berlin",
    "southern-italy": "Rome",
    "poland": "Warsaw",
}
PACIFIC = {
    "japan": "Tokyo",
    "kiangsu": "Shanghai",
    "kwangtung": "Hong Kong",
    "philippines": "Manila",
    "new-south-wales": "Sydney",
    "hawaiian-islands": "Honolulu",
    "western-united-states": "San Francisco",
    "india": "Calcutta",
}


@pytest.mark.rule("G40-012", "G40-363")
def test_victory_cities() -> None:
    study = Study()
    for half, cities in (("europe", EUROPE), ("pacific", PACIFIC)):
        found = {s.id: s.city for s in study.world.spaces if s.city and s.half == half}
        assert found == cities
    europe = Study(title="europe-1940").world
    assert {s.id: s.city for s in europe.spaces if s.city} == EUROPE


@pytest.mark.rule("G40-479")
@pytest.mark.parametrize("title", ["global-1940", "europe-1940"])
def test_who_holds_the_cities_at_start(title: str) -> None:
    study = Study(title=title)
    axis = study.world.members["axis"]
    held = {land for land in EUROPE if study.state.owner[study.world.space[land]] in axis}
    assert held == {"germany", "southern-italy", "poland"}


@pytest.mark.rule("G40-013", "G40-480", "G40-053")
def test_advice_for_fewer_players() -> None:
    assert find_title("global-1940").partners == (  # type: ignore[attr-defined]
        ("germany", "italy"),
        ("ussr", "france"),
        ("usa", "china"),
        ("uk", "anzac"),
    )
    rules = find_title("europe-1940")
    assert ("usa", "france") in rules.partners  # type: ignore[attr-defined]
    assert "france" in rules.seats(rules.read_options({}))


@pytest.mark.rule("G40-014", "G40-015")
def test_what_global_adds_to_the_set_up() -> None:
    study = Study()
    for land in ("amur", "sakha", "buryatia"):
        assert study.units(land)["ussr infantry"] == 6
    assert study.units("sakha")["ussr aa-gun"] == 2
    assert study.units("egypt")["anzac infantry"] == 2
    europe = Study(title="europe-1940")
    assert study.units("egypt")["uk infantry"] == europe.units("egypt")["uk infantry"] - 1


@pytest.mark.rule("G40-017")
def test_global_replaces_what_the_single_games_say() -> None:
    study = Study()
    assert study.owner("suriname") == "dutch"
    assert Study(title="europe-1940").owner("suriname") == "strict"
    texts = {goal.text for goal in study.world.objectives if goal.power == "usa"}
    europe = Study(title="europe-1940").world
    assert texts != {goal.text for goal in europe.objectives if goal.power == "usa"}


# Order of play


@pytest.mark.rule("G40-122", "G40-123")
@pytest.mark.parametrize(
    ("title", "order"),
    [
        ("europe-1940", "germany ussr usa uk italy france"),
        ("global-1940", "germany ussr japan usa china uk italy anzac france"),
    ],
)
def test_turn_order(title: str, order: str) -> None:
    world = Study(title=title).world
    assert [world.powers[p].id for p in world.order] == order.split()


@pytest.mark.rule("G40-482")
@pytest.mark.parametrize("title", ["global-1940", "europe-1940", "pacific-1940"])
def test_round(title: str) -> None:
    study = Study("clear", title=title)
    turns: list[int] = []
    while study.state.round == 1:
        if not turns or turns[-1] != study.state.turn:
            turns.append(study.state.turn)
        study.play("end")
    assert turns == list(study.world.order)


@pytest.mark.rule("G40-124")
def test_six_phases() -> None:
    study = Study("clear", "turn italy")
    assert [p for p in study.rules.phases if not p.startswith(("declare", "pact"))] == [  # type: ignore[attr-defined]
        "research",
        "purchase",
        "combat-move",
        "conduct-combat",
        "noncombat-move",
        "mobilize",
        "collect-income",
    ]
    before = study.money("italy")
    steps = [study.step]
    while study.asked == ("italy",):
        study.play("end")
        if study.asked == ("italy",):
            steps.append(study.step)
    assert steps == ["Purchase", "Declaration", "CombatMove", "NoncombatMove"]
    assert study.money("italy") >= before + 10


@pytest.mark.rule("G40-125")
def test_every_phase_but_income_may_be_passed() -> None:
    study = Study("clear", "money italy 10", "turn italy")
    while study.asked == ("italy",):
        study.play("end")
    assert study.money("italy") >= 20


# Victory

CITIES = ("united-kingdom", "france", "egypt", "novgorod", "volgograd")


def ends(study: Study, limit: int) -> int | None:
    """How many turns pass until the game is over."""
    for turn in range(limit):
        mover = study.state.turn
        while not study.state.winner and study.state.turn == mover:
            study.play("end")
        if study.state.winner:
            return turn + 1
    return None


def held(lands: tuple[str, ...], by: str) -> list[str]:
    return [f"control {land} {by}" for land in lands]


@pytest.mark.rule("G40-361", "G40-357", "G40-912")
def test_axis_victory_in_global() -> None:
    study = Study("clear", *held(CITIES, "germany"), "turn germany")
    assert ends(study, 12) == 9
    assert study.state.winner == "axis"


@pytest.mark.rule("G40-361")
def test_axis_victory_in_the_pacific() -> None:
    lands = ("kwangtung", "philippines", "india", "new-south-wales")
    study = Study("clear", *held(lands, "japan"), "turn japan")
    assert ends(study, 12) == 9
    short = Study("clear", *held(lands[1:], "japan"), *held(CITIES[1:], "germany"), "turn japan")
    assert ends(short, 10) is None


@pytest.mark.rule("G40-358")
@pytest.mark.parametrize("title", ["global-1940", "europe-1940"])
def test_axis_capital_condition(title: str) -> None:
    lands = (*CITIES, "russia", "eastern-united-states", "ontario", "poland")
    edits = ["clear", *held(lands, "germany")]
    edits += ["control germany uk", "control southern-italy uk"]
    if title == "global-1940":
        edits.append("control japan usa")
    study = Study(*edits, "turn germany", title=title)
    count = len(study.world.order)
    assert ends(study, count) is None
    study.state.owner[study.world.space["germany"]] = study.world.power["germany"]
    assert ends(study, 1) == 1


@pytest.mark.rule("G40-355")
@pytest.mark.parametrize(("lands", "turns"), [(CITIES, 6), (CITIES[1:], None)])
def test_axis_victory_in_europe(lands: tuple[str, ...], turns: int | None) -> None:
    study = Study("clear", *held(lands, "germany"), "turn germany", title="europe-1940")
    assert ends(study, 7) == turns


@pytest.mark.rule("G40-356", "G40-359", "G40-360")
@pytest.mark.parametrize("capital", [True, False])
def test_allied_victory_in_europe(capital: bool) -> None:
    edits = ["clear", *held(("germany", "southern-italy"), "uk")]
    if not capital:
        lost = ("eastern-united-states", "united-kingdom", "france", "russia")
        edits += held(lost, "italy")
    study = Study(*edits, "turn ussr", title="europe-1940")
    assert (ends(study, 7) == 6) is capital


@pytest.mark.rule("G40-362")
@pytest.mark.parametrize("tokyo", [True, False])
def test_allied_victory_in_global(tokyo: bool) -> None:
    edits = ["clear", *held(("germany", "southern-italy"), "uk")]
    if tokyo:
        edits.append("control japan usa")
    study = Study(*edits, "turn ussr")
    assert (ends(study, 10) == 9) is tokyo


@pytest.mark.rule("G40-W34", "G40-357")
@pytest.mark.parametrize("interrupted", [False, True])
def test_axis_victory_timing(interrupted: bool) -> None:
    study = Study(
        "clear",
        *held(CITIES[:2] + CITIES[3:], "germany"),
        "control alexandria italy",
        "place 1 italy tank alexandria",
        "turn italy combat-move",
    )
    study.play("move 1 tank alexandria > egypt")
    turns = 0
    while not study.state.winner and turns < 10:
        mover = study.state.turn
        while not study.state.winner and study.state.turn == mover:
            study.play("end")
        turns += 1
        name = study.world.powers[study.state.turn].id
        if interrupted and turns == 4:
            study.state.owner[study.world.space["egypt"]] = study.world.power["uk"]
        if interrupted and turns == 5:
            study.state.owner[study.world.space["egypt"]] = study.world.power["italy"]
        if turns == 3:
            assert name == "germany"
            assert not study.state.winner
    assert bool(study.state.winner) is not interrupted
    if not interrupted:
        assert turns == 9


# China


@pytest.mark.rule("G40-455")
def test_china_has_its_own_turn() -> None:
    study = Study("turn china")
    assert study.asked == ("china",)
    assert study.money("china") == 12


@pytest.mark.rule("G40-456")
@pytest.mark.parametrize("unit", ["tank", "fighter", "mech-infantry", "aa-gun", "destroyer"])
def test_china_buys_only_infantry(unit: str) -> None:
    study = Study("money china 50", "turn china")
    study.allowed("buy 4 infantry")
    study.refused(f"buy 1 {unit}", "G40-456")


@pytest.mark.rule("G40-457")
@pytest.mark.parametrize("land", ["", "india", "burma", "yunnan", "szechwan"])
def test_burma_road(land: str) -> None:
    study = Study(*([f"control {land} japan"] if land else []), "turn china")
    if land:
        study.refused("buy 1 artillery", "G40-457")
    else:
        study.allowed("buy 1 artillery")


@pytest.mark.rule("G40-458", "G40-946")
def test_where_china_mobilizes() -> None:
    study = Study(
        "clear",
        "control hunan china",
        "control burma china",
        "pool china 9 infantry",
        "turn china mobilize",
    )
    assert not study.damage("hunan")
    study.refused("place 1 infantry manchuria", "G40-458")
    study.refused("place 1 infantry burma", "G40-458")
    study.play("place 9 infantry hunan")
    assert study.units("hunan") == {"china infantry": 9}


RANGE = [
    "anhwe",
    "chahar",
    "hopei",
    "hunan",
    "jehol",
    "kansu",
    "kiangsi",
    "kiangsu",
    "kwangsi",
    "kweichow",
    "manchuria",
    "shantung",
    "shensi",
    "sikang",
    "suiyuyan",
    "szechwan",
    "tsinghai",
    "yunnan",
    "burma",
    "kwangtung",
]


@pytest.mark.rule("G40-459", "G40-461")
def test_chinese_range() -> None:
    study = Study(
        "clear",
        "place 1 china infantry, 1 china fighter yunnan",
        "control french-indo-china uk",
        "turn china noncombat-move",
    )
    world = study.world
    assert {world.spaces[s].id for s in world.regions["china-move"]} == set(RANGE)
    study.allowed("move 1 infantry yunnan > burma")
    study.refused("move 1 infantry yunnan > french-indo-china", "G40-459")
    study.refused("move 1 fighter yunnan > french-indo-china", "G40-461")


@pytest.mark.rule("G40-459")
def test_chinese_units_never_board() -> None:
    study = Study(
        "clear",
        "control kiangsu china",
        "place 1 china infantry kiangsu",
        "place 1 uk transport sz-19",
        "turn china noncombat-move",
    )
    study.refused("load 1 infantry kiangsu > sz-19", "G40-459")


@pytest.mark.rule("G40-460")
@pytest.mark.parametrize("calcutta", ["uk", "japan"])
@pytest.mark.parametrize(("start", "goal"), [("yunnan", "burma"), ("kwangsi", "kwangtung")])
def test_burma_and_kwangtung_stay_british(start: str, goal: str, calcutta: str) -> None:
    study = Study(
        "clear",
        f"control {goal} japan",
        f"control {start} china",
        f"control india {calcutta}",
        f"place 1 china infantry {start}",
        "turn china combat-move",
    )
    study.play(f"move 1 infantry {start} > {goal}", "end")
    assert study.owner(goal) == ("uk" if calcutta == "uk" else "china")


@pytest.mark.rule("G40-461")
def test_flying_tigers() -> None:
    study = Study("money china 30", "turn china")
    fighters = sum(
        count
        for _, piece, count in study.state.pieces(study.world.power["china"])
        if study.world.kinds[piece.kind].id == "fighter"
    )
    assert fighters == 1
    study.refused("buy 1 fighter", "G40-456")


@pytest.mark.rule("G40-462")
def test_no_chinese_facilities() -> None:
    study = Study("airbase yunnan 2", "money china 40", "turn china")
    study.refused("buy 1 airbase", "G40-462")
    study.refused("buy 1 minor-factory", "G40-462")
    study.refused("repair 1 airbase yunnan", "G40-462")


@pytest.mark.rule("G40-463", "G40-W38", "G40-458")
def test_china_retakes_kiangsu() -> None:
    study = Study(
        "clear",
        "minor-factory kiangsu 0",
        "control kiangsi china",
        "place 2 china infantry kiangsi",
        "pool china 3 infantry",
        "turn china combat-move",
    )
    before = study.income("china")
    study.play("move 2 infantry kiangsi > kiangsu", "end")
    assert study.owner("kiangsu") == "china"
    assert study.income("china") == before + 3
    assert not study.damage("kiangsu")
    study.play("end", "place 3 infantry kiangsu")
    assert study.units("kiangsu") == {"china infantry": 5}


@pytest.mark.rule("G40-464")
def test_china_has_no_capital() -> None:
    study = Study(
        *(f"control {land} japan" for land in RANGE),
        "place 1 japan infantry szechwan",
        "money china 7",
        "turn china",
    )
    world = study.world
    assert world.powers[world.power["china"]].capital == -1
    assert study.money("china") == 7
    assert study.step == "Purchase"


@pytest.mark.rule("G40-465")
@pytest.mark.parametrize(
    "land", ["jehol", "kiangsi", "kiangsu", "kwangsi", "manchuria", "shantung"]
)
def test_allies_never_control_chinese_land(land: str) -> None:
    study = Study()
    assert study.owner(land) == "japan"
    conqueror = study.rules.conqueror  # type: ignore[attr-defined]
    usa, china = study.world.power["usa"], study.world.power["china"]
    assert conqueror.new_owner(study.state, usa, study.world.space[land]) == china


@pytest.mark.rule("G40-466")
def test_japanese_complexes_in_china() -> None:
    study = Study("pool japan 1 minor-factory, 1 major-factory", "turn japan mobilize")
    study.allowed("place 1 minor-factory kiangsu")
    assert study.game.check("place 1 major-factory kiangsu") is not None
    assert study.game.check("place 1 minor-factory kwangsi") is not None


# The Pacific board


@pytest.mark.rule("G40-475")
@pytest.mark.parametrize("title", ["global-1940", "pacific-1940"])
def test_himalayas(title: str) -> None:
    study = Study(title=title)
    world = study.world
    if "himalayas" in world.space:
        assert world.closed[world.space["himalayas"]]
    near = {world.spaces[s].id for s in world.land_near[world.space["india"]]}
    assert "sikang" not in near


@pytest.mark.rule("G40-478")
@pytest.mark.parametrize(("power", "capital"), [("japan", "japan"), ("anzac", "new-south-wales")])
@pytest.mark.parametrize("title", ["global-1940", "pacific-1940"])
def test_pacific_capitals(title: str, power: str, capital: str) -> None:
    world = Study(title=title).world
    assert world.powers[world.power[power]].capital == world.space[capital]


@pytest.mark.rule("G40-947")
def test_no_bonus_of_thirty_in_global() -> None:
    world = Study().world
    assert all(goal.bonus != 30 for goal in world.objectives if goal.power == "usa")
