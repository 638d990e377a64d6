"""What the book shows on demand of a model, and of one seen from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.core.show.overlay import Band, Line, Look, Note, Overlay, Tag

from ..basics import who
from ..basics.state import Act, clone
from ..basics.tables import BANDS, MISSILES, TABLES
from ..fight import chances, melee, shooting
from ..fight.fighters import attack_value, defence_value
from ..ground import ways
from ..ground.sight import sight
from ..solo import aims, decisions
from ..turn import deeds
from .words import poison_words, wound_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.book.tally import Tally
    from banneret.core.show.overlay import Base

    from ..basics.state import Battle, Model


def look(battle: Battle, side: str | None, key: int) -> Look:
    """Everything there is to show of a model, and what affects it now."""
    del side
    model = battle[key]
    if not model.in_play:
        return Look((), tuple(_notes(battle, model)))
    found = (*_reach(battle, model), *_ranges(model), *_targets(battle, model))
    return Look(found, (*_notes(battle, model), *_plan(battle, model)))


def outline(model: Model) -> Base:
    """A base as screens take it."""
    return (model.x, model.y, 0.0, model.base, model.base)


@clause("AR-MOVE-03", "AR-MOVE-04")
def _reach(battle: Battle, model: Model) -> Iterator[Overlay]:
    """How far a move goes, and whom it could reach."""
    allowed = ways.allowance_of(model)
    yield Band(
        layer="reach",
        base=outline(model),
        inches=allowed.inches,
        label=f"{allowed.band} move {allowed.inches:g} inches",
        clause="AR-MOVE-03",
    )
    if who.engaged(battle, model) or not who.is_able(model):
        return
    for foe, trip in aims.in_reach(battle, model).items():
        charge = trip.straight >= 4.0 and model.in_hand == "lance"
        said = f"in reach, {trip.price:.1f} inches{', a lance charge' if charge else ''}"
        found = chances.blow_words(battle, model, battle[foe])
        yield Tag(
            layer="targets", piece=foe, holds=True, label=said, clause="AR-SOLO-05", odds=found
        )


@clause("AR-SHOOT-04")
def _ranges(model: Model) -> Iterator[Overlay]:
    """The range bands of his weapon."""
    if not who.is_shooter(model):
        return
    furthest = MISSILES[model.missile].max_band
    for band in BANDS[: BANDS.index(furthest) + 1]:
        yield Band(
            layer="range",
            base=outline(model),
            inches=TABLES.shoot_band_upper_edge[band],
            label=f"{band}: {TABLES.ranged_target_number[band]} or more",
            clause="AR-SHOOT-03",
            tone="cheap" if band == "short" else "dear",
        )


@clause("AR-SHOOT-12", "AR-MELEE-11")
def _targets(battle: Battle, model: Model) -> Iterator[Overlay]:
    """Whom he could strike or shoot now, with the chances."""
    for foe in melee.attackable(battle, model):
        yield Tag(
            layer="targets",
            piece=foe.id,
            holds=True,
            label="in contact",
            clause="AR-MELEE-11",
            odds=chances.blow_words(battle, model, foe),
        )
    if not who.is_shooter(model) or shooting.why_not_shoot(battle, model) is not None:
        return
    for foe in who.enemies(battle, model.side):
        no = shooting.why_not_target(battle, model, foe)
        odds = chances.shot_words(battle, model, foe) if no is None else None
        yield Tag(
            layer="targets",
            piece=foe.id,
            holds=no is None,
            label="in range" if no is None else no.reason,
            clause="AR-SHOOT-12" if no is None else no.clause,
            odds=odds,
        )


# -- what affects him


def _notes(battle: Battle, model: Model) -> Iterator[Note]:
    if wound_words(model):
        yield Note(wound_words(model), clause="AR-WOUND-12")
    if model.poison.total:
        yield Note(f"poisoned: {poison_words(model)}", clause="AR-POISON-02")
    for on, text, rule in (
        (model.stunned, f"stunned: loses {model.stun} activations, defends at 0", "AR-STUN-05"),
        (model.prone, "knocked down: DEF -2, must get up", "AR-STATE-02"),
        (model.pinned, "pinned under his horse, at an enemy's mercy", "AR-STATE-04"),
        (model.surrendered, "has yielded", "AR-STATE-07"),
        (model.broken, "broken: tests to rally, else flees", "AR-MORALE-03"),
        (model.confused, "confused: may not act this turn", "AR-EVENT-05"),
        (model.fumbled, "fumbled: may only defend this turn", "AR-EVENT-14"),
        (model.hidden, "hidden: cannot be shot at this turn", "AR-EVENT-16"),
        (model.shield == "broken", "his shield is broken", "AR-EQUIP-09"),
        (
            model.shield == "aside",
            "his shield is laid aside while this fight lasts",
            "AR-MEVENT-30",
        ),
        (model.no_attacks == battle.round > 0, "no attacks this round", "AR-BREAK-03"),
        (model.extra_moves > 0, "an extra move this turn", "AR-EVENT-07"),
        (model.extra_actions > 0, "an extra action this turn", "AR-EVENT-09"),
        (model.extra_shots > 0, "an extra shot this turn", "AR-EVENT-15"),
        (model.blessed, "a blessed blade: +1 ATT", "AR-TREASURE-01"),
        (model.in_play and who.engaged(battle, model), "engaged", "AR-TURN-07"),
    ):
        if on:
            yield Note(text, clause=rule)


@clause("AR-SOLO-02")
def _plan(battle: Battle, model: Model) -> Iterator[Note]:
    """What the book would have an adversary do if it acted now."""
    if not battle.by_the_book(model.side) or not who.is_able(model) or battle.round < 1:
        return
    trial = clone(battle)
    trial.act = Act(model.id)
    twin = trial[model.id]
    offer = deeds.offered(trial, twin)
    question: Pick[str] = deeds.question(trial, twin, offer)
    found = decisions.by_the_book(trial, question)
    yield Note(found.because, clause=found.clause, title="If he acted now")


# -- one seen from another


def between(battle: Battle, side: str | None, one: int, other: int) -> Look:
    """The line between two models, and the reckoning of a blow or shot."""
    del side
    model, target = battle[one], battle[other]
    if not (model.in_play and target.in_play) or one == other:
        return Look()
    seen = sight(battle, model, target)
    far = who.gap(model, target)
    line = Line(
        layer="sight",
        points=(model.at, target.at),
        clear=seen.seen,
        label=f"{max(far, 0):.1f} inches, {_SEEN[seen.kind]}",
        clause="AR-SCALE-07",
        tone="cheap" if seen.kind == "clear" else "dear",
    )
    if model.side == target.side:
        return Look((line,))
    pair = who.fighter(battle, model), who.fighter(battle, target)
    notes = (
        *_reckoning("attack", attack_value(*pair)),
        *_reckoning("defence", defence_value(pair[1], pair[0])),
        *[
            Note(text, value=chance, title="A blow would mean", clause="AR-MELEE-01")
            for text, chance in chances.blow_words(battle, model, target).items()
        ],
    )
    return Look((line,), notes)


_SEEN = {"clear": "in plain view", "obscured": "partially obscured", "none": "out of sight"}


def _reckoning(title: str, tally: Tally) -> Iterator[Note]:
    for reason in tally.reasons:
        yield Note(reason.label, f"{reason.value:+d}", reason.clause, f"d6 + {title}")
