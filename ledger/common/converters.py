"""Parts of addresses that pages and the API share."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class NumberConverter(IntConverter):
    """The number of a round or seat; longer ones than the ledger can hold are no address."""

    regex = "[1-9][0-9]{0,8}"


register_converter(NumberConverter, "number")
