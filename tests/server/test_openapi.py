"""The published interface keeps its word: schemathesis tries it out."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from server.running import Server

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_schema_conformance"
)


def run(server: Server, examples: int) -> None:
    made = server.battle("toy", "bridge", {"a": "person", "b": "captain"})
    server.browser(made["id"], made["seats"]["a"]).play()
    call = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/schema/openapi.json",
        "--max-examples", str(examples), "--checks", CHECKS, "--seed", "1", "--workers", "1",
        "--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all",
    ]  # fmt: skip
    done = subprocess.run(  # noqa: S603
        call, capture_output=True, text=True, timeout=280, check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


@pytest.mark.slow
def test_schemathesis_finds_no_fault(server: Server) -> None:
    run(server, 40)
