"""Staff tokens, and how much of a rate limit somebody has used."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _, pgettext_lazy


class StaffToken(models.Model):
    """One person's pass to every session through the API; only its digest is kept."""

    class Scope(models.TextChoices):
        """What it opens."""

        READ = "read", _("đọc mọi bàn và tải tệp")
        EXPORT = "export", _("chỉ tải tệp của mọi bàn")
        WRITE = "write", _("đọc mọi bàn, đổi mức cược và chốt sổ")

    label = models.CharField(_("của ai"), max_length=60)
    scope = models.CharField(_("dùng để"), max_length=10, choices=Scope.choices, default=Scope.READ)
    expires_on = models.DateField(_("hết hạn"), null=True)
    """The last day on which it opens anything."""
    digest = models.CharField(max_length=64, unique=True)
    submission_id = models.UUIDField(null=True, unique=True)
    """Of the form it was made by: sent again, that form makes no second one."""
    created_at = models.DateTimeField(_("tạo lúc"), db_default=Now())
    last_used_on = models.DateField(_("dùng lần cuối"), null=True)
    """To the day: enough to see that a token lies idle, and one write a day."""
    revoked_at = models.DateTimeField(_("thu hồi lúc"), null=True)

    class Meta:
        verbose_name = _("mã quản lý")
        verbose_name_plural = pgettext_lazy("nhiều", "mã quản lý")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.label


class Allowance(models.Model):
    """How much of a limit somebody has used; `name` is a digest that says nothing of them."""

    name = models.CharField(primary_key=True, max_length=64)
    restored_at = models.BigIntegerField(db_index=True)
    """The moment, in milliseconds since 1970, from which on nothing is used any more."""

    def __str__(self) -> str:
        return self.name
