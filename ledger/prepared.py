"""Queries that are compiled once, where a round is recorded.

Django builds a query anew each time it is asked, which for a row or two takes five times as
long as the database needs for its answer.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models import query as queries

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """SQL for one kind of database, and how the rows it answers with are made into objects."""

    sql: str
    converted: Callable[[Iterable[Any]], Iterable[Any]]
    columns: slice
    attributes: Sequence[str]
    related: Sequence[Any]


class Prepared(Generic[Row]):
    """The rows of `rows` whose fields `names` have the values that it is called with.

    `select_related`, `only`, an order and `select_for_update` are kept; the latter takes
    effect in a transaction, and is not looked after as Django does.
    """

    def __init__(self, rows: QuerySet[Row], *names: str) -> None:
        self.rows, self.names = rows, names
        self.fields: list[Any] = [rows.model._meta.get_field(name) for name in names]
        self.compiled: dict[str, _Compiled] = {}

    def __call__(self, *values: object) -> list[Row]:
        """All of them, of the type that `rows` has; one query."""
        how = self.compiled.get(connection.vendor) or self._compile(values)
        with connection.cursor() as cursor:
            cursor.execute(how.sql, self._for_database(values))
            found = how.converted(cursor.fetchall())
        return [self._made(how, row) for row in found]

    def first(self, *values: object) -> Row | None:
        """The first of them, None if there is none; one query."""
        return next(iter(self(*values)), None)

    def _for_database(self, values: Sequence[object]) -> tuple[Any, ...]:
        given = zip(self.fields, values, strict=True)
        return tuple(field.get_db_prep_value(value, connection) for field, value in given)

    def _compile(self, values: Sequence[object]) -> _Compiled:
        asked = self.rows.filter(**dict(zip(self.names, values, strict=True)))
        compiler: Any = asked.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        assert tuple(parameters) == self._for_database(values), "only what is asked for may vary"
        select, made = compiler.select, compiler.klass_info
        populators: Any = queries.get_related_populators  # stubs: as in a newer Django
        converters = compiler.get_converters([column for column, *_ in select])
        columns = slice(made["select_fields"][0], made["select_fields"][-1] + 1)
        how = self.compiled[connection.vendor] = _Compiled(
            sql,
            lambda found: compiler.apply_converters(found, converters) if converters else found,
            columns,
            [column.target.attname for column, *_ in select[columns]],
            populators(made, select, connection.alias),
        )
        return how

    def _made(self, how: _Compiled, row: Sequence[Any]) -> Row:
        made = self.rows.model.from_db(connection.alias, how.attributes, row[how.columns])
        for related in how.related:
            related.populate(row, made)
        return made
