"""The compiled kernel: where it comes from, and that everything works without it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from sandtable.odds import axis, kernel
from tests.odds.sources import ROOT, SOURCES, fingerprint


@pytest.fixture
def unloaded() -> Iterator[None]:
    """As in a new process."""
    kernel._loaded.cache_clear()
    yield
    kernel._loaded.cache_clear()


def test_the_binary_is_built_from_the_sources_that_are_here() -> None:
    """Whoever changes a source runs scripts/kernel."""
    assert (SOURCES / "built").read_text() == fingerprint()


@pytest.mark.skipif(
    shutil.which("sh") is None or not shutil.which("cmp"), reason="needs a shell to build"
)
def test_the_sources_give_the_binary_byte_by_byte() -> None:
    pytest.importorskip("ziglang", reason="scripts/kernel --check fetches the compiler and checks")
    command = ["sh", str(ROOT / "scripts" / "kernel"), "--check"]
    done = subprocess.run(
        command,
        env={"PYTHON": sys.executable, "PATH": "/usr/bin:/bin", "HOME": "/tmp"},
        check=False,
    )
    assert done.returncode == 0


def test_nothing_is_loaded_before_the_first_question() -> None:
    code = (
        "import sys, sandtable, sandtable.odds\n"
        "assert not {'wasmtime', 'numpy'} & set(sys.modules), 'too early'\n"
        "import sandtable.odds.axis\n"
        "assert 'wasmtime' not in sys.modules, 'too early'\n"
        "sandtable.odds.axis.odds('1 tank', '1 infantry')\n"
        "assert 'wasmtime' in sys.modules, 'never'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.usefixtures("unloaded")
def test_without_the_kernel_everything_works(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = axis.odds("3 infantry, 2 fighter", "2 infantry, 1 aa-gun")
    assert kernel.absence() == ""
    kernel._loaded.cache_clear()
    monkeypatch.setenv(kernel.OFF, "off")
    assert kernel.kernel() is None
    without = axis.odds("3 infantry, 2 fighter", "2 infantry, 1 aa-gun")
    assert without.win == pytest.approx(with_it.win, abs=1e-12)
    battle = axis.written("3 infantry, 2 fighter", "2 infantry, 1 aa-gun")
    assert axis.solve_many([battle])[0].win == without.win
    assert kernel.absence() == "SANDTABLE_KERNEL is off"


@pytest.mark.usefixtures("unloaded")
def test_a_machine_without_wasmtime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    assert axis.odds("1 tank", "1 infantry").method == "exact"
    assert "wasmtime is not installed" in kernel.absence()


@pytest.mark.usefixtures("unloaded")
def test_a_wasmtime_that_looks_different_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick call is not its public face; without it the usual one does."""
    monkeypatch.setitem(sys.modules, "wasmtime._ffi", None)
    quick = axis.odds("2 tank", "2 infantry")
    assert kernel.absence() == ""
    assert quick.win == pytest.approx(axis.odds("2 tank", "2 infantry", rounds=1).win, abs=1e-12)


def test_threads_take_turns() -> None:
    from concurrent.futures import ThreadPoolExecutor

    forces = [f"{n} infantry, {n} tank" for n in range(1, 9)]
    alone = {force: axis.odds(force, "6 infantry").win for force in forces}
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda force: axis.odds(force, "6 infantry").win, forces * 25)
    assert list(found) == [alone[force] for force in forces] * 25
