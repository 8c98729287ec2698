"""A service that is killed with SIGKILL again and again while phones record.

    python -m tests.benchmarks.kills [KILLS] [WORKERS]

On the empty database that DATABASE_URL names, else on a SQLite file of its own. Then two controls
with a kill each: a service that answers before it has saved, and phones that forget the id of a
round that was not answered. They must lose, and double.
"""

import os
import secrets
import sys
import time
from typing import Any

from tests.benchmarks.phones import here_too
from tests.running.faulty import FAULTY


def main(kills: int, workers: int) -> int:
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(40))
    with here_too() as data:
        from django.db import connection

        from ledger.books.audit import differences
        from tests.running.stubborn import ALL, killed

        def story(many: int, **how: Any) -> Any:
            began = time.monotonic()
            url, secret = os.environ["DATABASE_URL"], os.environ["SECRET_KEY"]
            phones = killed(data, url, secret, many, **how)
            print(f"{connection.vendor}: {phones.summary()}; {time.monotonic() - began:.0f} s")
            return phones

        whole = story(kills, workers=workers)
        problems = list(differences())
        print(f"check_ledger: {len(problems)} differences", *problems[:5], sep="\n", flush=True)
        is_right = not (whole.lost() or whole.doubled() or whole.misnumbered() or whole.refused())
        lost = story(1, whom=[ALL], program=(*FAULTY, "hasty")).lost()
        slow = story(1, whom=[ALL], program=(*FAULTY, "slow"), keep_the_id=False)
        return int(not (is_right and not problems and lost and slow.doubled()))


if __name__ == "__main__":
    words = dict(enumerate(sys.argv))
    sys.exit(main(int(words.get(1, "100")), int(words.get(2, "1"))))
