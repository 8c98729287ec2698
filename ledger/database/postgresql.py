"""How PostgreSQL is opened: one server, or several of which one takes writes."""

from importlib.util import find_spec

from environs.exceptions import EnvError

from ledger.common.strict_json import Object

SERIALIZABLE = "default_transaction_isolation=serializable"
TRIES, SERIALIZABLE_TRIES = 5, 100
"""How often a write is tried, by how apart the database keeps what happens at once.

At the usual level phones at one table wait for each other. Kept apart, all but one of them
are told to try again, and so on until each has had its turn: where eight write without a
pause one in a thousand needs 25 tries. Whoever gives up has paused for some 15 seconds.
"""

NOTICED = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""A server that is gone without a word is noticed after about ten seconds."""

ONE = {"connect_timeout": 10}
SEVERAL = {"connect_timeout": 3, "target_session_attrs": "read-write"}
"""Whoever takes no writes is passed over, and whoever does not answer does not hold us up."""

NO_DRIVER = """DATABASE_URL: PostgreSQL cần psycopg, máy này chưa có. / There is no psycopg, \
which PostgreSQL needs: uv run --extra postgres manage.py …, or install psycopg[binary]."""

PREPARED = 2
"""How often a statement is sent before the server is told to keep its plan."""


def opened(database: Object) -> Object:
    """The database that DATABASE_URL names.

    Servers are also found in the query, `?host=a,b&port=5432,5433`, which is how
    PostgreSQL's own programs spell several with a port each; where all have the same
    port, `a,b` stands in the address like any other. Behind `?pgbouncer=true` each
    transaction may be on another connection: nothing is kept there for a later one.
    `?cell=b` names the cell that this database is, which is "" without. What else the query
    says counts before ours. Raises EnvError where there is no driver.
    """
    if not find_spec("psycopg"):
        raise EnvError(NO_DRIVER)
    theirs = dict(database.get("OPTIONS", {}))
    host, port = theirs.pop("host", database["HOST"]), theirs.pop("port", database["PORT"])
    pooled = theirs.pop("pgbouncer", False)
    ours = {
        "server_side_binding": True,
        "prepare_threshold": None if pooled else PREPARED,
        **NOTICED,
        **(SEVERAL if "," in host else ONE),
    }
    address = {"HOST": host, "PORT": port, "DISABLE_SERVER_SIDE_CURSORS": pooled}
    address["CELL"] = theirs.pop("cell", "")
    return database | address | {"OPTIONS": ours | theirs}


def is_serializable(database: Object) -> bool:
    """Whether these settings of a database keep all transactions apart."""
    return SERIALIZABLE in database.get("OPTIONS", {}).get("options", "")
