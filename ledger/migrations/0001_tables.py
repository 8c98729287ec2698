"""Every table, and what the database itself refuses, which stands in the files beside this."""

import functools
import secrets
from pathlib import Path

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.crypto
from django.db import migrations, models


def guard(apps, schema_editor):
    file = f"0001_tables_{schema_editor.connection.vendor}.sql"
    for statement in Path(__file__).with_name(file).read_text(encoding="utf-8").split("\n\n"):
        schema_editor.execute(" ".join(statement.split()), params=None)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Allowance',
            fields=[
                ('name', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('restored_at', models.BigIntegerField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='BetUnit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('amount', models.BigIntegerField()),
                ('reason', models.CharField(max_length=200)),
                ('decided_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='Carry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('submission_id', models.UUIDField()),
                ('carried_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Group',
            fields=[
                ('id', models.CharField(default=functools.partial(django.utils.crypto.get_random_string, 10, 'abcdefghjkmnpqrstuvwxyz23456789'), max_length=12, primary_key=True, serialize=False, verbose_name='mã')),
                ('name', models.CharField(max_length=60, verbose_name='tên nhóm')),
                ('currency', models.CharField(max_length=12, verbose_name='đơn vị tiền')),
                ('made_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='lập lúc')),
                ('submission_id', models.UUIDField(null=True)),
                ('score_key_generation', models.PositiveIntegerField(default=1)),
                ('view_key_generation', models.PositiveIntegerField(default=1)),
            ],
            options={
                'verbose_name': 'nhóm chơi',
                'verbose_name_plural': 'nhóm chơi',
            },
        ),
        migrations.CreateModel(
            name='OtherItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('submission_id', models.UUIDField()),
                ('after_round', models.PositiveIntegerField()),
                ('recorded_at', models.DateTimeField()),
            ],
            options={
                'ordering': ('-number',),
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=30)),
                ('sitting_out', models.BooleanField(default=False)),
                ('balance', models.BigIntegerField(default=0)),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='RuleVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('rules', models.CharField(max_length=20)),
                ('settings', models.JSONField(default=dict)),
                ('reason', models.CharField(max_length=200)),
                ('decided_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='SavedRules',
            fields=[
                ('id', models.CharField(default=functools.partial(secrets.token_hex, 12), max_length=24, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=60, verbose_name='tên bộ luật')),
                ('rules', models.CharField(max_length=20)),
                ('settings', models.JSONField(default=dict)),
                ('shared', models.BooleanField(default=False)),
                ('saved_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='lưu lúc')),
                ('dropped_at', models.DateTimeField(null=True, verbose_name='bỏ lúc')),
            ],
            options={
                'verbose_name': 'bộ luật',
                'verbose_name_plural': 'bộ luật',
            },
        ),
        migrations.CreateModel(
            name='StaffToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('label', models.CharField(max_length=60, verbose_name='của ai')),
                ('scope', models.CharField(choices=[('read', 'đọc mọi bàn và tải tệp'), ('export', 'chỉ tải tệp của mọi bàn')], default='read', max_length=10, verbose_name='dùng để')),
                ('expires_on', models.DateField(null=True, verbose_name='hết hạn')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('submission_id', models.UUIDField(null=True, unique=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='tạo lúc')),
                ('last_used_on', models.DateField(null=True, verbose_name='dùng lần cuối')),
                ('revoked_at', models.DateTimeField(null=True, verbose_name='thu hồi lúc')),
            ],
            options={
                'verbose_name': 'mã quản lý',
                'verbose_name_plural': 'mã quản lý',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=30)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='ledger.group')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('submission_id', models.UUIDField()),
                ('amount', models.BigIntegerField()),
                ('recorded_at', models.DateTimeField()),
                ('creditor', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.seat')),
                ('debtor', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.seat')),
            ],
            options={
                'ordering': ('-number',),
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('id', models.CharField(default=functools.partial(django.utils.crypto.get_random_string, 8, 'abcdefghjkmnpqrstuvwxyz23456789'), max_length=12, primary_key=True, serialize=False, verbose_name='mã')),
                ('submission_id', models.UUIDField(null=True, unique=True)),
                ('name', models.CharField(max_length=60, verbose_name='tên bàn')),
                ('currency', models.CharField(max_length=12, verbose_name='đơn vị tiền')),
                ('opened_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='mở lúc')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='đóng lúc')),
                ('score_key_generation', models.PositiveIntegerField(default=1)),
                ('view_key_generation', models.PositiveIntegerField(default=1)),
                ('seating', models.CharField(max_length=8)),
                ('seated_after', models.PositiveIntegerField(default=0)),
                ('rotates', models.BooleanField(default=False)),
                ('round_count', models.PositiveIntegerField(default=0, verbose_name='số ván')),
                ('posting_count', models.PositiveIntegerField(default=0, verbose_name='số lần ghi')),
                ('head', models.CharField(max_length=64)),
                ('log_count', models.PositiveIntegerField(default=0)),
                ('log_head', models.CharField(max_length=64)),
                ('salt', models.CharField(default=functools.partial(secrets.token_hex, 16), max_length=32)),
                ('change_count', models.PositiveIntegerField(default=0)),
                ('bet_unit', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='in_force_in', to='ledger.betunit')),
                ('rule_version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='in_force_in', to='ledger.ruleversion')),
            ],
            options={
                'verbose_name': 'bàn',
                'verbose_name_plural': 'bàn',
            },
        ),
        migrations.AddField(
            model_name='seat',
            name='session',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='ruleversion',
            name='session',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rule_versions', to='ledger.session'),
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='ván')),
                ('submission_id', models.UUIDField(verbose_name='mã gửi')),
                ('facts', models.JSONField()),
                ('result', models.JSONField()),
                ('stands_for', models.PositiveIntegerField(verbose_name='thay cho ván')),
                ('recorded_at', models.DateTimeField(verbose_name='ghi lúc')),
                ('bet_unit', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.betunit')),
                ('corrects', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrected_by', to='ledger.round')),
                ('rule_version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.ruleversion')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='ledger.session')),
            ],
            options={
                'verbose_name': 'ván',
                'verbose_name_plural': 'ván',
                'ordering': ('-number',),
            },
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='lần ghi')),
                ('kind', models.CharField(choices=[('round', 'ghi ván'), ('void', 'huỷ ván'), ('payment', 'trả tiền'), ('unpaid', 'bỏ đánh dấu trả tiền'), ('carried', 'mang sang bàn mới'), ('uncarried', 'rút lại phần mang sang'), ('manual', 'khoản khác'), ('manual_void', 'huỷ khoản khác')], max_length=12, verbose_name='loại')),
                ('reason', models.CharField(max_length=200, verbose_name='lý do')),
                ('posted_at', models.DateTimeField(verbose_name='ghi lúc')),
                ('hash', models.CharField(max_length=64, verbose_name='dấu')),
                ('carry', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.carry')),
                ('other', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.otheritem')),
                ('payment', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.payment')),
                ('round', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.round')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.session')),
            ],
            options={
                'verbose_name': 'lần ghi',
                'verbose_name_plural': 'lần ghi',
                'ordering': ('number',),
            },
        ),
        migrations.AddField(
            model_name='payment',
            name='session',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='otheritem',
            name='session',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='other_items', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='group',
            name='source',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='groups_made', to='ledger.session', verbose_name='từ bàn'),
        ),
        migrations.CreateModel(
            name='Flag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('phone', models.CharField(max_length=43)),
                ('link', models.CharField(max_length=12)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('word', models.CharField(max_length=80)),
                ('state', models.CharField(default='open', max_length=12)),
                ('answer', models.CharField(max_length=80)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='flags', to='ledger.round')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='flags', to='ledger.session')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('members', models.JSONField(default=dict)),
                ('group', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='ledger.group')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='ledger.session')),
            ],
        ),
        migrations.CreateModel(
            name='Change',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=12)),
                ('link', models.CharField(max_length=12)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('round', models.PositiveIntegerField(null=True)),
                ('details', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField()),
                ('posting_count', models.PositiveIntegerField()),
                ('hash', models.CharField(max_length=64)),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='ledger.session')),
            ],
            options={
                'ordering': ('-number',),
            },
        ),
        migrations.AddField(
            model_name='carry',
            name='source',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='carries', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='carry',
            name='target',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='carried_from', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='betunit',
            name='session',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='bet_units', to='ledger.session'),
        ),
        migrations.CreateModel(
            name='OwnHand',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='own_hand', serialize=False, to='ledger.seat')),
                ('phone', models.CharField(max_length=43)),
                ('after', models.PositiveIntegerField(default=0)),
                ('fields', models.JSONField(default=dict)),
                ('handed_in_at', models.DateTimeField(null=True)),
                ('final', models.BooleanField(default=False)),
                ('rule_version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='ledger.ruleversion')),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.PositiveSmallIntegerField(verbose_name='dòng')),
                ('amount', models.BigIntegerField()),
                ('reason', models.CharField(max_length=20)),
                ('payee', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.seat')),
                ('payer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.seat')),
                ('posting', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='ledger.posting')),
            ],
            options={
                'verbose_name': 'bút toán',
                'verbose_name_plural': 'bút toán',
                'ordering': ('posting', 'line'),
                'constraints': [models.UniqueConstraint(fields=('posting', 'line'), name='entry_line_once'), models.CheckConstraint(condition=models.Q(('line__gte', 1)), name='entry_line_from_1'), models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000)), name='entry_amount_positive'), models.CheckConstraint(condition=models.Q(('payer', models.F('payee')), _negated=True), name='entry_between_two')],
            },
        ),
        migrations.AddIndex(
            model_name='session',
            index=models.Index(fields=['-opened_at'], name='session_newest'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='seat_number_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 8)), name='seat_number_from_1'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('balance__gte', -9007199254740991), ('balance__lte', 9007199254740991)), name='seat_balance_bounded'),
        ),
        migrations.AddConstraint(
            model_name='ruleversion',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='rule_version_once'),
        ),
        migrations.AddIndex(
            model_name='round',
            index=models.Index(fields=['session', '-stands_for'], name='round_as_played'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('session', 'submission_id'), name='submission_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('corrects__isnull', True), ('stands_for', models.F('number'))), models.Q(('corrects__isnull', False), ('stands_for__lt', models.F('number'))), _connector='OR'), name='round_stands_for_itself_or_earlier'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='posting_number_once'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('round', 'kind'), name='round_posted_and_void_once'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('payment', 'kind'), name='payment_posted_once'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('carry', 'session', 'kind'), name='carry_posted_once'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('other', 'kind'), name='other_posted_once'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('carry__isnull', True), ('kind__in', ('round', 'void')), ('other__isnull', True), ('payment__isnull', True), ('round__isnull', False)), models.Q(('carry__isnull', True), ('kind__in', ('payment', 'unpaid')), ('other__isnull', True), ('payment__isnull', False), ('round__isnull', True)), models.Q(('carry__isnull', False), ('kind__in', ('carried', 'uncarried')), ('other__isnull', True), ('payment__isnull', True), ('round__isnull', True)), models.Q(('carry__isnull', True), ('kind__in', ('manual', 'manual_void')), ('other__isnull', False), ('payment__isnull', True), ('round__isnull', True)), _connector='OR'), name='posting_of_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='payment_number_once'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.UniqueConstraint(fields=('session', 'submission_id'), name='payment_submitted_once'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000)), name='payment_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('debtor', models.F('creditor')), _negated=True), name='payment_between_two'),
        ),
        migrations.AddConstraint(
            model_name='otheritem',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='other_number_once'),
        ),
        migrations.AddConstraint(
            model_name='otheritem',
            constraint=models.UniqueConstraint(fields=('session', 'submission_id'), name='other_submitted_once'),
        ),
        migrations.AddConstraint(
            model_name='group',
            constraint=models.UniqueConstraint(fields=('source', 'submission_id'), name='group_made_once'),
        ),
        migrations.AddIndex(
            model_name='flag',
            index=models.Index(fields=['session', 'state'], name='flags_of_a_session'),
        ),
        migrations.AddConstraint(
            model_name='flag',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('round', 'phone'), name='flag_open_once'),
        ),
        migrations.AddConstraint(
            model_name='evening',
            constraint=models.UniqueConstraint(fields=('group', 'session'), name='evening_counts_once'),
        ),
        migrations.AddConstraint(
            model_name='change',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='change_number_once'),
        ),
        migrations.AddConstraint(
            model_name='change',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['opened', 'recorded', 'corrected', 'restored', 'void', 'bet_unit', 'rules', 'joined', 'sat_out', 'sat_in', 'named', 'seated', 'renamed', 'rotates', 'forgotten', 'key', 'closed', 'reopened', 'flagged', 'unflagged', 'kept', 'paid', 'unpaid', 'carried', 'uncarried', 'other', 'other_void', 'grouped', 'ungrouped', 'agreed']), ('link__in', ['', 'score', 'view', 'api', 'admin', 'command', 'group'])), name='change_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='change',
            constraint=models.CheckConstraint(condition=models.Q(('seat__isnull', True), models.Q(('seat__gte', 1), ('seat__lte', 8)), _connector='OR'), name='change_by_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='carry',
            constraint=models.UniqueConstraint(fields=('source', 'submission_id'), name='carried_once'),
        ),
        migrations.AddConstraint(
            model_name='carry',
            constraint=models.CheckConstraint(condition=models.Q(('source', models.F('target')), _negated=True), name='carried_elsewhere'),
        ),
        migrations.AddConstraint(
            model_name='betunit',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='bet_unit_once'),
        ),
        migrations.AddConstraint(
            model_name='betunit',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000)), name='bet_unit_positive'),
        ),
        migrations.AddConstraint(
            model_name='ownhand',
            constraint=models.CheckConstraint(condition=models.Q(('final', False), ('handed_in_at__isnull', False), _connector='OR'), name='own_hand_final_once_handed_in'),
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
