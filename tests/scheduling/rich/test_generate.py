"""Generated instances: what their family promises, the same for the same seed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import neurols
from neurols.errors import InputError
from neurols.scheduling.rich import generate_extras as extras
from neurols.scheduling.rich import generate_flow as flow
from neurols.scheduling.rich import generate_shops as shops
from neurols.scheduling.rich import generated_suites
from neurols.scheduling.rich.figures import digest
from neurols.scheduling.rich.instance import RichScheduling
from neurols.scheduling.rich.kinds import KINDS, generated
from tests.cli.conftest import Cli, cli  # noqa: F401


def mean_modes(instance: RichScheduling) -> float:
    return sum(len(o.modes) for o in instance.operations) / len(instance.operations)


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_are_deterministic_in_their_seed(kind: str) -> None:
    one, same, other = (generated(f"{kind}:6x4", seed) for seed in (5, 5, 6))
    assert digest(one) == digest(same) != digest(other)
    assert one.name == f"{kind}-6x4-5"
    assert len(one.jobs) == 6


def test_hurink_has_the_flexibility_of_its_three_kinds() -> None:
    means = {k: mean_modes(shops.hurink(40, 10, 1, kind=k)) for k in ("edata", "rdata", "vdata")}
    assert 1.1 < means["edata"] < 1.2
    assert 1.8 < means["rdata"] < 2.2
    assert 4.5 < means["vdata"] < 5.5
    shop = shops.hurink(5, 6, 2, kind="vdata")
    assert all(len({d for _, d in o.modes}) == 1 for o in shop.operations)


def test_brandimarte_and_dauzere_paulli_stay_in_their_ranges() -> None:
    shop = shops.brandimarte(20, 6, 1, operations=(3, 5), most_modes=3, durations=(2, 9))
    assert {len(row) for row in shop.operations_of} == {3, 4, 5}
    assert {len(o.modes) for o in shop.operations} == {1, 2, 3}
    assert {d for o in shop.operations for _, d in o.modes} == set(range(2, 10))
    rigid, loose = (shops.dauzere_paulli(10, 5, 1, flexibility=f) for f in (0.1, 0.5))
    assert mean_modes(rigid) < 1.6 < 2.6 < mean_modes(loose)


def test_work_centres_share_no_machine() -> None:
    shop = shops.behnke_geiger(4, 10, 1)
    centres = {tuple(machine for machine, _ in o.modes) for o in shop.operations}
    assert sorted(m for centre in centres for m in centre) == list(range(10))


def test_setups_grow_with_their_width() -> None:
    shop = shops.job_shop(6, 3, 1)
    longest = max(d for o in shop.operations for _, d in o.modes)
    for width, share in extras.WIDTHS.items():
        made = extras.with_setups(shop, 1, width, families=8, initial=True)
        times = [t for machine in made.machines for row in machine.setups for t in row]
        assert share * longest * 0.9 < max(times) <= round(share * longest)
        assert all(m.setups[f][f] == 0 for m in made.machines for f in range(8))
        assert all(m.initial_family is not None for m in made.machines)


def test_due_dates_follow_the_tightness() -> None:
    shop = shops.job_shop(10, 3, 1)
    made = extras.with_due_dates(extras.with_release_dates(shop, 1), 1, 1.5)
    for job, row in zip(made.jobs, made.operations_of, strict=True):
        work = sum(made.operations[n].modes[0][1] for n in row)
        assert job.due_date == job.release_date + int(1.5 * work)
    assert sorted(job.weight for job in made.jobs) == [1, 1, 2, 2, 2, 2, 2, 2, 4, 4]


def test_every_operation_fits_between_two_breaks() -> None:
    shop = extras.with_calendars(shops.job_shop(5, 3, 1), 1, share=0.2)
    longest = max(d for o in shop.operations for _, d in o.modes)
    for machine in shop.machines:
        assert all(b[0] - a[1] > longest for a, b in pairwise(machine.breaks))
    assert neurols.solve(shop, iterations=50).cost >= shop.lower_bound


def test_assembly_joins_parts_in_trees() -> None:
    shop = flow.assembly(3, 5, 1)
    after = [p.before for p in shop.precedences]
    assert len(after) == len(set(after)) == len(shop.operations) - 3
    joins = [p.after for p in shop.precedences]
    assert max(map(joins.count, joins)) >= 2


def test_stages_of_a_hybrid_flow_shop_are_passed_in_order() -> None:
    shop = flow.hybrid_flow_shop(8, 4, 3, machines=2, unrelated=True, skipping=0.3)
    for row in shop.operations_of:
        firsts = [shop.operations[n].modes[0][0] for n in row]
        assert firsts == sorted(set(firsts))


def test_wrong_sizes_are_told() -> None:
    for size in ("15", "axb", "15x-2", "magic:3x3", "99999x2"):
        with pytest.raises(InputError):
            generated(size, 1)


def test_the_suites_need_no_file() -> None:
    suite = generated_suites.suites()["rich-scheduling"]
    assert len(suite) == 3 * len(KINDS)
    instance = neurols.load("rs-tardiness-10x5")
    assert (instance.name, instance.size) == ("rs-tardiness-10x5", "10x5")
    assert set(generated_suites.references()) <= set(generated_suites.names())


def test_taillards_flow_shops_are_regenerated_from_their_seeds() -> None:
    """The first durations as published; the best known cost is the optimum of 20x5."""
    instance = neurols.load("pfs-ta001")
    assert isinstance(instance, RichScheduling)
    assert (instance.size, instance.permutation, instance.best_known) == ("20x5", True, 1278)
    by_machine = [
        [instance.operations[row[k]].modes[0][1] for row in instance.operations_of[:5]]
        for k in (0, 1, 4)
    ]
    assert by_machine == [[54, 83, 15, 71, 77], [79, 3, 11, 99, 56], [58, 56, 20, 85, 53]]
    assert len(generated_suites.suites()["taillard-flow-shop"]) == 90
    assert generated_suites.group("pfs-ta090") == "taillard-flow-shop:100x20"
    assert neurols.solve(instance, iterations=2000, seed=1).cost < 1.02 * 1278


@pytest.mark.parametrize(
    "options",
    [
        ("flexible", "--like", "hurink-rdata", "--setups", "wide", "--due-dates", "1.4"),
        ("flexible", "--breaks", "0.1", "--lags", "0.3", "--objective", "total_completion"),
        ("flow-shop", "--jobs", "4", "--machines", "3"),
        ("hybrid-flow-shop", "--jobs", "4", "--stages", "3", "--unrelated"),
        ("assembly", "--jobs", "2", "--release", "0.5"),
    ],
)
def test_generated_files_are_read_back(
    cli: Cli,  # noqa: F811
    tmp_path: Path,
    options: tuple[str, ...],
) -> None:
    code, out, _ = cli("generate", *options, "--output", tmp_path, "--count", "2")
    assert code == 0
    one, other = map(neurols.read, out.split())
    assert isinstance(one, RichScheduling) and isinstance(other, RichScheduling)
    assert digest(one) != digest(other)
    assert cli("generate", *options, "--output", tmp_path).code == 2  # the file exists


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--like", "x"), "--like is 'x'"),
        (("--setups", "x"), "unknown width 'x'"),
        (("--objective", "late"), "did you mean late_jobs?"),
        (("--jobs", "0"), "0 jobs"),
        (("--breaks", "2"), "share of 2.0"),
        (("--low", "5", "--high", "3"), "no duration lies from 5 to 3"),
    ],
)
def test_wrong_options_are_told_in_one_line(
    cli: Cli,  # noqa: F811
    tmp_path: Path,
    options: tuple[str, ...],
    told: str,
) -> None:
    code, _, err = cli("generate", "flexible", *options, "--output", tmp_path)
    assert code == 2 and told in err and err.count("\n") == 1
