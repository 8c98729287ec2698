CREATE OR REPLACE FUNCTION ledger_session_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (NEW.round_count = 0 AND NEW.posting_count = 0 AND NEW.head = '' AND NEW.log_count = 0
    AND NEW.log_head = '' AND NEW.change_count = 0 AND NEW.rule_version_id IS NULL AND
    NEW.bet_unit_id IS NULL) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a session begins empty'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_session_insert BEFORE INSERT ON ledger_session FOR EACH ROW EXECUTE FUNCTION
    ledger_session_insert()

ALTER TABLE ledger_session ENABLE ALWAYS TRIGGER ledger_session_insert

CREATE OR REPLACE FUNCTION ledger_session_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (NEW.id = OLD.id AND NEW.opened_at = OLD.opened_at AND COALESCE(NEW.submission_id =
    OLD.submission_id, NEW.submission_id IS NULL AND OLD.submission_id IS NULL)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a session stays itself'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.round_count >= OLD.round_count AND (NEW.posting_count = OLD.posting_count + 1 OR
    (NEW.posting_count = OLD.posting_count AND NEW.head = OLD.head))) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a session counts upwards'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.log_count - OLD.log_count IN (0, 1) AND NEW.change_count - OLD.change_count >=
    NEW.log_count - OLD.log_count) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a line of the log is told to the other pages'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.posting_count = OLD.posting_count OR EXISTS (SELECT 1 FROM ledger_posting p WHERE
    p.session_id = NEW.id AND p.number = NEW.posting_count AND p.hash = NEW.head)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: only a posting that is there is counted'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF ((NEW.log_count = OLD.log_count AND NEW.log_head = OLD.log_head) OR EXISTS (SELECT 1 FROM
    ledger_change c WHERE c.session_id = NEW.id AND c.number = NEW.log_count AND c.hash =
    NEW.log_head)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: only a line that is there is counted'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.score_key_generation >= OLD.score_key_generation AND NEW.view_key_generation >=
    OLD.view_key_generation) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: an old key stays dead'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.rule_version_id = OLD.rule_version_id OR EXISTS (SELECT 1 FROM ledger_ruleversion o WHERE
    o.id = NEW.rule_version_id AND o.session_id = NEW.id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: rules are of the same session'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.bet_unit_id = OLD.bet_unit_id OR EXISTS (SELECT 1 FROM ledger_betunit o WHERE o.id =
    NEW.bet_unit_id AND o.session_id = NEW.id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the bet unit is of the same session'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_session_update BEFORE UPDATE ON ledger_session FOR EACH ROW EXECUTE FUNCTION
    ledger_session_update()

ALTER TABLE ledger_session ENABLE ALWAYS TRIGGER ledger_session_update

CREATE OR REPLACE FUNCTION ledger_session_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_session_delete BEFORE DELETE ON ledger_session FOR EACH ROW EXECUTE FUNCTION
    ledger_session_delete()

ALTER TABLE ledger_session ENABLE ALWAYS TRIGGER ledger_session_delete

CREATE OR REPLACE FUNCTION ledger_session_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_session_truncate BEFORE TRUNCATE ON ledger_session FOR EACH STATEMENT EXECUTE
    FUNCTION ledger_session_truncate()

ALTER TABLE ledger_session ENABLE ALWAYS TRIGGER ledger_session_truncate

CREATE OR REPLACE FUNCTION ledger_seat_insert() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode
    = force_generic_plan AS $guard$
  BEGIN IF (NEW.balance = 0) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a seat begins with nothing'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_seat_insert BEFORE INSERT ON ledger_seat FOR EACH ROW EXECUTE FUNCTION
    ledger_seat_insert()

ALTER TABLE ledger_seat ENABLE ALWAYS TRIGGER ledger_seat_insert

CREATE OR REPLACE FUNCTION ledger_seat_update() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode
    = force_generic_plan AS $guard$
  BEGIN IF (NEW.id = OLD.id AND NEW.session_id = OLD.session_id AND NEW.number = OLD.number) IS NOT
    TRUE
    THEN RAISE EXCEPTION 'refused: a seat stays itself'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_seat_update BEFORE UPDATE ON ledger_seat FOR EACH ROW EXECUTE FUNCTION
    ledger_seat_update()

