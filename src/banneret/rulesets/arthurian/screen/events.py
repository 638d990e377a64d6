"""What can happen, each with its sentence; models are named by number."""

from __future__ import annotations

from collections.abc import Callable

from banneret.core.play.events import Event
from banneret.tabletop.screen.words import capital, inches, listed, plain, whose

Who = Callable[[int], str]
Spot = tuple[float, float]
NOBODY = -1
LEAST = 0.05  # inches: less is told as 0


class Tale(Event, frozen=True):
    """Something worth a line of the chronicle."""

    def said(self, who: Who) -> str | None:
        """The sentence: names first, the result last."""
        raise NotImplementedError


class Decided(Tale, frozen=True, tag="decided"):
    """The book decided for a side it runs."""

    side: str
    key: str
    figure: int
    because: str
    rule: str

    @property
    def quiet(self) -> bool:
        """Where somebody is placed, or who is next, decides little."""
        return self.key in {"deploy", "place", "choose", "way", "declare"}

    def said(self, who: Who) -> str | None:
        """The reason and its clause; a deed's own line follows."""
        del who
        if self.key in {"deploy", "choose", "way"}:
            return None
        return f"By the book ({self.rule}): {self.because}."


# -- setting up


class Strategy(Tale, frozen=True, tag="strategy"):
    """The strategic roll."""

    a: int
    b: int
    winner: str

    def said(self, who: Who) -> str:
        """Who won it."""
        del who
        totals = f"{max(self.a, self.b)} against {min(self.a, self.b)}"
        return f"Side {self.winner.upper()} won the strategic roll, {totals}."


class Goes(Tale, frozen=True, tag="goes"):
    """Who goes first in round 1."""

    side: str
    first: str

    def said(self, who: Who) -> str:
        """The choice."""
        del who
        return f"Side {self.first.upper()} went first in round 1."


class Placed(Tale, frozen=True, tag="placed"):
    """A model was set down."""

    figure: int
    place: Spot

    @property
    def quiet(self) -> bool:
        """Placing decides nothing yet."""
        return True

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} stood ready."


class Surprised(Tale, frozen=True, tag="surprised"):
    """The surprise roll."""

    side: str
    difference: int

    def said(self, who: Who) -> str:
        """Whom it caught."""
        del who
        if self.side == "none":
            return "Nobody was surprised."
        return f"Side {self.side.upper()} lost round 1 to the surprise."


# -- rounds


class RoundBegan(Tale, frozen=True, tag="round"):
    """A round began."""

    round: int
    first: str
    totals: tuple[int, int] | None = None

    def said(self, who: Who) -> str:
        """Who goes first."""
        del who
        if not self.first:
            return f"Round {self.round} began: by the cards."
        by = "" if self.totals is None else f", {max(self.totals)} against {min(self.totals)}"
        return f"Round {self.round} began{by}: side {self.first.upper()} went first."


class CardDrawn(Tale, frozen=True, tag="card"):
    """A card came up."""

    side: str
    card: str
    figures: tuple[int, ...] = ()
    used: bool = True

    def said(self, who: Who) -> str:
        """Whose."""
        if not self.figures:
            return "The wild card came up."
        names = listed([who(one) for one in self.figures])
        return f"The card of {names} came up{'' if self.used else ' and was set aside'}."


class WildCard(Tale, frozen=True, tag="wild"):
    """What the wild card brought."""

    card: str
    side: str = ""
    figure: int = NOBODY

    def said(self, who: Who) -> str:
        """In words."""
        words = {
            "rain": "rain: all shots at -1 for the rest of the round",
            "fickle_fortune": f"fickle fortune turns to side {self.side.upper()}",
            "second_wind": "second wind: each side frees a model of shock and stun",
            "trumpet": "a trumpet: the owner of the next card may move a man first",
            "confusion": "confusion: the round ends at once",
            "merlins_whim": f"Merlin's whim: one die again for side {self.side.upper()}",
        }
        del who
        return f"Wild card, {words[self.card]}."


