"""The pages people open; a table's pages stand under its short public name."""

from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

import ledger.common.converters  # noqa: F401  # registers <number:…>
from ledger.access.keys import Role
from ledger.web.board import views as board_views
from ledger.web.groups import settling, views as groups_views
from ledger.web.hand import views as hand_views
from ledger.web.home import install, join, views as home_views
from ledger.web.log import views as log_views
from ledger.web.manage_table import other_items, views as manage_views
from ledger.web.rules import card, saved, views as rules_views
from ledger.web.settle import views as settle_views
from ledger.web.share import privacy, views as share_views
from ledger.web.statistics import views as statistics_views
from ledger.web.table import (
    corrections,
    flags,
    live,
    nods,
    recording,
    sentences,
    views as table_views,
)


class RoleConverter(StringConverter):
    """A role's name in an address."""

    regex = "|".join(Role)


register_converter(RoleConverter, "role")

table_urls = [
    path("", table_views.table, name="table"),
    path("preview/", recording.preview, name="preview"),
    path("say/", sentences.say, name="say"),
    path("rounds/", recording.record, name="record"),
    path("rounds/turn-on/", recording.turn_on, name="turn_on"),
    path("history/", table_views.history, name="history"),
    path("rounds/<number:number>/", table_views.round_detail, name="round"),
    path("rounds/<number:number>/void/", corrections.void, name="void"),
    path("rounds/<number:number>/restore/", corrections.restore, name="restore"),
    path("rounds/<number:number>/revert/", corrections.revert, name="revert"),
    path("rounds/<number:number>/flag/", flags.flag, name="flag"),
    path("rounds/<number:number>/unflag/", flags.unflag, name="unflag"),
    path("rounds/<number:number>/nod/", nods.nod, name="nod"),
    path("rounds/<number:number>/keep/", flags.keep, name="keep"),
    path("rounds/<number:number>/correct/", corrections.correct, name="correct"),
    path("live/", live.live, name="live"),
    path("newest/", live.newest, name="newest"),
    path("now/", live.now, name="now"),
    path("hand/all-in/", hand_views.all_in, name="all_in"),
    path("hand/start-over/", hand_views.start_over, name="start_over"),
    path("hand/", hand_views.seats, name="hands"),
    path("hand/<number:seat>/", hand_views.hand, name="hand"),
    path("hand/<number:seat>/look/", hand_views.look, name="look"),
    path("hand/<number:seat>/claim/", hand_views.claim, name="claim"),
    path("hand/<number:seat>/take-back/", hand_views.take_back, name="take_back"),
    path("hand/<number:seat>/let-go/", hand_views.let_go, name="let_go"),
    path("hand/<number:seat>/free/", hand_views.free, name="free"),
    path("house/", manage_views.house, name="house"),
    path("bet-unit/", manage_views.bet_unit, name="bet_unit"),
    path("rules/", rules_views.rules, name="rules"),
    path("rules/preview/", rules_views.preview, name="rules_preview"),
    path("rules/keep/", rules_views.keep, name="rules_keep"),
    path("card/", card.card, name="card"),
    path("board/", board_views.board, name="board"),
    path("figures/", statistics_views.figures, name="figures"),
    path("groups/", groups_views.of_table, name="groups"),
    path("groups/make/", groups_views.make, name="group_make"),
    path("groups/<str:group_id>/", groups_views.add, name="group_add"),
    path("groups/<str:group_id>/leave/", groups_views.leave, name="group_leave"),
    path("players/", manage_views.player, name="player"),
    path("players/swap/", manage_views.swap, name="swap"),
    path("players/<number:seat>/", manage_views.sit, name="sit"),
    path("players/<number:seat>/move/", manage_views.move, name="move"),
    path("players/<number:seat>/remove/", manage_views.remove, name="remove"),
    path("players/<number:seat>/rename/", manage_views.rename, name="rename"),
    path("rotate/", manage_views.rotate, name="rotate"),
    path("nod-from/", manage_views.nod_from, name="nod_from"),
    path("other/", other_items.other, name="other"),
    path("other/post/", other_items.post, name="other_post"),
    path("other/<number:number>/", other_items.item, name="other_item"),
    path("other/<number:number>/void/", other_items.void, name="other_void"),
    path("close/", manage_views.close, name="close"),
    path("reopen/", manage_views.reopen, name="reopen"),
    path("settle/", settle_views.settle, name="settle"),
    path("settle/picture.svg", settle_views.picture, name="settle_picture"),
    path("settle/pay/", settle_views.pay, name="pay"),
    path("settle/payments/<number:number>/unmark/", settle_views.unmark, name="unmark"),
    path("settle/agree/", settle_views.agree, name="agree"),
    path("settle/leave/<number:seat>/", settle_views.leave, name="leave"),
    path("settle/carry/", settle_views.carry, name="carry"),
    path("settle/carry/<slug:target>/take-back/", settle_views.take_back, name="carry_take_back"),
    path("people/<number:seat>/", statistics_views.statement, name="statement"),
    path("files/<slug:book>.<slug:format>", statistics_views.file, name="file"),
    path("log/", log_views.log, name="log"),
    path("log/chain/", log_views.chain, name="chain"),
    path("log/differs/", log_views.differs, name="differs"),
    path("whose/", log_views.whose, name="whose"),
    path("share/", share_views.share, name="share"),
    path("share/<role:role>/renew/", share_views.renew, name="renew"),
    path("safe/", share_views.safe, name="safe"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("privacy/forget/", privacy.forget_names, name="forget_names"),
]

group_urls = [
    path("", groups_views.group, name="group"),
    path("year/", groups_views.year, name="newest_year"),
    path("year/<number:year>/", groups_views.year, name="year"),
    path("year/<number:year>/picture.svg", groups_views.year_picture, name="year_picture"),
    path("out/", groups_views.out, name="group_out"),
    path("rename/", groups_views.rename, name="group_rename"),
    path("share/<role:role>/renew/", groups_views.renew, name="group_renew"),
    path("drop/", groups_views.drop, name="group_drop"),
    path("settle/", settling.page, name="group_settle"),
    path("settle/all/", settling.settle, name="group_settle_all"),
    path("settle/<uuid:settlement>/undo/", settling.undo, name="group_undo"),
    path("settle/<uuid:settlement>/<number:number>/", settling.mark, name="group_mark"),
]

urlpatterns = [
    path("", home_views.home, name="home"),
    path("forget/<str:session_id>/", home_views.forget, name="forget"),
    path("join/", join.join, name="join"),
    path("join/<slug:session_id>/", join.join_cell, name="join_cell"),
    path("join/<path:rest>", join.escaped, name="escaped_link"),
    path("<slug:language>.webmanifest", install.manifest, name="manifest"),
    path("so-diem.crt", share_views.authority, name="authority"),
    path("worker.js", install.worker, name="worker"),
    path("rules/", saved.saved, name="saved"),
    path("rules/<slug:pk>/drop/", saved.drop, name="saved_drop"),
    path("rules/<slug:pk>/take-back/", saved.take_back, name="saved_take_back"),
    path("t/<str:session_id>/", include(table_urls)),
    path("g/<str:group_id>/", include(group_urls)),
]
