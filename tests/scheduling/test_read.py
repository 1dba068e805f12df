from __future__ import annotations

from pathlib import Path

import pytest

from neurols.errors import InputError
from neurols.scheduling import JobShop, load, parse, read, standard_text, taillard_text

STANDARD = "2 3\n0 3 1 2 2 2\n1 4 0 1 2 5\n"
TAILLARD = "2 3\nTimes\n3 2 2\n4 1 5\nMachines\n1 2 3\n2 1 3\n"
JOBS = (((0, 3), (1, 2), (2, 2)), ((1, 4), (0, 1), (2, 5)))
ORIGINAL = (
    "Nb of jobs, Nb of Machines, Time seed, Machine seed, Upper bound, Lower bound\n"
    "         2         3  840612802  398197754      1231      1005\n"
    "Times\n  3  2  2\n  4  1  5\nMachines\n  1  2  3\n  2  1  3\n"
)


def fault(text: str, format: str | None = None) -> InputError:
    with pytest.raises(InputError) as caught:
        parse(text, file="shop.txt", format=format)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        STANDARD,
        "# a comment\n\n 2\t3 # jobs machines\n0 3  1 2 2 2\n\n1 4 0 1 2 5",
        STANDARD.replace("\n", "\r\n"),
        STANDARD.replace("\n", "\r"),
        TAILLARD,
        TAILLARD.replace("Times", "TIMES:").replace("Machines", "machines"),
        "2 3\nMachines\n1 2 3\n2 1 3\nTimes\n3 2 2\n4 1 5\n",
        TAILLARD.replace("Times\n", "").replace("Machines\n", ""),
        ORIGINAL,
        ORIGINAL.partition("\n")[2],
        (
            '{"format": "neurols-jobshop", "version": 1,'
            ' "jobs": [[[0,3],[1,2],[2,2]],[[1,4],[0,1],[2,5]]]}'
        ),
    ],
)
def test_every_spelling_is_detected(text: str) -> None:
    shop = parse(text, file="folder/tiny.txt")
    assert (shop.jobs, shop.name, shop.machines) == (JOBS, "tiny", 3)


def test_a_general_shop_has_jobs_of_different_length() -> None:
    shop = parse("3 4\n0 3\n1 2 1 0 0 7\n2 1 0 5\n")
    assert shop.jobs == (((0, 3),), ((1, 2), (1, 0), (0, 7)), ((2, 1), (0, 5)))
    assert shop.machines == 4


def test_old_bounds_in_a_taillard_header_are_not_believed() -> None:
    shop = parse(ORIGINAL)
    assert (shop.best_known, shop.lower_bound) == (None, 10)


def test_a_file_is_named_after_itself(tmp_path: Path) -> None:
    path = tmp_path / "my shop.jsp"
    path.write_bytes(b"\xef\xbb\xbf" + STANDARD.encode())  # with a byte order mark
    assert read(path) == JobShop(JOBS, "my shop")
    assert read(str(path), "standard").name == "my shop"


def test_a_file_with_a_built_in_instance_gets_its_bounds(tmp_path: Path) -> None:
    path = tmp_path / "ta01.txt"
    path.write_text(taillard_text(load("ta01")))
    assert read(path) == load("ta01")
    path.write_text(STANDARD)
    assert read(path).best_known is None


