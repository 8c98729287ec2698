ALTER TABLE ledger_round ADD COLUMN "revision" smallint unsigned NOT NULL DEFAULT 1 CHECK
    ("revision" >= 0)

DROP TRIGGER ledger_round_insert

CREATE TRIGGER ledger_round_insert BEFORE INSERT ON ledger_round FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: round numbers have no gaps')
    WHERE (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_round o WHERE
      o.session_id = NEW.session_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: a new round is played at an open table under the terms in force')
    WHERE (NEW.corrects_id IS NOT NULL OR EXISTS (SELECT 1 FROM ledger_session s WHERE s.id =
      NEW.session_id AND s.closed_at IS NULL AND s.rule_version_id = NEW.rule_version_id AND
      s.bet_unit_id = NEW.bet_unit_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: a correction replaces a void round under its own terms')
    WHERE (NEW.corrects_id IS NULL OR EXISTS (SELECT 1 FROM ledger_round o JOIN ledger_posting v ON
      v.round_id = o.id AND v.kind = 'void' WHERE o.id = NEW.corrects_id AND o.session_id =
      NEW.session_id AND o.stands_for = NEW.stands_for AND o.rule_version_id = NEW.rule_version_id
      AND o.bet_unit_id = NEW.bet_unit_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: bet_unit_id has its type')
    WHERE (typeof(NEW.bet_unit_id) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: corrects_id has its type')
    WHERE (NEW.corrects_id IS NULL OR (typeof(NEW.corrects_id) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: facts has its type')
    WHERE (typeof(NEW.facts) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: number has its type')
    WHERE (typeof(NEW.number) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: recorded_at has its type')
    WHERE (typeof(NEW.recorded_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: result has its type')
    WHERE (typeof(NEW.result) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: revision has its type')
    WHERE (typeof(NEW.revision) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: rule_version_id has its type')
    WHERE (typeof(NEW.rule_version_id) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session_id has its type')
    WHERE (typeof(NEW.session_id) = 'text' AND LENGTH(NEW.session_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: stands_for has its type')
    WHERE (typeof(NEW.stands_for) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: submission_id has its type')
    WHERE (typeof(NEW.submission_id) = 'text' AND LENGTH(NEW.submission_id) = 32) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: corrects only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_round o WHERE o.corrects_id = NEW.corrects_id)) IS NOT
      TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_round o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and number only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_round o WHERE o.session_id = NEW.session_id AND o.number
      = NEW.number)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and submission_id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_round o WHERE o.session_id = NEW.session_id AND
      o.submission_id = NEW.submission_id)) IS NOT TRUE;
END
