"""One of several processes that answer, as the one that watches over them holds it.

It imports nothing that Django must be set up for: a worker reads it before it begins.
"""

from uvicorn.supervisors import multiprocess


class Worker(multiprocess.Process):
    """A process whose death is heard at once, also while it is asked whether it lives.

    Its parent keeps both ends of the pipe it asks by (uvicorn 0.54), so one that is killed
    before it answers would be waited for as long as one that is slow to start, and meanwhile
    no other is replaced and no signal heard. With one end only, the pipe ends with the process.
    """

    def start(self) -> None:
        super().start()
        self.child_conn.close()


def hear_every_death() -> None:
    """Have uvicorn's supervisor, which cannot be told which processes to start, start these."""
    multiprocess.Process = Worker  # type: ignore[misc]
