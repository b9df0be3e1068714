"""``python -m tripeaks`` is the same as ``tripeaks``."""

from tripeaks.cli import main

main()
