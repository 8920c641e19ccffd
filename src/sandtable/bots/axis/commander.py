"""A commander answers each decision of its seat, planning a phase when it begins."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import Any

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import BuyTokens, ChooseChart, End, Hold, Land, Move
from sandtable.games.axis.casualties import CasualtiesStep
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import MOVED, AxisState
from sandtable.games.axis.steps import AxisStep
from sandtable.table import Action, Frame, Position, Refusal, Rules

from ..watch import Clock, Watch
from .announce import plan_of_turn
from .attack import Attacker
from .battle import Tactician
from .council import Council, Proposal
from .deploy import PASSES
from .field import Field
from .march import Marcher
from .picture import Picture
from .reasons import accepted, rejected
from .rehearsal import Rehearsal
from .supply import Quartermaster
from .taste import PLAIN, STRIKING, Taste
from .temper import CAPTAIN, CORPORAL, RECRUIT, SERGEANT, STRIKER
from .theatre import Theatre
from .trial import Trial
from .trim import trim

RICH, CURIOSITY = 30, 0.3
"""With so much money a researcher token is bought with this chance."""
SHARE = {
    "declare": 0.1,
    "foresee": 0.05,
    "attack": 0.4,
    "rehearsals": 0.75,
    "march": 0.35,
    "council": 1.0,
}
"""How much of the budget the planning of a phase may use."""
KEPT = {"council": 0.15, "rehearsals": 0.3}
"""How much of it must be left then for the rest of the turn."""
LEAST = 0.1
"""So much of the budget every phase gets, however long others took."""
NAMED, FETCHED, IDLE = 100.0, 50.0, -1.0
"""Where something must be done first: the unit that it is about moves, a carrier comes to aircraft
that wait for one, or something else happens."""

REHEARSALS = 16
"""How many are held at most for every second of the budget, if they are quick."""
MANY = 4
"""With so many targets there is more to choose from: twice as many rehearsals are held."""


class Captain:
    """Weighs the counter-attack before it strikes, and the gap before it leaves one."""

    temper = CAPTAIN
    taste = PLAIN
    sails = True
    """Whether it looks for a theatre overseas."""
    ponders = True
    """Whether it asks in the middle of a battle what will come after it."""
    quartermaster_type: type[Quartermaster] = Quartermaster
    passes = PASSES
    """How often it looks through its march."""
    rehearsals = 4
    """How often it plays attacks through before it chooses among them.

    As often again as there are ways to leave out one or two of them; twice that if they are many.
    """
    council = "rehearsals"
    """Which share of the budget that may take."""

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        assert isinstance(rules, AxisRules)
        self.rules = rules
        self.world = rules.world
        self.rng = rng
        self.remark: str = ""
        self.noise = {
            space.index: rng.uniform(0.85, 1.15) for space in self.world.spaces if space.value
        }
        """How much this commander fancies each goal: what makes one game differ from another."""
        self._queue: list[Action] = []
        self._checked: Action | None = None
        """What has been seen to be allowed."""
        self._planned: tuple[object, ...] = ()
        self._researched = (0, -1)
        self._theatres: dict[int, Theatre] = {}
        """What each power last pursued overseas."""
        self._launches: dict[int, int] = {}
        """Where each power's fleet waits for the ships that are launched this turn."""
        self._known: dict[int, tuple[object, Picture, Field]] = {}
        """How each power last saw the board."""
        self._fields: dict[int, Field] = {}
        """Where troops are wanted, for who does not ask twice."""
        self._watch = Watch()
        self.foresight = self.temper.attends(rng)
        """Whether this plan looks at what the enemy could do."""

    def choose(self, position: Position[Any], seat: str, budget_ms: int = 2000) -> Action:
        self.remark = ""
        self.budget = max(0.05, (budget_ms or 2000) / 1000)
        self._watch.start((position.state.round, position.state.turn))
        self._checked = None
        action = self._decide(position, seat)
        if action is None or not (action is self._checked or position.check(seat, action) is None):
            action = self.settle(position, seat)
        self._watch.stop()
        return action

    def _decide(self, position: Position[Any], seat: str) -> Action | None:
        state = position.state
        frame = state.flow[-1]
        match frame:
            case frames.Research():
                return self._research(position, frame)
            case frames.Purchase():
                return self._next(position, seat, frame.power, self._purchase)
            case frames.CombatMove():
                return self._next(position, seat, frame.power, self._attack)
            case frames.ConductCombat() | frames.Bombard() | frames.Battle():
                tactician = Tactician(self.rules, foresight=self.foresight and self.ponders)
                return tactician.decide(position, seat)
            case frames.Casualties():
                step = position.rules.steps[frames.Casualties]
                assert isinstance(step, CasualtiesStep)
                return step.suggestion(state, frame)
            case frames.NoncombatMove():
                return self._next(position, seat, frame.powers[0], self._march)
            case frames.Mobilize():
                return self._place(position, frame)
        step = position.rules.steps[type(frame)]
        assert isinstance(step, AxisStep)
        return step.usual(state, frame, seat)

    def _research(self, position: Position[Any], frame: frames.Research) -> Action:
        """A token now and then while money is plenty; the chart of what the power is good at."""
        state = position.state
        if frame.stage == "chart":
            ships = sum(
                n
                for _, p, n in state.pieces(frame.power)
                if self.world.kinds[p.kind].domain != "land"
            )
            troops = sum(n for _, p, n in state.pieces(frame.power)) - ships
            wanted = ChooseChart(2 if 2 * ships > troops else 1)
            seat = self.world.powers[frame.power].seat
            other = ChooseChart(3 - wanted.chart)
            return wanted if position.check(seat, wanted) is None else other
        token = BuyTokens(1)
        rich = state.money[frame.power] >= RICH and not state.tokens[frame.power]
        key = (state.round, frame.power)
        if rich and key != self._researched and self.rng.random() < CURIOSITY:
            self._researched = key
            return token
        self._researched = key
        return End()

    def settle(self, position: Position[Any], seat: str) -> Action:
        """Nothing, if that is allowed; otherwise what must be done first, in the plainest way."""
        refusal = position.check(seat, End())
        if refusal is None:
            return End()
        if position.check(seat, Hold()) is None:
            return Hold()
        duties = [
            (self._duty(position.state, action, refusal), action)
            for action in position.legal_actions(seat)
        ]
        duties.sort(key=itemgetter(0), reverse=True)
        helpful = [action for duty, action in duties if duty > IDLE]
        ranked = helpful or [action for _, action in duties]
        ends = (action for action in ranked if self._settles(position, seat, action))
        return next(ends, ranked[0])

    def _settles(self, position: Position[Any], seat: str, action: Action) -> bool:
        """Whether the phase could end after this move."""
        if not isinstance(action, Move | Land):
            return False
        trial = position.copy()
        trial.play(seat, action)
        return trial.check(seat, End()) is None

    def _duty(self, state: AxisState, action: Action, refusal: Refusal) -> float:
        """How well an action serves what the refusal says must be done: company is safety."""
        place = refusal.args.get("space") or refusal.args.get("goal") or ""
        if isinstance(action, Land) and action.zone == place:
            return 1000.0
        if not isinstance(action, Move):
            return IDLE
        goal = self.world.space[action.route[-1]]
        if at.has_enemy(self.world, state, state.turn, goal) or at.is_hostile_land(
            self.world, state, state.turn, goal
        ):
            return -100.0  # nobody begins a battle because he cannot think of anything better
        unit = action.units[0].kind
        kind = self.world.kinds[self.world.kind[unit]]
        if action.route[0] != place:
            return FETCHED if kind.deck and action.route[-1] == place else IDLE
        company = sum(count for piece, count in state.units[goal] if not piece.marks & MOVED)
        if kind.domain == "air" and self.world.is_sea[goal]:
            room = at.deck_room(self.world, state, goal, state.turn)
            company = company if room > 0 else 0  # he would wait for a deck again
        return company + (NAMED if unit == refusal.args.get("unit") else 0.0)

    # Phases that are planned as a whole

    def _next(self, position: Position[Any], seat: str, power: int, plan: Any) -> Action:
        state = position.state
        purse = getattr(state.flow[-1], "purse", -1)  # a power with two of them shops twice
        key = (state.round, state.turn, power, purse, plan.__name__)
        if key != self._planned:
            self._planned = key
            self.foresight = self.temper.attends(self.rng)
            self._queue = plan(position, power)
        while self._queue:
            action = self._queue.pop(0)
            if position.check(seat, action) is None:
                self._checked = action
                return action
        return End()

    def _look(self, position: Position[Any], power: int) -> tuple[Picture, Field]:
        """The board as the power sees it, looked at again when the sight of it has changed."""
        state = position.state
        key = self._sight(state, power)
        known = self._known.get(power)
        if known is None or known[0] != key:
            picture = Picture(self.rules, state, power)
            known = self._known[power] = (key, picture, self._field(picture))
        return known[1], known[2]

    def _field(self, picture: Picture) -> Field:
        last = self._theatres.get(picture.power)
        field = Field(picture, self.noise, last, foresight=self.foresight, sails=self.sails)
        if field.theatre is not None:
            self._theatres[picture.power] = field.theatre
        return field

    def _sight(self, state: AxisState, power: int) -> tuple[object, ...]:
        """What must be the same for an old look at the board to be good still."""
        board = (tuple(state.units), tuple(state.owner), tuple(state.money))
        return (power, self.foresight, *board)

    def _clock(self, phase: str) -> Clock:
        left = 1.0 - KEPT.get(phase, 0.0) - self._watch.used / self.budget
        return Clock(self.budget * min(SHARE[phase], max(left, LEAST)))

    def _purchase(self, position: Position[Any], power: int) -> list[Action]:
        picture, field = self._look(position, power)
        wanted = self._quartermaster(position, picture, field).shop()
        return self.temper.hoard(wanted, self.rng) if self.temper.thrift else wanted

    def _quartermaster(
        self, position: Position[Any], picture: Picture, field: Field
    ) -> Quartermaster:
        return self.quartermaster_type(
            position, picture, field, foresight=self.foresight, rng=self.rng
        )

    def _attack(self, position: Position[Any], power: int) -> list[Action]:
        picture, field = self._look(position, power)
        attacker = self._planned_attack(position, picture, field)
        if self.foresight:
            trim(attacker)
        self.remark = self._announce(power, field, attacker)
        return attacker.actions

    def _planned_attack(self, position: Position[Any], picture: Picture, field: Field) -> Attacker:
        """The plan that rehearsals like best; who is led beside another power has only one."""
        if not self.rehearsals or picture.power != position.state.turn:
            attacker = self._attacker(position, picture, field, self._clock("attack"))
            attacker.plan()
            return attacker
        late = self._clock(self.council)
        seed = self.rng.random()

        def make(taste: Taste) -> Attacker:
            whims = random.Random(seed)  # the same for all: tastes are compared
            attacker = self._attacker(position, picture, field, late, taste, whims)
            attacker.plan()
            return attacker

        fields: dict[int, Field] = {}

        def cast(ours: bool) -> Captain:
            actor = self._cast(seed, picture.power, ours)
            if ours:
                actor._theatres = dict(self._theatres)
            else:
                actor._fields = fields
            return actor

        rehearsal = Rehearsal(position, picture, cast, seed)

        def times(plain: Proposal) -> int:
            targets = len(plain.targets)
            ways = targets * (targets + 1) // 2
            wanted = self.rehearsals + (2 * ways if targets >= MANY else ways)
            return min(wanted, int(REHEARSALS * self.budget))

        board = partial(Trial, position, picture)

        def over() -> bool:
            return late(rehearsal.longest)

        return Council(make, board, rehearsal.value, times, over).plan()

    def _cast(self, seed: float, power: int, ours: bool) -> Captain:
        """Who plays us, or an enemy of our power, in rehearsals."""
        return (Rehearsed if ours else Striker)(self.rules, random.Random(seed))

    def _attacker(
        self,
        position: Position[Any],
        picture: Picture,
        field: Field,
        late: Callable[[], bool],
        taste: Taste | None = None,
        rng: random.Random | None = None,
    ) -> Attacker:
        taste = taste or self.taste
        attacker = Attacker(
            position,
            picture,
            field,
            foresight=self.foresight and not taste.heedless,
            rng=rng or self.rng,
            late=late,
            taste=taste,
        )
        attacker.boldness *= 1.0 - self.temper.greed
        return attacker

    def _announce(self, power: int, field: Field, attacker: Attacker) -> str:
        """The plan of the turn: its goal, the risk it accepts, the alternative it rejects."""
        capital = self.world.powers[power].capital
        goal = field.goal_of[capital] if capital >= 0 else -1
        aim = goal if goal >= 0 and goal != capital else None
        best_first = sorted(attacker.notes, key=itemgetter(0), reverse=True)
        notes = [(where, win) for _, where, win in best_first]
        name = self.world.powers[power].id
        risk = accepted(attacker) if self.foresight else None
        return plan_of_turn(self.world, name, notes, aim, risk, rejected(attacker))

    def _march(self, position: Position[Any], power: int) -> list[Action]:
        frame = position.state.flow[-1]
        assert isinstance(frame, frames.NoncombatMove)
        actions: list[Action] = []
        late = self._clock("march")
        for each in frame.powers:
            picture, field = self._look(position, each)
            marcher = Marcher(
                position, picture, field, foresight=self.foresight, late=late, passes=self.passes
            )
            for action in actions:
                marcher.attempt(action)
            marcher.actions.clear()
            actions += marcher.plan()
            self._launches[each] = marcher.launch
        return self.temper.forget(actions, self.rng) if self.temper.neglect else actions

    def _place(self, position: Position[Any], frame: frames.Mobilize) -> Action:
        power = frame.powers[0]
        picture, field = self._look(position, power)
        quartermaster = self._quartermaster(position, picture, field)
        quartermaster.launch = self._launches.get(power, -1)
        return quartermaster.place() or End()


