"""How thoroughly Hypothesis looks: `dev` at the desk, `ci` in `make test`, `deep` now and then."""

import gc
import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

HERE = Path(__file__).parent
MEASURED = {"core", "seam", "tabletop", "rulesets"}
SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),  # a smaller example is worth minutes at the desk only
    suppress_health_check=SLOW_IS_FINE,
)
settings.register_profile(
    "deep",
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "2000")),
    deadline=None,
    suppress_health_check=SLOW_IS_FINE,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_collection_finish() -> None:
    """Set aside what was read: what tests leave lying is found soon then, and in no time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Measure coverage by the quick tests of core and books: tracing takes four times as long.

    The mark `no_cover` does not do it: in xdist's workers pytest-cov starts two tracers, and
    pausing one wakes the other.
    """
    folder = item.path.relative_to(HERE).parts[0]
    if folder in MEASURED and item.get_closest_marker("slow") is None:
        return (yield)
    here, threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(here)
        threading.settrace(threads)
