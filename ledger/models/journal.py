"""The journal: postings that only ever follow each other, their entries, what else is posted."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from ledger.common.amounts import amount

AMOUNT_LIMIT = 10**12
"""The most that one entry may be of."""


class Payment(models.Model):
    """Money that one person handed another at the table, marked by somebody; we move none.

    The book pays it back: its entry goes from the creditor to the debtor, because a payer
    loses balance and a payee gains it, and the debtor's balance rises towards 0.
    """

    session = models.ForeignKey("Session", models.PROTECT, related_name="payments", db_index=False)
    number = models.PositiveIntegerField()
    submission_id = models.UUIDField()
    """Made with the form; sending it again marks nothing more."""
    debtor = models.ForeignKey("Seat", models.PROTECT, related_name="+", db_index=False)
    creditor = models.ForeignKey("Seat", models.PROTECT, related_name="+", db_index=False)
    amount = models.BigIntegerField()
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="payment_number_once"),
            models.UniqueConstraint(
                fields=["session", "submission_id"], name="payment_submitted_once"
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=0, amount__lte=AMOUNT_LIMIT), name="payment_amount_positive"
            ),
            models.CheckConstraint(condition=~Q(debtor=F("creditor")), name="payment_between_two"),
        )

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"


class Carry(models.Model):
    """What a closed session left unpaid, carried into a new one with the same people.

    The old balances are brought to 0 and stand in the new session from its beginning.
    """

    source = models.ForeignKey("Session", models.PROTECT, related_name="carries", db_index=False)
    target = models.OneToOneField("Session", models.PROTECT, related_name="carried_from")
    submission_id = models.UUIDField()
    carried_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["source", "submission_id"], name="carried_once"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="carried_elsewhere"),
        )

    def __str__(self) -> str:
        return f"{self.source_id} → {self.target_id}"


class OtherItem(models.Model):
    """Money between players that no round explains, such as a fine; its entries say who pays whom.

    The words stand in its posting.
    """

    session = models.ForeignKey(
        "Session", models.PROTECT, related_name="other_items", db_index=False
    )
    number = models.PositiveIntegerField()
    submission_id = models.UUIDField()
    after_round = models.PositiveIntegerField()
    """The number of the newest round when it was told; 0 before the first."""
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="other_number_once"),
            models.UniqueConstraint(
                fields=["session", "submission_id"], name="other_submitted_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"


def _of(*kinds: str, **what: bool) -> Q:
    of = {f"{name}__isnull": not what.get(name) for name in ("round", "payment", "carry", "other")}
    return Q(kind__in=kinds, **of)


class Posting(models.Model):
    """One event of the journal; its entries add up on their own, its hash holds the chain."""

    class Kind(models.TextChoices):
        ROUND = "round", _("ghi ván")
        VOID = "void", _("huỷ ván")
        PAYMENT = "payment", _("trả tiền")
        UNPAID = "unpaid", _("bỏ đánh dấu trả tiền")
        CARRIED = "carried", _("mang sang bàn mới")
        UNCARRIED = "uncarried", _("rút lại phần mang sang")
        MANUAL = "manual", _("khoản khác")
        MANUAL_VOID = "manual_void", _("huỷ khoản khác")

    session = models.ForeignKey("Session", models.PROTECT, related_name="postings", db_index=False)
    number = models.PositiveIntegerField(_("lần ghi"))
    kind = models.CharField(_("loại"), max_length=12, choices=Kind)
    round = models.ForeignKey(
        "Round", models.PROTECT, null=True, related_name="postings", db_index=False
    )
    payment = models.ForeignKey(
        Payment, models.PROTECT, null=True, related_name="postings", db_index=False
    )
    carry = models.ForeignKey(
        Carry, models.PROTECT, null=True, related_name="postings", db_index=False
    )
    other = models.ForeignKey(
        OtherItem, models.PROTECT, null=True, related_name="postings", db_index=False
    )
    """What was posted: a round, a payment, what was carried or another item, as the kind says."""
    reason = models.CharField(_("lý do"), max_length=200)
    posted_at = models.DateTimeField(_("ghi lúc"))
    hash = models.CharField(_("dấu"), max_length=64)

    class Meta:
        verbose_name = _("lần ghi")
        verbose_name_plural = pgettext_lazy("nhiều", "lần ghi")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="posting_number_once"),
            models.UniqueConstraint(fields=["round", "kind"], name="round_posted_and_void_once"),
            models.UniqueConstraint(fields=["payment", "kind"], name="payment_posted_once"),
            models.UniqueConstraint(fields=["carry", "session", "kind"], name="carry_posted_once"),
            models.UniqueConstraint(fields=["other", "kind"], name="other_posted_once"),
            models.CheckConstraint(
                condition=_of("round", "void", round=True)
                | _of("payment", "unpaid", payment=True)
                | _of("carried", "uncarried", carry=True)
                | _of("manual", "manual_void", other=True),
                name="posting_of_one_thing",
            ),
        )

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number} {self.get_kind_display()}"


class Entry(models.Model):
    """One row of a posting: `payer` gives `payee` the amount, so it balances by itself."""

    posting = models.ForeignKey(Posting, models.PROTECT, related_name="entries", db_index=False)
    line = models.PositiveSmallIntegerField(_("dòng"))
    payer = models.ForeignKey("Seat", models.PROTECT, related_name="+", db_index=False)
    payee = models.ForeignKey("Seat", models.PROTECT, related_name="+", db_index=False)
    amount = models.BigIntegerField()
    reason = models.CharField(max_length=20)

    class Meta:
        verbose_name = _("bút toán")
        verbose_name_plural = pgettext_lazy("nhiều", "bút toán")
        ordering = ("posting", "line")
        constraints = (
            models.UniqueConstraint(fields=["posting", "line"], name="entry_line_once"),
            models.CheckConstraint(condition=Q(line__gte=1), name="entry_line_from_1"),
            models.CheckConstraint(
                condition=Q(amount__gt=0, amount__lte=AMOUNT_LIMIT), name="entry_amount_positive"
            ),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="entry_between_two"),
        )

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee}: {amount(self.amount)}"
