"""Make the peers' environment, .venv-peers, where it is missing or its pins have changed.

`python -m bench.setup_peers` does only that; the harness does it first. Peers are installed one by
one, so that one that cannot be had is missed alone.
"""

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "bench" / "peers" / "requirements.txt"
ENVIRONMENT = ROOT / ".venv-peers"
PYTHON = ENVIRONMENT / "bin" / "python"
STAMP = ENVIRONMENT / "installed-requirements.txt"


def set_up_peers() -> list[str]:
    """Install what is pinned and return a sentence for each peer that could not be installed."""
    pins = REQUIREMENTS.read_text(encoding="utf-8")
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == pins and PYTHON.exists():
        return []
    try:
        if not PYTHON.exists():
            venv.create(ENVIRONMENT, with_pip=True)
        problems = [problem for pin in pins.split() if (problem := _install(pin))]
    except (OSError, subprocess.CalledProcessError) as error:
        return [f"The peers' environment could not be made: {error}."]
    if not problems:
        STAMP.write_text(pins, encoding="utf-8")
    return problems


def _install(pin: str) -> str | None:
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", pin]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  our own pins
    if done.returncode == 0:
        return None
    said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return (
        f"{pin} could not be installed: {said[-1] if said else f'pip ended with {done.returncode}'}"
    )


if __name__ == "__main__":
    sentences = set_up_peers()
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    sys.exit(1 if sentences else 0)