class Freed(Tale, frozen=True, tag="freed"):
    """Second wind."""

    figure: int

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} found his second wind: no shock, no stun."


class RoundEnded(Tale, frozen=True, tag="round_end"):
    """A round is over."""

    round: int

    def said(self, who: Who) -> None:
        """Nothing."""
        del who


class Conceded(Tale, frozen=True, tag="conceded"):
    """A side gave up the field."""

    side: str

    def said(self, who: Who) -> str:
        """Who."""
        del who
        return f"Side {self.side.upper()} conceded and left the field unharmed."


# -- activations


class Idle(Tale, frozen=True, tag="idle"):
    """A model could not act."""

    figure: int
    why: str

    def said(self, who: Who) -> str:
        """Why."""
        return f"{who(self.figure)} {self.why}."


class Moved(Tale, frozen=True, tag="moved"):
    """A model moved."""

    figure: int
    path: tuple[Spot, ...]
    inches: float
    how: str = "moved"
    touches: tuple[int, ...] = ()
    straight: float = 0.0

    @property
    def quiet(self) -> bool:
        """A walk that meets nobody."""
        return not self.touches and self.how in {"moved", "ran"}

    def said(self, who: Who) -> str:
        """How far, and into whom."""
        met = f" into contact with {listed([who(one) for one in self.touches])}"
        if self.touches and self.inches < LEAST:
            return f"{who(self.figure)} closed up{met}."
        return f"{who(self.figure)} {self.how} {inches(self.inches)}{met if self.touches else ''}."


class Left(Tale, frozen=True, tag="left"):
    """A model left the table."""

    figure: int
    how: str = "left the table"

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} {self.how}."


class Stood(Tale, frozen=True, tag="stood"):
    """A prone or pinned model is up again."""

    figure: int
    how: str = "got up"

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} {self.how}."


class Took(Tale, frozen=True, tag="took"):
    """A model did something with its hands."""

    figure: int
    what: str

    @property
    def quiet(self) -> bool:
        """Everyday."""
        return True

    def said(self, who: Who) -> str:
        """What."""
        return f"{who(self.figure)} {self.what}."


class Healed(Tale, frozen=True, tag="healed"):
    """A healing attempt."""

    figure: int
    other: int
    level: str
    done: bool

    def said(self, who: Who) -> str:
        """Whether it helped."""
        if not self.done:
            return f"{who(self.figure)} tended {who(self.other)} in vain."
        state = (
            "whole again"
            if self.level == "none"
            else "only lightly hurt"
            if self.level == "light"
            else f"down to a {self.level} wound"
        )
        return f"{who(self.figure)} tended {who(self.other)}, who is {state}."


# -- blows


class Struck(Tale, frozen=True, tag="struck"):
    """An attack."""

    figure: int
    other: int
    outcome: str
    attack: int | None
    defence: int | None
    dice: tuple[int, int]
    charge: bool = False
    free: bool = False
    path: tuple[Spot, ...] = ()

    def said(self, who: Who) -> str:
        """Totals and outcome."""
        one, other = who(self.figure), who(self.other)
        how = "struck after the fleeing" if self.free else "charged" if self.charge else "struck at"
        sums = "" if self.attack is None else f", {self.attack} against {self.defence}"
        words = {
            "miss": "no hit",
            "hit": "a hit",
            "hit_double": "a hit at double, the better of two wound rolls",
            "hit_defence_one": "the defence die is a 1: the better of two wound rolls",
            "counter_hit": f"the attack die is a 1, and {other} hits him instead",
            "counter_void": "the attack die is a 1: nothing",
            "laugh": "both dice are 1, and everyone laughs",
        }
        return f"{one} {how} {other}{sums}: {words[self.outcome]}."


