"""Schema-driven calls against a real server: everything the schema allows, and much it does not."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.running.server import Server, manage

GENEROUS = {"API_LIMIT_FACTOR": "1000"}
CONFIG = """
[parameters]
"path.session_id" = {{ dictionary = "sessions", probability = 0.9 }}
"path.number" = {{ dictionary = "numbers", probability = 0.8 }}

[dictionaries.sessions]
values = ["{session}"]

[dictionaries.numbers]
values = [1, 2, 3, 4, 5]

[auth.openapi.key]
bearer = "{key}"

[checks.positive_data_acceptance]
expected-statuses = ["2xx", 304, 401, 403, 404, 409, 412, 422, 429]

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "409", "412", "413", "415", "422", "429"]

[checks.missing_required_header]
expected-statuses = [400, 401, 404, 415]

[[operations]]
include-operation-id = ["list_sessions", "export_totals", "export_ledger"]
headers = {{ Authorization = "Bearer {token}" }}
"""
"""A refusal for what facts say, or because a session is as it is, is as good as acceptance."""

NOT_APPLICABLE = "ignored_auth,ensure_resource_availability"
"""The one wants 401 without a key, where a session must not even exist; the other asks for a
session just opened with another session's key."""

PATIENCE = 900


@dataclass(frozen=True)
class Table:
    """A session on the server and the key that writes to it."""

    id: str
    key: str


def open_table(server: Server) -> Table:
    """A session with a few rounds, opened through the API."""
    sent = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình", "Cúc", "Dũng"]}
    body = call(server, "POST", "/api/v1/sessions/", sent)
    table = Table(body["id"], body["score_key"])
    for number in range(3):
        id = f"00000000-0000-4000-8000-00000000000{number}"
        facts = {"players": [1, 2, 3, 4], "places": [2, 1, 4, 3]}
        path = f"/api/v1/sessions/{table.id}/rounds/"
        call(server, "POST", path, {"id": id, "facts": facts}, table.key)
    return table


def call(server: Server, method: str, path: str, body: Any = None, key: str = "") -> Any:
    """The JSON that a call answers."""
    connection = server.connect()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


def staff_token(data: Path, **environment: str) -> str:
    make = "from ledger.access import staff_tokens; print(staff_tokens.make('fuzz')[1])"
    return manage(data, "shell", "--no-imports", "--command", make, **environment).stdout.strip()


def fuzz(
    server: Server, folder: Path, table: Table, key: str, token: str, *options: str
) -> subprocess.CompletedProcess[str]:
    """Run all checks over the whole API; exit status 0 if every one held."""
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG.format(session=table.id, key=key, token=token))
    address = f"http://127.0.0.1:{server.port}/api/v1/schema/"
    program = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(config)]
    return subprocess.run(
        [*program, "run", address, "--exclude-checks", NOT_APPLICABLE, "--no-color", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def tables(server: Server, token: str) -> dict[str, Any]:
    """Every session of the server by id, as staff see it."""
    body = call(server, "GET", "/api/v1/sessions/?page_size=100", key=token)
    return {each["id"]: each for each in body["results"]}
