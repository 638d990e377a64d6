"""One of every form, for toys that show them: side, name, size and form by number."""

from banneret.core.show.forms import AnyForm, Block, Emblem, Round, corner_square, cut
from banneret.tabletop.shapes.stands import long_stand
from seam.toy import BLUE, RED

DRAGON = long_stand(3.0, 8.0, frontal=5.0)
FORMS: dict[int, tuple[str, str, tuple[float, float], AnyForm]] = {  # side, name, size and form
    1: (RED, "Emeric", (1, 1), Round()),
    2: (RED, "Guy", (1, 1), corner_square(1)),
    3: (RED, "Fyrd", (6, 3), Block(4, 9, order="loose", gaps=1, formed=False)),
    4: (BLUE, "Bayard", (1, 2), cut(long_stand(1, 2).corners, long_stand(1, 2).sides)),
    5: (BLUE, "Dragon", (3, 8), cut(DRAGON.corners, DRAGON.sides)),
    6: (BLUE, "Spears", (6, 2), Block(4, 8)),
    7: (RED, "Siward", (1, 1), Emblem("officer")),
    8: ("", "Table", (2, 1), Emblem("table", "over")),
    9: (RED, "Rider", (1, 1), Emblem("messenger", way=((6, 4), (12, 18)))),
    10: ("", "Lyonesse", (1, 1), Emblem("lady")),
    11: ("", "Treasure", (1, 1), Emblem("treasure")),
    12: ("", "Door", (2, 0.4), Emblem("door", "open")),
}