class Shot(Tale, frozen=True, tag="shot"):
    """A shot."""

    shooter: int
    target: int
    outcome: str
    total: int | None
    needed: int | None
    weapon: str = "ok"

    def said(self, who: Who) -> str:
        """Total and outcome."""
        hit = {"miss": "missed", "hit": "hit", "hit_doubled": "hit with double strength"}
        word = hit.get(self.outcome, "could not shoot")
        after = {"broken": " His weapon broke.", "out_of_ammunition": " It was his last missile."}
        return (
            f"{who(self.shooter)} shot at {who(self.target)}, {self.total} against {self.needed}: "
            f"he {word}.{after.get(self.weapon, '')}"
        )


class Wounded(Tale, frozen=True, tag="wounded"):
    """A wound, and what it made of the model."""

    figure: int
    severity: str
    location: str
    level: str
    damage: int | None = None
    by: int = NOBODY
    cause: str = "blow"

    def said(self, who: Who) -> str:
        """Place and level."""
        name = who(self.figure)
        if self.severity == "nothing":
            return f"{name} was unhurt."
        if self.severity == "shock":
            return f"{name} was shocked ({self.location}): -1."
        if self.severity in {"killed", "gruesome"}:
            kind = "gruesome" if self.severity == "gruesome" else "killing"
            return f"{name} took a {kind} wound to the {self.location}."
        more = "" if self.severity == self.level else f", now {self.level}"
        if self.level == "too much":
            more = ", one too many"
        return f"{name} took a {self.severity} wound to the {self.location}{more}."


class Stunned(Tale, frozen=True, tag="stunned"):
    """A model is stunned."""

    figure: int
    rounds: int

    def said(self, who: Who) -> str:
        """For how long."""
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return f"{who(self.figure)} was stunned for {rounds}."


class Removed(Tale, frozen=True, tag="removed"):
    """A model is out of play."""

    figure: int
    how: str
    by: int = NOBODY
    place: Spot = (0.0, 0.0)

    def said(self, who: Who) -> str:
        """How."""
        name = who(self.figure)
        words = {
            "killed": "was killed",
            "out of action": "was out of action",
            "gruesome": "died a gruesome death",
            "slain": "was slain, helpless",
            "captured": "was taken",
            "left": "left the field",
            "stopped": "laid down his arms and quit the field",
        }
        return f"{name} {words[self.how]}."


class Poisoned(Tale, frozen=True, tag="poisoned"):
    """A poisoned wound."""

    figure: int
    kind: str

    def said(self, who: Who) -> str:
        """What it lowers."""
        words = {
            "str": "STR",
            "tough": "TOUGH",
            "ini": "Initiative",
            "melee": "ATT and DEF",
            "ranged": "Ranged",
            "move": "Move",
        }
        return f"{who(self.figure)} was poisoned: {words[self.kind]} -1."


class Broke(Tale, frozen=True, tag="broke"):
    """Something broke."""

    figure: int
    what: str

    def said(self, who: Who) -> str:
        """What."""
        return f"{whose(who(self.figure))} {plain(self.what)} broke."


# -- breaking away


class BreakTried(Tale, frozen=True, tag="break"):
    """An attempt to break from combat."""

    figure: int
    outcome: str
    fleer: int | None = None
    holders: tuple[int, ...] = ()
    held_by: tuple[int, ...] = ()

    def said(self, who: Who) -> str:
        """Whether he got away."""
        name = who(self.figure)
        sums = ""
        if self.fleer is not None:
            sums = f", {self.fleer} against {listed([str(one) for one in self.holders])}"
        words = {"away": "got away", "caught": "was held", "struck_down": "was struck down"}
        return f"{name} tried to break away{sums}: he {words[self.outcome]}."


