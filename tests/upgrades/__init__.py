"""The ledgers that releases made by their own code, with `make.py`."""

from pathlib import Path

LEDGERS = Path(__file__).parent
RELEASES = sorted(path.name.removesuffix(".sqlite3.gz") for path in LEDGERS.glob("*.sqlite3.gz"))
