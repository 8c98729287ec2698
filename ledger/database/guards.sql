-- What must be true of a row before it is kept, by event and table: each rule has its name in
-- the line above it and ends with a semicolon. Anything else, unknown too, is refused. Where a
-- constraint says the same, it is not said again. Of a session and its seats changed rows are
-- looked at too; rows of the other tables never change.

-- INSERT session: a session begins empty
NEW.round_count = 0 AND NEW.posting_count = 0 AND NEW.head = '' AND NEW.log_count = 0
  AND NEW.log_head = '' AND NEW.change_count = 0
  AND NEW.rule_version_id IS NULL AND NEW.bet_unit_id IS NULL;

-- INSERT seat: a seat begins with nothing
NEW.balance = 0;

-- INSERT ruleversion: rule versions have no gaps
NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_ruleversion o
  WHERE o.session_id = NEW.session_id);

-- INSERT betunit: bet units have no gaps
NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_betunit o
  WHERE o.session_id = NEW.session_id);

-- INSERT round: round numbers have no gaps
NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_round o
  WHERE o.session_id = NEW.session_id);

-- INSERT round: a new round is played at an open table under the terms in force
NEW.corrects_id IS NOT NULL OR EXISTS (SELECT 1 FROM ledger_session s
  WHERE s.id = NEW.session_id AND s.closed_at IS NULL
  AND s.rule_version_id = NEW.rule_version_id AND s.bet_unit_id = NEW.bet_unit_id);

-- INSERT round: a correction replaces a void round under its own terms
NEW.corrects_id IS NULL OR EXISTS (SELECT 1 FROM ledger_round o
  JOIN ledger_posting v ON v.round_id = o.id AND v.kind = 'void' WHERE o.id = NEW.corrects_id
  AND o.session_id = NEW.session_id AND o.stands_for = NEW.stands_for
  AND o.rule_version_id = NEW.rule_version_id AND o.bet_unit_id = NEW.bet_unit_id);

-- INSERT payment: payment numbers have no gaps
NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_payment o
  WHERE o.session_id = NEW.session_id);

-- INSERT payment: debtor and creditor sit at the table
2 = (SELECT COUNT(*) FROM ledger_seat o WHERE o.session_id = NEW.session_id
  AND o.id IN (NEW.debtor_id, NEW.creditor_id));

-- INSERT carry: what is left of a closed table is carried
EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.source_id AND s.closed_at IS NOT NULL);

-- INSERT carry: it is carried to a table where nothing happened
EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.target_id AND s.posting_count = 0);

-- INSERT otheritem: items have no gaps
NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_otheritem o
  WHERE o.session_id = NEW.session_id);

-- INSERT otheritem: an item follows the newest round of an open table
EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.session_id AND s.closed_at IS NULL
  AND s.round_count = NEW.after_round);

-- INSERT posting: a posting counts on from the one that is sealed
EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.session_id
  AND NEW.number = s.posting_count + 1);

-- INSERT posting: a posting is of what is posted here
CASE NEW.kind
  WHEN 'round' THEN EXISTS (SELECT 1 FROM ledger_round o WHERE o.id = NEW.round_id
    AND o.session_id = NEW.session_id)
  WHEN 'void' THEN EXISTS (SELECT 1 FROM ledger_posting o WHERE o.round_id = NEW.round_id
    AND o.session_id = NEW.session_id AND o.kind = 'round')
  WHEN 'payment' THEN EXISTS (SELECT 1 FROM ledger_payment o WHERE o.id = NEW.payment_id
    AND o.session_id = NEW.session_id)
  WHEN 'unpaid' THEN EXISTS (SELECT 1 FROM ledger_posting o
    WHERE o.payment_id = NEW.payment_id AND o.session_id = NEW.session_id
    AND o.kind = 'payment')
  WHEN 'carried' THEN EXISTS (SELECT 1 FROM ledger_carry o WHERE o.id = NEW.carry_id
    AND NEW.session_id IN (o.source_id, o.target_id))
  WHEN 'uncarried' THEN EXISTS (SELECT 1 FROM ledger_posting o WHERE o.carry_id = NEW.carry_id
    AND o.session_id = NEW.session_id AND o.kind = 'carried')
  WHEN 'manual' THEN EXISTS (SELECT 1 FROM ledger_otheritem o WHERE o.id = NEW.other_id
    AND o.session_id = NEW.session_id)
  WHEN 'manual_void' THEN EXISTS (SELECT 1 FROM ledger_posting o WHERE o.other_id = NEW.other_id
    AND o.session_id = NEW.session_id AND o.kind = 'manual')
  ELSE TRUE END;

