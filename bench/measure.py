"""Interleaved repetitions of every workload, and the figures taken from them."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from statistics import median

import msgspec
from bench.comparisons import Comparison, Job, Measure, Side
from bench.workers import Answer, NoWorker, Worker

WARM_UP_SECONDS = 0.2


class Spread(msgspec.Struct, frozen=True):
    """The values of all repetitions in order; shown as median [min..max]."""

    values: list[float]
    median: float
    least: float
    most: float


class Row(msgspec.Struct, frozen=True):
    """A comparison with its figures; what could not be measured is None."""

    title: str
    cost: bool
    ours_name: str
    peer_name: str | None
    ours: Spread | None
    peer: Spread | None
    ratio: Spread | None
    goal: float | None
    reached: bool | None


class Run(msgspec.Struct):
    """The answers of each workload, one a repetition, and why each that failed did."""

    answers: dict[Job, list[Answer]] = {}
    failed: dict[Job, str] = {}

    def own_share(self) -> float:
        """Return the least share of wall time in which a workload had the core."""
        answers = [answer for each in self.answers.values() for answer in each]
        return min((answer.cpu / answer.elapsed for answer in answers), default=1.0)


def jobs(comparisons: Iterable[Comparison]) -> dict[Job, set[str]]:
    """List each workload once with the units asked of it, ours next to the peer's."""
    units: dict[Job, set[str]] = {}
    for comparison in comparisons:
        for measure in (comparison.ours, comparison.peer):
            if measure is not None:
                units.setdefault(measure.job, set()).add(measure.unit)
    return units


def run(
    workers: Mapping[Side, Worker | NoWorker],
    todo: Mapping[Job, set[str]],
    repetitions: int,
    seconds: float,
    say: Callable[[str], None],
) -> Run:
    """Warm each workload up, then run all in turn; every second repetition goes backwards."""
    done = Run()
    for repetition in range(repetitions + 1):
        warm_up = repetition == 0
        say("warming up" if warm_up else f"repetition {repetition} of {repetitions}")
        for job in reversed(list(todo)) if repetition % 2 else list(todo):
            if job in done.failed:
                continue
            time = min(WARM_UP_SECONDS, seconds) if warm_up else seconds
            side, workload = job
            answer = workers[side].run(workload, time, seed=max(repetition, 1))
            if fault := _fault(answer, todo[job]):
                done.failed[job] = fault
            elif not warm_up:
                done.answers.setdefault(job, []).append(answer)
    return done


def _fault(answer: Answer, units: set[str]) -> str:
    """Say what is wrong with an answer, or nothing."""
    uncounted = sorted(unit for unit in units if answer.counts.get(unit, 0) <= 0)
    if answer.error or not uncounted:
        return answer.error
    return f"it counted no {' and no '.join(uncounted)}"


def row(comparison: Comparison, done: Run) -> Row:
    """Work a comparison out: the ratio within each repetition first, then the median of ratios."""
    ours = _values(comparison.ours, comparison.cost, done)
    peer = _values(comparison.peer, comparison.cost, done) if comparison.peer else []
    ratio = [own / other for own, other in zip(ours, peer, strict=True)] if ours and peer else []
    return Row(
        title=comparison.title,
        cost=comparison.cost,
        ours_name=comparison.ours.name,
        peer_name=comparison.peer.name if comparison.peer else None,
        ours=spread(ours),
        peer=spread(peer),
        ratio=spread(ratio),
        goal=comparison.goal,
        reached=reached(comparison, median(ratio)) if ratio else None,
    )


def reached(comparison: Comparison, ratio: float) -> bool | None:
    """Say whether the goal is reached: costs at most, speeds at least."""
    if comparison.goal is None:
        return None
    return ratio <= comparison.goal if comparison.cost else ratio >= comparison.goal


def spread(values: list[float]) -> Spread | None:
    """Summarise the repetitions."""
    return Spread(values, median(values), min(values), max(values)) if values else None


def _values(measure: Measure, cost: bool, done: Run) -> list[float]:
    """Return a value for each repetition: seconds for one as a cost, otherwise ones in a second."""
    if measure.job in done.failed:
        return []
    speeds = [answer.counts[measure.unit] / answer.cpu for answer in done.answers[measure.job]]
    return [1 / speed for speed in speeds] if cost else speeds


def problems(comparisons: Iterable[Comparison], done: Run) -> list[str]:
    """Give a sentence for each workload that was not measured and each pair of unequal odds."""
    missing = [
        f"{side.value}/{workload} was not measured: {why}."
        for (side, workload), why in done.failed.items()
    ]
    return missing + [said for each in comparisons if (said := _unequal_odds(each, done))]


def _unequal_odds(comparison: Comparison, done: Run) -> str | None:
    if not comparison.same_odds or comparison.peer is None:
        return None
    pair = (comparison.ours.job, comparison.peer.job)
    if any(job in done.failed for job in pair):
        return None
    ours, peer = (_odds(done.answers[job][0]) for job in pair)
    if ours and ours == peer:
        return None
    return f"{comparison.title}: the answers differ, ours {_text(ours)}, the peer's {_text(peer)}."


def _odds(answer: Answer) -> dict[str, Fraction]:
    return {outcome: Fraction(chance) for outcome, chance in answer.odds.items()}


def _text(odds: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{outcome} {chance}" for outcome, chance in sorted(odds.items())) or "none"