class Answered(Tale, frozen=True, tag="answered"):
    """An opponent declared hold or strike."""

    figure: int
    other: int
    choice: str

    def said(self, who: Who) -> str:
        """Which."""
        one, other = who(self.figure), who(self.other)
        if self.choice == "hold":
            return f"{one} would hold {other}."
        return f"{one} let {other} go, to strike after him."


# -- morale and mercy


class Tested(Tale, frozen=True, tag="tested"):
    """A Discipline test."""

    figure: int
    why: str
    total: int
    passed: bool

    def said(self, who: Who) -> str:
        """Passed or not."""
        name, sums = who(self.figure), f"{self.total}, 6 needed"
        if self.why == "rally":
            return f"{name} {'rallied' if self.passed else 'did not rally'}: {sums}."
        why = {
            "wound": "for his wound",
            "leader": "for the lost leader",
            "half": "at half strength",
        }
        word = "held" if self.passed else "broke"
        return f"{name} tested Discipline {why[self.why]}, {sums}: he {word}."


class Rallied(Tale, frozen=True, tag="rallied"):
    """Bravery."""

    figure: int

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} took heart and rallied."


class Yielded(Tale, frozen=True, tag="yielded"):
    """A Hero surrendered."""

    figure: int
    other: int

    def said(self, who: Who) -> str:
        """To whom."""
        return f"{who(self.figure)} yielded to {who(self.other)}."


class Mercy(Tale, frozen=True, tag="mercy"):
    """What was done with a helpless enemy."""

    figure: int
    other: int
    deed: str

    def said(self, who: Who) -> str:
        """The deed."""
        words = {"slay": "slew helpless", "take": "took the surrender of", "help": "helped up"}
        return f"{who(self.figure)} {words[self.deed]} {who(self.other)}."


class VirtueChanged(Tale, frozen=True, tag="virtue"):
    """Virtue points won or lost."""

    figure: int
    points: int
    level: int
    why: str

    def said(self, who: Who) -> str:
        """How many."""
        return (
            f"{who(self.figure)} {'gained' if self.points > 0 else 'lost'} {abs(self.points)} "
            f"virtue {self.why}: level {self.level}."
        )


# -- events


def event_name(event: str) -> str:
    """A row of the d100 table by its name."""
    return "Fortune's Favor" if event == "fortunes_favor" else plain(event)


class EventCame(Tale, frozen=True, tag="combat_event"):
    """A combat event."""

    side: str
    name: str
    roll: int

    def said(self, who: Who) -> str:
        """Its name."""
        del who
        return (
            f"A combat event for side {self.side.upper()} ({self.roll}): {event_name(self.name)}."
        )


class EventTook(Tale, frozen=True, tag="event_effect"):
    """Whom a combat event befell, or that it befell nobody."""

    name: str
    figure: int = NOBODY
    what: str = ""

    def said(self, who: Who) -> str:
        """What it did."""
        if self.figure == NOBODY:
            return f"{capital(event_name(self.name))}: {self.what or 'it changed nothing'}."
        return f"{capital(event_name(self.name))}: {who(self.figure)} {self.what}."


class Arrived(Tale, frozen=True, tag="arrived"):
    """Somebody came onto the table."""

    figure: int
    place: Spot
    how: str = "came to help"

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} {self.how}."


class MeleeEventCame(Tale, frozen=True, tag="melee_event"):
    """A melee combat event."""

    number: int
    figure: int
    other: int

    def said(self, who: Who) -> str:
        """Its number and whom it concerns."""
        return f"Melee event {self.number} between {who(self.figure)} and {who(self.other)}."


