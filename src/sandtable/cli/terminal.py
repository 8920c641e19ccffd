"""A game between a terminal and bots: shows what happens, asks, does what is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TextIO

from sandtable import Game, ledger
from sandtable.bots import Bot
from sandtable.table import (
    Decision,
    Event,
    FairDice,
    Illegal,
    Malformed,
    Played,
    Refusal,
    SandtableError,
    outline,
)

from .common import say
from .rules import page

SHOWN = 40
"""How many legal actions are listed at a time."""

HELP = """\
Type an action as it is listed, or one of these:
  legal [WORDS]   the legal actions (those that contain all the words)
  why ACTION      whether it is legal, and if not, the rule that forbids it
  rules ID        a rule of the ledger, or: rules WORDS to search
  board [SPACE]   the position, or one space of it
  undo            take back your last action (undo agreed: also past dice, if all agree)
  save FILE       a save (.json) or a record (any other ending)
  record          print the record so far
  quit            leave
SEAT: ACTION plays for another of your seats."""


class Guest(NamedTuple):
    """Who plays a seat beside the people, and how long it may think."""

    bot: Bot
    budget_ms: int


class Terminal:
    """One game until it is over, the input ends, or somebody types quit."""

    def __init__(self, game: Game, bots: Mapping[str, Guest], lines: TextIO) -> None:
        self.game = game
        self.bots = bots
        self.lines = lines
        self.humans = tuple(seat for seat in game.seats if seat not in bots)
        self.typed = lines.isatty()
        self.unread: list[Event] = list(game.opening)
        self.board_for = ""
        self.asked: tuple[str, Decision] | None = None
        self.saved = game.version
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda text: say(HELP),
            "legal": self.legal,
            "why": self.why,
            "rules": self.rules,
            "board": self.board,
            "undo": self.undo,
            "save": self.save,
            "record": lambda text: say(self.game.record().rstrip()),
        }
        if self.typed:
            self._set_up_editing()

    def run(self) -> int:
        say(f"{self.game.rules.name}. Type 'help' for what you can do.")
        if isinstance(self.game.dice, FairDice):
            say(f"The dice are committed to: {self.game.dice.commitment}")
        while (decision := self.game.decision) is not None:
            bot = next((seat for seat in decision.seats if seat in self.bots), None)
            if bot is not None:
                self.play_bot(bot)
            elif not self.ask(decision):
                return 0
        self.tell()
        result = self.game.result
        say(f"The game is over: {result.reason}" if result else "The game is over.")
        return 0

    # Playing

    def play_bot(self, seat: str) -> None:
        bot, budget = self.bots[seat]
        action = bot.choose(self.game.position.seen_by(seat), seat, budget)
        visible = len(self.game.decision.seats) == 1 if self.game.decision else False
        self.unread += self.game.play(action, seat)
        # A choice that several seats make at once is secret until its step reveals it.
        say(f"{seat}: {action}" if visible else f"{seat} has decided")
        self.tell()
        if bot.remark:
            say(f"  {seat} says: {bot.remark}")

    def ask(self, decision: Decision) -> bool:
        """Ask a person; False when there is nobody to answer any more."""
        seat = decision.seats[0]
        self.tell(seat)
        if self.board_for != seat:
            self.board_for = seat
            say()
            say(self.game.rules.describe(self.game.state, seat))
        if self.asked != (seat, decision):
            self.asked = (seat, decision)
            say(f"\n{seat}, {decision.step}: {decision.prompt}")
        line = self.read(f"{seat}> ")
        if line is None:
            return False
        try:
            return self.obey(seat, line)
        except Illegal as error:
            say(f"No: {error}")
            if error.refusal.code.startswith("undo-"):
                say("If they do, type 'undo agreed'.")
        except SandtableError as error:
            say(f"{error}. Type 'help' for what you can do.".replace("..", "."))
        return True

    def obey(self, seat: str, line: str) -> bool:
        word, _, text = line.partition(" ")
        if word in ("quit", "exit"):
            return not self.leave()
        if word in self.commands:
            self.commands[word](text.strip())
        elif line:
            self.act(seat, line)
        return True

    def act(self, seat: str, line: str) -> None:
        seat, action = self._for_whom(seat, line)
        self.unread += self.game.play(action, seat)
        self.tell(seat)

    def _for_whom(self, seat: str, line: str) -> tuple[str, str]:
        head, colon, rest = line.partition(":")
        if colon and head.strip() in self.game.seats:
            if head.strip() in self.bots:
                raise Malformed(f"{head.strip()} is played by a bot")
            return head.strip(), rest.strip()
        return seat, line

    def leave(self) -> bool:
        if not self.typed or self.saved == self.game.version:
            return True
        return (self.read("Leave without saving (yes or no)? ") or "yes").lower().startswith("y")

    # Commands

    def legal(self, words: str) -> None:
        asked = self.game.decision.seats if self.game.decision else ()
        seat = next(seat for seat in asked if seat in self.humans)
        texts = (str(action) for action in self.game.legal_actions(seat))
        wanted = words.lower().split()
        found = (text for text in texts if all(word in text.lower() for word in wanted))
        for text in islice(found, SHOWN):
            say(f"  {text}")
        more = sum(1 for _ in found)
        if more:
            say(f"  and {more} more; 'legal WORDS' lists those with the words")

    def why(self, line: str) -> None:
        if not line:
            raise Malformed("why takes an action")
        asked = self.game.decision.seats[0] if self.game.decision else self.humans[0]
        seat, action = self._for_whom(asked, line)
        refusal = self.game.check(action, seat)
        say("  It is legal." if refusal is None else explain(refusal))

    def rules(self, text: str) -> None:
        if not text:
            raise Malformed("rules takes an id, or words to look for")
        if "-" in text and " " not in text:
            say(page(ledger.find(text)))
            return
        book = self.game.rules.ledger
        for entry in (entry for entry in ledger.search(text) if entry.ledger == book):
            say(f"  {entry.id} {entry.title}")

    def board(self, space: str) -> None:
        seat = self.board_for or None
        rules, state = self.game.rules, self.game.state
        say(outline(rules.space(state, seat, space)) if space else rules.describe(state, seat))

    def undo(self, text: str) -> None:
        if text not in ("", "agreed"):
            raise Malformed("it is 'undo' or 'undo agreed'")
        line = self.game.journal.line
        for index in range(len(line) - 1, -1, -1):
            entry = line[index]
            if isinstance(entry, Played) and entry.seat in self.humans:
                break
        else:
            raise Malformed("you have played nothing yet")
        self.game.undo(to=index, consent=self.game.seats if text else ())
        self.unread.clear()
        say(f"  taken back: {entry.seat}: {entry.action}")

    def save(self, text: str) -> None:
        if not text:
            raise Malformed("save takes a file name")
        self.game.save(Path(text))
        self.saved = self.game.version
        say(f"  saved as {text}")

    # Input and output

    def tell(self, seat: str = "") -> None:
        """Print what has happened; what only one person may see waits until they are asked."""
        kept = []
        for event in self.unread:
            secret = event.seats is not None
            if not secret or seat in (event.seats or ()) or self._only_for_one(event.seats or ()):
                say(f"  {event}")
            elif any(human in (event.seats or ()) for human in self.humans):
                kept.append(event)
        self.unread = kept

    def _only_for_one(self, seats: Iterable[str]) -> bool:
        return len(self.humans) == 1 and self.humans[0] in seats

    def read(self, prompt: str) -> str | None:
        """A line of input, without a comment; ``None`` at its end."""
        if self.typed:
            try:
                return input(prompt).strip()
            except EOFError:
                say()
                return None
        line = self.lines.readline()
        # Input from a file is repeated, so that the output can be read on its own.
        print(prompt + line.rstrip("\n"), flush=True)
        return line.strip() if line else None

    def _set_up_editing(self) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims("")
        readline.set_completer(self._complete)
        readline.parse_and_bind("tab: complete")

    def _complete(self, text: str, index: int) -> str | None:
        decision = self.game.decision
        actions = self.game.legal_actions(decision.seats[0]) if decision else ()
        offers = [*self.commands, "quit", *(str(action) for action in islice(actions, 5000))]
        found = [offer for offer in offers if offer.startswith(text)]
        return found[index] if index < len(found) else None


def explain(refusal: Refusal) -> str:
    """A refusal with the text of its rule."""
    lines = [f"  No: {refusal}"]
    if refusal.rule:
        try:
            lines.append(page(ledger.find(refusal.rule)))
        except Malformed:
            lines.append(f"  (the ledgers have no {refusal.rule})")
    return "\n".join(lines)


__all__ = ["Guest", "Terminal", "explain"]