BAD_STANDARD = [
    ("", 1, "the file is empty"),
    (" \n\t\n", 1, "the file is empty"),
    ("# nothing\n", 1, "the file holds only comments"),
    ("3 2\n0 1 1 2\n0 3 1 4\n", 3, "the file has 2 jobs, but the header promises 3; add"),
    ("2 2\n", 1, "the file has 0 jobs, but the header promises 2"),
    ("1 2\n0 1 1 2\n\n0 3 1 4\n", 4, "the file has 2 jobs, but the header promises 1; remove"),
    ("# c\n2 2\n0 1 1 2\n0 3 1\n", 4, "the job has an odd number of values (3); give pairs"),
    ("2 2\n0 1 1 2\n0 3 5 4\n", 3, "job 1 operation 1: machine 5 is out of range 0 to 1"),
    ("2 2\n1 1 2 2\n2 3 1 4\n", 2, "counted from 1; count the machines from 0: subtract 1"),
    ("1 2\n0 1 -1 2\n", 2, "machine '-1' is negative"),
    ("1 2\n0 1 1 -2\n", 2, "duration '-2' is negative; give a whole number from 0"),
    ("1 2\n0 1 1 2.5\n", 2, "duration '2.5' is not a whole number; give whole numbers, in a"),
    ("1 2\n0 1 1 1e3\n", 2, "duration '1e3' is not a whole number"),
    ("1 2\n0 1 1 two\n", 2, "duration 'two' is not a number"),
    ("1 2\n0 1 1 nan\n", 2, "duration 'nan' is not a number"),
    ("1 2\n0 1 1 1_0\n", 2, "duration '1_0' is not a number"),
    ("1 2\n0 1 1 ٣\n", 2, "duration '٣' is not a number"),
    ("1 2\n0, 1, 1, 3\n", 2, "machine '0,' is not a number; separate the values with blanks"),
    (f"1 2\n0 1 1 {2**53}\n", 2, f"duration '{2**53}' is too large (2^53 or more)"),
    (f"1 2\n0 1 1 {'9' * 9999}\n", 2, "is too large (2^53 or more)"),
    (f"2 1\n0 {2**52}\n0 {2**52}\n", 3, "job 1 operation 0: with duration 4503599627370496 the"),
    ("2\n0 1\n0 1\n", 1, "the first line has only one value; begin with two: jobs machines"),
    ("1 2 3\n0 1 1 2\n", 1, "the first line has 3 values"),
    ("0 2\n", 1, "the header promises 0 jobs"),
    ("1 0\n0 1\n", 1, "the header promises 0 machines"),
    ("1.5 2\n0 1\n", 1, "the number of jobs '1.5' is not a whole number"),
    ("1 9999999\n0 1\n", 1, "the number of machines is 9999999; give a whole number from 1 to"),
    ("hello world\n", 1, "'hello' opens no format known here; begin with a line 'jobs machines'"),
]


@pytest.mark.parametrize(("text", "line", "message"), BAD_STANDARD)
def test_bad_standard_text_is_refused_at_its_line(text: str, line: int, message: str) -> None:
    error = fault(text)
    assert str(error).startswith(f"shop.txt:{line}: ")
    assert message in str(error)


BAD_TAILLARD = [
    ("2 2\nTimes\n1 2\nMachines\n1 2\n2 1\n", 3, "the block of times has 1 jobs, but the header"),
    ("1 2\nTimes\n1 2\n3 4\nMachines\n1 2\n", 4, "the block of times has 2 jobs"),
    ("1 2\nTimes\n1 2\nMachines\n", 1, "the block of machines has 0 jobs, but the header"),
    ("1 2\nTimes\n1 2\nMachines\n1 2\n2 1\n", 6, "the block of machines has 2 jobs"),
    ("1 2\nTimes\n1 2\n", 3, "the block 'Machines' is missing; put 'Times' over the first"),
    ("1 2\nMachines\n1 2\n", 3, "the block 'Times' is missing"),
    ("1 2\n1 2\nMachines\n1 2\n", 2, "this line stands before the label of its block"),
    ("1 2\nTimes\n1 2\nMachines\n0 1\n", 5, "machine 0 is out of range 1 to 2; count the mach"),
    ("1 2\nTimes\n1 2\nMachines\n1 3\n", 5, "job 0: machine 3 is out of range 1 to 2"),
    ("1 2\nTimes\n1 2\nMachines\n1\n", 5, "job 0 has 1 machines but 2 times (line 3)"),
    ("1 2\nTimes\n1 x\nMachines\n1 2\n", 3, "duration 'x' is not a number"),
    ("1 2\nTimes\n1 -5\nMachines\n1 2\n", 3, "duration '-5' is negative"),
    ("1 2\nTimes\n1 0.5\nMachines\n1 2\n", 3, "duration '0.5' is not a whole number"),
    (f"1 1\nTimes\n{10**30}\nMachines\n1\n", 3, "is too large"),
    (f"1 2\nTimes\n{2**52} {2**52}\nMachines\n1 2\n", 3, "job 0 operation 1: with duration"),
    (ORIGINAL + ORIGINAL, 9, "a second instance begins here; split the file"),
    (TAILLARD + TAILLARD, 9, "a second block 'Times' begins here; split"),
    ("Nb of jobs, Nb of machines\n", 1, "the number of jobs 'Nb' is not a number"),
]


@pytest.mark.parametrize(("text", "line", "message"), BAD_TAILLARD)
def test_bad_taillard_text_is_refused_at_its_line(text: str, line: int, message: str) -> None:
    error = fault(text)
    assert message in str(error)
    assert error.line == line


