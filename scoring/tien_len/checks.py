"""What cannot have happened in a round."""

from typing import Final

CHECKS: Final = ()
