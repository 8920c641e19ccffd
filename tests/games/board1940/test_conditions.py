"""What the words of conditions mean, on the board of the whole world."""

from __future__ import annotations

import pytest

from sandtable.games.axis import deeds, diplomacy
from sandtable.games.axis import situation as at
from sandtable.games.axis.conditions import Reader, parse, write
from sandtable.games.axis.judge import Judge
from sandtable.games.axis.relations import set_war
from sandtable.games.axis.state import AxisState, plain
from sandtable.games.axis.tables import BadTable
from sandtable.table import Log

from .boards import opening, rules, world

WORLD = world("global")


def reader() -> Reader:
    return Reader(WORLD.words)


class Scene:
    """The opening, changed by hand; ``times`` asks a condition for a power."""

    def __init__(self) -> None:
        self.state: AxisState = opening("global")

    def own(self, power: str, *spaces: str) -> Scene:
        for space in spaces:
            self.state.owner[WORLD.space[space]] = WORLD.power[power]
        return self

    def put(self, power: str, kind: str, space: str) -> Scene:
        self.state.add(WORLD.space[space], plain(WORLD.kind[kind], WORLD.power[power]))
        return self

    def war(self, one: str, other: str) -> Scene:
        set_war(self.state, WORLD.power[one], WORLD.power[other])
        return self

    def did(self, deed: str, power: str, target: str) -> Scene:
        where = WORLD.power if deed.endswith("war") else WORLD.space
        self.state.deeds = (*self.state.deeds, (deed, WORLD.power[power], where[target]))
        return self

    def times(self, text: str, power: str = "germany", this: str = "egypt") -> int:
        condition = reader().condition(text, "test", 1)
        judge = Judge(WORLD, self.state, WORLD.power[power], WORLD.space[this])
        return judge.times(condition)

    def spaces(self, text: str, power: str = "germany") -> set[str]:
        items = reader().spaces(text, "test", 1)
        judge = Judge(WORLD, self.state, WORLD.power[power], WORLD.space["egypt"])
        return {WORLD.spaces[space].id for space in judge.spaces(items)}


CASES: list[tuple[str, Scene, int]] = [
    ("all-of(germany; germany, poland)", Scene(), 1),
    ("all-of(axis; germany, libya)", Scene(), 1),
    ("all-of(germany; germany, libya)", Scene(), 0),
    ("at-least(2; axis; germany, libya, egypt)", Scene(), 1),
    ("at-least(3; axis; germany, libya, egypt)", Scene(), 0),
    ("each(germany; novgorod, volgograd, russia)", Scene().own("germany", "russia", "novgorod"), 2),
    ("and(all-of(axis; germany); each(germany; egypt, iraq))", Scene().own("germany", "iraq"), 1),
    ("or(all-of(axis; egypt); all-of(axis; germany))", Scene(), 1),
    ("not(all-of(axis; egypt))", Scene(), 1),
    ("once(all-of(axis; germany))", Scene(), 1),
    ("all-of(allies; sumatra)", Scene(), 1),
    ("all-of(allies-not-dutch; sumatra)", Scene(), 0),
    ("all-of(axis; bulgaria)", Scene(), 0),  # a neutral that favours a side is not of it
    ("attitude(bulgaria; pro-axis)", Scene(), 1),
    ("attitude(turkey; pro-axis)", Scene(), 0),
    ("no-enemy-surface-warships(sz-1)", Scene(), 1),
    ("no-enemy-surface-warships(sz-1)", Scene().put("uk", "cruiser", "sz-1"), 0),
    ("no-enemy-surface-warships(sz-1)", Scene().put("usa", "cruiser", "sz-1"), 1),
    ("no-enemy-surface-warships(sz-1)", Scene().put("uk", "submarine", "sz-1"), 1),
    ("no-warships(allies; sz-1)", Scene().put("uk", "submarine", "sz-1"), 0),
    ("no-warships(allies; sz-1)", Scene().put("uk", "transport", "sz-1"), 1),
    ("no-units(other-allies; original(ussr))", Scene(), 1),
    ("no-units(other-allies; original(ussr))", Scene().put("uk", "infantry", "russia"), 0),
    ("land-unit(germany; egypt)", Scene(), 0),
    ("land-unit(germany; egypt)", Scene().put("germany", "tank", "egypt"), 1),
    ("land-unit(germany; egypt)", Scene().put("germany", "fighter", "egypt"), 0),
    ("at-war(germany; uk)", Scene(), 1),
    ("at-war(germany; any-of(ussr, usa))", Scene(), 0),
    ("at-war(germany; any-allies)", Scene(), 1),
    ("not-at-war(usa; european-axis)", Scene(), 1),
    ("not-at-war(usa; european-axis)", Scene().war("italy", "usa"), 0),
    ("neutral-power(usa)", Scene(), 1),  # strict neutrals are foes of all, and do not count
    ("neutral-power(japan)", Scene(), 0),
    ("turn-at-least(germany; 1)", Scene(), 1),
    ("turn-at-least(ussr; 1)", Scene(), 0),
    ("attacked(japan; french-indo-china)", Scene(), 0),
    ("attacked(japan; egypt)", Scene().did("attacked", "japan", "egypt"), 1),
    ("captured(axis; egypt)", Scene().did("captured", "italy", "egypt"), 1),
    ("captured(axis; this)", Scene().did("captured", "italy", "egypt"), 1),
    ("captured(axis; egypt)", Scene().did("captured", "uk", "egypt"), 0),
    ("entered(france; group(china))", Scene().did("entered", "france", "yunnan"), 1),
    ("liberated(france)", Scene().did("liberated", "uk", "france"), 1),
    ("declared-war(european-axis; ussr)", Scene().did("declared-war", "italy", "ussr"), 1),
    ("declared-war(european-axis; ussr)", Scene().did("declared-war", "ussr", "italy"), 0),
    ("unprovoked-war(japan; any-of(uk, anzac))", Scene().did("unprovoked-war", "japan", "uk"), 1),
]