-- INSERT posting: no round changes while the table settles
(NEW.round_id IS NULL AND NEW.other_id IS NULL) OR EXISTS (SELECT 1 FROM ledger_session s
  WHERE s.id = NEW.session_id AND s.closed_at IS NULL) OR NOT (EXISTS (SELECT 1 FROM ledger_payment o
  WHERE o.session_id = NEW.session_id AND NOT EXISTS (SELECT 1 FROM ledger_posting u
  WHERE u.payment_id = o.id AND u.kind = 'unpaid')) OR EXISTS (SELECT 1 FROM ledger_carry o
  WHERE o.source_id = NEW.session_id AND NOT EXISTS (SELECT 1 FROM ledger_posting u
  WHERE u.carry_id = o.id AND u.kind = 'uncarried')));

-- INSERT posting: a hash is whole
LENGTH(NEW.hash) = 64;

-- INSERT entry: a sealed posting takes no entry
EXISTS (SELECT 1 FROM ledger_posting p JOIN ledger_session s ON s.id = p.session_id
  AND p.number = s.posting_count + 1 WHERE p.id = NEW.posting_id);

-- INSERT entry: payer and payee sit at the table
2 = (SELECT COUNT(*) FROM ledger_posting p JOIN ledger_seat o ON o.session_id = p.session_id
  WHERE p.id = NEW.posting_id AND o.id IN (NEW.payer_id, NEW.payee_id));

-- INSERT entry: an entry is what its posting stands for
CASE (SELECT p.kind FROM ledger_posting p WHERE p.id = NEW.posting_id)
  WHEN 'void' THEN EXISTS (SELECT 1 FROM ledger_posting v
    JOIN ledger_posting p ON p.round_id = v.round_id AND p.kind = 'round'
    JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line
    WHERE v.id = NEW.posting_id AND o.payer_id = NEW.payee_id AND o.payee_id = NEW.payer_id
    AND o.amount = NEW.amount)
  WHEN 'manual_void' THEN EXISTS (SELECT 1 FROM ledger_posting v
    JOIN ledger_posting p ON p.other_id = v.other_id AND p.kind = 'manual'
    JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line
    WHERE v.id = NEW.posting_id AND o.payer_id = NEW.payee_id AND o.payee_id = NEW.payer_id
    AND o.amount = NEW.amount)
  WHEN 'payment' THEN NEW.line = 1 AND EXISTS (SELECT 1 FROM ledger_posting p
    JOIN ledger_payment o ON o.id = p.payment_id WHERE p.id = NEW.posting_id
    AND o.creditor_id = NEW.payer_id AND o.debtor_id = NEW.payee_id AND o.amount = NEW.amount)
  WHEN 'unpaid' THEN NEW.line = 1 AND EXISTS (SELECT 1 FROM ledger_posting p
    JOIN ledger_payment o ON o.id = p.payment_id WHERE p.id = NEW.posting_id
    AND o.debtor_id = NEW.payer_id AND o.creditor_id = NEW.payee_id AND o.amount = NEW.amount)
  WHEN 'carried' THEN EXISTS (SELECT 1 FROM ledger_posting v
    JOIN ledger_carry c ON c.id = v.carry_id AND c.source_id = v.session_id
    WHERE v.id = NEW.posting_id) OR EXISTS (SELECT 1 FROM ledger_posting v
    JOIN ledger_carry c ON c.id = v.carry_id JOIN ledger_posting p ON p.carry_id = c.id
    AND p.kind = 'carried' AND p.session_id = c.source_id
    JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line AND o.amount = NEW.amount
    JOIN ledger_seat a ON a.id = o.payer_id JOIN ledger_seat b ON b.id = o.payee_id
    JOIN ledger_seat x ON x.id = NEW.payer_id JOIN ledger_seat y ON y.id = NEW.payee_id
    WHERE v.id = NEW.posting_id AND a.number = y.number AND b.number = x.number)
  WHEN 'uncarried' THEN EXISTS (SELECT 1 FROM ledger_posting v
    JOIN ledger_carry c ON c.id = v.carry_id JOIN ledger_posting p ON p.carry_id = c.id
    AND p.kind = 'carried' AND p.session_id = v.session_id
    JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line AND o.amount = NEW.amount
    JOIN ledger_seat a ON a.id = o.payer_id JOIN ledger_seat b ON b.id = o.payee_id
    JOIN ledger_seat x ON x.id = NEW.payer_id JOIN ledger_seat y ON y.id = NEW.payee_id
    WHERE v.id = NEW.posting_id AND a.number = y.number AND b.number = x.number)
  ELSE TRUE END;

