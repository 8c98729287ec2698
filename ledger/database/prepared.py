"""Statements that are compiled once, where a round is recorded and where a table is shown.

Django builds a statement anew each time, which for a row or two takes five times as long as
the database needs for its answer.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet
from django.db.models import query as queries
from django.db.models.signals import post_save

Row = TypeVar("Row")
Made = TypeVar("Made", bound=Model)


@contextmanager
def sent_together() -> Iterator[None]:
    """Do not wait for the answer to a statement of this block before the next one is sent.

    Rows that are asked for are waited for, with whatever was sent before; the rest is at the
    end, and an error of it is raised there. No counts of changed rows are known until then.
    """
    if connection.vendor == "sqlite":
        yield
        return
    connection.ensure_connection()
    opened: Any = connection.connection
    with connection.wrap_database_errors, opened.pipeline():
        yield


@dataclass(frozen=True, slots=True)
class _Compiled:
    """SQL for one kind of database with its parameters, the `places` of those that vary.

    And how rows of the answer are made of what it answers with.
    """

    sql: str
    parameters: Sequence[Any]
    places: Sequence[int]
    made: Callable[[Iterable[Any]], list[Any]]

    def filled(self, values: Sequence[Any]) -> list[Any]:
        """The parameters with these values among them."""
        told = list(self.parameters)
        for place, value in zip(self.places, values, strict=True):
            told[place] = value
        return told


class Prepared(Generic[Row]):
    """The rows of `rows` whose fields `names` have the values that it is called with.

    Conditions, annotations, `values_list`, `select_related`, `only`, an order and
    `select_for_update` are kept; the latter takes effect in a transaction, and is not looked
    after as Django does. At most `limit` rows.
    """

    def __init__(self, rows: QuerySet[Any, Row], *names: str, limit: int | None = None) -> None:
        self.rows, self.names, self.limit = rows, names, limit
        self.fields: list[Any] = [rows.model._meta.get_field(name) for name in names]
        self.compiled: dict[str, _Compiled] = {}

    def __call__(self, *values: object) -> list[Row]:
        """All of them, of the type that `rows` has; one query."""
        return self.asked(*values)()

    def asked(self, *values: object) -> Callable[[], list[Row]]:
        """Ask for them now; they are waited for where what this returns is called, once."""
        how = self.compiled.get(connection.vendor) or self._compile(values)
        cursor = connection.cursor()
        cursor.execute(how.sql, how.filled(self._for_database(values)))

        def found() -> list[Row]:
            with cursor:
                return how.made(cursor.fetchall())

        return found

    def first(self, *values: object) -> Row | None:
        """The first of them, None if there is none; one query."""
        return next(iter(self(*values)), None)

    def _for_database(self, values: Sequence[object]) -> tuple[Any, ...]:
        given = zip(self.fields, values, strict=True)
        return tuple(field.get_db_prep_value(value, connection) for field, value in given)

    def _compile(self, values: Sequence[object]) -> _Compiled:
        rows: Any = self.rows.filter(**dict(zip(self.names, values, strict=True)))
        asked = rows[: self.limit]
        compiler: Any = asked.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        given = self._for_database(values)
        assert all(parameters.count(value) == 1 for value in given), "told apart by their values"
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        each = self._model_of(compiler) if asked._fields is None else tuple

        def made(found: Iterable[Any]) -> list[Any]:
            converted = compiler.apply_converters(found, converters) if converters else found
            return [each(row) for row in converted]

        places = [parameters.index(value) for value in given]
        how = self.compiled[connection.vendor] = _Compiled(sql, parameters, places, made)
        return how

    def _model_of(self, compiler: Any) -> Callable[[Sequence[Any]], Model]:
        """What makes an object of a row, with the objects that were read along and annotations."""
        model, select, told = self.rows.model, compiler.select, compiler.klass_info
        columns = slice(told["select_fields"][0], told["select_fields"][-1] + 1)
        attributes = [column.target.attname for column, *_ in select[columns]]
        populators: Any = queries.get_related_populators  # stubs: as in a newer Django
        related = populators(told, select, connection.alias)
        annotations = compiler.annotation_col_map.items()

        def made(row: Sequence[Any]) -> Model:
            found: Model = model.from_db(connection.alias, attributes, row[columns])
            for each in related:
                each.populate(row, found)
            for name, place in annotations:
                setattr(found, name, row[place])
            return found

        return made


class Insert(Generic[Made]):
    """INSERT of rows of `model` that hold all but their ids, which the database counts up."""

    def __init__(self, model: type[Made]) -> None:
        self.fields: list[Any] = [f for f in model._meta.local_concrete_fields if not f.primary_key]
        columns = ", ".join(field.column for field in self.fields)
        self.sql = f"INSERT INTO {model._meta.db_table} ({columns}) VALUES {{rows}}"

    def one(self, row: Made) -> None:
        """Insert it, give it its id and send `post_save`."""
        with connection.cursor() as cursor:
            _execute(cursor, f"{self.sql} RETURNING id", self.fields, [row])
            ((row.pk,),) = cursor.fetchall()
        row._state.adding, row._state.db = False, connection.alias
        kind = type(row)
        post_save.send(
            kind, instance=row, created=True, raw=False, using=row._state.db, update_fields=None
        )

    def all(self, rows: Collection[Made]) -> None:
        """Insert them in one statement, for nobody who asks for their ids; no rows cost none."""
        if rows:
            with connection.cursor() as cursor:
                _execute(cursor, self.sql, self.fields, rows)


class Update(Generic[Made]):
    """UPDATE of the fields `names` of rows of `model` to what the rows hold."""

    def __init__(self, model: type[Made], *names: str) -> None:
        table, fields = model._meta.db_table, [model._meta.get_field(name) for name in names]
        self.fields: list[Any] = [model._meta.pk, *fields]
        columns = [field.column for field in self.fields]
        self.sql = (
            f"WITH given({', '.join(columns)}) AS (VALUES {{rows}}) UPDATE {table}"
            f" SET {', '.join(f'{column} = given.{column}' for column in columns[1:])}"
            f" FROM given WHERE {table}.id = given.id"
        )

    def __call__(self, rows: Collection[Made]) -> None:
        """Update them in one statement."""
        with connection.cursor() as cursor:
            _execute(cursor, self.sql, self.fields, rows)


def _execute(cursor: Any, sql: str, fields: Sequence[Any], rows: Collection[Model]) -> None:
    """Send `sql` with what these fields hold where it says {rows}: (…), (…)."""
    database = connections[DEFAULT_DB_ALIAS]
    places = f"({', '.join(['%s'] * len(fields))})"
    values = [
        field.get_db_prep_save(getattr(row, field.attname), database)
        for row in rows
        for field in fields
    ]
    cursor.execute(sql.format(rows=", ".join([places] * len(rows))), values)
