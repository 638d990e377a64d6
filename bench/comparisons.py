"""What is compared with what, and the goals. One row of the table for each."""

from dataclasses import dataclass
from enum import Enum


class Side(Enum):
    """Whose worker runs a workload."""

    OURS = "ours"
    PEERS = "peers"


Job = tuple[Side, str]
"""A workload and whose it is."""


@dataclass(frozen=True)
class Measure:
    """A count of a workload; as a cost it is the time of one, otherwise how many in a second."""

    side: Side
    workload: str
    unit: str

    @property
    def job(self) -> Job:
        """The workload that gives this measure."""
        return self.side, self.workload

    @property
    def name(self) -> str:
        """The name in problems and in the results file."""
        return f"{self.side.value}/{self.workload}/{self.unit}"


@dataclass(frozen=True)
class Comparison:
    """A row: our measure, the peer's if there is one, and the goal for ours over the peer's.

    Of two speeds the ratio shall be at least the goal, of two costs at most.
    """

    title: str
    ours: Measure
    peer: Measure | None = None
    goal: float | None = None
    cost: bool = False
    same_odds: bool = False


def ours(workload: str, unit: str) -> Measure:
    """Name a measure of our worker."""
    return Measure(Side.OURS, workload, unit)


def peers(workload: str, unit: str) -> Measure:
    """Name a measure of the peers' worker."""
    return Measure(Side.PEERS, workload, unit)


CHANCE = ours("chance_vs_chance", "decisions")
CATANATRON = peers("catanatron_random_x4", "decisions")
CATANATRON_CHOICES = peers("catanatron_random_x4", "choices")
CATANATRON_THINKING = peers("catanatron_victory_points_x4", "games")
CATANATRON_COPY = peers("catanatron_copy", "copies")
SHOT = ours("shot_odds", "odds")

COMPARISONS = (
    Comparison("Decisions: chance v Catanatron random x4", CHANCE, CATANATRON, goal=3),
    Comparison("Choices of several: chance v Catanatron random x4", CHANCE, CATANATRON_CHOICES),
    Comparison(
        "Decisions: chance v PokerKit hold'em x6",
        CHANCE,
        peers("pokerkit_holdem_x6", "decisions"),
        goal=20,
    ),
    Comparison(
        "Whole games: chance v Catanatron random x4",
        ours("chance_vs_chance", "battles"),
        peers("catanatron_random_x4", "games"),
    ),
    Comparison(
        "Whole games: chance v PokerKit hold'em x6 hands",
        ours("chance_vs_chance", "battles"),
        peers("pokerkit_holdem_x6", "hands"),
    ),
    Comparison(
        "Decisions: captains v Catanatron random x4",
        ours("captain_vs_captain", "decisions"),
        CATANATRON,
    ),
    Comparison("Whole games: captains", ours("captain_vs_captain", "battles")),
    Comparison(
        "Knights & Knaves, 20 v 20: chance v Catanatron random x4",
        ours("kk_chance", "decisions"),
        CATANATRON,
        goal=3,
    ),
    Comparison(
        "Knights & Knaves, 20 v 20: chance v Catanatron, choices of several",
        ours("kk_chance", "decisions"),
        CATANATRON_CHOICES,
    ),
    Comparison(
        "Knights & Knaves, 20 v 20, with events: chance v Catanatron random x4",
        ours("kk_chance_told", "decisions"),
        CATANATRON,
        goal=3,
    ),
    Comparison("Knights & Knaves, 20 v 20: battles of captains", ours("kk_captains", "battles")),
    Comparison(
        "Knights & Knaves, 20 v 20, with events: battles of captains",
        ours("kk_captains_told", "battles"),
    ),
    *(
        Comparison(f"Knights & Knaves: turns, {n} a side", ours(f"kk_turns_{n}", "turns"))
        for n in (20, 50, 100, 200)
    ),
    Comparison(
        "Arthurian Combat: battles of captains v Catanatron VictoryPoint x4 games",
        ours("ar_captains", "battles"),
        CATANATRON_THINKING,
        goal=10,
    ),
    Comparison(
        "Macbeth to Medici, 12 v 12 units: battles of captains v Catanatron VictoryPoint x4 games",
        ours("mm_captains_12", "battles"),
        CATANATRON_THINKING,
    ),
    *(
        Comparison(f"Macbeth to Medici: turns, {n} units a side", ours(f"mm_turns_{n}", "turns"))
        for n in (6, 12, 24, 48)
    ),
    *(
        Comparison(
            f"Destrier, {title}: battles of captains v Catanatron VictoryPoint x4 games",
            ours(workload, "battles"),
            CATANATRON_THINKING,
        )
        for title, workload in (
            ("a duel", "de_duel"),
            ("a brawl of eight", "de_brawl"),
            ("three knights against twelve", "de_knights"),
        )
    ),
    Comparison(
        "Fork of 40 figures with dice v Catanatron Game.copy",
        ours("fork_40", "forks"),
        CATANATRON_COPY,
        goal=0.25,
        cost=True,
    ),
    Comparison(
        "State copy v Catanatron Game.copy",
        ours("state_copy", "copies"),
        CATANATRON_COPY,
        cost=True,
    ),
    Comparison(
        "Exact odds of a shot v Icepool",
        SHOT,
        peers("icepool_shot", "odds"),
        goal=50,
        same_odds=True,
    ),
    Comparison(
        "Exact odds of a shot v Icepool, weights by hand",
        SHOT,
        peers("icepool_shot_weighted", "odds"),
        same_odds=True,
    ),
    Comparison("Exact odds of a 3:1 melee", ours("melee_odds", "odds")),
    Comparison(
        "Arthurian: exact odds of a blow with its wound", ours("ar_odds", "odds"), cost=True
    ),
    Comparison("Macbeth to Medici: exact odds of an impact", ours("mm_odds", "odds"), cost=True),
    Comparison("Destrier: odds of a blow by card pairs", ours("de_odds", "odds"), cost=True),
    Comparison(
        "One verifiable d10 v random.randint(1, 10)",
        ours("die", "dice"),
        ours("randint", "dice"),
        goal=0.5,
        cost=True,
    ),
    Comparison("Verifiable dice", ours("die", "dice")),
)
