"""The paper's results on Uchoa's instances: mean gap (%) and seconds after 200 iterations.

Falkner, Thyssens, Bdeir, Schmidt-Thieme: Learning to Control Local Search for Combinatorial
Optimization, Table 2; figures as printed there.
"""

from __future__ import annotations

from typing import NamedTuple

GROUPS = ("n100", "n150", "n200", "n250")
ITERATIONS = 200


class PaperRow(NamedTuple):
    """One method: gaps and seconds in the order of ``GROUPS``, and the mean gap."""

    model: str
    kind: str
    gaps: tuple[float, float, float, float]
    seconds: tuple[float, float, float, float]
    average: float


ROWS = (
    PaperRow("POMO", "reported", (17.24, 12.81, 20.52, 15.14), (0.3, 0.4, 0.4, 0.4), 16.43),
    PaperRow("POMO (aug)", "reported", (6.32, 9.41, 13.47, 9.21), (0.1, 0.1, 0.1, 0.1), 9.6),
    PaperRow("DACT", "reported", (13.19, 20.26, 16.91, 24.93), (15.1, 21.2, 27.2, 33.0), 18.82),
    PaperRow(
        "DACT (aug)", "reported", (11.52, 17.75, 15.34, 21.86), (16.6, 23.1, 29.8, 37.8), 16.62
    ),
    PaperRow("OR-Tools GLS", "library", (6.91, 10.46, 7.8, 12.12), (9.4, 10.9, 13.4, 5.0), 9.32),
    PaperRow("OR-Tools TS", "library", (6.78, 10.55, 7.85, 12.13), (39.0, 109.5, 126.6, 7.0), 9.33),
    PaperRow("SA", "local search", (6.92, 5.79, 16.63, 5.92), (0.7, 1.3, 2.1, 3.3), 8.81),
    PaperRow("SA_restart", "local search", (6.96, 5.79, 16.67, 5.99), (0.7, 1.3, 2.0, 3.0), 8.85),
    PaperRow("ILS", "local search", (6.56, 5.96, 16.73, 6.08), (0.8, 1.5, 2.4, 3.7), 8.83),
    PaperRow("ILS+SA", "local search", (6.94, 6.01, 16.72, 6.04), (0.6, 1.2, 1.9, 2.8), 8.93),
    PaperRow("VNS", "local search", (7.99, 6.55, 17.27, 6.36), (0.4, 0.7, 0.9, 1.4), 9.54),
    PaperRow("NLS_A", "learned", (5.43, 5.23, 15.97, 5.22), (1.5, 2.4, 3.6, 5.3), 7.96),
    PaperRow("NLS_AN", "learned", (5.42, 4.9, 15.85, 5.08), (1.7, 2.7, 4.0, 5.9), 7.81),
    PaperRow("NLS_ANP", "learned", (5.42, 4.9, 15.85, 5.08), (1.7, 2.7, 4.0, 6.1), 7.81),
)
