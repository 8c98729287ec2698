"""The pages people open; a table's pages stand under its short public name."""

from django.urls import include, path, register_converter

from ledger.access import Role
from ledger.web.chart import Scheme
from ledger.web.views import (
    board,
    card,
    figures,
    files,
    flags,
    following,
    groups,
    hands,
    house,
    installing,
    joining,
    log,
    opening,
    recording,
    rewriting,
    rules,
    saved,
    saying,
    settling,
    statement,
    table,
)


class RoleConverter:
    """A role's name in an address."""

    regex = "|".join(Role)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class SchemeConverter:
    """Light or dark, in the address of a picture."""

    regex = "|".join(Scheme)

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
register_converter(SchemeConverter, "scheme")
register_converter(NumberConverter, "number")

table_urls = [
    path("", table.table, name="table"),
    path("preview/", recording.preview, name="preview"),
    path("say/", saying.say, name="say"),
    path("rounds/", recording.record, name="record"),
    path("history/", table.history, name="history"),
    path("rounds/<number:number>/", table.round_detail, name="round"),
    path("rounds/<number:number>/void/", rewriting.void, name="void"),
    path("rounds/<number:number>/restore/", rewriting.restore, name="restore"),
    path("rounds/<number:number>/flag/", flags.flag, name="flag"),
    path("rounds/<number:number>/unflag/", flags.unflag, name="unflag"),
    path("rounds/<number:number>/keep/", flags.keep, name="keep"),
    path("rounds/<number:number>/correct/", rewriting.correct, name="correct"),
    path("live/", following.live, name="live"),
    path("now/", following.now, name="now"),
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
    path("board/", board.board, name="board"),
    path("figures/", figures.figures, name="figures"),
    path("figures/<scheme:scheme>.svg", figures.chart, name="chart"),
    path("groups/", groups.of_table, name="groups"),
    path("groups/make/", groups.make, name="group_make"),
    path("groups/<str:group_id>/", groups.add, name="group_add"),
    path("groups/<str:group_id>/leave/", groups.leave, name="group_leave"),
    path("players/", house.player, name="player"),
    path("players/<number:seat>/", house.sit, name="sit"),
    path("close/", house.close, name="close"),
    path("reopen/", house.reopen, name="reopen"),
    path("settle/", settling.settle, name="settle"),
    path("settle/picture.svg", settling.picture, name="settle_picture"),
    path("settle/close/", settling.close, name="settle_close"),
    path("settle/reopen/", settling.reopen, name="settle_reopen"),
    path("settle/pay/", settling.pay, name="pay"),
    path("settle/payments/<number:number>/unmark/", settling.unmark, name="unmark"),
    path("settle/leave/<number:seat>/", settling.leave, name="leave"),
    path("settle/carry/", settling.carry, name="carry"),
    path("settle/carry/<slug:target>/take-back/", settling.take_back, name="carry_take_back"),
    path("people/<number:seat>/", statement.statement, name="statement"),
    path("files/<slug:book>.<slug:format>", files.file, name="file"),
    path("log/", log.log, name="log"),
    path("whose/", log.whose, name="whose"),
    path("share/", house.share, name="share"),
    path("share/<role:role>/renew/", house.renew, name="renew"),
]

group_urls = [
    path("", groups.group, name="group"),
    path("<scheme:scheme>.svg", groups.chart, name="group_chart"),
    path("out/", groups.out, name="group_out"),
    path("rename/", groups.rename, name="group_rename"),
    path("share/<role:role>/renew/", groups.renew, name="group_renew"),
    path("drop/", groups.drop, name="group_drop"),
]

urlpatterns = [
    path("", opening.home, name="home"),
    path("join/", joining.join, name="join"),
    path("<slug:language>.webmanifest", installing.manifest, name="manifest"),
    path("worker.js", installing.worker, name="worker"),
    path("rules/", saved.saved, name="saved"),
    path("rules/<slug:pk>/rename/", saved.rename, name="saved_rename"),
    path("rules/<slug:pk>/drop/", saved.drop, name="saved_drop"),
    path("rules/<slug:pk>/take-back/", saved.take_back, name="saved_take_back"),
    path("rules/<slug:pk>/file/", saved.file, name="saved_file"),
    path("t/<str:session_id>/", include(table_urls)),
    path("g/<str:group_id>/", include(group_urls)),
]
