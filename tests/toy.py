"""Outpost: a toy title with a bit of everything a table must serve.

Two seats, red and blue. Each round both draw a card (hidden), march troops in turn, bid a card in
secret at the same time, and clash with dice; the clash's winner takes a point. ``order`` may be
given at any time. Rule ids TY-… stand in the toy ledger that tests/conftest.py writes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from sandtable.table import (
    Action,
    AnytimeStep,
    Ask,
    Chance,
    Decision,
    Event,
    Frame,
    Log,
    Malformed,
    Option,
    Options,
    Refusal,
    Result,
    Rules,
    State,
    Step,
    Table,
    View,
)

SEATS = ("red", "blue")
SPACES = ("camp", "hill", "mill")
BORDERS = {("camp", "hill"), ("hill", "mill")}
DECK = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)

LEDGER = """\
# Outpost

## 1. Marching

- `TY-001` **Borders.** Troops march between spaces that share a border. *(Source: none)*
- `TY-002` **Strength.** No more troops march than are there. *(Source: none)*

## 2. Bidding

- `TY-003` **Own cards.** A bid is a card in hand. *(Source: none)*
- `TY-004` [X] **One bid.** Each seat bids once a round. *(Source: none)*
- `TY-005` **Nobody tests this.** It is for the list of uncovered rules. *(Source: none)*
"""


# Actions


class March(Action, frozen=True):
    count: int
    start: str
    end: str

    def __str__(self) -> str:
        return f"march {self.count} {self.start} > {self.end}"


class End(Action, frozen=True):
    def __str__(self) -> str:
        return "end"


class Bid(Action, frozen=True):
    card: int

    def __str__(self) -> str:
        return f"bid {self.card}"


class Order(Action, frozen=True):
    """A standing order: ``order stay`` ends one's marching at once until ``order march``."""

    text: str

    def __str__(self) -> str:
        return f"order {self.text}"


# Events


class Drew(Event, frozen=True, kw_only=True):
    seat: str
    card: int

    def __str__(self) -> str:
        return f"{self.seat} draws a {self.card}"


class Marched(Event, frozen=True, kw_only=True):
    seat: str
    text: str

    def __str__(self) -> str:
        return f"{self.seat}: {self.text}"


class Shown(Event, frozen=True, kw_only=True):
    reveals: ClassVar[bool] = True
    bids: dict[str, int]

    def __str__(self) -> str:
        return "the bids are " + ", ".join(f"{seat} {card}" for seat, card in self.bids.items())


class Clashed(Event, frozen=True, kw_only=True):
    winner: str
    faces: tuple[int, ...]

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.faces))}: the round goes to {self.winner or 'nobody'}"


# Frames and state


class RoundFrame(Frame, frozen=False):
    stage: int = 0


class MarchFrame(Frame, frozen=False):
    seat: str


class BidFrame(Frame, frozen=False):
    pass


class OutpostState(State, kw_only=True):
    rounds: int
    round: int = 1
    troops: dict[str, tuple[int, ...]]
    hands: dict[str, tuple[int, ...]]
    deck: tuple[int, ...]
    bids: dict[str, int]
    points: dict[str, int]
    orders: dict[str, str]
    flow: list[RoundFrame | MarchFrame | BidFrame] = []


class OutpostView(View, kw_only=True):
    round: int
    spaces: dict[str, dict[str, int]]
    hand: tuple[int, ...]
    cards: dict[str, int]
    has_bid: tuple[str, ...]
    points: dict[str, int]


# Steps


class RoundStep(Step[OutpostState, RoundFrame]):
    """Draw (stages 0 and 1), march (2, 3), bid (4), clash (5), and again."""

    frame = RoundFrame

    def run(self, state: OutpostState, frame: RoundFrame, log: Log) -> Ask | None:
        if state.round > state.rounds:
            state.flow.pop()
        elif frame.stage < 2:
            seat = SEATS[frame.stage]
            return Chance((len(state.deck),), f"draw, {seat}, round {state.round}", (seat,))
        elif frame.stage < 4:
            seat = SEATS[frame.stage - 2]
            frame.stage += 1
            state.flow.append(MarchFrame(seat))
        elif frame.stage == 4:
            frame.stage = 5
            state.flow.append(BidFrame())
        else:
            return Chance(tuple(6 for _ in SEATS), f"clash, round {state.round}")
        return None

    def rolled(
        self, state: OutpostState, frame: RoundFrame, faces: tuple[int, ...], log: Log
    ) -> None:
        if frame.stage < 2:
            seat, card = SEATS[frame.stage], state.deck[faces[0] - 1]
            state.deck = (*state.deck[: faces[0] - 1], *state.deck[faces[0] :])
            state.hands[seat] = tuple(sorted((*state.hands[seat], card)))
            frame.stage += 1
            log.append(Drew(seat=seat, card=card, seats=(seat,)))
            return
        totals = {
            seat: face + state.bids[seat] + state.troops[seat][1]
            for seat, face in zip(SEATS, faces, strict=True)
        }
        best = max(totals.values())
        winners = [seat for seat in SEATS if totals[seat] == best]
        if len(winners) == 1:
            state.points[winners[0]] += 1
        log.append(Clashed(winner=winners[0] if len(winners) == 1 else "", faces=faces))
        state.bids = {}
        state.round += 1
        frame.stage = 0


