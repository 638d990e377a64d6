"""Measure our engine and its peers in one run on one core: `python -m bench.harness`.

Then the server under load and the page in a browser, on loopback alone; `--only` picks a part.
Ends with 0 when everything was measured and every goal reached, with 1 when not, with 2 when the
call is wrong.
"""

import argparse
import platform
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
from bench import server_load, weight
from bench.comparisons import COMPARISONS, Side
from bench.figures import Figure
from bench.measure import Row, Spread, jobs, problems, row, run
from bench.setup_peers import REQUIREMENTS, ROOT, set_up_peers
from bench.workers import cores, start
from rich.console import Console
from rich.table import Table

LATEST = ROOT / "bench" / "results" / "latest.json"
PIPED_WIDTH = 110
PARTS = ("engine", "server", "page")


class Report(msgspec.Struct):
    """What is written to the results file."""

    python: str
    machine: str
    core: int | None
    repetitions: int
    seconds: float
    own_share: float
    peers: list[str]
    rows: list[Row]
    problems: list[str]
    figures: list[Figure] = []


def main() -> int:
    """Measure, print the table, write the results."""
    call = _arguments()
    notes = Console(stderr=True)
    repetitions = call.repetitions or (2 if call.quick else 5)
    report = Report(
        python=platform.python_version(),
        machine=platform.platform(),
        core=call.core,
        repetitions=repetitions,
        seconds=call.seconds,
        own_share=1.0,
        peers=REQUIREMENTS.read_text(encoding="utf-8").split(),
        rows=[],
        problems=[],
    )
    parts = {"engine": _engine, "server": _server, "page": _page}
    for name in call.only or PARTS:
        parts[name](call, report, notes)
    _write(report, [LATEST, *call.json])
    _print(report)
    reached = [each.reached for each in report.rows] + [each.reached for each in report.figures]
    missed = any(one is False for one in reached)
    return 1 if report.problems or missed else 0


def _engine(call: argparse.Namespace, report: Report, notes: Console) -> None:
    """Measure the engine beside its peers."""
    report.problems += set_up_peers()
    with ExitStack() as stack:
        workers = {side: stack.enter_context(closing(start(side, call.core))) for side in Side}
        done = run(workers, jobs(COMPARISONS), report.repetitions, call.seconds, notes.print)
    report.own_share = done.own_share()
    report.rows += [row(each, done) for each in COMPARISONS]
    report.problems += problems(COMPARISONS, done)


def _server(call: argparse.Namespace, report: Report, notes: Console) -> None:
    """Measure the server beside a bare echo, paced and beside computers."""
    notes.print("the server under load")
    found = server_load.load(quick=call.quick, repetitions=report.repetitions)
    report.rows.append(server_load.row(found))
    report.figures += server_load.figures(found)


def _page(call: argparse.Namespace, report: Report, notes: Console) -> None:
    """Weigh and time the page; without a browser it is not measured."""
    notes.print("the page in a browser")
    try:
        report.figures += weight.figures(2 if call.quick else 5)
    except Exception as no:  # noqa: BLE001  # whatever a browser lacks
        report.problems.append(f"page was not measured: {str(no).splitlines()[0]}.")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.harness", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two repetitions instead of five")
    parser.add_argument("--repetitions", type=_positive_int, metavar="R")
    parser.add_argument("--seconds", type=_positive, default=1.0, metavar="T", help="per workload")
    parser.add_argument(
        "--only", action="append", choices=PARTS, help="one part; may be said twice"
    )
    parser.add_argument("--core", type=int, help="the core to measure on, by default the last")
    parser.add_argument("--json", type=Path, action="append", default=[], metavar="F")
    call = parser.parse_args()
    if call.core is None:
        call.core = max(cores(), default=None)
    elif call.core not in cores():
        parser.error(f"core {call.core} cannot be chosen; there are {sorted(cores())}")
    return call


def _positive(text: str) -> float:
    if (number := float(text)) > 0:
        return number
    raise argparse.ArgumentTypeError(f"{text} is not above 0")


def _positive_int(text: str) -> int:
    if (number := int(text)) > 0:
        return number
    raise argparse.ArgumentTypeError(f"{text} is not above 0")


def _write(report: Report, files: list[Path]) -> None:
    document = msgspec.json.format(msgspec.json.encode(report), indent=2)
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(document + b"\n")


def _print(report: Report) -> None:
    where = "no core chosen" if report.core is None else f"core {report.core}"
    table = Table(
        "what",
        title=f"Python {report.python}, {where}, {report.repetitions} x {report.seconds:g} s;"
        " median, least..most",
        caption=f"The workloads had the core for at least {report.own_share:.0%} of their time.",
        show_lines=True,
    )
    for heading in ("ours", "peer", "ours / peer", "goal"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in report.rows:
        table.add_row(*_cells(each))
    for figure in report.figures:
        table.add_row(*figure.cells())
    Console(width=None if sys.stdout.isatty() else PIPED_WIDTH).print(table)
    for problem in report.problems:
        print(problem, file=sys.stderr)


def _cells(each: Row) -> tuple[str, ...]:
    if each.peer_name is None:
        return each.title, _figure(each.ours, each.cost), "no peer", "", ""
    peer, ratio = _figure(each.peer, each.cost), _ratio(each.ratio)
    return each.title, _figure(each.ours, each.cost), peer, ratio, _goal(each)


def _goal(each: Row) -> str:
    if each.goal is None:
        return ""
    verdict = {None: "not measured", True: "reached", False: "MISSED"}[each.reached]
    return f"{'<=' if each.cost else '>='} {each.goal:g}\n{verdict}"


def _figure(values: Spread | None, cost: bool) -> str:
    if values is None:
        return "not measured"
    if not cost:
        return f"{_number(values.median)}/s\n{_number(values.least)}..{_number(values.most)}"
    scale, unit = (1e9, "ns") if values.median < 1e-6 else (1e6, "us")
    least, most = values.least * scale, values.most * scale
    return f"{values.median * scale:.3g} {unit}\n{least:.3g}..{most:.3g}"


def _number(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:.3g} M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _ratio(values: Spread | None) -> str:
    if values is None:
        return "not measured"
    return f"{values.median:.3g}\n{values.least:.3g}..{values.most:.3g}"


if __name__ == "__main__":
    sys.exit(main())
