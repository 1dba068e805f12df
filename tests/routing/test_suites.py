"""Instances by name: generated, in a folder, fetched; and what unknown names are told."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from neurols.errors import InputError
from neurols.routing import VehicleRouting, fetch, suites
from neurols.routing.suites import group, load, names, references, suite
from neurols.routing.uchoa import BEST_KNOWN, SHA256
from neurols.routing.write import vrp_text
from tests.helpers import SHARED

UCHOA = SHARED / "uchoa"


@pytest.fixture(autouse=True)
def no_folder_and_no_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(suites.DATA_VARIABLE, raising=False)
    monkeypatch.setenv(fetch.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setenv(fetch.URL_VARIABLE, "http://127.0.0.1:9/")


def test_the_generated_suite_spreads_over_sizes_and_classes() -> None:
    members = [load(name) for name in suite("uchoa-like")]
    assert len({instance.name for instance in members}) == 40
    sizes = [instance.customers for instance in members]
    assert sizes == sorted(sizes) and (sizes[0], sizes[-1]) == (100, 1000)
    assert all(f"-n{instance.nodes}-" in instance.name for instance in members)
    assert {instance.integral for instance in members} == {True}
    assert {int(instance.demands.max()) for instance in members} >= {1, 10, 100}


def test_the_generated_suite_never_changes() -> None:
    instances = (replace(load(name), best_known=None) for name in suite("uchoa-like"))
    texts = "".join(map(vrp_text, instances))
    # Reference costs hold for exactly these instances.
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == "337a44b80c9ff23d"


def test_references_become_best_known_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    name = suite("uchoa-like")[0]
    monkeypatch.setitem(references(), name, 12345)
    assert load(name).best_known == 12345


def test_references_name_instances_that_exist() -> None:
    assert set(references()) <= set(names())


def test_small_built_in_names_load() -> None:
    assert load("demo-cvrp").customers == 30
    instance = load("kool50:7")
    assert (instance.name, instance.customers, instance.capacity) == ("kool50:7", 50, 40)
    assert vrp_text(load("kool50:7")) == vrp_text(instance) != vrp_text(load("kool50:8"))


def test_files_are_found_in_the_folder_and_one_level_below(
    tmp_path: Path, tiny: VehicleRouting, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "own-n4.vrp").write_text(vrp_text(tiny))
    assert load("own-n4", data=tmp_path).name == "tiny"
    monkeypatch.setenv(suites.DATA_VARIABLE, str(tmp_path / "set"))
    assert load("own-n4").name == "tiny"


def test_the_uchoa_suite_is_what_the_folder_holds(tmp_path: Path, tiny: VehicleRouting) -> None:
    for name in ("X-n1001-k43", "X-n101-k25", "other", "X-nothing-k"):
        (tmp_path / f"{name}.vrp").write_text(vrp_text(tiny))
    assert suite("uchoa", data=tmp_path) == ["X-n101-k25", "X-n1001-k43"]


def test_without_a_folder_the_uchoa_suite_is_what_can_be_fetched() -> None:
    assert suite("uchoa") == list(BEST_KNOWN)
    assert len(suite("uchoa")) == 43
    assert set(SHA256) == set(BEST_KNOWN)


@pytest.mark.skipif(not UCHOA.is_dir(), reason="Uchoa's instances are not at ../shared/data/uchoa")
def test_uchoa_files_match_their_checksums_and_load_by_name() -> None:
    for name in suite("uchoa", data=UCHOA):
        assert hashlib.sha256((UCHOA / f"{name}.vrp").read_bytes()).hexdigest() == SHA256[name]
    assert load("X-n101-k25", data=UCHOA).best_known == 27591
    assert load("X-n101-k25", data=UCHOA.parent).customers == 100


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("X-n101-k25", "n100"),
        ("X-n148-k46", "n100"),
        ("X-n153-k22", "n150"),
        ("X-n200-k36", "n200"),
        ("X-n298-k31", "n250"),
        ("ul-n101-s01", "n100"),
        ("ul-n258-s17", "n250"),
        ("ul-n1001-s40", "n500"),
        ("kool100:7", "kool100"),
        ("demo-cvrp", "other"),
    ],
)
def test_groups_follow_the_number_of_nodes(name: str, expected: str) -> None:
    assert group(name) == expected


def test_a_group_of_a_suite_can_be_named() -> None:
    assert len(suite("uchoa:n100")) == 11
    assert sum(len(suite(f"uchoa:{part}")) for part in ("n100", "n150", "n200", "n250")) == 43
    with pytest.raises(InputError, match="no group 'n999' in uchoa; use n100, n150"):
        suite("uchoa:n999")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("X-n101-k26", "unknown instance 'X-n101-k26'; did you mean X-n101-k25"),
        ("demo_cvrp", "did you mean demo-cvrp"),
        ("zzz", "unknown instance 'zzz'; try demo-cvrp"),
        ("../secret", "unknown instance"),
        ("kool0:1", "0 customers"),
    ],
)
def test_unknown_names_are_told_near_ones(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load(name)


def test_unknown_suites_and_folders_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'uchoa_like'; did you mean uchoa-like"):
        suite("uchoa_like")
    with pytest.raises(InputError, match="no such folder; correct --data"):
        load("X-n101-k25", data=tmp_path / "none")
    with pytest.raises(InputError, match=r"no X-n\*.vrp files"):
        suite("uchoa", data=tmp_path)
    with pytest.raises(InputError, match=r"'zzz' \(nor is it in "):
        load("zzz", data=tmp_path)


def test_without_network_and_data_it_says_what_to_set() -> None:
    with pytest.raises(InputError, match=r"could not be fetched .* --data or NEUROLS_DATA"):
        load("X-n101-k25")


def test_published_suites_are_what_the_folder_holds(tmp_path: Path) -> None:
    folder = tmp_path / "routing" / "cvrp-large"
    folder.mkdir(parents=True)
    instance = load("kool50:7")
    for name in ("X-n513-k21", "Leuven1", "unknown"):
        (folder / f"{name}.vrp").write_text(vrp_text(replace(instance, name=name)))
    assert suite("cvrp-large", tmp_path) == ["X-n513-k21", "Leuven1"]
    assert load("Leuven1", tmp_path).best_known is None  # of 3,001 nodes, not of 51
    with pytest.raises(InputError, match="no files of tsp"):
        suite("tsp", tmp_path)
    with pytest.raises(InputError, match="name it with --data"):
        suite("tsp")


@pytest.mark.skipif(not SHARED.is_dir(), reason="no folder of published instances")
def test_published_instances_have_their_best_known_costs() -> None:
    tours = [load(name, SHARED) for name in suite("tsp", SHARED)]
    assert [tour.best_known for tour in tours[:2]] == [259045, 224094]
    large = load("Flanders2", SHARED)
    assert (large.nodes, large.best_known) == (30001, 4373244)