def test_blocks_without_labels_must_be_complete_where_the_format_is_named() -> None:
    error = fault("2 3\n3 2 2\n4 1 5\n1 2 3\n", "taillard")
    assert "without labels" in str(error)
    assert error.line == 4


AMBIGUOUS = "1 2\n0 1\n1 2\n"


def test_an_ambiguous_file_is_not_guessed() -> None:
    error = fault(AMBIGUOUS)
    assert "the format is ambiguous" in str(error)
    assert "name the format: standard, taillard or json" in str(error)
    assert parse(AMBIGUOUS, format="taillard").jobs == (((0, 0), (1, 1)),)
    assert "the file has 2 jobs, but the header promises 1" in str(fault(AMBIGUOUS, "standard"))


def test_surplus_jobs_are_not_taken_for_blocks() -> None:
    assert "has 2 jobs, but the header promises 1" in str(fault("1 2\n0 9\n1 9\n"))


HEAD = '{"format": "neurols-jobshop",\n"version": 1,\n'
BAD_JSON = [
    ("{\n", 2, "this is not valid JSON: expecting property name"),
    ('{"format": "neurols-jobshop",\n "version" 1}', 2, "not valid JSON: expecting ':'"),
    ("[1, 2]", 1, "this JSON is no object"),
    ('{"jobs": []}', 1, 'no "format" is given; an instance in JSON says "format": "neurols-j'),
    ('{\n"format": "other"}', 2, "\"format\" is 'other'"),
    ('{"format": "neurols-jobshop",\n"version": 2}', 2, '"version" is 2'),
    (HEAD + '"name": "x"}', 1, 'no "jobs" are given'),
    (HEAD + '"jobs": 5}', 3, '"jobs" is 5, not a list'),
    (HEAD + '"jobs": []}', 3, "the shop has no jobs"),
    (HEAD + '"jobs": [[[0,1]],\n[]]}', 4, "job 1: the job has no operations"),
    (HEAD + '"jobs": [[[0,1]],\n7]}', 4, "job 1: 7 is no list of (machine, duration) pairs"),
    (HEAD + '"jobs": [[[0,1],\n[0,2.5]]]}', 4, "job 0 operation 1: duration 2.5 is no whole"),
    (HEAD + '"jobs": [[[0,1],\n[0,-2]]]}', 4, "job 0 operation 1: duration -2 is negative"),
    (HEAD + '"jobs": [[[0,1],\n[0,"2"]]]}', 4, "job 0 operation 1: duration '2' is no whole"),
    (HEAD + '"jobs": [[[0,1],\n[0,true]]]}', 4, "job 0 operation 1: duration True is no whole"),
    (HEAD + f'"jobs": [[[0,1],\n[0,{2**60}]]]}}', 4, "job 0 operation 1: with duration"),
    (HEAD + f'"jobs": [[[0,{"9" * 5000}]]]}}', 3, "this JSON cannot be read: "),
    (HEAD + '"jobs": [[[0,NaN]]]}', 3, "NaN is not a number"),
    ("[" * 100_000, 1, "this JSON cannot be read: nested too deeply"),
    (HEAD + '"machines": 2, "jobs": [[[1,1]],\n[[2,1]]]}', 4, "counted from 1"),
    (HEAD + '"machines": "2", "jobs": [[[1,1]]]}', 3, "the number of machines is '2'"),
    (HEAD + '"best_known": 1, "jobs": [[[0,5]]]}', 3, "best known cost 1 is below the lower"),
    (HEAD + '"jobs": [[[0,5]]],\n"best_know": 1}', 4, "unknown key 'best_know'; known are for"),
]


@pytest.mark.parametrize(("text", "line", "message"), BAD_JSON)
def test_bad_json_is_refused_at_its_line(text: str, line: int, message: str) -> None:
    error = fault(text)
    assert message in str(error)
    assert error.line == line


def test_empty_text_is_no_json() -> None:
    assert "the file is empty" in str(fault(" ", "json"))


def test_unknown_format_is_refused_before_the_file_is_read(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path / "missing", "excel")
    assert "missing: unknown format 'excel'; name the format: standard, tail" in str(caught.value)


def test_reading_what_was_written_needs_no_format(tmp_path: Path) -> None:
    path = tmp_path / "ft06"
    path.write_text(standard_text(load("ft06")))
    assert read(path) == load("ft06")
