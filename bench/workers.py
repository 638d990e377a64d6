"""A worker process held on one core: ask it for a workload, get its answer or a sentence."""

import os
import subprocess
import sys
import threading

import msgspec
from bench.comparisons import Side
from bench.setup_peers import PYTHON, ROOT

PATIENCE_SECONDS = 60.0
"""What a workload may take beyond its seconds: imports, the last whole game."""

COMMANDS = {
    Side.OURS: (sys.executable, "-m", "bench.ours"),
    Side.PEERS: (str(PYTHON), "-m", "bench.peers.worker"),
}


class Answer(msgspec.Struct, frozen=True):
    """What a worker says after a workload; `error` is a sentence and then nothing was measured."""

    counts: dict[str, int] = {}
    elapsed: float = 0.0
    cpu: float = 0.0
    odds: dict[str, str] = {}
    error: str = ""


def cores() -> set[int]:
    """List the cores this process may use; none where they cannot be chosen."""
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


class Worker:
    """One side's process. Hashes are seeded, so equal seeds play equal games."""

    def __init__(self, side: Side, core: int | None) -> None:
        self._process = subprocess.Popen(  # noqa: S603  the two commands above
            COMMANDS[side],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if core is not None:
            os.sched_setaffinity(self._process.pid, {core})

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def run(self, workload: str, seconds: float, seed: int) -> Answer:
        """Have one workload run and wait for it, but not for ever."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        command = {"workload": workload, "seconds": seconds, "seed": seed}
        alarm = threading.Timer(seconds + PATIENCE_SECONDS, self._process.kill)
        alarm.start()
        try:
            self._process.stdin.write(msgspec.json.encode(command).decode() + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            alarm.cancel()
        if not line:
            return Answer(error="its worker ended, or was stopped because it took too long")
        return msgspec.json.decode(line, type=Answer)


class NoWorker:
    """Stands in for a side that cannot run; every workload is answered with the reason."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def close(self) -> None:
        """Nothing runs, nothing ends."""

    def run(self, workload: str, seconds: float, seed: int) -> Answer:  # noqa: ARG002  as Worker
        """Give the reason."""
        return Answer(error=self.reason)


def start(side: Side, core: int | None) -> Worker | NoWorker:
    """Start a side's worker, or say of each of its workloads why it cannot be."""
    try:
        return Worker(side, core)
    except OSError as error:
        return NoWorker(f"its worker could not be started ({error.strerror})")
