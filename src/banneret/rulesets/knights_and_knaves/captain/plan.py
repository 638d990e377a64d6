"""What everybody is to do this turn: an intent for every man the captain commands."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from banneret.tabletop.shapes.bases import angle_off, bearing

from ..basics.state import NOBODY, ROUTING, STEADY
from ..basics.who import is_lord, retinue_of
from ..ground import contact, sight
from ..movement import passing
from ..movement.dice import foot_allowance, horse_allowance, top_gait
from ..movement.obstacles import barriers
from ..movement.turning import turns_freely
from ..movement.ways import length
from . import breaking_off, holding, voice
from . import worth as values
from .field import entering, leaving
from .intent import STAY, STRIDE, Intent
from .outlook import HURLED, SHOOT_INCHES, WORTH_A_SHOT, Outlook, is_groom, shoots

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man

BEHIND_THE_LINE: Final = 4.0
ASTRAY: Final = {False: 20.0, True: 45.0}  # degrees off the way: marching, charging
MOST_TARGETS: Final = 4
OTHERS: Final = 3  # whom he thinks of besides if he cannot get at whom he likes best
DOORKEEPER: Final = 4.0  # from the door, where the lord sees his men go in
LORD_CHARGE: Final = 3.0  # whoever comes so near to him he meets; his men go at the others
BEHIND_LORD: Final = 4.0
GROOMS_APART: Final = contact.ADJACENT_GAP + 1.1  # from middle to middle
GROOM_CHARGE: Final = 4.0  # and whom a groom meets, who is no match for riders
HUNT: Final = 0.6  # what a lord is worth beyond his men where he is what one came for
GANG: Final = (0.0, 0.6, 0.8, 1.0, 0.5)  # by how many are at him: he opposes one (KK-MELEE-16)
STAND_CHARGE: Final = {False: 7.0, True: 16.0}  # from how far a waiting line goes at the enemy


class Plan(Outlook):
    """A player's thoughts in one turn, from his view."""

    def __init__(self, battle: Battle, player: str) -> None:
        super().__init__(battle, player)
        self.claimed: dict[int, int] = {}  # how many go at a foe already
        self.threatened: set[int] = set()  # foes whom a rider goes at
        self.fixed: set[int] = set()  # who stays where he is
        self.jammed: frozenset[int] = frozenset()  # and who did not get on last turn
        self._frights: dict[int, float] = {}
        self.house = entering.house_of(battle, self.feature) if self.feature else None
        self.taken: list[Point] = []  # where men stand or will stand in a place in the open
        self.spots: list[int] = []  # who has a place in the house
        self.steps_in: dict[int, Point] = {}  # where those outside go next
        self.ends: dict[int, Point] = {}  # where everybody will be when he has moved

    # -- each man

    def intents(self) -> dict[int, Intent]:
        """An intent for every man who is told what to do this turn; the lord thinks last."""
        found: dict[int, Intent] = {}
        self.ends = {man.id: (man.base.x, man.base.y) for man in self.men}
        asked = [man for man in self.men if (man.in_command or man.free) and not man.stun]
        x, y = self.aim
        asked.sort(key=lambda m: (m.id == self.lord.id, (m.base.x - x) ** 2 + (m.base.y - y) ** 2))
        for man in asked:
            intent = self._reined(man, self._intent(man))
            if intent.target != NOBODY:
                self.claimed[intent.target] = self.claimed.get(intent.target, 0) + 1
                if man.horse != NOBODY:
                    self.threatened.add(intent.target)
            elif intent.goal is None:
                self.fixed.add(man.id)
            found[man.id] = intent
            self.ends[man.id] = self._end(man, intent)
        return {key: self._round_friends(key, intent) for key, intent in found.items()}

    def _round_friends(self, key: int, intent: Intent) -> Intent:
        """The same with detours, if friends stand in his way."""
        if not intent.moves or intent.detours:
            return intent
        man = self.battle.men[key]
        target, goal, reach = intent.target, intent.goal, self.reach(man)
        detours = tuple(
            passing.detours(self.battle, man, self._stays, target=target, goal=goal, reach=reach)
        )
        return intent._replace(detours=detours) if detours else intent

    def _end(self, man: Man, intent: Intent) -> Point:
        """About where he will stand after his move."""
        x, y = man.base.x, man.base.y
        if man.id in self.jammed:
            return x, y
        if intent.target != NOBODY:
            foe = self.battle.men[intent.target].base
            goal: Point = (foe.x, foe.y)
        elif intent.goal is not None:
            goal = intent.goal
        else:
            return x, y
        far = hypot(goal[0] - x, goal[1] - y)
        step = STRIDE.get(intent.gait, 0.0) * self.scale or self.reach(man)
        if far <= step:
            return goal
        return x + (goal[0] - x) * step / far, y + (goal[1] - y) * step / far

    def _intent(self, man: Man) -> Intent:
        if man.free:
            return self._march(man)
        touching = contact.touching(self.battle, man)
        if touching:
            return self._engaged(man, touching)
        if self.exit_edge and (way := leaving.way_out(self, man)) is not None:
            return way
        if self.house is not None:
            housed = entering.housed(self, man, self.house)
            if housed is not None:
                return housed
        elif self.post is not None and self.is_late():
            held = holding.holding(self, man, self.post)
            if held is not None:
                return held
        if shoots(man):
            return self._shooter(man)
        return self.charge(man) or self._march(man)

    def _reined(self, man: Man, intent: Intent) -> Intent:
        """A horse at speed begins straight ahead: it is halted where that leads astray."""
        if man.horse == NOBODY or turns_freely(self.battle, man):
            return intent
        if intent.target != NOBODY:
            base = self.battle.men[intent.target].base
            there = (base.x, base.y)
        elif intent.goal is not None:
            there = intent.goal
        else:
            return intent
        off = angle_off(man.base.facing, bearing((man.base.x, man.base.y), there))
        return STAY if off > ASTRAY[intent.target != NOBODY] else intent

    def _engaged(self, man: Man, touching: Sequence[Man]) -> Intent:
        """In a fight he stays in it, unless he could ride off the table or is hard pressed."""
        if self.exit_edge and man.horse != NOBODY and all(f.horse == NOBODY for f in touching):
            return leaving.leave(self, man)
        post = self.post
        if post is not None and self.holds(man) and holding.closing(self, man, post):
            return STAY
        return breaking_off.breaks_off(self, man, touching) or STAY

    # -- shooters

    def _shooter(self, man: Man) -> Intent:
        """Shoot what is worth it; else come nearer, shooting if that may be."""
        if self.has_a_shot(man):
            return Intent("shoot")
        if man.profile.missile in HURLED:
            charge = self.charge(man)
            if charge is not None:
                return charge
        near = self._nearest(man)
        if near is None:
            return self._march(man)
        far = hypot(near.base.x - man.base.x, near.base.y - man.base.y)
        goal = (near.base.x, near.base.y)
        if far > (SHOOT_INCHES + 4.0) * self.scale:
            return self._march(man)
        return Intent("move_half_shoot", NOBODY, goal, "walk")

    def has_a_shot(self, man: Man) -> bool:
        """Whether any shot from here is worth standing for."""
        return any(
            values.pays(self.battle, man, foe, WORTH_A_SHOT)
            for foe in marks(self.battle, man, self.foes)
        )

    # -- fighters

    def charge(self, man: Man) -> Intent | None:
        """At the foe with whom a fight promises most, if anybody is in reach."""
        mounted = man.horse != NOBODY
        reach = self._charging_reach(man)
        x, y = man.base.x, man.base.y
        ranked: list[tuple[float, int]] = []
        for foe in self.foes:
            far = hypot(foe.base.x - x, foe.base.y - y) - 1.0
            if far <= reach:
                score = self._promise(man, foe, far)
                if score > 0.0:
                    ranked.append((-score, foe.id))
        keys = [key for _, key in sorted(ranked)]
        for at, key in enumerate(keys):
            foe = self.battle.men[key]
            if not sight.visible(self.battle, man, foe):
                continue
            others = tuple(keys[at + 1 : at + 1 + OTHERS])
            if not mounted and not self.way_is_open(man, foe):
                bends = self._way_round(man, foe, reach)
                if bends:
                    return Intent("move_full_melee", key, None, "walk", False, (bends,), others)
                continue
            if not mounted or passing.rides_free(self.battle, man, foe, self._stays):
                gait = self._charging_gait(man, foe)
                return Intent("move_full_melee", key, None, gait, others=others)
        return None

    def _charging_reach(self, man: Man) -> float:
        """From how far he charges; a lord whose fall alone would lose the day goes at nobody."""
        reach = self.reach(man)
        if self.waits:
            reach = min(reach, STAND_CHARGE[man.horse != NOBODY] * self.scale)
        if man.id == self.lord.id:
            return 0.0 if self.hunted else min(reach, LORD_CHARGE * self.scale)
        return min(reach, GROOM_CHARGE * self.scale) if is_groom(self.battle, man) else reach

    def _stays(self, man: Man) -> bool:
        return man.id in self.fixed or man.id in self.jammed

    def _fright(self, foe: Man) -> float:
        """What it would bring if he ran, by how likely that is and how many would see it."""
        found = self._frights.get(foe.id)
        if found is None:
            found = self._frights[foe.id] = self._flight_brings(foe)
        return found

    def _flight_brings(self, foe: Man) -> float:
        score = values.worth(self.battle, foe) * (12.0 - values.courage(foe.profile)) / 10.0
        near = contact.near(self.battle, foe, contact.ADJACENT_GAP * self.scale)
        score *= 1.0 + 0.2 * len([one for one in near if one.side == foe.side])
        if self._hears_his_lord(foe):
            score *= 0.5
        return score

    def _hears_his_lord(self, foe: Man) -> bool:
        lord = self.battle.men[retinue_of(self.battle, foe.player).lord]
        far = hypot(lord.base.x - foe.base.x, lord.base.y - foe.base.y)
        return lord.status == STEADY and far <= voice.HEARD * self.scale

    def way_is_open(self, man: Man, foe: Man) -> bool:
        """Whether no wall or water lies between them: a charge goes straight."""
        here, there = (man.base.x, man.base.y), (foe.base.x, foe.base.y)
        doors = barriers.open_doors(self.battle, man)
        return barriers.first_barrier(self.battle, here, there, doors) is None

    def _way_round(self, man: Man, foe: Man, reach: float) -> tuple[Point, ...]:
        """Way points on foot round the wall or water between them, if he gets to him that way."""
        way = barriers.way_to(self.battle, man, (foe.base.x, foe.base.y))
        long = length(((man.base.x, man.base.y), *way))
        return way[:-1] if long - 1.0 <= reach else ()

    def _promise(self, man: Man, foe: Man, far: float) -> float:
        mounted = man.horse != NOBODY
        score = 0.35 + values.exchange(self.battle, man, foe)
        helpers = self.claimed.get(foe.id, 0) + len(contact.touching(self.battle, foe))
        score += 0.25 if helpers == 1 else 0.1 if helpers == 2 else -0.4 if helpers > 2 else 0.0
        score -= far * 0.02
        if mounted and values.bristles(foe):
            score -= 9.0 if man.id == self.lord.id else 0.9
        if mounted and foe.horse == NOBODY and foe.id not in self.threatened:
            score += 0.3 * self._fright(foe)
        if foe.profile.missile and foe.horse == NOBODY:
            score += 0.2
        if self.hunts and is_lord(self.battle, foe):
            score += HUNT + GANG[min(helpers, 4)]
        if foe.status == ROUTING:
            score -= 0.35
        if man.id == self.lord.id:
            score -= 0.05
        if self.post is not None and self.is_late() and self.holds(man) and far > 3.0:
            score -= 1.0
        return score

    def reach(self, man: Man) -> float:
        """How far he gets in a turn."""
        options = self.battle.options
        if man.horse != NOBODY:
            horse = self.battle.horses[man.horse]
            tired = horse.temporary + horse.permanent
            kind = horse.profile.kind
            gait = top_gait(kind) if tired < 2 else "canter"
            return horse_allowance(gait, kind, fatigue=tired, options=options)
        tired = man.temporary + man.permanent
        return foot_allowance(man.profile.armor, fatigue=tired, options=options)

    def _charging_gait(self, man: Man, foe: Man) -> str:
        """A gallop carries him through and out of earshot: he spares it for men on foot."""
        if man.horse == NOBODY:
            return "walk"
        horse = self.battle.horses[man.horse]
        fresh = horse.temporary + horse.permanent < 2 and man.id != self.lord.id
        gallops = horse.profile.kind == "destrier" and fresh
        if gallops and foe.horse == NOBODY and not values.bristles(foe):
            return "gallop"
        far = hypot(foe.base.x - man.base.x, foe.base.y - man.base.y) - 1.0
        return "gallop" if gallops and far > STRIDE["canter"] * self.scale else "canter"

    # -- marching

    def _nearest(self, man: Man) -> Man | None:
        x, y = man.base.x, man.base.y
        threats = self.threats or self.foes
        if not threats:
            return None
        return min(threats, key=lambda f: (f.base.x - x) ** 2 + (f.base.y - y) ** 2)

    def _march(self, man: Man) -> Intent:
        """With the lord, who goes where the retinue is going and waits for his men."""
        if self.exit_edge and (way := leaving.way_out(self, man)) is not None:
            return way
        if man.id == self.lord.id:
            return self._lord_goes(man)
        if self.waits and not man.free and self._near_lord(man):
            return STAY
        if is_groom(self.battle, man) and not man.free:
            return Intent("move_full_melee", NOBODY, self._behind_lord(man), "walk")
        lord = self.lord
        x, y = man.base.x, man.base.y
        hx, hy = self.heading
        step = 8.0 * self.scale
        goal = (x + hx * step, y + hy * step)
        off = hypot(lord.base.x - x, lord.base.y - y)
        if off > 7.0 * self.scale and lord.status == STEADY:
            lx, ly = lord.base.x + hx * step * 0.7, lord.base.y + hy * step * 0.7
            goal = (lx + (x - lord.base.x) / off * 5.0, ly + (y - lord.base.y) / off * 5.0)
        near = self._nearest(man)
        if near is not None:
            far = hypot(near.base.x - x, near.base.y - y)
            if far < 14.0 * self.scale and not self.waits:
                goal = (near.base.x, near.base.y)
        if self.post is not None and self.holds(man) and (self.is_late() or near is None):
            return STAY
        gait = "walk" if man.horse == NOBODY else "trot" if off > 7.0 else "walk"
        fights = "move_full" if man.free or shoots(man) else "move_full_melee"
        return Intent(fights, NOBODY, goal, gait)

    def _behind_lord(self, man: Man) -> Point:
        """One of the places behind him, clear of each other."""
        lord = self.lord.base
        hx, hy = self.heading
        back, aside = BEHIND_LORD * self.scale, (man.id % 4 - 1.5) * GROOMS_APART * self.scale
        return lord.x - hx * back + hy * aside, lord.y - hy * back - hx * aside

    def _near_lord(self, man: Man) -> bool:
        lord = self.lord
        return hypot(lord.base.x - man.base.x, lord.base.y - man.base.y) <= 7.0 * self.scale

    def _lord_goes(self, man: Man) -> Intent:
        """Behind the middle of his men, towards the aim, where they hear him."""
        others = leaving.company(self, man)
        if not others:
            return Intent("move_full", NOBODY, self.aim, "walk")
        ends = [self.ends[one.id] for one in others]
        hx, hy = self.heading
        there = self.post is not None and self.is_late()  # nobody is before him at the end
        back = 0.0 if there else BEHIND_THE_LINE * self.scale
        wish = (
            sum([x for x, _ in ends]) / len(ends) - hx * back,
            sum([y for _, y in ends]) / len(ends) - hy * back,
        )
        if self.house is not None and self.waits:
            door = entering.door_for(self.house, (man.base.x, man.base.y))
            wish = entering.before(door, DOORKEEPER * self.scale)
        goal = voice.place_for(self, man, wish, others)
        far = hypot(goal[0] - man.base.x, goal[1] - man.base.y)
        if far < 0.5:
            return STAY
        return Intent("move_full", NOBODY, goal, self._pace(man, far))

    def _pace(self, man: Man, far: float) -> str:
        """The slowest pace that gets him there."""
        if man.horse == NOBODY:
            return "walk"
        return next(
            (gait for gait in ("walk", "trot") if far <= STRIDE[gait] * self.scale), "canter"
        )


def marks(battle: Battle, man: Man, foes: Sequence[Man]) -> Iterator[Man]:
    """Those worth thinking about as targets: near, and not in a fight."""
    x, y = man.base.x, man.base.y
    reach = (SHOOT_INCHES + 4.0) * battle.options.scale
    ranked = sorted(
        [
            (far + foe.profile.armor * 1.5, foe.id)
            for foe in foes
            if (far := hypot(foe.base.x - x, foe.base.y - y)) <= reach
        ]
    )
    found = 0
    for _, key in ranked:
        foe = battle.men[key]
        if not contact.touching(battle, foe) and sight.visible(battle, man, foe):
            yield foe
            found += 1
            if found == MOST_TARGETS:
                return
