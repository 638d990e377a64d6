"""How thoroughly Hypothesis looks: `dev` at the desk, `ci` where it may take longer."""

import os

from hypothesis import HealthCheck, settings

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile(
    "ci", max_examples=100, deadline=None, derandomize=True, suppress_health_check=SLOW_IS_FINE
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