class MeleeEventTook(Tale, frozen=True, tag="melee_effect"):
    """One effect of a melee combat event."""

    effect: str
    figure: int
    other: int
    clause: str = ""

    def said(self, who: Who) -> str | None:
        """In words."""
        pc, opponent = who(self.figure), who(self.other)
        words = {
            "no_effect": "it came to nothing",
            "pc_shield_broken": f"{pc}'s shield broke",
            "new_shield": f"{pc}'s dwarf was at hand with another shield",
            "no_new_shield": f"{pc} got no other shield",
            "pc_weapon_broken": f"{pc}'s weapon broke",
            "new_weapon": f"{pc}'s dwarf was at hand with another weapon",
            "no_new_weapon": f"{pc} got no other weapon",
            "pc_horse_killed": f"{pc}'s horse was killed",
            "pc_pinned": f"{pc} was pinned under his horse",
            "on_spare_horse": f"{pc} mounted his spare horse",
            "on_foot": f"{pc} stood on foot",
            "pc_unhorsed": f"{pc} was knocked off his horse",
            "remounted": f"{pc} was back in the saddle",
            "fight_goes_on": "the fight went on",
            "fight_stops": f"{opponent} would fight no more",
            "opponent_unhorsed": f"{opponent} was knocked off his horse",
            "opponent_horse_killed": f"{opponent}'s horse was killed",
            "opponent_pinned": f"{opponent} was pinned under his horse",
            "opponent_on_foot": f"{opponent} had to fight on foot",
            "opponent_weapon_broken": f"{opponent}'s weapon broke",
            "opponent_changes_weapon": f"{opponent} took up another weapon",
            "opponent_unarmed": f"{opponent} was left unarmed",
            "opponent_shield_broken": f"{opponent}'s shield broke",
        }
        said = words.get(self.effect)
        return None if said is None else f"{said[0].upper()}{said[1:]}."


class Chivalry(Tale, frozen=True, tag="chivalry"):
    """A choice of chivalry."""

    figure: int
    other: int
    chivalrous: bool
    what: str

    def said(self, who: Who) -> str:
        """What he chose."""
        pc, opponent = who(self.figure), who(self.other)
        if not self.chivalrous:
            return f"{pc} kept his advantage over {opponent}."
        gave = {
            "mounted": "dismounted to fight on equal terms",
            "shield": "laid his own shield aside",
            "armed": "would not strike a man worse armed",
        }
        return f"{pc} {gave[self.what]} against {opponent}."


# -- after the battle


class BattleEnded(Tale, frozen=True, tag="battle_end"):
    """The fighting is over."""

    winner: str | None
    reason: str

    def said(self, who: Who) -> str:
        """Who won, and why."""
        del who
        result = "drawn" if self.winner is None else f"won by side {self.winner.upper()}"
        return f"The battle is over, {result}: {self.reason}."


class FateFell(Tale, frozen=True, tag="fate"):
    """What became of somebody after the battle."""

    figure: int
    fate: str
    by: int = NOBODY
    adventures: int = 0

    def said(self, who: Who) -> str:
        """In words."""
        more = f", for {self.adventures} adventures" if self.adventures > 1 else ""
        fate = plain(self.fate).replace("camelot", "Camelot")
        return f"{whose(who(self.figure))} fate: {fate}{more}."


class Found(Tale, frozen=True, tag="found"):
    """A treasure."""

    side: str
    figure: int
    item: str
    gold: int = 0

    def said(self, who: Who) -> str:
        """What it is."""
        what = f"a purse of {self.gold} gold" if self.item == "purse" else plain(self.item)
        return f"{who(self.figure)} had found {what}."


class Cured(Tale, frozen=True, tag="cured"):
    """A healer's check after the battle."""

    figure: int
    other: int
    kind: str = ""

    def said(self, who: Who) -> str:
        """Whether it helped."""
        whom = "himself" if self.figure == self.other else who(self.other)
        if not self.kind:
            return f"{who(self.figure)} prayed for {whom}, and was not heard."
        return f"{who(self.figure)} healed {whom} of a poisoned wound, {self.kind}."


class StepDone(Tale, frozen=True, tag="after_step"):
    """One of the steps after the battle is done (AR-AFTER-01)."""

    step: str

    def said(self, who: Who) -> None:
        """It shows in the report."""
        del who