ALTER TABLE ledger_seat ENABLE ALWAYS TRIGGER ledger_seat_update

CREATE OR REPLACE FUNCTION ledger_seat_delete() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode
    = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_seat_delete BEFORE DELETE ON ledger_seat FOR EACH ROW EXECUTE FUNCTION
    ledger_seat_delete()

ALTER TABLE ledger_seat ENABLE ALWAYS TRIGGER ledger_seat_delete

CREATE OR REPLACE FUNCTION ledger_seat_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_seat_truncate BEFORE TRUNCATE ON ledger_seat FOR EACH STATEMENT EXECUTE
    FUNCTION ledger_seat_truncate()

ALTER TABLE ledger_seat ENABLE ALWAYS TRIGGER ledger_seat_truncate

CREATE OR REPLACE FUNCTION ledger_ruleversion_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_ruleversion o WHERE
    o.session_id = NEW.session_id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: rule versions have no gaps'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_ruleversion_insert BEFORE INSERT ON ledger_ruleversion FOR EACH ROW EXECUTE
    FUNCTION ledger_ruleversion_insert()

ALTER TABLE ledger_ruleversion ENABLE ALWAYS TRIGGER ledger_ruleversion_insert

CREATE OR REPLACE FUNCTION ledger_ruleversion_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_ruleversion_update BEFORE UPDATE ON ledger_ruleversion FOR EACH ROW EXECUTE
    FUNCTION ledger_ruleversion_update()

ALTER TABLE ledger_ruleversion ENABLE ALWAYS TRIGGER ledger_ruleversion_update

CREATE OR REPLACE FUNCTION ledger_ruleversion_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_ruleversion_delete BEFORE DELETE ON ledger_ruleversion FOR EACH ROW EXECUTE
    FUNCTION ledger_ruleversion_delete()

ALTER TABLE ledger_ruleversion ENABLE ALWAYS TRIGGER ledger_ruleversion_delete

CREATE OR REPLACE FUNCTION ledger_ruleversion_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_ruleversion_truncate BEFORE TRUNCATE ON ledger_ruleversion FOR EACH STATEMENT
    EXECUTE FUNCTION ledger_ruleversion_truncate()

ALTER TABLE ledger_ruleversion ENABLE ALWAYS TRIGGER ledger_ruleversion_truncate

CREATE OR REPLACE FUNCTION ledger_betunit_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_betunit o WHERE
    o.session_id = NEW.session_id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: bet units have no gaps'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_betunit_insert BEFORE INSERT ON ledger_betunit FOR EACH ROW EXECUTE FUNCTION
    ledger_betunit_insert()

ALTER TABLE ledger_betunit ENABLE ALWAYS TRIGGER ledger_betunit_insert

CREATE OR REPLACE FUNCTION ledger_betunit_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_betunit_update BEFORE UPDATE ON ledger_betunit FOR EACH ROW EXECUTE FUNCTION
    ledger_betunit_update()

ALTER TABLE ledger_betunit ENABLE ALWAYS TRIGGER ledger_betunit_update

CREATE OR REPLACE FUNCTION ledger_betunit_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_betunit_delete BEFORE DELETE ON ledger_betunit FOR EACH ROW EXECUTE FUNCTION
    ledger_betunit_delete()

ALTER TABLE ledger_betunit ENABLE ALWAYS TRIGGER ledger_betunit_delete

CREATE OR REPLACE FUNCTION ledger_betunit_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_betunit_truncate BEFORE TRUNCATE ON ledger_betunit FOR EACH STATEMENT EXECUTE
    FUNCTION ledger_betunit_truncate()

ALTER TABLE ledger_betunit ENABLE ALWAYS TRIGGER ledger_betunit_truncate

