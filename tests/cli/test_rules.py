"""``sandtable rules`` and the ledgers behind it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import Malformed, ledger
from tests.cli.conftest import Run

TESTS = '''
import pytest

pytestmark = [pytest.mark.rule("TY-001")]

@pytest.mark.rule("TY-002", "TY-003")
def test_one(): ...

class TestTwo:
    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule(*["TY-004"]))])
    def test_two(self, x): ...

def test_three():
    """pytest.mark.rule("TY-005") in a text names nothing."""
'''


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    folder = tmp_path / "clone" / "tests"
    folder.mkdir(parents=True)
    (folder / "test_project.py").write_text("")
    (folder / "test_rules.py").write_text(TESTS)
    return folder


def test_a_rule_by_its_id(run: Run, tests: Path) -> None:
    shown = run("rules", "ty-001", "TY-004", "--tests", tests)
    assert [re.sub(r"toy.py:\d+", "toy.py:N", line) for line in shown.out.splitlines()] == [
        "TY-001 Borders",
        "  Troops march between spaces that share a border.",
        "  [toy, 1. Marching (Source: none)]",
        "  code  tests/toy.py:N",
        "  code  tests/toy.py:N MarchStep.check",
        "  test  tests/test_rules.py",
        "TY-004 One bid",
        "  Each seat bids once a round.",
        "  [toy, 2. Bidding (Source: none)]",
        "  code  tests/toy.py:N",
        "  code  tests/toy.py:N BidStep.check",
        "  code  tests/toy.py:N Outpost.check_players",
        "  test  tests/test_rules.py::TestTwo::test_two",
    ]
    [fact] = run("rules", "TY-004", "--tests", tests, "--json").data
    assert fact["scope"] == "X"
    assert fact["text"] == "Each seat bids once a round."
    assert fact["tests"] == ["tests/test_rules.py::TestTwo::test_two"]
    assert fact["code"][1].endswith("BidStep.check")


def test_search(run: Run) -> None:
    assert run("rules", "--search", "TROOPS march").out.splitlines() == [
        "TY-001 Borders",
        "TY-002 Strength",
    ]
    assert run("rules", "--search", "zeppelin").out == ""


def test_uncovered(run: Run, tests: Path) -> None:
    shown = run("rules", "--uncovered", "toy", "--tests", tests)
    assert (shown.code, shown.out) == (1, "TY-005 Nobody tests this\n")
    facts = run("rules", "--uncovered", "--tests", tests, "--json").data
    assert [fact["id"] for fact in facts] == ["TY-005"]
    (tests / "test_more.py").write_text('import pytest\npytestmark = pytest.mark.rule("TY-005")\n')
    shown = run("rules", "--uncovered", "TY", "--tests", tests)
    assert (shown.code, shown.out) == (0, "")


def test_uncovered_finds_the_clone_it_is_run_in(
    run: Run, tests: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ledger, "_HERE", tmp_path / "site-packages" / "sandtable")
    run("rules", "--uncovered").refused("run it in a clone")
    (tests.parent / "src").mkdir()
    monkeypatch.chdir(tests.parent / "src")
    assert run("rules", "--uncovered").out == "TY-005 Nobody tests this\n"


def test_coverage_says_where(tests: Path) -> None:
    named = ledger.covered(tests)
    assert named == {
        "TY-001": ["tests/test_rules.py:4"],
        "TY-002": ["tests/test_rules.py:6"],
        "TY-003": ["tests/test_rules.py:6"],
        "TY-004": ["tests/test_rules.py:10"],
    }


def test_ledgers_that_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="there is no ledger chess"):
        ledger.read("chess")
    monkeypatch.setattr(ledger, "_PLACES", (tmp_path / "none",))
    with pytest.raises(Malformed, match="not installed"):
        ledger.ledgers()
