"""Write the pages of results.

    python -m benchmarks.digest benchmarks/records --output docs/results --into README.md

The same records give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from neurols import InputError

from .collection import read_collection
from .pages import write_digest, write_into


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path, help="collection with a folder for each question")
    parser.add_argument("--output", type=Path, required=True, help="folder for the pages")
    parser.add_argument(
        "--into",
        type=Path,
        action="append",
        default=[],
        help="file that gets a table between its marks; may be repeated",
    )
    given = parser.parse_args(arguments)
    try:
        collection = read_collection(given.records)
        for page in write_digest(collection, given.output):
            print(page)
        for path in given.into:
            write_into(collection, path, given.output)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
