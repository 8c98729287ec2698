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

CREATE TRIGGER ledger_session_delete BEFORE DELETE ON ledger_session FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_session_id AFTER INSERT ON ledger_session FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

CREATE TRIGGER ledger_seat_insert BEFORE INSERT ON ledger_seat FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: a seat begins with nothing')
    WHERE (NEW.balance = 0) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: balance has its type')
    WHERE (typeof(NEW.balance) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: name has its type')
    WHERE (typeof(NEW.name) = 'text' AND LENGTH(NEW.name) <= 30) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: number has its type')
    WHERE (typeof(NEW.number) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session_id has its type')
    WHERE (typeof(NEW.session_id) = 'text' AND LENGTH(NEW.session_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: sitting_out has its type')
    WHERE (typeof(NEW.sitting_out) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_seat o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and number only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_seat o WHERE o.session_id = NEW.session_id AND o.number
      = NEW.number)) IS NOT TRUE;
END

CREATE TRIGGER ledger_seat_update BEFORE UPDATE ON ledger_seat FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: a seat stays itself')
    WHERE (NEW.id = OLD.id AND NEW.session_id = OLD.session_id AND NEW.number = OLD.number) IS NOT
      TRUE;
  SELECT RAISE(ABORT, 'refused: balance has its type')
    WHERE (typeof(NEW.balance) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: name has its type')
    WHERE (typeof(NEW.name) = 'text' AND LENGTH(NEW.name) <= 30) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: number has its type')
    WHERE (typeof(NEW.number) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session_id has its type')
    WHERE (typeof(NEW.session_id) = 'text' AND LENGTH(NEW.session_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: sitting_out has its type')
    WHERE (typeof(NEW.sitting_out) = 'integer') IS NOT TRUE;
END

CREATE TRIGGER ledger_seat_delete BEFORE DELETE ON ledger_seat FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_seat_id AFTER INSERT ON ledger_seat FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

CREATE TRIGGER ledger_ruleversion_insert BEFORE INSERT ON ledger_ruleversion FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: rule versions have no gaps')
    WHERE (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_ruleversion o WHERE
      o.session_id = NEW.session_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: decided_at has its type')
    WHERE (typeof(NEW.decided_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: number has its type')
    WHERE (typeof(NEW.number) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: reason has its type')
    WHERE (typeof(NEW.reason) = 'text' AND LENGTH(NEW.reason) <= 200) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: rules has its type')
    WHERE (typeof(NEW.rules) = 'text' AND LENGTH(NEW.rules) <= 20) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session_id has its type')
    WHERE (typeof(NEW.session_id) = 'text' AND LENGTH(NEW.session_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: settings has its type')
    WHERE (typeof(NEW.settings) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_ruleversion o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and number only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_ruleversion o WHERE o.session_id = NEW.session_id AND
      o.number = NEW.number)) IS NOT TRUE;
END

CREATE TRIGGER ledger_ruleversion_update BEFORE UPDATE ON ledger_ruleversion FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_ruleversion_delete BEFORE DELETE ON ledger_ruleversion FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_ruleversion_id AFTER INSERT ON ledger_ruleversion FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

CREATE TRIGGER ledger_betunit_insert BEFORE INSERT ON ledger_betunit FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: bet units have no gaps')
    WHERE (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_betunit o WHERE
      o.session_id = NEW.session_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: amount has its type')
    WHERE (typeof(NEW.amount) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: decided_at has its type')
    WHERE (typeof(NEW.decided_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: number has its type')
    WHERE (typeof(NEW.number) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: reason has its type')
    WHERE (typeof(NEW.reason) = 'text' AND LENGTH(NEW.reason) <= 200) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session_id has its type')
    WHERE (typeof(NEW.session_id) = 'text' AND LENGTH(NEW.session_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_betunit o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and number only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_betunit o WHERE o.session_id = NEW.session_id AND
      o.number = NEW.number)) IS NOT TRUE;
END

CREATE TRIGGER ledger_betunit_update BEFORE UPDATE ON ledger_betunit FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_betunit_delete BEFORE DELETE ON ledger_betunit FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_betunit_id AFTER INSERT ON ledger_betunit FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

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

CREATE TRIGGER ledger_round_update BEFORE UPDATE ON ledger_round FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_round_delete BEFORE DELETE ON ledger_round FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_round_id AFTER INSERT ON ledger_round FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

CREATE TRIGGER ledger_payment_insert BEFORE INSERT ON ledger_payment FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: payment numbers have no gaps')
    WHERE (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_payment o WHERE
      o.session_id = NEW.session_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: debtor and creditor sit at the table')
    WHERE (2 = (SELECT COUNT(*) FROM ledger_seat o WHERE o.session_id = NEW.session_id AND o.id IN
      (NEW.debtor_id, NEW.creditor_id))) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: amount has its type')
    WHERE (typeof(NEW.amount) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: creditor_id has its type')
    WHERE (typeof(NEW.creditor_id) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: debtor_id has its type')
    WHERE (typeof(NEW.debtor_id) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: number has its type')
    WHERE (typeof(NEW.number) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: recorded_at has its type')
    WHERE (typeof(NEW.recorded_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session_id has its type')
    WHERE (typeof(NEW.session_id) = 'text' AND LENGTH(NEW.session_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: submission_id has its type')
    WHERE (typeof(NEW.submission_id) = 'text' AND LENGTH(NEW.submission_id) = 32) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_payment o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and number only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_payment o WHERE o.session_id = NEW.session_id AND
      o.number = NEW.number)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and submission_id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_payment o WHERE o.session_id = NEW.session_id AND
      o.submission_id = NEW.submission_id)) IS NOT TRUE;
END

CREATE TRIGGER ledger_payment_update BEFORE UPDATE ON ledger_payment FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_payment_delete BEFORE DELETE ON ledger_payment FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_payment_id AFTER INSERT ON ledger_payment FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

CREATE TRIGGER ledger_carry_insert BEFORE INSERT ON ledger_carry FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: what is left of a closed table is carried')
    WHERE (EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.source_id AND s.closed_at IS NOT
      NULL)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: it is carried to a table where nothing happened')
    WHERE (EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.target_id AND s.posting_count =
      0)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: carried_at has its type')
    WHERE (typeof(NEW.carried_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: source_id has its type')
    WHERE (typeof(NEW.source_id) = 'text' AND LENGTH(NEW.source_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: submission_id has its type')
    WHERE (typeof(NEW.submission_id) = 'text' AND LENGTH(NEW.submission_id) = 32) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: target_id has its type')
    WHERE (typeof(NEW.target_id) = 'text' AND LENGTH(NEW.target_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_carry o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: source and submission_id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_carry o WHERE o.source_id = NEW.source_id AND
      o.submission_id = NEW.submission_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: target only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_carry o WHERE o.target_id = NEW.target_id)) IS NOT TRUE;
END

CREATE TRIGGER ledger_carry_update BEFORE UPDATE ON ledger_carry FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_carry_delete BEFORE DELETE ON ledger_carry FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_carry_id AFTER INSERT ON ledger_carry FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

CREATE TRIGGER ledger_otheritem_insert BEFORE INSERT ON ledger_otheritem FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: items have no gaps')
    WHERE (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_otheritem o WHERE
      o.session_id = NEW.session_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: an item follows the newest round of an open table')
    WHERE (EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.session_id AND s.closed_at IS
      NULL AND s.round_count = NEW.after_round)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: after_round has its type')
    WHERE (typeof(NEW.after_round) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: number has its type')
    WHERE (typeof(NEW.number) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: recorded_at has its type')
    WHERE (typeof(NEW.recorded_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session_id has its type')
    WHERE (typeof(NEW.session_id) = 'text' AND LENGTH(NEW.session_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: submission_id has its type')
    WHERE (typeof(NEW.submission_id) = 'text' AND LENGTH(NEW.submission_id) = 32) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_otheritem o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and number only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_otheritem o WHERE o.session_id = NEW.session_id AND
      o.number = NEW.number)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and submission_id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_otheritem o WHERE o.session_id = NEW.session_id AND
      o.submission_id = NEW.submission_id)) IS NOT TRUE;
END

CREATE TRIGGER ledger_otheritem_update BEFORE UPDATE ON ledger_otheritem FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_otheritem_delete BEFORE DELETE ON ledger_otheritem FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_otheritem_id AFTER INSERT ON ledger_otheritem FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

CREATE TRIGGER ledger_posting_insert BEFORE INSERT ON ledger_posting FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: a posting counts on from the one that is sealed')
    WHERE (EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.session_id AND NEW.number =
      s.posting_count + 1)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: a posting is of what is posted here')
    WHERE (CASE NEW.kind WHEN 'round' THEN EXISTS (SELECT 1 FROM ledger_round o WHERE o.id =
      NEW.round_id AND o.session_id = NEW.session_id) WHEN 'void' THEN EXISTS (SELECT 1 FROM
      ledger_posting o WHERE o.round_id = NEW.round_id AND o.session_id = NEW.session_id AND o.kind
      = 'round') WHEN 'payment' THEN EXISTS (SELECT 1 FROM ledger_payment o WHERE o.id =
      NEW.payment_id AND o.session_id = NEW.session_id) WHEN 'unpaid' THEN EXISTS (SELECT 1 FROM
      ledger_posting o WHERE o.payment_id = NEW.payment_id AND o.session_id = NEW.session_id AND
      o.kind = 'payment') WHEN 'carried' THEN EXISTS (SELECT 1 FROM ledger_carry o WHERE o.id =
      NEW.carry_id AND NEW.session_id IN (o.source_id, o.target_id)) WHEN 'uncarried' THEN EXISTS
      (SELECT 1 FROM ledger_posting o WHERE o.carry_id = NEW.carry_id AND o.session_id =
      NEW.session_id AND o.kind = 'carried') WHEN 'manual' THEN EXISTS (SELECT 1 FROM
      ledger_otheritem o WHERE o.id = NEW.other_id AND o.session_id = NEW.session_id) WHEN
      'manual_void' THEN EXISTS (SELECT 1 FROM ledger_posting o WHERE o.other_id = NEW.other_id AND
      o.session_id = NEW.session_id AND o.kind = 'manual') ELSE TRUE END) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: no round changes while the table settles')
    WHERE ((NEW.round_id IS NULL AND NEW.other_id IS NULL) OR EXISTS (SELECT 1 FROM ledger_session s
      WHERE s.id = NEW.session_id AND s.closed_at IS NULL) OR NOT (EXISTS (SELECT 1 FROM
      ledger_payment o WHERE o.session_id = NEW.session_id AND NOT EXISTS (SELECT 1 FROM
      ledger_posting u WHERE u.payment_id = o.id AND u.kind = 'unpaid')) OR EXISTS (SELECT 1 FROM
      ledger_carry o WHERE o.source_id = NEW.session_id AND NOT EXISTS (SELECT 1 FROM ledger_posting
      u WHERE u.carry_id = o.id AND u.kind = 'uncarried')))) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: a hash is whole')
    WHERE (LENGTH(NEW.hash) = 64) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: carry_id has its type')
    WHERE (NEW.carry_id IS NULL OR (typeof(NEW.carry_id) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: hash has its type')
    WHERE (typeof(NEW.hash) = 'text' AND LENGTH(NEW.hash) <= 64) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: kind has its type')
    WHERE (typeof(NEW.kind) = 'text' AND LENGTH(NEW.kind) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: number has its type')
    WHERE (typeof(NEW.number) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: other_id has its type')
    WHERE (NEW.other_id IS NULL OR (typeof(NEW.other_id) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: payment_id has its type')
    WHERE (NEW.payment_id IS NULL OR (typeof(NEW.payment_id) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: posted_at has its type')
    WHERE (typeof(NEW.posted_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: reason has its type')
    WHERE (typeof(NEW.reason) = 'text' AND LENGTH(NEW.reason) <= 200) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: round_id has its type')
    WHERE (NEW.round_id IS NULL OR (typeof(NEW.round_id) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session_id has its type')
    WHERE (typeof(NEW.session_id) = 'text' AND LENGTH(NEW.session_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: carry and session and kind only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_posting o WHERE o.carry_id = NEW.carry_id AND
      o.session_id = NEW.session_id AND o.kind = NEW.kind)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_posting o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: other and kind only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_posting o WHERE o.other_id = NEW.other_id AND o.kind =
      NEW.kind)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: payment and kind only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_posting o WHERE o.payment_id = NEW.payment_id AND o.kind
      = NEW.kind)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: round and kind only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_posting o WHERE o.round_id = NEW.round_id AND o.kind =
      NEW.kind)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and number only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_posting o WHERE o.session_id = NEW.session_id AND
      o.number = NEW.number)) IS NOT TRUE;
END

CREATE TRIGGER ledger_posting_update BEFORE UPDATE ON ledger_posting FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_posting_delete BEFORE DELETE ON ledger_posting FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_posting_id AFTER INSERT ON ledger_posting FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

CREATE TRIGGER ledger_entry_insert BEFORE INSERT ON ledger_entry FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: a sealed posting takes no entry')
    WHERE (EXISTS (SELECT 1 FROM ledger_posting p JOIN ledger_session s ON s.id = p.session_id AND
      p.number = s.posting_count + 1 WHERE p.id = NEW.posting_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: payer and payee sit at the table')
    WHERE (2 = (SELECT COUNT(*) FROM ledger_posting p JOIN ledger_seat o ON o.session_id =
      p.session_id WHERE p.id = NEW.posting_id AND o.id IN (NEW.payer_id, NEW.payee_id))) IS NOT
      TRUE;
  SELECT RAISE(ABORT, 'refused: an entry is what its posting stands for')
    WHERE (CASE (SELECT p.kind FROM ledger_posting p WHERE p.id = NEW.posting_id) WHEN 'void' THEN
      EXISTS (SELECT 1 FROM ledger_posting v JOIN ledger_posting p ON p.round_id = v.round_id AND
      p.kind = 'round' JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line WHERE v.id =
      NEW.posting_id AND o.payer_id = NEW.payee_id AND o.payee_id = NEW.payer_id AND o.amount =
      NEW.amount) WHEN 'manual_void' THEN EXISTS (SELECT 1 FROM ledger_posting v JOIN ledger_posting
      p ON p.other_id = v.other_id AND p.kind = 'manual' JOIN ledger_entry o ON o.posting_id = p.id
      AND o.line = NEW.line WHERE v.id = NEW.posting_id AND o.payer_id = NEW.payee_id AND o.payee_id
      = NEW.payer_id AND o.amount = NEW.amount) WHEN 'payment' THEN NEW.line = 1 AND EXISTS (SELECT
      1 FROM ledger_posting p JOIN ledger_payment o ON o.id = p.payment_id WHERE p.id =
      NEW.posting_id AND o.creditor_id = NEW.payer_id AND o.debtor_id = NEW.payee_id AND o.amount =
      NEW.amount) WHEN 'unpaid' THEN NEW.line = 1 AND EXISTS (SELECT 1 FROM ledger_posting p JOIN
      ledger_payment o ON o.id = p.payment_id WHERE p.id = NEW.posting_id AND o.debtor_id =
      NEW.payer_id AND o.creditor_id = NEW.payee_id AND o.amount = NEW.amount) WHEN 'carried' THEN
      EXISTS (SELECT 1 FROM ledger_posting v JOIN ledger_carry c ON c.id = v.carry_id AND
      c.source_id = v.session_id WHERE v.id = NEW.posting_id) OR EXISTS (SELECT 1 FROM
      ledger_posting v JOIN ledger_carry c ON c.id = v.carry_id JOIN ledger_posting p ON p.carry_id
      = c.id AND p.kind = 'carried' AND p.session_id = c.source_id JOIN ledger_entry o ON
      o.posting_id = p.id AND o.line = NEW.line AND o.amount = NEW.amount JOIN ledger_seat a ON a.id
      = o.payer_id JOIN ledger_seat b ON b.id = o.payee_id JOIN ledger_seat x ON x.id = NEW.payer_id
      JOIN ledger_seat y ON y.id = NEW.payee_id WHERE v.id = NEW.posting_id AND a.number = y.number
      AND b.number = x.number) WHEN 'uncarried' THEN EXISTS (SELECT 1 FROM ledger_posting v JOIN
      ledger_carry c ON c.id = v.carry_id JOIN ledger_posting p ON p.carry_id = c.id AND p.kind =
      'carried' AND p.session_id = v.session_id JOIN ledger_entry o ON o.posting_id = p.id AND
      o.line = NEW.line AND o.amount = NEW.amount JOIN ledger_seat a ON a.id = o.payer_id JOIN
      ledger_seat b ON b.id = o.payee_id JOIN ledger_seat x ON x.id = NEW.payer_id JOIN ledger_seat
      y ON y.id = NEW.payee_id WHERE v.id = NEW.posting_id AND a.number = y.number AND b.number =
      x.number) ELSE TRUE END) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: amount has its type')
    WHERE (typeof(NEW.amount) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: line has its type')
    WHERE (typeof(NEW.line) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: payee_id has its type')
    WHERE (typeof(NEW.payee_id) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: payer_id has its type')
    WHERE (typeof(NEW.payer_id) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: posting_id has its type')
    WHERE (typeof(NEW.posting_id) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: reason has its type')
    WHERE (typeof(NEW.reason) = 'text' AND LENGTH(NEW.reason) <= 20) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_entry o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: posting and line only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_entry o WHERE o.posting_id = NEW.posting_id AND o.line =
      NEW.line)) IS NOT TRUE;
END

CREATE TRIGGER ledger_entry_update BEFORE UPDATE ON ledger_entry FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_entry_delete BEFORE DELETE ON ledger_entry FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_entry_id AFTER INSERT ON ledger_entry FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END

CREATE TRIGGER ledger_change_insert BEFORE INSERT ON ledger_change FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the log has no gaps')
    WHERE (NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_change o WHERE
      o.session_id = NEW.session_id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: a line is counted before the next')
    WHERE (NEW.number = 1 + (SELECT s.log_count FROM ledger_session s WHERE s.id = NEW.session_id))
      IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: the round is of the session')
    WHERE (NEW.round IS NULL OR EXISTS (SELECT 1 FROM ledger_round o WHERE o.session_id =
      NEW.session_id AND o.number = NEW.round)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: a hash is whole')
    WHERE (LENGTH(NEW.hash) = 64) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: details has its type')
    WHERE (typeof(NEW.details) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: hash has its type')
    WHERE (typeof(NEW.hash) = 'text' AND LENGTH(NEW.hash) <= 64) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: kind has its type')
    WHERE (typeof(NEW.kind) = 'text' AND LENGTH(NEW.kind) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: link has its type')
    WHERE (typeof(NEW.link) = 'text' AND LENGTH(NEW.link) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: made_at has its type')
    WHERE (typeof(NEW.made_at) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: number has its type')
    WHERE (typeof(NEW.number) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: posting_count has its type')
    WHERE (typeof(NEW.posting_count) = 'integer') IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: round has its type')
    WHERE (NEW.round IS NULL OR (typeof(NEW.round) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: seat has its type')
    WHERE (NEW.seat IS NULL OR (typeof(NEW.seat) = 'integer')) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session_id has its type')
    WHERE (typeof(NEW.session_id) = 'text' AND LENGTH(NEW.session_id) <= 12) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: id only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_change o WHERE o.id = NEW.id)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'refused: session and number only once')
    WHERE (NOT EXISTS (SELECT 1 FROM ledger_change o WHERE o.session_id = NEW.session_id AND
      o.number = NEW.number)) IS NOT TRUE;
END

CREATE TRIGGER ledger_change_update BEFORE UPDATE ON ledger_change FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_change_delete BEFORE DELETE ON ledger_change FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: the journal only grows')
    WHERE (FALSE) IS NOT TRUE;
END

CREATE TRIGGER ledger_change_id AFTER INSERT ON ledger_change FOR EACH ROW BEGIN
  SELECT RAISE(ABORT, 'refused: an id is given')
    WHERE (NEW.id <> -1) IS NOT TRUE;
END
