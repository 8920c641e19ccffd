"""Odds for people: words and bars for a terminal, a histogram as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from sandtable.odds.form import BattleOdds
from sandtable.odds.words import bar, listed, percent

from .answer import Answer, Survivors
from .ask import Found, Waves
from .missions import Persuasion
from .raid import RaidOdds

ENDS = (
    ("win", "attacker wins"),
    ("draw", "nobody is left"),
    ("lose", "defender wins"),
    ("retreat", "attacker retreats"),
    ("standoff", "nobody can hit"),
    ("absent", "nobody lands"),
)
COLOURS = {
    "win": "#2f7d4f",
    "draw": "#8a8f98",
    "lose": "#b3423a",
    "retreat": "#c98a1b",
    "standoff": "#5b7fa6",
    "absent": "#5b7fa6",
}


def text(answer: Answer, *, sea: bool, coin: str, lines: int = 8) -> str:
    """The answer in words and bars; ``coin``: what the title calls money."""
    found = []
    for key, words in ENDS:
        chance = getattr(answer, key)
        if chance > 0 or key in ("win", "lose"):
            found.append(f"{words:<18} {percent(chance):>8}  {bar(chance)}".rstrip())
            if key == "win" and not sea:
                found.append(f"{'  and takes it':<18} {percent(answer.take):>8}")
    found.append("")
    found.append(f"rounds on average {answer.rounds:.2f}")
    for who, lost, cost in (
        ("attacker", answer.attacker_loss, answer.attacker_cost),
        ("defender", answer.defender_loss, answer.defender_cost),
    ):
        parts = ", ".join(f"{n:.2f} {name}" for name, n in lost.items() if n >= 0.005)
        found.append(f"{who} loses {cost:.2f} {coin} on average ({parts or 'nothing'})")
    for who, survivors in (("attacker", answer.attackers), ("defender", answer.defenders)):
        found += ["", f"{who} is left with"]
        found += _table(survivors, lines)
    if answer.by_round:
        found += ["", "round      win     draw     lose  undecided"]
        for step in answer.by_round:
            row = (step.win, step.draw, step.lose, step.undecided)
            found.append(f"{step.round:>5} " + " ".join(f"{percent(x):>8}" for x in row))
    found += ["", _method(answer)]
    return "\n".join(found)


def _table(survivors: Sequence[Survivors], lines: int) -> list[str]:
    found = [
        f"  {percent(s.chance):>8}  {listed(s.units):<40} {bar(s.chance)}".rstrip()
        for s in survivors[:lines]
    ]
    rest = survivors[lines:]
    if rest:
        chance = sum(s.chance for s in rest)
        found.append(f"  {percent(chance):>8}  {len(rest)} other results")
    return found


def _method(answer: Answer) -> str:
    if answer.method == "exact":
        return f"exact, in {answer.milliseconds:.1f} ms"
    return (
        f"not exact: every chance may be up to {answer.error:.2g} more, "
        f"in {answer.milliseconds:.1f} ms"
    )


# The other questions


def enough(found: Found, chance: float, what: str, *, coin: str) -> str:
    """Which part of the attackers is enough to ``win`` or ``take`` the space."""
    verb = "take it" if what == "take" else "win"
    if not found.possible:
        return f"not enough: all of them {verb} with {percent(found.chance)}, not {percent(chance)}"
    lines = [
        f"{listed(found.units)} ({found.cost} {coin})",
        f"they {verb} with {percent(found.chance)}",
    ]
    return "\n".join([*lines, _tried(found)])


def holding(found: Found, chance: float, *, coin: str) -> str:
    """Which reinforcement is enough."""
    if not found.needed:
        return f"nothing is needed: the defence holds with {percent(found.chance)}"
    if not found.possible:
        now = f"the defence holds with {percent(found.chance)} now"
        return f"nothing found for {percent(chance)}; {now}\n{_tried(found)}"
    return "\n".join(
        (
            f"add {listed(found.units)} ({found.cost} {coin})",
            f"the defence then holds with {percent(found.chance)}",
            _tried(found),
        )
    )


def _tried(found: Found) -> str:
    rest = "nothing less will do" if found.possible else "nothing at this price will do"
    return f"{found.tried} forces tried; {rest if found.complete else 'less may do'}"


def in_turn(found: Waves, *, sea: bool, coin: str, lines: int = 8) -> str:
    """Several attacks, one after the other."""
    won = "wins" if sea else "takes it"
    text = [f"wave  is fought  {won:>8}  attacker loses  defender loses"]
    for number, wave in enumerate(found.waves, 1):
        text.append(
            f"{number:>4}  {percent(wave.fought):>9}  {percent(wave.take):>8}  "
            f"{wave.attacker_cost:>9.2f} {coin:4}  {wave.defender_cost:>9.2f} {coin}"
        )
    text += ["", f"one of them {won} with {percent(found.take)}", "", "otherwise is left"]
    left = [Survivors(units, chance) for units, chance in found.defenders]
    return "\n".join([*text, *_table(left, lines), "", found.method])


def persuading(found: Persuasion) -> str:
    """A die for a neutral."""
    price = f"{found.price} a die, {found.price_of_friends} for its friends"
    text = f"won with {percent(found.chance).strip()}, {price}"
    if found.chance:
        text += f"; {found.expected_cost:.2f} on average until it is"
    return f"{text}\n\n{found.method}"


def bombing(found: RaidOdds, lost: str = "bombers lost", *, coin: str) -> str:
    """A strategic raid, a rocket or a flying bomb."""
    text = [f"damage {found.expected_damage:.2f} on average"]
    text += [
        f"  {points:>3}  {percent(chance):>8}  {bar(chance)}".rstrip()
        for points, chance in enumerate(found.damage)
        if chance
    ]
    if len(found.lost) > 1:
        cost = f"{found.expected_cost:.2f} {coin}"
        text += ["", f"{lost} {found.expected_lost:.2f} on average, {cost}"]
        text += [
            f"  {number:>3}  {percent(chance):>8}  {bar(chance)}".rstrip()
            for number, chance in enumerate(found.lost)
            if chance
        ]
    return "\n".join([*text, "", found.method])


def battle(odds: BattleOdds, lines: int = 8) -> str:
    """How a battle ends, in the form that all families have."""
    found = []
    for sea in odds.seas:
        found += ["at sea", battle(sea, lines), "", "ashore"]
    for words, chance in (
        ("attacker wins", odds.win),
        ("  and takes it", odds.take),
        ("nobody is left", odds.draw),
        ("defender wins", odds.lose),
    ):
        found.append(f"{words:<18} {percent(chance):>8}  {bar(chance)}".rstrip())
    for who, ends in (("attacker", odds.attackers), ("defender", odds.defenders)):
        found += ["", f"{who} is left with"]
        found += _table([Survivors(end.units, end.chance) for end in ends], lines)
    return "\n".join(found)


# A picture

MARGIN, BARS, HIGH = 56, 640, 220


def svg(answer: Answer, title: str, *, coin: str) -> str:
    """How it ends as one bar, and the money swing as a histogram."""
    width, height = BARS + 2 * MARGIN, HIGH + 210
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{MARGIN}" y="34" font-size="17" fill="#1d2430">{escape(title)}</text>',
    ]
    parts += _ends(answer)
    parts += _histogram(answer, coin)
    note = _method(answer).split(",")[0]
    words = f"{answer.rounds:.2f} rounds on average; {note}"
    parts.append(_words(MARGIN, height - 14, words, 12, "#4a5260"))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _words(x: float, y: float, words: str, size: int, colour: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _ends(answer: Answer) -> list[str]:
    parts, x = [], float(MARGIN)
    key_x = float(MARGIN)
    for key, words in ENDS:
        chance = getattr(answer, key)
        if not chance:
            continue
        wide = chance * BARS
        parts.append(
            f'<rect x="{x:.1f}" y="52" width="{wide:.1f}" height="26" fill="{COLOURS[key]}"/>'
        )
        label = f"{words} {percent(chance)}"
        parts.append(f'<rect x="{key_x:.1f}" y="90" width="10" height="10" fill="{COLOURS[key]}"/>')
        parts.append(_words(key_x + 15, 99, label, 12, "#1d2430"))
        key_x += 30 + 6.6 * len(label)
        x += wide
    return parts


def _histogram(answer: Answer, coin: str) -> list[str]:
    swing = [(value, chance) for value, chance in answer.swing if chance > 1e-4]
    base, top = 130 + HIGH, 140
    parts = [_words(MARGIN, 128, f"Money swing for the attacker, in {coin}", 13, "#1d2430")]
    if not swing:
        return parts
    low, high = swing[0][0], swing[-1][0]
    size = max(1, -(-(high - low + 1) // 64))
    bins: dict[int, float] = {}
    for value, chance in swing:
        slot = (value - low) // size
        bins[slot] = bins.get(slot, 0.0) + chance
    count = (high - low) // size + 1
    wide, most = BARS / count, max(bins.values())
    for slot, chance in bins.items():
        tall = chance / most * (base - top)
        middle = low + slot * size + (size - 1) / 2
        colour = COLOURS["win"] if middle > 0 else COLOURS["lose"] if middle < 0 else "#8a8f98"
        parts.append(
            f'<rect x="{MARGIN + slot * wide:.1f}" y="{base - tall:.1f}" '
            f'width="{max(1.0, wide - 1):.1f}" height="{tall:.1f}" fill="{colour}"/>'
        )
    parts.append(
        f'<line x1="{MARGIN}" x2="{MARGIN + BARS}" y1="{base}" y2="{base}" stroke="#4a5260"/>'
    )
    for value in sorted({low, 0, high} if low < 0 < high else {low, high}):
        x = MARGIN + ((value - low) // size + 0.5) * wide
        parts.append(_words(x, base + 16, f"{value:+d}" if value else "0", 12, "#4a5260", "middle"))
    parts.append(_words(MARGIN - 6, top + 10, percent(most), 11, "#4a5260", "end"))
    return parts
