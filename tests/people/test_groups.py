"""Groups: who is who, what the evenings come to together, and that a group goes with its names."""

from collections.abc import Mapping
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger import books
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.access.keys import Role
from ledger.common.refusals import OtherCurrency, TooManyEvenings, TwiceTheSame, UnknownGroup
from ledger.models import Evening, Group, Link, Member, Seat, Session
from ledger.people import groups
from ledger.people.statistics import Peak, Side, Times, of_evening
from ledger.tables import sessions
from ledger.tables.membership import NEW
from tests.sample_tables import finishing, play, redo

pytestmark = pytest.mark.django_db


def a_table(*names: str, currency: str = "") -> Session:
    return sessions.open_session(
        rules="tien_len",
        settings={},
        bet_unit=2000,
        players=names,
        currency=currency,
        by=ON_THE_MACHINE,
    )


def sums(group: Group) -> dict[str, int]:
    """What every member won or lost, by name."""
    figures = groups.group_statistics(group).by_member
    return {member.name: figures[member.pk].gained for member in group.members.all()}


def add(group: Group, session: Session) -> None:
    groups.add(group, session, matched(group, session), by=ON_THE_MACHINE)


def make(session: Session, name: str = "", submission_id: UUID | None = None) -> Group:
    return groups.make(name, session, submission_id=submission_id or uuid4(), by=ON_THE_MACHINE)


def matched(group: Group, session: Session) -> Mapping[int, int]:
    return groups.places([group], session)[0]["matched"]


def log(session: Session) -> list[str]:
    """What the newest lines say of groups, oldest first."""
    kinds = session.changes.order_by("number").values_list("kind", flat=True)
    return [kind for kind in kinds if "grouped" in kind]


def test_people_are_the_same_by_name_wherever_they_sit() -> None:
    first = a_table("An", "Bình", "Cúc", "Dũng")
    play(first, 1, 2, 3, 4)
    group = make(first, "Tối thứ sáu")
    second = a_table("dũng", "An ", "Em", "Bình")
    play(second, 1, 2, 3, 4)
    add(group, second)
    assert sums(group) == {"An": 3000, "Bình": -1000, "Cúc": -1000, "Dũng": 0, "Em": -1000}


def test_who_is_taken_for_whom_can_be_said_otherwise() -> None:
    first = a_table("An", "Bình")
    play(first, 1, 2)
    group = make(first)
    an, binh = group.members.all()
    second = a_table("Anh Bình", "An")
    play(second, 1, 2)
    assert matched(group, second) == {1: NEW, 2: an.pk}
    groups.add(group, second, {1: binh.pk, 2: an.pk}, by=ON_THE_MACHINE)
    assert sums(group) == {"An": 0, "Bình": 0}
    assert matched(group, second) == {1: binh.pk, 2: an.pk}
    with pytest.raises(TwiceTheSame):
        groups.add(group, second, {1: an.pk, 2: an.pk}, by=ON_THE_MACHINE)


def test_the_same_form_sent_again_leaves_nobody_twice() -> None:
    first, second = a_table("An", "Bình"), a_table("Cúc", "Dũng")
    group = make(first)
    for _ in range(2):
        groups.add(group, second, {1: NEW, 2: NEW}, by=ON_THE_MACHINE)
        names = list(group.members.values_list("name", flat=True))
        assert names == ["An", "Bình", "Cúc", "Dũng"]
    assert log(second) == ["grouped"]


def test_who_was_taken_for_somebody_else_leaves_no_name() -> None:
    table = a_table("An", "Bình")
    group = make(a_table("Cúc", "Dũng"))
    groups.add(group, table, {1: NEW, 2: NEW}, by=ON_THE_MACHINE)
    cuc, dung = group.members.all()[:2]
    groups.add(group, table, {1: cuc.pk, 2: dung.pk}, by=ON_THE_MACHINE)
    assert [member.name for member in group.members.all()] == ["Cúc", "Dũng"]


def test_a_member_of_another_group_is_nobody_here() -> None:
    session = a_table("An", "Bình")
    stranger = make(session).members.first()
    assert stranger
    group = make(a_table("Cúc", "Dũng"))
    groups.add(group, session, {1: stranger.pk, 2: NEW}, by=ON_THE_MACHINE)
    assert sorted(group.members.values_list("name", flat=True)) == ["An", "Bình", "Cúc", "Dũng"]


def test_points_and_money_are_not_added_up() -> None:
    group = make(a_table("An", "Bình"))
    with pytest.raises(OtherCurrency):
        add(group, a_table("An", "Bình", currency="đồng"))
    assert group.evenings.count() == 1


def test_a_group_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "EVENINGS", 1)
    group = make(a_table("An", "Bình"))
    with pytest.raises(TooManyEvenings):
        add(group, a_table("An", "Bình"))


def test_taking_a_table_out_undoes_adding_it() -> None:
    first, second = a_table("An", "Bình"), a_table("An", "Cúc")
    group = make(first)
    before = list(group.members.values_list("pk", "name"))
    add(group, second)
    assert group.members.count() == 3
    groups.take_out(group, second.pk, by=ON_THE_MACHINE)
    assert list(group.members.values_list("pk", "name")) == before
    assert [each.session_id for each in groups.group_statistics(group).evenings] == [first.pk]


def test_deleting_a_group_leaves_no_name_and_every_table() -> None:
    session = a_table("An", "Bình")
    group = make(session, "Tối thứ sáu")
    other = make(a_table("Cúc", "Dũng"))
    groups.delete(group, by=ON_THE_MACHINE)
    assert list(Group.objects.all()) == [other]
    assert sorted(Member.objects.values_list("name", flat=True)) == ["Cúc", "Dũng"]
    assert not Evening.objects.filter(session=session).exists()
    assert Seat.objects.filter(session=session).count() == 2


