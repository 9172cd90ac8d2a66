"""`python -m skerry` is the command `skerry`."""

from skerry.cli.__main__ import main

if __name__ == "__main__":
    main()