CREATE OR REPLACE FUNCTION ledger_round_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_round o WHERE
    o.session_id = NEW.session_id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: round numbers have no gaps'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.corrects_id IS NOT NULL OR EXISTS (SELECT 1 FROM ledger_session s WHERE s.id =
    NEW.session_id AND s.closed_at IS NULL AND s.rule_version_id = NEW.rule_version_id AND
    s.bet_unit_id = NEW.bet_unit_id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a new round is played at an open table under the terms in force'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.corrects_id IS NULL OR EXISTS (SELECT 1 FROM ledger_round o JOIN ledger_posting v ON
    v.round_id = o.id AND v.kind = 'void' WHERE o.id = NEW.corrects_id AND o.session_id =
    NEW.session_id AND o.stands_for = NEW.stands_for AND o.rule_version_id = NEW.rule_version_id AND
    o.bet_unit_id = NEW.bet_unit_id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a correction replaces a void round under its own terms'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_round_insert BEFORE INSERT ON ledger_round FOR EACH ROW EXECUTE FUNCTION
    ledger_round_insert()

ALTER TABLE ledger_round ENABLE ALWAYS TRIGGER ledger_round_insert

CREATE OR REPLACE FUNCTION ledger_round_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_round_update BEFORE UPDATE ON ledger_round FOR EACH ROW EXECUTE FUNCTION
    ledger_round_update()

ALTER TABLE ledger_round ENABLE ALWAYS TRIGGER ledger_round_update

CREATE OR REPLACE FUNCTION ledger_round_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_round_delete BEFORE DELETE ON ledger_round FOR EACH ROW EXECUTE FUNCTION
    ledger_round_delete()

ALTER TABLE ledger_round ENABLE ALWAYS TRIGGER ledger_round_delete

CREATE OR REPLACE FUNCTION ledger_round_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_round_truncate BEFORE TRUNCATE ON ledger_round FOR EACH STATEMENT EXECUTE
    FUNCTION ledger_round_truncate()

ALTER TABLE ledger_round ENABLE ALWAYS TRIGGER ledger_round_truncate

CREATE OR REPLACE FUNCTION ledger_payment_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_payment o WHERE
    o.session_id = NEW.session_id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: payment numbers have no gaps'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (2 = (SELECT COUNT(*) FROM ledger_seat o WHERE o.session_id = NEW.session_id AND o.id IN
    (NEW.debtor_id, NEW.creditor_id))) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: debtor and creditor sit at the table'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_payment_insert BEFORE INSERT ON ledger_payment FOR EACH ROW EXECUTE FUNCTION
    ledger_payment_insert()

ALTER TABLE ledger_payment ENABLE ALWAYS TRIGGER ledger_payment_insert

CREATE OR REPLACE FUNCTION ledger_payment_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_payment_update BEFORE UPDATE ON ledger_payment FOR EACH ROW EXECUTE FUNCTION
    ledger_payment_update()

ALTER TABLE ledger_payment ENABLE ALWAYS TRIGGER ledger_payment_update

CREATE OR REPLACE FUNCTION ledger_payment_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_payment_delete BEFORE DELETE ON ledger_payment FOR EACH ROW EXECUTE FUNCTION
    ledger_payment_delete()

ALTER TABLE ledger_payment ENABLE ALWAYS TRIGGER ledger_payment_delete

CREATE OR REPLACE FUNCTION ledger_payment_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_payment_truncate BEFORE TRUNCATE ON ledger_payment FOR EACH STATEMENT EXECUTE
    FUNCTION ledger_payment_truncate()

ALTER TABLE ledger_payment ENABLE ALWAYS TRIGGER ledger_payment_truncate

CREATE OR REPLACE FUNCTION ledger_carry_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.source_id AND s.closed_at IS NOT
    NULL)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: what is left of a closed table is carried'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.target_id AND s.posting_count = 0)) IS
    NOT TRUE
    THEN RAISE EXCEPTION 'refused: it is carried to a table where nothing happened'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_carry_insert BEFORE INSERT ON ledger_carry FOR EACH ROW EXECUTE FUNCTION
    ledger_carry_insert()

ALTER TABLE ledger_carry ENABLE ALWAYS TRIGGER ledger_carry_insert

CREATE OR REPLACE FUNCTION ledger_carry_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_carry_update BEFORE UPDATE ON ledger_carry FOR EACH ROW EXECUTE FUNCTION
    ledger_carry_update()

ALTER TABLE ledger_carry ENABLE ALWAYS TRIGGER ledger_carry_update

