DROP TRIGGER ledger_session_insert

DROP TRIGGER ledger_session_update

CREATE TRIGGER ledger_session_insert BEFORE INSERT ON ledger_session FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: a session begins empty')
    WHERE (NEW.round_count = 0 AND NEW.posting_count = 0 AND NEW.head = '' AND NEW.log_count = 0 AND
      NEW.log_head = '' AND NEW.change_count = 0 AND NEW.rule_version_id IS NULL AND NEW.bet_unit_id
      IS NULL) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: bet_unit_id has its type')
    WHERE (NEW.bet_unit_id IS NULL OR (typeof(NEW.bet_unit_id) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: change_count has its type')
    WHERE (typeof(NEW.change_count) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: closed_at has its type')
    WHERE (NEW.closed_at IS NULL OR (typeof(NEW.closed_at) = 'text')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: currency has its type')
    WHERE (typeof(NEW.currency) = 'text' AND LENGTH(NEW.currency) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: head has its type')
    WHERE (typeof(NEW.head) = 'text' AND LENGTH(NEW.head) <= 64) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id has its type')
    WHERE (typeof(NEW.id) = 'text' AND LENGTH(NEW.id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: log_count has its type')
    WHERE (typeof(NEW.log_count) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: log_head has its type')
    WHERE (typeof(NEW.log_head) = 'text' AND LENGTH(NEW.log_head) <= 64) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: name has its type')
    WHERE (typeof(NEW.name) = 'text' AND LENGTH(NEW.name) <= 60) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: nod_from has its type')
    WHERE (NEW.nod_from IS NULL OR (typeof(NEW.nod_from) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: opened_at has its type')
    WHERE (typeof(NEW.opened_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: posting_count has its type')
    WHERE (typeof(NEW.posting_count) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: rotates has its type')
    WHERE (typeof(NEW.rotates) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: round_count has its type')
    WHERE (typeof(NEW.round_count) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: rule_version_id has its type')
    WHERE (NEW.rule_version_id IS NULL OR (typeof(NEW.rule_version_id) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: salt has its type')
    WHERE (typeof(NEW.salt) = 'text' AND LENGTH(NEW.salt) <= 32) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: score_key_generation has its type')
    WHERE (typeof(NEW.score_key_generation) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: seated_after has its type')
    WHERE (typeof(NEW.seated_after) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: seating has its type')
    WHERE (typeof(NEW.seating) = 'text' AND LENGTH(NEW.seating) <= 8) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: submission_id has its type')
    WHERE (NEW.submission_id IS NULL OR (typeof(NEW.submission_id) = 'text' AND
      LENGTH(NEW.submission_id) = 32)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: view_key_generation has its type')
    WHERE (typeof(NEW.view_key_generation) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_session o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: submission_id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_session o WHERE o.submission_id = NEW.submission_id)) IS
      NOT TRUE;
END

CREATE TRIGGER ledger_session_update BEFORE UPDATE ON ledger_session FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: a session stays itself')
    WHERE (NEW.id = OLD.id AND NEW.opened_at = OLD.opened_at AND COALESCE(NEW.submission_id =
      OLD.submission_id, NEW.submission_id IS NULL AND OLD.submission_id IS NULL)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: a session counts upwards')
    WHERE (NEW.round_count >= OLD.round_count AND (NEW.posting_count = OLD.posting_count + 1 OR
      (NEW.posting_count = OLD.posting_count AND NEW.head = OLD.head))) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: a line of the log is told to the other pages')
    WHERE (NEW.log_count - OLD.log_count IN (0, 1) AND NEW.change_count - OLD.change_count >=
      NEW.log_count - OLD.log_count) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: only a posting that is there is counted')
    WHERE (NEW.posting_count = OLD.posting_count OR EXISTS (SELECT 1 FROM ledger_posting p WHERE
      p.session_id = NEW.id AND p.number = NEW.posting_count AND p.hash = NEW.head)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: only a line that is there is counted')
    WHERE ((NEW.log_count = OLD.log_count AND NEW.log_head = OLD.log_head) OR EXISTS (SELECT 1 FROM
      ledger_change c WHERE c.session_id = NEW.id AND c.number = NEW.log_count AND c.hash =
      NEW.log_head)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: an old key stays dead')
    WHERE (NEW.score_key_generation >= OLD.score_key_generation AND NEW.view_key_generation >=
      OLD.view_key_generation) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: rules are of the same session')
    WHERE (NEW.rule_version_id = OLD.rule_version_id OR EXISTS (SELECT 1 FROM ledger_ruleversion o
      WHERE o.id = NEW.rule_version_id AND o.session_id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: the bet unit is of the same session')
    WHERE (NEW.bet_unit_id = OLD.bet_unit_id OR EXISTS (SELECT 1 FROM ledger_betunit o WHERE o.id =
      NEW.bet_unit_id AND o.session_id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: bet_unit_id has its type')
    WHERE (NEW.bet_unit_id IS NULL OR (typeof(NEW.bet_unit_id) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: change_count has its type')
    WHERE (typeof(NEW.change_count) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: closed_at has its type')
    WHERE (NEW.closed_at IS NULL OR (typeof(NEW.closed_at) = 'text')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: currency has its type')
    WHERE (typeof(NEW.currency) = 'text' AND LENGTH(NEW.currency) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: head has its type')
    WHERE (typeof(NEW.head) = 'text' AND LENGTH(NEW.head) <= 64) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id has its type')
    WHERE (typeof(NEW.id) = 'text' AND LENGTH(NEW.id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: log_count has its type')
    WHERE (typeof(NEW.log_count) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: log_head has its type')
    WHERE (typeof(NEW.log_head) = 'text' AND LENGTH(NEW.log_head) <= 64) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: name has its type')
    WHERE (typeof(NEW.name) = 'text' AND LENGTH(NEW.name) <= 60) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: nod_from has its type')
    WHERE (NEW.nod_from IS NULL OR (typeof(NEW.nod_from) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: opened_at has its type')
    WHERE (typeof(NEW.opened_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: posting_count has its type')
    WHERE (typeof(NEW.posting_count) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: rotates has its type')
    WHERE (typeof(NEW.rotates) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: round_count has its type')
    WHERE (typeof(NEW.round_count) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: rule_version_id has its type')
    WHERE (NEW.rule_version_id IS NULL OR (typeof(NEW.rule_version_id) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: salt has its type')
    WHERE (typeof(NEW.salt) = 'text' AND LENGTH(NEW.salt) <= 32) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: score_key_generation has its type')
    WHERE (typeof(NEW.score_key_generation) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: seated_after has its type')
    WHERE (typeof(NEW.seated_after) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: seating has its type')
    WHERE (typeof(NEW.seating) = 'text' AND LENGTH(NEW.seating) <= 8) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: submission_id has its type')
    WHERE (NEW.submission_id IS NULL OR (typeof(NEW.submission_id) = 'text' AND
      LENGTH(NEW.submission_id) = 32)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: view_key_generation has its type')
    WHERE (typeof(NEW.view_key_generation) = 'integer') IS NOT TRUE;
END
