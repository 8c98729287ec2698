"""Fields that take exactly one type: 5 is no "5", and what is unknown is refused."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.serializers import CharField, IntegerField

from ledger.common.strict_json import Object

UUID_SPELLING = r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"


class Reply(serializers.Serializer[Any]):
    """What a call answers, or an object in it."""


class Strict(serializers.Serializer[Any]):
    """An object without unknown fields."""

    default_error_messages = {  # noqa: RUF012
        "unknown_field": _("Không có mục này."),
        "twice": _("Mục này chỉ được gửi một lần."),
    }

    def to_internal_value(self, data: object) -> Object:
        names = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        unknown = {name[:60]: [self.error("unknown_field")] for name in names}
        try:
            read: Object = super().to_internal_value(data)
        except serializers.ValidationError as error:
            detail: Any = error.detail
            raise serializers.ValidationError({**detail, **unknown}) from error
        if unknown:
            raise serializers.ValidationError(unknown)
        return read

    def error(self, code: str) -> ErrorDetail:
        return ErrorDetail(str(self.error_messages[code]), code)


class Line(CharField):
    """A string of at most so many characters, kept as it was sent.

    The space around it is taken off where it is kept, and counts nothing.
    """

    def __init__(self, most: int, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)
        self.validators = []  # the ledger decides what can be kept, and says so
        text = rf"\S(.{{0,{most - 2}}}\S)?"
        shape = {
            "type": "string",
            "pattern": rf"^\s*({text})?\s*$" if self.allow_blank else rf"^\s*{text}\s*$",
            "description": f"at most {most} characters, without the space around them",
        }
        extend_schema_field(shape)(self)  # type: ignore[type-var]

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Ref(serializers.RegexField):
    """The id of a session or a group, or a key: letters and digits, and no number."""

    def __init__(self, most: int = 12, **options: Any) -> None:
        super().__init__(rf"^[a-z0-9]{{1,{most}}}$", **options)

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(IntegerField):
    """An integer, not a string that looks like one; 5.0 is the number 5, as JSON Schema has it."""

    def to_internal_value(self, data: object) -> int:
        if type(data) is float and data.is_integer():
            data = int(data)
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Id(serializers.UUIDField):
    """A UUID in its common spelling."""

    def to_internal_value(self, data: object) -> UUID:
        if not isinstance(data, str) or not re.fullmatch(UUID_SPELLING, data):
            self.fail("invalid", value=str(data)[:40])
        return super().to_internal_value(data)


class Anything(serializers.Field[object, object, object, object]):
    """An object that somebody else reads: facts and settings are the rules' own.

    `shape` is what the schema says of it.
    """

    default_error_messages = {"type": _("Cần một đối tượng.")}  # noqa: RUF012

    def __init__(self, shape: Object | OpenApiTypes = OpenApiTypes.OBJECT, **options: Any) -> None:
        super().__init__(**options)
        extend_schema_field(shape)(self)  # type: ignore[type-var]

    def to_internal_value(self, data: object) -> Object:
        if not isinstance(data, dict):
            self.fail("type")
        return data

    def to_representation(self, value: object) -> object:
        return value
