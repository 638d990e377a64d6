"""What both workers share: the line protocol and the stopwatch. Standard library alone.

A worker reads one command for each line, `{"workload": "…", "seconds": 1.0, "seed": 1}`, and
answers one line, `{"counts": {…}, "elapsed": …, "cpu": …, "odds": {…}}` or `{"error": "why not"}`.
"""

import gc
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import repeat


class Stopwatch:
    """Runs for the given seconds; `while watch.running():` does one more batch."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.elapsed = 0.0
        self.cpu = 0.0
        self._wall_start = time.perf_counter()
        self._cpu_start = time.process_time()

    def running(self) -> bool:
        """Note the time spent so far and say whether some is left."""
        self.elapsed = time.perf_counter() - self._wall_start
        self.cpu = time.process_time() - self._cpu_start
        return self.elapsed < self.seconds


@dataclass
class Measured:
    """How many of each thing were done while the watch ran, and the exact odds where asked for."""

    watch: Stopwatch
    counts: dict[str, int]
    odds: dict[str, str] = field(default_factory=dict)


Workload = Callable[[float, int], Measured]
"""Seconds to run and a seed from 1 upwards in; counts out."""


def calls(call: Callable[[], object], seconds: float, unit: str, batch: int = 50) -> Measured:
    """Count calls of one function, with a look at the watch once a batch."""
    done = 0
    watch = Stopwatch(seconds)
    while watch.running():
        for _ in repeat(None, batch):
            call()
        done += batch
    return Measured(watch, {unit: done})


def serve(workloads: Mapping[str, Workload], awaited: Mapping[str, str]) -> None:
    """Answer commands until standard input closes; what libraries print goes to the errors."""
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        answers.write(json.dumps(_answer(json.loads(line), workloads, awaited)) + "\n")
        answers.flush()


def _answer(
    command: Mapping[str, object], workloads: Mapping[str, Workload], awaited: Mapping[str, str]
) -> dict[str, object]:
    name = str(command["workload"])
    if name in awaited:
        return {"error": f"not plugged in yet ({awaited[name]})"}
    if name not in workloads:
        return {"error": f"no such workload; there are {', '.join(sorted(workloads))}"}
    gc.collect()
    try:
        done = workloads[name](float(str(command["seconds"])), int(str(command.get("seed", 1))))
    except Exception as error:  # noqa: BLE001  whatever went wrong is the answer, in a sentence
        return {"error": f"{type(error).__name__}: {error}"}
    watch = done.watch
    return {"counts": done.counts, "elapsed": watch.elapsed, "cpu": watch.cpu, "odds": done.odds}
