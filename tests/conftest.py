"""How thoroughly Hypothesis looks: `dev` at the desk, `ci` where it may take longer."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
MEASURED = {"core", "seam", "rulesets"}
SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile(
    "ci", max_examples=100, deadline=None, derandomize=True, suppress_health_check=SLOW_IS_FINE
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage by the quick tests of core and books: tracing takes four times as long."""
    for item in items:
        folder = item.path.relative_to(HERE).parts[0]
        if folder not in MEASURED or item.get_closest_marker("slow") is not None:
            item.add_marker("no_cover")
