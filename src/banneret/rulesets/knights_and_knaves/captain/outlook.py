"""What the captain came for and how things stand: aims, posture, who shoots."""

from __future__ import annotations

from functools import cached_property
from math import ceil, dist, hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from ..basics.state import LYING, NOBODY, ROUTING, STEADY
from ..basics.who import able, foes, men_of, retinue_of
from ..ground import features, lay
from ..melee.arms import has_spear
from ..morale import victory
from . import worth as values

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man, Retinue

WORTH_A_SHOT: Final = 0.03
SHOOT_INCHES: Final = 20.0  # beyond that a shot is hardly worth standing for
LAST_TURNS: Final = 6
MARCH: Final = 5.0  # inches a body comes on in a turn, obstacles and waiting for the last included
AT_THE_PLACE: Final = 9.0
LET_COME: Final = 2  # turns in which riders let a lord they hunt come to them
MARGIN: Final = 7  # turns to clear the place when we are there, and for the last to come up
SHOOTING_FORCE: Final = 0.2  # of the men, before a retinue relies on its bows
HURLED: Final = frozenset(("thrown_spear", "thrown_axe", "thrown_knife", "javelin"))
_ROW: Final = {"longbow": 1.0, "composite_bow": 0.9, "short_bow": 0.6, "handgun": 0.3}


class Aims(NamedTuple):
    """What men out of earshot are to remember of it all."""

    exit_edge: str = ""  # by which they are to leave
    feature: str = ""  # the place to be held
    sets_out: int = 0  # the turn from which they make for it