def test_a_renewal_at_a_copy_that_was_put_back_opens_no_link_of_the_lost_book() -> None:
    """Both go on from the same generation; three renewals meet by chance once in 10 ** 12."""
    lost, again = (
        [groups.renew_key(group, Role.VIEW).view_key_generation for _time in range(3)]
        for group in (make(a_table("An", "Bình")), make(a_table("Cúc", "Dũng")))
    )
    assert lost != again


def test_a_group_of_one_evening_has_its_figures() -> None:
    session = a_table("An", "Bình", "Cúc", "Dũng")
    for places in ((1, 2, 3, 4), (4, 3, 2, 1), (2, 1, 4, 3)):
        play(session, *places)
    books.void(session.pk, 1, by=ON_THE_MACHINE)
    group = make(session)
    figures = groups.group_statistics(group)
    assert [figures.by_member[member.pk] for member in group.members.all()] == [
        of_evening(session)[seat] for seat in (1, 2, 3, 4)
    ]
    assert figures.rounds == {session.pk: 2}


def test_a_group_of_many_evenings_asks_as_often_as_one_of_few() -> None:
    group = make(a_table("An", "Bình"))
    asked = []
    for _ in range(3):
        session = a_table("An", "Bình")
        play(session, 1, 2)
        add(group, session)
        for _again in range(2):
            with CaptureQueriesContext(connection) as queries:
                assert groups.group_statistics(group)
            asked.append(len(queries))
    assert asked == [3, 1, 3, 1, 3, 1]


def test_what_happens_after_an_evening_was_added_up_is_seen() -> None:
    session = a_table("An", "Bình")
    group = make(session)
    for won in (2000, 4000):
        play(session, 1, 2)
        assert sums(group) == {"An": won, "Bình": -won}
    books.void(session.pk, 1, by=ON_THE_MACHINE)
    assert sums(group) == {"An": 2000, "Bình": -2000}
    redo(session, 1, 2, 1)
    assert sums(group) == {"An": 0, "Bình": 0}


def test_the_biggest_gain_says_on_which_evening_it_was() -> None:
    first, second = a_table("An", "Bình"), a_table("An", "Bình")
    group = make(first)
    add(group, second)
    play(first, 1, 2)
    facts = finishing(1, 2) | {"thoi": {"2": ["2H"]}}
    books.record(second.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    an, binh = group.members.all()
    figures = groups.group_statistics(group).by_member
    assert figures[an.pk].gain == Peak(4000, 1, 1, second.opened_at)
    assert figures[an.pk].loss == Peak()
    assert figures[binh.pk].by_reason[Side.PAID, "thoi"] == Times(1, 2000)


def test_a_name_cleared_at_the_last_table_that_had_it_is_cleared_in_its_groups() -> None:
    first, second = a_table("An", "Bình"), a_table("An", "Bình")
    group = make(first)
    add(group, second)
    sessions.forget_names(first.pk, [1], by=ON_THE_MACHINE)
    assert list(group.members.values_list("name", flat=True)) == ["An", "Bình"]
    sessions.forget_names(second.pk, [1], by=ON_THE_MACHINE)
    assert list(group.members.values_list("name", flat=True)) == ["", "Bình"]


def test_a_name_that_no_table_has_any_more_is_in_no_group_either() -> None:
    first, second = a_table("An", "Bình"), a_table("Bob", "Bình")
    group = make(first)
    an = group.members.get(name="An")
    groups.add(group, second, {1: an.pk, 2: group.members.get(name="Bình").pk}, by=ON_THE_MACHINE)
    sessions.forget_names(first.pk, [1], by=ON_THE_MACHINE)
    assert list(group.members.values_list("name", flat=True)) == ["Bob", "Bình"]


def test_the_form_of_a_group_sent_again_makes_no_second_one() -> None:
    session, id = a_table("An", "Bình"), uuid4()
    group = make(session, "Một", id)
    assert make(session, "Hai", id) == group
    assert (Group.objects.get().name, log(session)) == ("Một", ["grouped"])
    assert make(a_table("An", "Bình"), "Ba", id) != group, "the form of another table"


def test_who_joins_a_table_that_counts_is_counted() -> None:
    first, second = a_table("An", "Bình"), a_table("An", "Cúc", "Em")
    group, other = make(first), make(first)
    add(group, second)
    sessions.add_player(first.pk, "em", by=ON_THE_MACHINE)
    play(first, 1, 2, 3)
    play(second, 1, 2, 3)
    assert sums(group) == {"An": 4000, "Bình": 0, "Cúc": 0, "Em": -4000}
    assert sums(other) == {"An": 2000, "Bình": 0, "em": -2000}


def test_the_log_of_a_table_says_what_it_counts_for() -> None:
    first, second = a_table("An", "Bình"), a_table("An", "Bình")
    group = make(first)
    add(group, second)
    for _ in range(2):
        groups.take_out(group, second.pk, by=Actor(Link.GROUP))
    add(group, second)
    groups.delete(group, by=ON_THE_MACHINE)
    assert log(first) == ["grouped", "ungrouped"]
    assert log(second) == ["grouped", "ungrouped"] * 2
    taken_out = second.changes.filter(kind="ungrouped").earliest("number")
    assert (taken_out.link, taken_out.details) == ("group", {"group": group.pk})
    second.refresh_from_db()
    assert second.log_count == second.changes.count()


def test_a_group_that_is_gone_counts_nothing_more() -> None:
    group = make(a_table("An", "Bình"))
    table = a_table("An", "Bình")
    Group.objects.filter(pk=group.pk).delete()
    with pytest.raises(UnknownGroup):
        groups.add(group, table, {}, by=ON_THE_MACHINE)
    assert log(table) == []
