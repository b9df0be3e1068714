"""Write the playthroughs anew: `python tests/golden/regenerate.py`, then look at the changes."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from golden.playthrough import DEALS, FOLDER, playthrough

for preset in DEALS:
    (FOLDER / f"{preset}.txt").write_text(playthrough(preset), encoding="utf-8", newline="\n")