-- INSERT change: the log has no gaps
NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_change o
  WHERE o.session_id = NEW.session_id);

-- INSERT change: a line is counted before the next
NEW.number = 1 + (SELECT s.log_count FROM ledger_session s WHERE s.id = NEW.session_id);

-- INSERT change: the round is of the session
NEW.round IS NULL OR EXISTS (SELECT 1 FROM ledger_round o WHERE o.session_id = NEW.session_id
  AND o.number = NEW.round);

-- INSERT change: a hash is whole
LENGTH(NEW.hash) = 64;

-- UPDATE session: a session stays itself
NEW.id = OLD.id AND NEW.opened_at = OLD.opened_at
  AND COALESCE(NEW.submission_id = OLD.submission_id,
  NEW.submission_id IS NULL AND OLD.submission_id IS NULL);

-- UPDATE session: a session counts upwards
NEW.round_count >= OLD.round_count AND (NEW.posting_count = OLD.posting_count + 1
  OR (NEW.posting_count = OLD.posting_count AND NEW.head = OLD.head));

-- UPDATE session: a line of the log is told to the other pages
NEW.log_count - OLD.log_count IN (0, 1)
  AND NEW.change_count - OLD.change_count >= NEW.log_count - OLD.log_count;

-- UPDATE session: only a posting that is there is counted
NEW.posting_count = OLD.posting_count OR EXISTS (SELECT 1 FROM ledger_posting p
  WHERE p.session_id = NEW.id AND p.number = NEW.posting_count AND p.hash = NEW.head);

-- UPDATE session: only a line that is there is counted
(NEW.log_count = OLD.log_count AND NEW.log_head = OLD.log_head) OR EXISTS (SELECT 1
  FROM ledger_change c WHERE c.session_id = NEW.id AND c.number = NEW.log_count
  AND c.hash = NEW.log_head);

-- UPDATE session: an old key stays dead
NEW.score_key_generation >= OLD.score_key_generation
  AND NEW.view_key_generation >= OLD.view_key_generation;

-- UPDATE session: rules are of the same session
NEW.rule_version_id = OLD.rule_version_id OR EXISTS (SELECT 1 FROM ledger_ruleversion o
  WHERE o.id = NEW.rule_version_id AND o.session_id = NEW.id);

-- UPDATE session: the bet unit is of the same session
NEW.bet_unit_id = OLD.bet_unit_id OR EXISTS (SELECT 1 FROM ledger_betunit o
  WHERE o.id = NEW.bet_unit_id AND o.session_id = NEW.id);

-- UPDATE seat: a seat stays itself
NEW.id = OLD.id AND NEW.session_id = OLD.session_id AND NEW.number = OLD.number;
