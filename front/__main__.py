"""The entry point of ``python -m vorhand``, which runs the same program as ``vorhand``."""

from vorhand.cli import main

if __name__ == "__main__":
    main()
