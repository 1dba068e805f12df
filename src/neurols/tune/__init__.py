"""Tuning: the settings of a controller, chosen on generated instances, never on benchmarks.

Optuna proposes settings (``space``), native batches of searches judge them against the settings
as they are (``evaluate``), and a study remembers it all (``study``). Optuna comes with
``pip install 'neurols[tune]'``.
"""

from neurols.tune.protocol import Protocol
from neurols.tune.study import Tuned, tune

__all__ = ["Protocol", "Tuned", "tune"]