CREATE OR REPLACE FUNCTION ledger_carry_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_carry_delete BEFORE DELETE ON ledger_carry FOR EACH ROW EXECUTE FUNCTION
    ledger_carry_delete()

ALTER TABLE ledger_carry ENABLE ALWAYS TRIGGER ledger_carry_delete

CREATE OR REPLACE FUNCTION ledger_carry_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_carry_truncate BEFORE TRUNCATE ON ledger_carry FOR EACH STATEMENT EXECUTE
    FUNCTION ledger_carry_truncate()

ALTER TABLE ledger_carry ENABLE ALWAYS TRIGGER ledger_carry_truncate

CREATE OR REPLACE FUNCTION ledger_otheritem_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_otheritem o WHERE
    o.session_id = NEW.session_id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: items have no gaps'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.session_id AND s.closed_at IS NULL AND
    s.round_count = NEW.after_round)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: an item follows the newest round of an open table'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_otheritem_insert BEFORE INSERT ON ledger_otheritem FOR EACH ROW EXECUTE
    FUNCTION ledger_otheritem_insert()

ALTER TABLE ledger_otheritem ENABLE ALWAYS TRIGGER ledger_otheritem_insert

CREATE OR REPLACE FUNCTION ledger_otheritem_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_otheritem_update BEFORE UPDATE ON ledger_otheritem FOR EACH ROW EXECUTE
    FUNCTION ledger_otheritem_update()

ALTER TABLE ledger_otheritem ENABLE ALWAYS TRIGGER ledger_otheritem_update

CREATE OR REPLACE FUNCTION ledger_otheritem_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_otheritem_delete BEFORE DELETE ON ledger_otheritem FOR EACH ROW EXECUTE
    FUNCTION ledger_otheritem_delete()

ALTER TABLE ledger_otheritem ENABLE ALWAYS TRIGGER ledger_otheritem_delete

CREATE OR REPLACE FUNCTION ledger_otheritem_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_otheritem_truncate BEFORE TRUNCATE ON ledger_otheritem FOR EACH STATEMENT
    EXECUTE FUNCTION ledger_otheritem_truncate()

ALTER TABLE ledger_otheritem ENABLE ALWAYS TRIGGER ledger_otheritem_truncate

CREATE OR REPLACE FUNCTION ledger_posting_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.session_id AND NEW.number =
    s.posting_count + 1)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a posting counts on from the one that is sealed'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (CASE NEW.kind WHEN 'round' THEN EXISTS (SELECT 1 FROM ledger_round o WHERE o.id = NEW.round_id
    AND o.session_id = NEW.session_id) WHEN 'void' THEN EXISTS (SELECT 1 FROM ledger_posting o WHERE
    o.round_id = NEW.round_id AND o.session_id = NEW.session_id AND o.kind = 'round') WHEN 'payment'
    THEN EXISTS (SELECT 1 FROM ledger_payment o WHERE o.id = NEW.payment_id AND o.session_id =
    NEW.session_id) WHEN 'unpaid' THEN EXISTS (SELECT 1 FROM ledger_posting o WHERE o.payment_id =
    NEW.payment_id AND o.session_id = NEW.session_id AND o.kind = 'payment') WHEN 'carried' THEN
    EXISTS (SELECT 1 FROM ledger_carry o WHERE o.id = NEW.carry_id AND NEW.session_id IN
    (o.source_id, o.target_id)) WHEN 'uncarried' THEN EXISTS (SELECT 1 FROM ledger_posting o WHERE
    o.carry_id = NEW.carry_id AND o.session_id = NEW.session_id AND o.kind = 'carried') WHEN
    'manual' THEN EXISTS (SELECT 1 FROM ledger_otheritem o WHERE o.id = NEW.other_id AND
    o.session_id = NEW.session_id) WHEN 'manual_void' THEN EXISTS (SELECT 1 FROM ledger_posting o
    WHERE o.other_id = NEW.other_id AND o.session_id = NEW.session_id AND o.kind = 'manual') ELSE
    TRUE END) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a posting is of what is posted here'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF ((NEW.round_id IS NULL AND NEW.other_id IS NULL) OR EXISTS (SELECT 1 FROM ledger_session s
    WHERE s.id = NEW.session_id AND s.closed_at IS NULL) OR NOT (EXISTS (SELECT 1 FROM
    ledger_payment o WHERE o.session_id = NEW.session_id AND NOT EXISTS (SELECT 1 FROM
    ledger_posting u WHERE u.payment_id = o.id AND u.kind = 'unpaid')) OR EXISTS (SELECT 1 FROM
    ledger_carry o WHERE o.source_id = NEW.session_id AND NOT EXISTS (SELECT 1 FROM ledger_posting u
    WHERE u.carry_id = o.id AND u.kind = 'uncarried')))) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: no round changes while the table settles'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (LENGTH(NEW.hash) = 64) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a hash is whole'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_posting_insert BEFORE INSERT ON ledger_posting FOR EACH ROW EXECUTE FUNCTION
    ledger_posting_insert()

