"""The entry point of ``python -m vorhand``, the same as the ``vorhand`` program."""

from vorhand.cli import main

if __name__ == "__main__":
    main()