@pytest.mark.parametrize(
    ("text", "scene", "times"), CASES, ids=[f"{n} {case[0]}" for n, case in enumerate(CASES)]
)
def test_conditions(text: str, scene: Scene, times: int) -> None:
    assert scene.times(text, "ussr" if "other-allies" in text else "germany") == times


def test_every_form_is_tried() -> None:
    from sandtable.games.axis.conditions import FORMS, calls

    tried = {call.name for text, _, _ in CASES for call in calls(parse(text))}
    assert set(FORMS) <= tried


def test_sets_of_spaces() -> None:
    scene = Scene()
    assert scene.spaces("group(dutch)") == {
        "celebes", "dutch-new-guinea", "java", "sumatra", "suriname",
    }  # fmt: skip
    assert "kwangtung" in scene.spaces("region(china-move)")
    assert scene.spaces("seas-next-to(sumatra)") == {
        WORLD.spaces[zone].id for zone in WORLD.sea_near[WORLD.space["sumatra"]]
    }
    assert "greece" in scene.spaces("neutral-lands")
    assert "greece" not in scene.own("germany", "greece").spaces("neutral-lands")
    assert "greece" in scene.spaces("neutral(pro-allies)")
    assert "british-columbia" in scene.spaces("original(uk-europe)")
    assert "british-columbia" not in scene.spaces("original(uk-pacific)")
    assert scene.spaces("this") == {"egypt"}
    assert "sz-91" in scene.spaces("half(europe)")
    bystanders = scene.spaces("controlled(bystanders)")
    assert "russia" in bystanders
    assert "egypt" not in bystanders
    assert "sumatra" not in bystanders
    assert "egypt" in scene.spaces("holding(others)")
    assert scene.spaces("controlled(neutral-powers)") >= {"russia", "hawaiian-islands"}
    assert "india" not in scene.spaces("controlled(neutral-powers)")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "germany",
        "all-of(axis)",
        "all-of(axis; egypt",
        "all-of(axis; egypt) or",
        "all-of(axis; egypt, atlantis)",
        "at-least(some; axis; egypt)",
        "at-war(axis; germany)",
        "attitude(egypt; friendly)",
        "all-of(axis; region(mars))",
        "all-of(axis; nearly(egypt))",
        "always()",
    ],
)
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises(BadTable, match="test, line 7: "):
        reader().condition(text, "test", 7)


def test_conditions_are_written_as_they_are_read() -> None:
    for objective in WORLD.objectives:
        assert write(parse(objective.text)) == objective.text


# Politics


def targets(scene: Scene, power: str, phase: str = "combat-move", turn: int = 1) -> set[str]:
    scene.state.turns[WORLD.power[power]] = turn
    found = diplomacy.may_declare(WORLD, scene.state, WORLD.power[power], phase)
    return {WORLD.powers[target].id for target in found}