ALTER TABLE ledger_posting ENABLE ALWAYS TRIGGER ledger_posting_insert

CREATE OR REPLACE FUNCTION ledger_posting_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_posting_update BEFORE UPDATE ON ledger_posting FOR EACH ROW EXECUTE FUNCTION
    ledger_posting_update()

ALTER TABLE ledger_posting ENABLE ALWAYS TRIGGER ledger_posting_update

CREATE OR REPLACE FUNCTION ledger_posting_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_posting_delete BEFORE DELETE ON ledger_posting FOR EACH ROW EXECUTE FUNCTION
    ledger_posting_delete()

ALTER TABLE ledger_posting ENABLE ALWAYS TRIGGER ledger_posting_delete

CREATE OR REPLACE FUNCTION ledger_posting_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_posting_truncate BEFORE TRUNCATE ON ledger_posting FOR EACH STATEMENT EXECUTE
    FUNCTION ledger_posting_truncate()

ALTER TABLE ledger_posting ENABLE ALWAYS TRIGGER ledger_posting_truncate

CREATE OR REPLACE FUNCTION ledger_entry_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (EXISTS (SELECT 1 FROM ledger_posting p JOIN ledger_session s ON s.id = p.session_id AND
    p.number = s.posting_count + 1 WHERE p.id = NEW.posting_id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a sealed posting takes no entry'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (2 = (SELECT COUNT(*) FROM ledger_posting p JOIN ledger_seat o ON o.session_id = p.session_id
    WHERE p.id = NEW.posting_id AND o.id IN (NEW.payer_id, NEW.payee_id))) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: payer and payee sit at the table'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (CASE (SELECT p.kind FROM ledger_posting p WHERE p.id = NEW.posting_id) WHEN 'void' THEN EXISTS
    (SELECT 1 FROM ledger_posting v JOIN ledger_posting p ON p.round_id = v.round_id AND p.kind =
    'round' JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line WHERE v.id =
    NEW.posting_id AND o.payer_id = NEW.payee_id AND o.payee_id = NEW.payer_id AND o.amount =
    NEW.amount) WHEN 'manual_void' THEN EXISTS (SELECT 1 FROM ledger_posting v JOIN ledger_posting p
    ON p.other_id = v.other_id AND p.kind = 'manual' JOIN ledger_entry o ON o.posting_id = p.id AND
    o.line = NEW.line WHERE v.id = NEW.posting_id AND o.payer_id = NEW.payee_id AND o.payee_id =
    NEW.payer_id AND o.amount = NEW.amount) WHEN 'payment' THEN NEW.line = 1 AND EXISTS (SELECT 1
    FROM ledger_posting p JOIN ledger_payment o ON o.id = p.payment_id WHERE p.id = NEW.posting_id
    AND o.creditor_id = NEW.payer_id AND o.debtor_id = NEW.payee_id AND o.amount = NEW.amount) WHEN
    'unpaid' THEN NEW.line = 1 AND EXISTS (SELECT 1 FROM ledger_posting p JOIN ledger_payment o ON
    o.id = p.payment_id WHERE p.id = NEW.posting_id AND o.debtor_id = NEW.payer_id AND o.creditor_id
    = NEW.payee_id AND o.amount = NEW.amount) WHEN 'carried' THEN EXISTS (SELECT 1 FROM
    ledger_posting v JOIN ledger_carry c ON c.id = v.carry_id AND c.source_id = v.session_id WHERE
    v.id = NEW.posting_id) OR EXISTS (SELECT 1 FROM ledger_posting v JOIN ledger_carry c ON c.id =
    v.carry_id JOIN ledger_posting p ON p.carry_id = c.id AND p.kind = 'carried' AND p.session_id =
    c.source_id JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line AND o.amount =
    NEW.amount JOIN ledger_seat a ON a.id = o.payer_id JOIN ledger_seat b ON b.id = o.payee_id JOIN
    ledger_seat x ON x.id = NEW.payer_id JOIN ledger_seat y ON y.id = NEW.payee_id WHERE v.id =
    NEW.posting_id AND a.number = y.number AND b.number = x.number) WHEN 'uncarried' THEN EXISTS
    (SELECT 1 FROM ledger_posting v JOIN ledger_carry c ON c.id = v.carry_id JOIN ledger_posting p
    ON p.carry_id = c.id AND p.kind = 'carried' AND p.session_id = v.session_id JOIN ledger_entry o
    ON o.posting_id = p.id AND o.line = NEW.line AND o.amount = NEW.amount JOIN ledger_seat a ON
    a.id = o.payer_id JOIN ledger_seat b ON b.id = o.payee_id JOIN ledger_seat x ON x.id =
    NEW.payer_id JOIN ledger_seat y ON y.id = NEW.payee_id WHERE v.id = NEW.posting_id AND a.number
    = y.number AND b.number = x.number) ELSE TRUE END) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: an entry is what its posting stands for'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_entry_insert BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION
    ledger_entry_insert()

ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_entry_insert

