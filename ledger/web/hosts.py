"""Which names the service answers to where ALLOWED_HOSTS names none."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from ledger.common.certificates import covers, hosts_of
from ledger.common.lan import is_public, local_names

Answers = Callable[[HttpRequest], HttpResponse]


def own_network(get_response: Answers) -> Answers:
    """Answer to this machine's own, to private addresses and to names that only they know.

    This machine may get new ones at any time. And answer to what CERTIFICATE is for: its owner
    chose that. A page from the internet that had its own name point here (DNS rebinding) would
    ask under that name, which is none of these.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        host, _port = split_domain_port(request.get_host())
        known = settings.NAMED_HOSTS or not is_public(host.strip("[]"))
        if not (known or covers(hosts_of(settings.CERTIFICATE), host) or host in local_names()):
            raise DisallowedHost("A host that ALLOWED_HOSTS does not name")
        return get_response(request)

    return answer