class Sergeant(Captain):
    """Buys soundly and takes what it can take, but often forgets to ask what will strike back."""

    temper = SERGEANT
    rehearsals = 0


class Corporal(Captain):
    """Knows what attacks are worth; seldom what they leave open."""

    temper = CORPORAL
    rehearsals = 0


class Recruit(Captain):
    """Grabs what lies near, keeps its money together and leaves part of its army behind."""

    temper = RECRUIT
    rehearsals = 0


class Rehearsed(Captain):
    """Ourselves in a rehearsal: one look at the board and one at the march, and no other theatre.

    Nor does it think twice in a battle. That saves time; between two plans it makes no difference.
    """

    sails = False
    ponders = False
    rehearsals = 0
    passes = 1

    def _sight(self, state: AxisState, power: int) -> tuple[object, ...]:
        return (power, state.round)


class Striker(Captain):
    """An enemy in a rehearsal: strikes where it pays, brings its aircraft home, and is done.

    What could strike back he does not ask: the enemies of our games seldom do, and it takes twenty
    times as long.
    """

    temper = STRIKER
    taste = STRIKING
    sails = False
    rehearsals = 0
    left_out: tuple[type[Frame], ...] = (frames.Research, frames.Purchase)
    """Decisions that are neither fighting nor marching home: he does nothing there."""

    def _decide(self, position: Position[Any], seat: str) -> Action | None:
        if isinstance(position.state.flow[-1], self.left_out):
            return self.settle(position, seat)
        return super()._decide(position, seat)

    def _announce(self, power: int, field: Field, attacker: Attacker) -> str:
        return ""  # nobody listens

    def _sight(self, state: AxisState, power: int) -> tuple[object, ...]:
        """One look at the board a turn."""
        return (power, state.round, state.turn)

    def _field(self, picture: Picture) -> Field:
        """As in the first rehearsal: where his troops are wanted does not hang on our plan."""
        if picture.power not in self._fields:
            self._fields[picture.power] = super()._field(picture)
        return self._fields[picture.power]

    def _march(self, position: Position[Any], power: int) -> list[Action]:
        picture, field = self._look(position, power)
        return Marcher(
            position, picture, field, foresight=False, late=self._clock("march")
        ).bring_home()


class General(Captain):
    """Rehearses as long as it may think."""

    rehearsals = 1000
    council = "council"