class MarchStep(Step[OutpostState, MarchFrame]):
    frame = MarchFrame

    def run(self, state: OutpostState, frame: MarchFrame, log: Log) -> Ask | None:
        if state.orders[frame.seat] == "stay":
            state.flow.pop()
            return None
        return Decision((frame.seat,), "March", "march, or end")

    def actions(self, state: OutpostState, frame: MarchFrame, seat: str) -> Iterator[Action]:
        for start, count in zip(SPACES, state.troops[seat], strict=True):
            for end in SPACES:
                if count and touching(start, end):
                    yield March(1, start, end)
        yield End()

    def check(
        self, state: OutpostState, frame: MarchFrame, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, End):
            return None
        if not isinstance(action, March):
            return Refusal("not-now", "", "now is the time to march")
        if not touching(action.start, action.end):
            return Refusal(
                "no-border", "TY-001", f"{action.start} and {action.end} do not touch", {"a": "b"}
            )
        if action.count > state.troops[seat][SPACES.index(action.start)]:
            return Refusal("too-few", "TY-002", f"{seat} has fewer troops in {action.start}")
        return None

    def play(
        self, state: OutpostState, frame: MarchFrame, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, March):
            troops = list(state.troops[seat])
            troops[SPACES.index(action.start)] -= action.count
            troops[SPACES.index(action.end)] += action.count
            state.troops[seat] = tuple(troops)
        else:
            state.flow.pop()
        log.append(Marched(seat=seat, text=str(action)))


class BidStep(Step[OutpostState, BidFrame]):
    frame = BidFrame

    def run(self, state: OutpostState, frame: BidFrame, log: Log) -> Ask | None:
        waiting = tuple(seat for seat in SEATS if seat not in state.bids)
        if waiting:
            return Decision(waiting, "Bid", "bid a card")
        log.append(Shown(bids={seat: state.bids[seat] for seat in SEATS}))
        state.flow.pop()
        return None

    def actions(self, state: OutpostState, frame: BidFrame, seat: str) -> Iterator[Action]:
        for card in sorted(set(state.hands[seat])):
            yield Bid(card)

    def check(
        self, state: OutpostState, frame: BidFrame, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Bid):
            return Refusal("not-now", "TY-004", "now is the time to bid")
        if action.card not in state.hands[seat]:
            return Refusal("no-card", "TY-003", f"{seat} holds no {action.card}")
        return None

    def play(
        self, state: OutpostState, frame: BidFrame, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Bid)
        hand = list(state.hands[seat])
        hand.remove(action.card)
        state.hands[seat] = tuple(hand)
        state.bids[seat] = action.card


class OrderStep(AnytimeStep[OutpostState]):
    action = Order

    def check(self, state: OutpostState, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Order)
        if state.orders[seat] == action.text:
            return Refusal("no-change", "", f"{seat} has that order already")
        return None

    def play(self, state: OutpostState, seat: str, action: Action, log: Log) -> None:
        assert isinstance(action, Order)
        state.orders[seat] = action.text


def touching(start: str, end: str) -> bool:
    return (start, end) in BORDERS or (end, start) in BORDERS


# The title