class Outlook:
    """What a player came for and how things stand, from his view."""

    def __init__(self, battle: Battle, player: str) -> None:
        self.battle = battle
        self.player = player
        self.retinue: Retinue = retinue_of(battle, player)
        self.side = self.retinue.side
        self.scale = battle.options.scale
        self.men = [man for man in men_of(battle, player) if man.status == STEADY]
        self.foes = list(foes(battle, self.side))
        self.threats = [foe for foe in self.foes if foe.status != ROUTING]
        self.lord = battle.men[self.retinue.lord]
        self.sacks = bool(victory.to_sack(battle, self.side))
        self._turns_to_go = LAST_TURNS
        self.to_go = 0  # men who must leave the table yet
        self.exit_edge = self._exit_edge()
        self.hunts = any(
            aim.kind == "slay_lord" and aim.side == self.side for aim in battle.scenario.aim
        )
        self.hunted = any(
            aim.kind == "slay_lord" and aim.side != self.side for aim in battle.scenario.aim
        )
        self.bars = any(aim.kind == "exit" and aim.side != self.side for aim in battle.scenario.aim)
        self.feature = self._feature()
        self.post = self._post()
        self.centre = self._centre()
        self._turns_to_go = self._time_needed()
        self.aim = self._aim()
        self.waits = self._waits()
        self.heading = self._heading()

    # -- what for

    def _exit_edge(self) -> str:
        if self.sacks and not self.is_late():
            return ""
        for aim in self.battle.scenario.aim:
            if aim.side == self.side and aim.kind == "exit":
                own = [m for m in self.battle.men if m.side == self.side]
                out = [m for m in own if m.status == "gone" and not m.routed]
                self.to_go = ceil(aim.share * len(own)) - len(out)
                if self.to_go > 0:
                    return aim.edge or self.retinue.edge
        return ""

    def _post(self) -> Point | None:
        """Where the place we came to hold is."""
        return features.place_of(self.battle, self.feature) if self.feature else None

    def _feature(self) -> str:
        """The place we came to sack, else to hold."""
        left = victory.to_sack(self.battle, self.side)
        if left:
            x, y = self._centre()
            return min(left, key=lambda key: dist(features.place_of(self.battle, key), (x, y)))
        for aim in self.battle.scenario.aim:
            if aim.side == self.side and aim.kind == "hold":
                keys = features.called(self.battle, aim.feature)
                return keys[0] if keys else ""
        return ""

    def holds(self, man: Man) -> bool:
        """Whether he stands in the place we came for."""
        return bool(self.feature) and features.holds(self.battle, self.feature, man)

    def _centre(self) -> Point:
        men = self.men or [self.lord]
        return (
            sum([man.base.x for man in men]) / len(men),
            sum([man.base.y for man in men]) / len(men),
        )

    def _aim(self) -> Point:
        """Where the retinue goes as a body."""
        if self.post is not None and (self.sacks or self.is_late() or not self.threats):
            return self.post
        if self.exit_edge:
            return beyond(self.battle, self.centre, self.exit_edge)
        threats = self.threats or self.foes
        if not threats:
            return self.post or self.centre
        x, y = self.centre
        near = min(threats, key=lambda f: (f.base.x - x) ** 2 + (f.base.y - y) ** 2)
        far = hypot(near.base.x - x, near.base.y - y)
        if self.post is not None and far > 10.0 * self.scale:
            return self.post
        return near.base.x, near.base.y

    @cached_property
    def faces_spears(self) -> bool:
        """Whether many of the enemy have spears."""
        bristling = [foe for foe in self.threats if values.bristles(foe)]
        return len(bristling) * 4 > len(self.threats)

    def is_late(self) -> bool:
        """Whether the end is near enough to think of the points."""
        return self.battle.scenario.turns - self.battle.turn < self._turns_to_go

    def aims(self) -> Aims:
        """What men out of earshot are to remember."""
        feature = "" if self.sacks else self.feature
        return Aims(self.exit_edge, feature, self.battle.scenario.turns - self._turns_to_go + 1)

    def _time_needed(self) -> int:
        """How long before the end we must set out for the place we came for."""
        if self.post is None:
            return LAST_TURNS
        x, y = self.centre
        far = hypot(self.post[0] - x, self.post[1] - y)
        return max(LAST_TURNS, ceil(far / (MARCH * self.scale)) + MARGIN)

    def _heading(self) -> Point:
        dx, dy = self.aim[0] - self.lord.base.x, self.aim[1] - self.lord.base.y
        far = hypot(dx, dy)
        return (dx / far, dy / far) if far > 0.01 else (0.0, 0.0)

    def _waits(self) -> bool:
        """Whether time is ours: we shoot better, or stand where the points are."""
        if self.exit_edge or self.sacks:
            return False
        if self.bars:
            hidden = [m for m in self.men if lay.in_wood(self.battle, m.base.x, m.base.y)]
            return len(hidden) * 2 > len(self.men)
        if self.post is not None:
            inside = [m for m in self.men if self.holds(m)]
            if len(inside) * 2 > len(self.men):
                return True
            if self.is_late():
                return False
            return self._outshoots() or self._is_open_place() or self._is_at(self.post)
        if self.hunts and self.battle.turn <= LET_COME and self._rides():
            return True
        return self._in_bowshot() and self._outshoots() and not self._losing()

    def _rides(self) -> bool:
        """Whether most of us are in the saddle."""
        return len([man for man in self.men if man.horse != NOBODY]) * 2 > len(self.men)

    def _is_at(self, place: Point) -> bool:
        """Whether the body of us is there."""
        x, y = self.centre
        return hypot(place[0] - x, place[1] - y) < AT_THE_PLACE * self.scale

    def _is_open_place(self) -> bool:
        """Whether the place gives no cover: only the end counts, until then it gets men shot."""
        kinds = [one.kind for one in self.battle.ground.areas if one.id == self.feature]
        return "building" not in kinds

    def _outshoots(self) -> bool:
        """Whether our bows are worth waiting for."""
        ours = sum([fire(man) for man in self.battle.men if man.side == self.side and able(man)])
        if ours < SHOOTING_FORCE * len(self.men):
            return False  # too few, whatever they may do
        return ours > 0.8 * sum([fire(foe) for foe in self.threats])

    def _in_bowshot(self) -> bool:
        """Whether anybody of theirs is near enough for one of our bowmen to shoot at."""
        reach = (SHOOT_INCHES * self.scale) ** 2
        return any(
            (foe.base.x - man.base.x) ** 2 + (foe.base.y - man.base.y) ** 2 <= reach
            for man in self.men
            if fire(man)
            for foe in self.threats
        )

    def _losing(self) -> bool:
        """Whether standing to the end would lose on points."""
        return self.is_late() and self._lost(self.side) > self._lost("")

    def _lost(self, side: str) -> float:
        return sum(
            values.worth(self.battle, man)
            for man in self.battle.men
            if (man.side == side if side else man.side != self.side)
            and (man.status in LYING or man.status == "captive" or man.routed)
        )


def beyond(battle: Battle, here: Point, edge: str) -> Point:
    """The point beyond an edge straight from here."""
    width, height = battle.scenario.table
    x, y = here
    return {
        "south": (x, -1.5),
        "north": (x, height + 1.5),
        "west": (-1.5, y),
        "east": (width + 1.5, y),
    }[edge]


def is_groom(battle: Battle, man: Man) -> bool:
    """A valet on foot with neither bow nor spear, where most of his fellows are in the saddle."""
    profile = man.profile
    if profile.class_ != "valet" or man.horse != NOBODY or profile.missile or has_spear(man):
        return False
    own = [one for one in battle.men if one.player == man.player]
    return len([one for one in own if one.horse != NOBODY]) * 2 >= len(own)


def fire(man: Man) -> float:
    """What his shooting counts for in the balance of both sides."""
    missile = man.profile.missile
    if not missile or missile in HURLED or man.out_of_ammo:
        return 0.0
    return _ROW.get(missile, 0.5)


def shoots(man: Man) -> bool:
    """Whether he has something to shoot or throw."""
    missile = man.profile.missile
    return bool(missile) and not man.out_of_ammo and missile not in man.thrown
