"""What is written down about requests: never a key."""

import logging


class WithoutQuery(logging.Filter):
    """Cuts the path of a logged request at "?"; pasted links may carry a key behind it."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_cut(argument) for argument in record.args)
        return True


def _cut(argument: object) -> object:
    return argument.partition("?")[0] if isinstance(argument, str) else argument