class Outpost(Rules[OutpostState]):
    id = "toy"
    name = "Outpost"
    ledger = "toy"
    stage = "complete"
    summary = "March, bid and clash."
    options = (
        Option("rounds", (3, 1, 5), "how many rounds"),
        Option("rich", (False, True), "six troops instead of three"),
        Option("start", ("camp", "hill"), "where the troops begin"),
    )
    state_type = OutpostState
    step_types = (RoundStep, MarchStep, BidStep)
    anytime_types = (OrderStep,)

    def seats(self, options: Options) -> tuple[str, ...]:
        return SEATS

    def check_players(self, options: Options, players: Mapping[str, str]) -> Refusal | None:
        if "nobody" in players.values():
            return Refusal("nobody", "TY-004", "nobody cannot play")
        return None

    def setup(self, options: Options, players: Mapping[str, str]) -> OutpostState:
        troops = 6 if options["rich"] else 3
        line = tuple(troops if space == options["start"] else 0 for space in SPACES)
        return OutpostState(
            rounds=int(options["rounds"]),
            troops=dict.fromkeys(SEATS, line),
            hands=dict.fromkeys(SEATS, ()),
            deck=DECK,
            bids={},
            points=dict.fromkeys(SEATS, 0),
            orders=dict.fromkeys(SEATS, "march"),
            flow=[RoundFrame()],
        )

    def parse(self, text: str) -> Action:
        if found := re.fullmatch(r"march ([1-9]) (\w+) > (\w+)", text):
            for space in found.group(2, 3):
                if space not in SPACES:
                    raise Malformed(f"there is no space {space}")
            return March(int(found[1]), found[2], found[3])
        if found := re.fullmatch(r"bid ([1-6])", text):
            return Bid(int(found[1]))
        if found := re.fullmatch(r"order (stay|march)", text):
            return Order(found[1])
        if text == "end":
            return End()
        raise Malformed(f"'{text}' is no action: march, end, bid or order")

    def view(self, state: OutpostState, seat: str | None) -> OutpostView:
        return OutpostView(
            round=state.round,
            spaces={
                space: {who: state.troops[who][index] for who in SEATS}
                for index, space in enumerate(SPACES)
            },
            hand=state.hands[seat] if seat else (),
            cards={who: len(state.hands[who]) for who in SEATS},
            has_bid=tuple(state.bids),
            points=state.points,
        )

    def blind(self, state: OutpostState, seat: str) -> OutpostState:
        twin = state.copy()
        other = SEATS[1 - SEATS.index(seat)]
        twin.hands[other] = (0,) * len(state.hands[other])
        twin.deck = (0,) * len(state.deck)
        if other in twin.bids:
            twin.bids[other] = 0
        return twin

    def result(self, state: OutpostState) -> Result | None:
        if state.flow:
            return None
        best = max(state.points.values())
        winners = tuple(seat for seat in SEATS if state.points[seat] == best)
        share = 1 / len(winners)
        scores = {seat: share if seat in winners else 0.0 for seat in SEATS}
        return Result(winners, f"{' and '.join(winners)} took {best} rounds", scores)

    def edit(self, state: OutpostState, line: str) -> None:
        if found := re.fullmatch(r"troops (red|blue) (\d+) (\d+) (\d+)", line):
            state.troops[found[1]] = tuple(int(count) for count in found.group(2, 3, 4))
        elif found := re.fullmatch(r"hand (red|blue)((?: [1-6])*)", line):
            state.hands[found[1]] = tuple(sorted(int(card) for card in found[2].split()))
        elif found := re.fullmatch(r"points (red|blue) (\d+)", line):
            state.points[found[1]] = int(found[2])
        elif found := re.fullmatch(r"stage ([0-5])", line):
            state.flow = [RoundFrame(int(found[1]))]
        else:
            raise Malformed(f"'{line}' is no edit: troops, hand, points or stage")


class OutpostTwo(Outpost):
    """The same rules under a later version number: its snapshots are not those of version 1."""

    version = 2


class FaultyBidStep(BidStep):
    def play(
        self, state: OutpostState, frame: BidFrame, seat: str, action: Action, log: Log
    ) -> None:
        if action == Bid(4):
            raise KeyError("four")
        super().play(state, frame, seat, action, log)


class FaultyRoundStep(RoundStep):
    def rolled(
        self, state: OutpostState, frame: RoundFrame, faces: tuple[int, ...], log: Log
    ) -> None:
        if faces == (6, 6):
            raise IndexError("twelve")
        super().rolled(state, frame, faces, log)


class Faulty(Outpost):
    """A title with a fault in it for the fuzzer to find: bidding a 4 breaks it."""

    id = "faulty"
    step_types = (RoundStep, MarchStep, FaultyBidStep)


class FaultyDice(Outpost):
    """Here it is a roll that breaks it."""

    id = "faulty-dice"
    step_types = (FaultyRoundStep, MarchStep, BidStep)


def conserved(state: OutpostState) -> None:
    """Troops and cards are never made or lost."""
    troops = {sum(line) for line in state.troops.values()}
    assert len(troops) == 1, state.troops
    assert troops <= {3, 6}, state.troops
    assert set(state.bids) <= set(SEATS)
    for hand in state.hands.values():
        assert list(hand) == sorted(hand)


