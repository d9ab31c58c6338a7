"""Settings for all tests. Hypothesis draws the same examples everywhere, so that green is green.

OWM_HYPOTHESIS=explore looks for new ones instead.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile(
    "explore", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("OWM_HYPOTHESIS", "ci"))
