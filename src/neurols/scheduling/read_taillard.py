"""Taillard's own format: a block of times, a block of machines counted from 1.

The header may be ``jobs machines`` or, under a title, Taillard's line with seeds and bounds.
Seeds and bounds are read over: the bounds in such files are decades old, or made up. The labels
``Times`` and ``Machines`` may be missing; with them, jobs may differ in length.
"""

from __future__ import annotations

from neurols.errors import InputError
from neurols.scheduling.formats import is_label, is_title
from neurols.scheduling.instance import JobShop
from neurols.scheduling.lines import Line, content_lines, integer
from neurols.scheduling.read_standard import PathName, check_count, header_counts, placed


def read_taillard(text: str, file: PathName, name: str) -> JobShop:
    """The instance in a text of Taillard's format.

    Raises:
        InputError: the text breaks the format.
    """
    lines = content_lines(text, file)
    if is_title(lines[0]) and len(lines) > 1:
        lines = lines[1:]
    header, body = lines[0], lines[1:]
    jobs, machines = header_counts(header, file)
    for token in header.tokens[2:]:
        integer(token, "seed or bound", file, header.number)
    for line in body:
        if is_title(line):
            raise InputError(
                "a second instance begins here",
                file=file,
                line=line.number,
                remedy="split the file into one per instance",
            )
    times, orders = _blocks(header, body, jobs, file)
    check_count(times, jobs, header, file, "the block of times")
    check_count(orders, jobs, header, file, "the block of machines")
    pairs = [_pairs(job, times[job], orders[job], machines, file) for job in range(jobs)]
    return placed(pairs, machines, name, file, header, times)


def _blocks(
    header: Line, body: list[Line], jobs: int, file: PathName
) -> tuple[list[Line], list[Line]]:
    """The lines of the two blocks, by their labels or, where there are none, by their number."""
    if not any(is_label(line) for line in body):
        check_count(body, 2 * jobs, header, file, "without labels, the file has lines for")
        return body[:jobs], body[jobs:]
    blocks: dict[str, list[Line]] = {}
    block: list[Line] | None = None
    for line in body:
        if is_label(line):
            label = line.tokens[0].rstrip(":").lower()
            if label in blocks:
                raise InputError(
                    f"a second block {label.title()!r} begins here",
                    file=file,
                    line=line.number,
                    remedy="split the file into one per instance",
                )
            block = blocks[label] = []
        elif block is None:
            raise InputError(
                "this line stands before the label of its block",
                file=file,
                line=line.number,
                remedy="put 'Times' over the first block and 'Machines' over the second",
            )
        else:
            block.append(line)
    for label in ("times", "machines"):
        if label not in blocks:
            raise InputError(
                f"the block {label.title()!r} is missing",
                file=file,
                line=body[-1].number,
                remedy="put 'Times' over the first block and 'Machines' over the second",
            )
    return blocks["times"], blocks["machines"]


def _pairs(
    job: int, times: Line, order: Line, machines: int, file: PathName
) -> list[tuple[int, int]]:
    if len(times.tokens) != len(order.tokens):
        raise InputError(
            f"job {job} has {len(order.tokens)} machines but {len(times.tokens)} times"
            f" (line {times.number})",
            file=file,
            line=order.number,
            remedy="give as many machines as times",
        )
    pairs = []
    for machine_token, time_token in zip(order.tokens, times.tokens, strict=True):
        machine = integer(machine_token, "machine", file, order.number)
        if not 1 <= machine <= machines:
            raise InputError(
                f"job {job}: machine {machine} is out of range 1 to {machines}",
                file=file,
                line=order.number,
                remedy="count the machines from 1 in Taillard's format",
            )
        pairs.append((machine - 1, integer(time_token, "duration", file, times.number)))
    return pairs