CREATE OR REPLACE FUNCTION ledger_entry_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_entry_update BEFORE UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION
    ledger_entry_update()

ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_entry_update

CREATE OR REPLACE FUNCTION ledger_entry_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_entry_delete BEFORE DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION
    ledger_entry_delete()

ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_entry_delete

CREATE OR REPLACE FUNCTION ledger_entry_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_entry_truncate BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE
    FUNCTION ledger_entry_truncate()

ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_entry_truncate

CREATE OR REPLACE FUNCTION ledger_change_insert() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_change o WHERE
    o.session_id = NEW.session_id)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the log has no gaps'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.number = 1 + (SELECT s.log_count FROM ledger_session s WHERE s.id = NEW.session_id)) IS
    NOT TRUE
    THEN RAISE EXCEPTION 'refused: a line is counted before the next'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.round IS NULL OR EXISTS (SELECT 1 FROM ledger_round o WHERE o.session_id = NEW.session_id
    AND o.number = NEW.round)) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the round is of the session'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (LENGTH(NEW.hash) = 64) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: a hash is whole'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_change_insert BEFORE INSERT ON ledger_change FOR EACH ROW EXECUTE FUNCTION
    ledger_change_insert()

ALTER TABLE ledger_change ENABLE ALWAYS TRIGGER ledger_change_insert

CREATE OR REPLACE FUNCTION ledger_change_update() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_change_update BEFORE UPDATE ON ledger_change FOR EACH ROW EXECUTE FUNCTION
    ledger_change_update()

ALTER TABLE ledger_change ENABLE ALWAYS TRIGGER ledger_change_update

CREATE OR REPLACE FUNCTION ledger_change_delete() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_change_delete BEFORE DELETE ON ledger_change FOR EACH ROW EXECUTE FUNCTION
    ledger_change_delete()

ALTER TABLE ledger_change ENABLE ALWAYS TRIGGER ledger_change_delete

CREATE OR REPLACE FUNCTION ledger_change_truncate() RETURNS trigger LANGUAGE plpgsql SET
    plan_cache_mode = force_generic_plan AS $guard$
  BEGIN IF (FALSE) IS NOT TRUE
    THEN RAISE EXCEPTION 'refused: the journal only grows'
    USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
  END $guard$

CREATE TRIGGER ledger_change_truncate BEFORE TRUNCATE ON ledger_change FOR EACH STATEMENT EXECUTE
    FUNCTION ledger_change_truncate()

ALTER TABLE ledger_change ENABLE ALWAYS TRIGGER ledger_change_truncate
