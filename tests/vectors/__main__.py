"""Write the vectors: `python -m tests.vectors [FOLDER]`, by default where they are kept."""

import sys
from pathlib import Path

from tests.vectors import FOLDER, write

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    write(folder)
