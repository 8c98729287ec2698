"""The pages people open; a table's pages stand under its short public name."""

from django.urls import include, path, register_converter

from ledger.access import Role
from ledger.web.views import (
    card,
    files,
    hands,
    house,
    joining,
    opening,
    recording,
    rewriting,
    rules,
    saved,
    table,
)


class RoleConverter:
    """A role's name in an address."""

    regex = "|".join(Role)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class NumberConverter:
    """A round or seat number; longer ones than the ledger can hold are no address."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(RoleConverter, "role")
register_converter(NumberConverter, "number")

table_urls = [
    path("", table.table, name="table"),
    path("preview/", recording.preview, name="preview"),
    path("rounds/", recording.record, name="record"),
    path("history/", table.history, name="history"),
    path("rounds/<number:number>/", table.round_detail, name="round"),
    path("rounds/<number:number>/void/", rewriting.void, name="void"),
    path("rounds/<number:number>/restore/", rewriting.restore, name="restore"),
    path("rounds/<number:number>/correct/", rewriting.correct, name="correct"),
    path("parts/", hands.parts, name="parts"),
    path("parts/all-in/", hands.all_in, name="all_in"),
    path("parts/start-over/", hands.start_over, name="start_over"),
    path("hand/", hands.seats, name="hands"),
    path("hand/<number:seat>/", hands.hand, name="hand"),
    path("hand/<number:seat>/look/", hands.look, name="look"),
    path("hand/<number:seat>/claim/", hands.claim, name="claim"),
    path("hand/<number:seat>/take-back/", hands.take_back, name="take_back"),
    path("hand/<number:seat>/let-go/", hands.let_go, name="let_go"),
    path("hand/<number:seat>/free/", hands.free, name="free"),
    path("house/", house.house, name="house"),
    path("bet-unit/", house.bet_unit, name="bet_unit"),
    path("rules/", rules.rules, name="rules"),
    path("rules/preview/", rules.preview, name="rules_preview"),
    path("rules/keep/", rules.keep, name="rules_keep"),
    path("rules/file/", rules.file, name="rules_file"),
    path("rules/versions/<number:number>/", rules.back, name="rules_back"),
    path("card/", card.card, name="card"),
    path("players/", house.player, name="player"),
    path("players/<number:seat>/", house.sit, name="sit"),
    path("close/", house.close, name="close"),
    path("reopen/", house.reopen, name="reopen"),
    path("files/<slug:book>.<slug:format>", files.file, name="file"),
    path("share/", house.share, name="share"),
    path("share/<role:role>/renew/", house.renew, name="renew"),
]

urlpatterns = [
    path("", opening.home, name="home"),
    path("join/", joining.join, name="join"),
    path("rules/", saved.saved, name="saved"),
    path("rules/<slug:pk>/rename/", saved.rename, name="saved_rename"),
    path("rules/<slug:pk>/drop/", saved.drop, name="saved_drop"),
    path("rules/<slug:pk>/take-back/", saved.take_back, name="saved_take_back"),
    path("rules/<slug:pk>/file/", saved.file, name="saved_file"),
    path("t/<str:session_id>/", include(table_urls)),
]
