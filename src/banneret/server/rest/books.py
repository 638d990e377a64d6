"""REST about books: what is on the shelf, their clauses, their scenarios drawn."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.params import Parameter

import banneret
from banneret.core.book import ledger
from banneret.core.book.saga import find_book
from banneret.core.errors import BadData, Unknown
from banneret.players import ladder
from banneret.server.door.problems import Not, documented
from banneret.server.door.shapes import (
    BookOut,
    BooksOut,
    ClauseOut,
    ClausesOut,
    LevyIn,
    ListOut,
    ListsOut,
    MusterOut,
    OptionOut,
    PreviewIn,
    RollIn,
    RollOut,
    ScenarioOut,
    TablesIn,
    TablesOut,
)
from banneret.server.rest import clerks, levying
from banneret.server.settings import shelf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.ruleset import Ruleset, ScenarioInfo
    from banneret.core.book.settings import Setting
    from banneret.server.hall import Hall

PACKAGE = Path(banneret.__file__).parent
LEAST_PACKED = 4096
Force = Annotated[str | None, Parameter(max_length=80)]


def book_of(hall: Hall, key: str) -> Ruleset[Any]:
    """Find a book, or say that there is none."""
    found = shelf(hall.settings.books)
    try:
        return find_book(key, found)
    except Unknown as no:
        text = f"there is no book {key!r}: expected one of {', '.join(found)}"
        raise Not(404, "unknown", text) from no


def scenario_of(hall: Hall, book: str, key: str) -> ScenarioInfo:
    """Find a scenario of a book, or say that there is none."""
    found = book_of(hall, book).scenarios
    if key not in found:
        raise Not(404, "unknown", f"there is no scenario {key!r} in {book}")
    return found[key]


@get("/api/books", responses=documented())
async def books(request: Request[Any, Any, Any], state: State) -> Response[BooksOut]:
    """List the books with their scenarios, forces and options."""
    hall: Hall = state.hall
    found = BooksOut([_book(ruleset) for ruleset in shelf(hall.settings.books).values()])
    return await raw_json(request, msgspec.json.encode(found))


def _book(ruleset: Ruleset[Any]) -> BookOut:
    return BookOut(
        ruleset.key,
        ruleset.title,
        ruleset.blurb,
        ruleset.quick_reference,
        tuple(ladder(ruleset)),
        ladder(ruleset),
        list(ruleset.scenarios.values()),
        list(ruleset.forces.values()),
        _options(ruleset.settings),
        ruleset.read_forces is not None,
        "" if ruleset.saga is None else ruleset.saga.title,
        ruleset.alone,
        [] if ruleset.saga is None else _options(ruleset.saga.settings),
        ruleset.read_tables is not None,
    )


def _options(settings: Sequence[Setting]) -> list[OptionOut]:
    return [
        OptionOut(s.key, s.title, s.values, s.default, s.clauses, s.explanation) for s in settings
    ]


@get("/api/books/{book:str}/clauses", responses=documented(400, 404))
async def clauses(request: Request[Any, Any, Any], state: State, book: str) -> Response[ClausesOut]:
    """Give the clauses of a book."""
    ruleset = book_of(state.hall, book)
    try:
        found = await asyncio.to_thread(ledger.clauses, PACKAGE / "rulesets" / ruleset.key)
    except BadData as no:
        raise Not(404, "unknown", f"{ruleset.title} has no clauses here") from no
    listed = {one.id: ClauseOut(one.title, one.kind, one.text) for one in found.values()}
    return await raw_json(request, msgspec.json.encode(ClausesOut(listed)))


@get("/api/books/{book:str}/scenarios/{scenario:str}/preview", responses=documented(400, 404))
async def scenario_preview(
    request: Request[Any, Any, Any],
    state: State,
    book: str,
    scenario: str,
    *,
    a: Force = None,
    b: Force = None,
) -> Response[ScenarioOut]:
    """Draw a scenario: the table, where each side deploys, and its force in a row."""
    hall: Hall = state.hall
    sides = scenario_of(hall, book, scenario).sides
    forces = {side: force for side, force in zip(sides, (a, b), strict=False) if force}
    key = (book, scenario, tuple(sorted(forces.items())))
    drawn = hall.previews.get(key)
    if drawn is None:
        hall.doorkeeper.pass_through(request, "replays")
        # of the usual forces there are only so many: they are drawn by those awake from the start
        pool = hall.clerks if forces else hall.thinkers
        work = (clerks.show, hall.settings.books, book, scenario, PreviewIn(forces))
        drawn = hall.previews[key] = await pool.run(*work)
    return await raw_json(request, drawn)


@post(
    "/api/books/{book:str}/scenarios/{scenario:str}/preview",
    status_code=200,
    responses=documented(400, 404),
)
async def chosen_preview(
    request: Request[Any, Any, Any], state: State, book: str, scenario: str, data: PreviewIn
) -> Response[ScenarioOut]:
    """Draw a scenario with any side's force, also of people's own, and optional rules."""
    scenario_of(state.hall, book, scenario)
    hall: Hall = state.hall
    return await raw_json(
        request, await hall.clerks.run(clerks.show, hall.settings.books, book, scenario, data)
    )


@get("/api/books/{book:str}/lists", responses=documented(404))
async def book_lists(state: State, book: str) -> ListsOut:
    """Name the lists that forces of a book are raised from; some books have none."""
    muster = book_of(state.hall, book).muster
    lists = {} if muster is None else muster.lists
    return ListsOut([ListOut(key, title) for key, title in lists.items()])


@post("/api/books/{book:str}/levy", status_code=200, responses=documented(400, 404))
async def raise_levy(
    request: Request[Any, Any, Any], state: State, book: str, data: LevyIn
) -> Response[MusterOut]:
    """Raise a force from a list, or read one that was changed: points, sheet, what strays."""
    hall: Hall = state.hall
    book_of(hall, book)
    return await raw_json(
        request, await hall.clerks.run(levying.levy, hall.settings.books, book, data)
    )


@post("/api/books/{book:str}/roll", status_code=200, responses=documented(400, 404))
async def read_roll(
    request: Request[Any, Any, Any], state: State, book: str, data: RollIn
) -> Response[RollOut]:
    """Read a force file: what its forces are worth, and what strays from their lists."""
    hall: Hall = state.hall
    book_of(hall, book)
    found = await hall.clerks.run(clerks.enlist, hall.settings.books, book, data)
    return await raw_json(request, found)


@get("/api/books/{book:str}/tables", media_type="application/toml", responses=documented(404))
async def book_tables(state: State, book: str) -> Response[str]:
    """Give the tables of a book that may be replaced, as a file to begin one's own from."""
    ruleset = book_of(state.hall, book)
    if ruleset.read_tables is None:
        raise Not(404, "unknown", f"{ruleset.title} takes no tables but its own")
    headers = {"content-disposition": f'attachment; filename="{ruleset.key}-tables.toml"'}
    return Response(ruleset.tables_text(), media_type="application/toml", headers=headers)


@post("/api/books/{book:str}/tables", status_code=200, responses=documented(400, 404))
async def read_tables(state: State, book: str, data: TablesIn) -> TablesOut:
    """Read a file of tables: which of the book's it replaces; or why it is not taken."""
    hall: Hall = state.hall
    book_of(hall, book)
    return await hall.clerks.run(clerks.replaced, hall.settings.books, book, data)


async def raw_json(request: Request[Any, Any, Any], content: bytes) -> Response[Any]:
    """Answer with JSON that is written already, packed if it is long and may be."""
    packs = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"vary": "accept-encoding"}
    if packs and len(content) >= LEAST_PACKED:
        content = await asyncio.to_thread(gzip.compress, content, 5)
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=MediaType.JSON, headers=headers)