def declare(scene: Scene, power: str, target: str) -> Log:
    log: Log = []
    pair = WORLD.power[power], WORLD.power[target]
    diplomacy.declare(WORLD, scene.state, *pair, "combat-move", log)
    return log


def at_war(scene: Scene, one: str, other: str) -> bool:
    return at.foes(scene.state, WORLD.power[one])[WORLD.power[other]]


def test_who_may_declare_war_and_from_when() -> None:
    assert targets(Scene(), "germany") == {"ussr", "usa", "china"}
    assert targets(Scene(), "ussr") == {"japan"}
    assert targets(Scene(), "ussr", turn=4) == {"germany", "italy", "japan"}
    london = Scene().did("captured", "germany", "united-kingdom")
    assert targets(london, "ussr") == {"germany", "italy", "japan"}
    assert targets(Scene(), "usa", turn=3) == set()
    assert targets(Scene(), "usa", "collect-income", 3) == {"germany", "italy", "japan"}
    assert targets(Scene(), "usa", "collect-income", 4) == set()
    assert targets(Scene(), "china", turn=9) == set()
    assert targets(Scene().did("entered", "italy", "burma"), "china") == {"germany", "italy"}
    russian = diplomacy.why_not(
        WORLD, Scene().state, WORLD.power["ussr"], WORLD.power["italy"], "combat-move"
    )
    assert russian is not None
    assert "G40-058" in russian.rules


def test_a_declaration_concerns_two_powers_only() -> None:
    scene = Scene()
    declare(scene, "germany", "ussr")
    assert at_war(scene, "ussr", "germany")
    assert not at_war(scene, "ussr", "italy")
    assert "germany" not in targets(scene, "ussr", turn=4)


def test_some_powers_are_attacked_together() -> None:
    scene = Scene()
    log = declare(scene, "japan", "anzac")
    assert at_war(scene, "japan", "uk")
    assert len(log) == 2
    assert scene.times("unprovoked-war(japan; anzac)") == 1
    assert scene.times("unprovoked-war(japan; uk)") == 0
    assert "japan" in targets(scene, "usa")  # an unprovoked war ends its wait


def test_an_answer_is_provoked() -> None:
    scene = Scene()
    declare(scene, "germany", "ussr")
    scene.state.turns[WORLD.power["ussr"]] = 1
    declare(scene, "ussr", "italy")
    assert scene.times("declared-war(ussr; italy)") == 1
    assert scene.times("unprovoked-war(ussr; italy)") == 0


def test_an_act_of_war_is_war_at_once() -> None:
    scene = Scene()
    log: Log = []
    japan, java = WORLD.power["japan"], WORLD.space["java"]
    diplomacy.notice(WORLD, scene.state, deeds.ATTACKED, japan, java, log)
    assert at_war(scene, "japan", "uk")
    assert at_war(scene, "anzac", "japan")
    assert not at_war(scene, "japan", "usa")


def test_captures_and_landings_are_remembered() -> None:
    scene = Scene()
    log: Log = []
    uk, germany, japan = (WORLD.power[name] for name in ("uk", "germany", "japan"))
    london, paris = WORLD.space["united-kingdom"], WORLD.space["france"]
    conqueror = rules("global").conqueror
    conqueror.take(scene.state, japan, WORLD.space["french-indo-china"], log)
    conqueror.take(scene.state, germany, london, log)
    conqueror.take(scene.state, germany, paris, log)
    conqueror.take(scene.state, uk, paris, log)
    assert scene.times("captured(axis; united-kingdom)") == 1
    assert scene.times("attacked(japan; french-indo-china)") == 1
    assert scene.times("liberated(france)") == 1
    assert scene.times("captured(allies; france)") == 0


def test_what_nobody_will_ask_for_is_not_remembered() -> None:
    state, power, space = Scene().state, WORLD.power, WORLD.space

    def noted(deed: str, who: str, target: int) -> bool:
        return deeds.note(WORLD, state, deed, power[who], target)

    assert noted(deeds.ENTERED, "italy", space["yunnan"])
    assert not noted(deeds.ENTERED, "italy", space["yunnan"]), "once is enough"
    assert not noted(deeds.ENTERED, "italy", space["egypt"])
    assert not noted(deeds.ENTERED, "japan", space["yunnan"])
    assert noted(deeds.CAPTURED, "japan", space["java"]), "any space can be asked about"
    assert not noted(deeds.CAPTURED, "uk", space["java"])
    assert len(state.deeds) == 2
