"""Write what other programs read: `python -m tests.vectors [FOLDER]`.

The vectors, by default where they are kept; then the types of facts are written, too.
"""

import sys
from pathlib import Path

from tests.vectors import FOLDER, shapes, write

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    write(folder)
    if folder == FOLDER:
        shapes.FILE.write_text(shapes.source(), encoding="utf-8")
