"""``python -m vorhand`` is the ``vorhand`` program."""

from vorhand.cli import main

if __name__ == "__main__":
    main()
