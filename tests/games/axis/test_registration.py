"""A title adds verbs, edits and topics of standing orders without touching the family."""

from __future__ import annotations

import pytest

from sandtable import Malformed
from sandtable.games.axis.edit import EDITS, Edit, Editor
from sandtable.games.axis.notation import VERBS, Reader, arrow
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.topics import TOPICS, Topic
from sandtable.table import Action
from tests.games.axis.study import VariantStudy
from tests.games.axis.variant import Variant


class Signal(Action, frozen=True):
    origin: str
    goal: str

    def __str__(self) -> str:
        return f"signal {self.origin} > {self.goal}"


def _read_gift(editor: Editor, state: AxisState, reader: Reader) -> None:
    """``gift POWER N``: so much more money."""
    power = editor.power(reader)
    state.money[power] += reader.number()


def _gifts(editor: Editor, state: AxisState) -> list[str]:
    return ["gift uk 0"]


class Signalling(Variant):
    id = "signalling"
    verbs = {**VERBS, "signal": lambda r: Signal(*arrow(r))}
    topics = {**TOPICS, "signal": Topic("signal", "always", "never")}
    edit_verbs = {**EDITS, "gift": Edit(_read_gift, _gifts)}


def test_a_verb_of_its_own() -> None:
    rules = Signalling()
    action = rules.parse("signal egypt > libya")
    assert action == Signal("egypt", "libya")
    assert str(action) == "signal egypt > libya"
    with pytest.raises(Malformed, match="second"):
        rules.parse("second germany")
    with pytest.raises(Malformed, match="'signal' is no action"):
        Variant().parse("signal egypt > libya")


def test_an_edit_of_its_own() -> None:
    study = VariantStudy("money uk 5", "gift uk 7", rules=Signalling())
    assert study.money("uk") == 12
    assert "gift uk 0" in study.rules.edits(study.state)


def test_a_topic_of_its_own() -> None:
    study = VariantStudy("turn germany purchase", rules=Signalling())
    study.play("order signal always", seat="uk")
    assert study.state.orders["uk"].about("signal") == ("always",)
    with pytest.raises(Malformed, match="order signal takes always, never or ask, not maybe"):
        study.rules.parse("order signal maybe")
    study.play("order signal ask", seat="uk")
    assert "uk" not in study.state.orders


def test_damage_that_lasts_can_be_set_up() -> None:
    study = VariantStudy("clear", "place 2 uk battleship sz-7", "hurt 1 uk battleship sz-7")
    again = VariantStudy(*study.rules.edits(study.state))
    assert sorted(unit.hurt for unit in again.space("sz-7").units) == [False, True]
    with pytest.raises(Malformed, match="damage to a cruiser does not last"):
        VariantStudy("clear", "place 1 uk cruiser sz-7", "hurt 1 uk cruiser sz-7")
