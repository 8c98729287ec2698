"""The round being entered: its form, what it would pay, and what is wrong with it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from ledger import books
from ledger.books.handed_on import HANDED_ON
from ledger.books.history import PlayedRound
from ledger.books.numbering import Numbering
from ledger.common import refusals, strict_json
from ledger.common.language import language
from ledger.common.person import Fields
from ledger.common.strict_json import Object
from ledger.models import Round
from ledger.spoken import ParseResult, example
from ledger.web.games import form_for
from ledger.web.games.base import RoundForm, RoundTerms
from ledger.web.games.choices import FormChoice
from ledger.web.phone_table import Table
from ledger.web.table.explain import WhyLine, why_lines
from ledger.web.table.history import HistoryRound
from scoring import RULE_SETS, FactsError, Problem


@dataclass(frozen=True, slots=True)
class Draft:
    """The round being entered: its form, its place in the order, what it would pay.

    `after` is the newest round the phone has seen; the round gets the next number. `otherwise` says
    that it starts with something else than was handed on, as its heads do. `changes` are
    what it would pay by seat, `before` what it paid as it was recorded. `newer` are rounds it has
    not seen, `mine` its own in words, to be told apart from them; `instead` the round that was
    recorded from this phone's first sending of it. A `notice` says what was `done`, `undo` where
    that is undone, or why nothing was; `status` is the HTTP status that all this deserves.
    """

    form: RoundForm
    submission_id: UUID
    after: int
    numbering: Numbering
    correcting: Round | None = None
    hint: str = ""
    lines: Sequence[WhyLine] = ()
    changes: Mapping[int, int] = field(default_factory=dict)
    before: Mapping[int, int] = field(default_factory=dict)
    warnings: Sequence[str] = ()
    otherwise: Sequence[str] = ()
    problems: Sequence[str] = ()
    offer: FormChoice | None = None
    notice: str = ""
    done: bool = False
    undo: str = ""
    newer: Sequence[HistoryRound] = ()
    mine: Sequence[str] = ()
    instead: int = 0
    sentence: ParseResult | None = None
    status: int = 200

    @property
    def number(self) -> int:
        """The number that people give the round."""
        if self.correcting:
            return self.numbering.of(self.correcting)
        return self.numbering.at(self.after + 1)

    @property
    def is_blank(self) -> bool:
        """Whether nothing is told yet."""
        return not self.form.fields

    def after_act(self, words: str, undo: str) -> "Draft":
        """Say what was done, and where that is undone."""
        return replace(self, notice=words, done=bool(words), undo=undo)

    @property
    def differs(self) -> bool:
        """Whether recording it changes the books: a correction may be none yet."""
        if not (self.correcting and self.before):
            return True
        # Whoever recorded it may have spelt its facts otherwise than the form does.
        form = self.form
        recorded = form.from_facts(self.correcting.facts, form.people, form.terms)
        return form.facts() != recorded.facts()

    @property
    def example(self) -> str:
        """A sentence that these players could tell a round in."""
        return example(self.form.vocabulary, self.form.people)


def blank_draft(table: Table) -> Draft | None:
    """The form for the next round; None where no round can be recorded from here."""
    if not table.may_record:
        return None
    draft = next_draft(table)
    return replace(draft, hint=draft.form.missing())


def next_draft(table: Table) -> Draft:
    """The next round of which nothing is told yet, whoever tells it."""
    terms = RoundTerms(table.rule_version.values, table.next.start, table.bet_unit, table.names)
    return _draft(table, form_for(table.rules).blank(table.people(table.next.players), terms))


def draft_of(table: Table, fields: Fields, seats: Sequence[int]) -> Draft:
    """The next round as a phone has tapped it.

    Seats, game and start are those the phone was shown: sent again, the facts stay
    the same.
    """
    asked = fields.get("rules", "")
    rules = asked if asked in RULE_SETS else table.rules
    settings = table.rule_version.values if rules == table.rules else {}
    terms = RoundTerms(settings, _start(fields), table.bet_unit, table.names)
    return _draft(table, form_for(rules)(fields, table.people(seats), terms))


def _start(fields: Fields) -> Object:
    """What the round starts with, as the phone was shown it; nothing where it sends nonsense."""
    try:
        start = strict_json.loads(fields.get("start", "{}").encode())
    except ValueError:
        return {}
    return start if isinstance(start, dict) else {}


def correction(table: Table, played: PlayedRound, fields: Fields | None = None) -> Draft:
    """A round to be told again, under the terms it was scored with."""
    round = played.round
    people, version = table.people(round.facts["players"]), round.rule_version
    start = RULE_SETS[version.rules].start_of(round.facts, version.values)
    terms = RoundTerms(version.values, start, round.bet_unit.amount, table.names)
    shown = form_for(version.rules)
    if fields is None:
        form = shown.from_facts(round.facts, people, terms)
    else:
        form = shown(fields, people, terms)
    before = {} if played.void else played.amounts
    return replace(_draft(table, form), correcting=round, before=before)


def _draft(table: Table, form: RoundForm) -> Draft:
    return Draft(form, uuid4(), table.session.round_count, table.numbering)


def checked(table: Table, draft: Draft) -> Draft:
    """The draft with what is still missing before it can be scored."""
    draft = replace(draft, hint=draft.form.missing())
    if draft.form.rules != table.rules and not draft.correcting:
        problem = _("Bàn vừa đổi kiểu chơi. Ván này chưa ghi; muốn ghi thì đổi lại.")
        return replace(draft, problems=(*draft.problems, problem), status=409)
    return replace(draft, status=422 if draft.hint else 200)


def scored(table: Table, draft: Draft) -> Draft:
    """The draft with the hint, the payments or the problems that it comes to."""
    draft = checked(table, draft)
    if draft.status != 200:
        return draft
    of = draft.correcting
    try:
        outcome = books.preview(table.session, draft.form.facts(), of.number if of else None)
    except FactsError as refused:
        return with_problems(table, draft, refused.problems)
    except refusals.Refusal as refusal:
        return replace(draft, problems=(*draft.problems, refusal.message()), status=409)
    rules, bet_unit = draft.form.rules, draft.form.terms.bet_unit
    transfers = [each.as_json() for each in (*outcome.transfers, *outcome.unpaid)]
    return replace(
        draft,
        lines=why_lines(rules, transfers, bet_unit, table.names),
        changes={seat: net * bet_unit // outcome.grain for seat, net in outcome.net.items()},
        warnings=_sentences([each for each in outcome.warnings if each.code != HANDED_ON], table),
        otherwise=_sentences([each for each in outcome.warnings if each.code == HANDED_ON], table),
    )


def with_problems(table: Table, draft: Draft, problems: Sequence[Problem]) -> Draft:
    """The draft with what is wrong with it, and the setting that would let it be."""
    sentences = [*draft.problems, *_sentences(problems, table)]
    return replace(draft, problems=sentences, offer=draft.form.offer(problems), status=422)


def _sentences(problems: Iterable[Problem], table: Table) -> list[str]:
    names = table.names
    return [
        problem.message(language(), lambda seat: names.get(seat, f"#{seat}"))
        for problem in problems
    ]