def scramble(state: OutpostState, seat: str | None, rng: random.Random) -> OutpostState:
    """A state that differs only in what the seat may not know."""
    twin = state.copy()
    hidden = [who for who in SEATS if who != seat]
    pool = list(state.deck)
    for who in hidden:
        pool += state.hands[who]
        if who in state.bids:
            pool.append(state.bids[who])
    rng.shuffle(pool)
    for who in hidden:
        twin.hands[who] = tuple(sorted(pool.pop() for _ in state.hands[who]))
        if who in state.bids:
            twin.bids[who] = pool.pop()
    twin.deck = tuple(sorted(pool))
    return twin


def play_out(table: Table, seed: int = 1, stop: int = 1000) -> Table:
    """Random play to the end, or until so many actions are in the line."""
    rng = random.Random(seed)
    for _ in range(stop):
        if table.decision is None:
            break
        seat = table.decision.seats[-1]
        action = table.legal_actions(seat).sample(rng)
        assert action is not None
        table.play(action, seat)
    return table


def to_bids(table: Table) -> Table:
    """Both end their march, so that both are asked to bid."""
    table.play("end", "red")
    table.play("end", "blue")
    return table


def asked(table: Table) -> tuple[str, ...]:
    """The seats that are to decide."""
    return table.decision.seats if table.decision else ()


# Titles that each break one promise, for the battery to notice


class LeakyView(Outpost):
    """Shows everybody's cards."""

    def view(self, state: OutpostState, seat: str | None) -> OutpostView:
        view = super().view(state, seat)
        view.hand = state.hands["red"]
        return view


class LeakyBlind(Outpost):
    """Gives bots the whole state."""

    def blind(self, state: OutpostState, seat: str) -> OutpostState:
        return state.copy()


class _Talkative(BidStep):
    def run(self, state: OutpostState, frame: BidFrame, log: Log) -> Ask | None:
        ask = super().run(state, frame, log)
        if isinstance(ask, Decision):
            return Decision(ask.seats, ask.step, f"bid one of {state.hands['red']}")
        return ask


class LeakyPrompt(Outpost):
    """Tells a hand in the prompt, which everybody sees."""

    step_types = (RoundStep, MarchStep, _Talkative)


class DeafParse(Outpost):
    """Reads two troops as one."""

    def parse(self, text: str) -> Action:
        action = super().parse(text)
        return Bid(1) if isinstance(action, Bid) else action


class _Stingy(MarchStep):
    def play(
        self, state: OutpostState, frame: MarchFrame, seat: str, action: Action, log: Log
    ) -> None:
        super().play(state, frame, seat, action, log)
        if isinstance(action, March):
            state.troops[seat] = (0, *state.troops[seat][1:])


class LosesTroops(Outpost):
    step_types = (RoundStep, _Stingy, BidStep)


class _Boastful(MarchStep):
    def actions(self, state: OutpostState, frame: MarchFrame, seat: str) -> Iterator[Action]:
        yield March(1, "camp", "mill")
        yield End()


class OffersIllegal(Outpost):
    step_types = (RoundStep, _Boastful, BidStep)


class _Meddling(MarchStep):
    def check(
        self, state: OutpostState, frame: MarchFrame, seat: str, action: Action
    ) -> Refusal | None:
        state.points[seat] += 1
        return super().check(state, frame, seat, action)


class CheckChanges(Outpost):
    step_types = (RoundStep, _Meddling, BidStep)


class _Counting(MarchStep):
    def run(self, state: OutpostState, frame: MarchFrame, log: Log) -> Ask | None:
        state.points[frame.seat] += 1
        return super().run(state, frame, log)


class RunRepeats(Outpost):
    """``run`` has a side effect where it returns a decision, so a reopened game differs."""

    step_types = (RoundStep, _Counting, BidStep)


class SharedCopyState(OutpostState, kw_only=True):
    def copy(self) -> SharedCopyState:
        twin = super().copy()
        twin.troops = self.troops
        return twin


class SharesCopies(Outpost):
    state_type = SharedCopyState

    def setup(self, options: Options, players: Mapping[str, str]) -> OutpostState:
        state = super().setup(options, players)
        names = state.__struct_fields__
        return SharedCopyState(**{name: getattr(state, name) for name in names})


class Mute(Outpost):
    """Never says how the game ended."""

    def result(self, state: OutpostState) -> Result | None:
        return None


FAULTS = (
    Faulty,
    LeakyView,
    LeakyBlind,
    LeakyPrompt,
    DeafParse,
    LosesTroops,
    OffersIllegal,
    CheckChanges,
    RunRepeats,
    SharesCopies,
    Mute,
)
