"""Programs from npm, of one version each, kept beside other temporary files."""

import subprocess
import tempfile
from pathlib import Path


def installed(package: str, version: str) -> Path:
    """The folder of its modules; fetched where it is not there yet."""
    folder = Path(tempfile.gettempdir(), f"npm-{package}-{version}")
    modules = folder / "node_modules"
    if not (modules / package / "package.json").is_file():
        quiet = ("--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--silent")
        wanted = ("--prefix", str(folder), f"{package}@{version}")
        folder.mkdir(exist_ok=True)
        subprocess.run(["npm", "install", *quiet, *wanted], check=True)
    return modules
