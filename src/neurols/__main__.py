"""``python -m neurols`` is the command line."""

from neurols.cli import main

if __name__ == "__main__":
    main()
