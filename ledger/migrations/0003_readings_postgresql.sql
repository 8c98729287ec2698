ALTER TABLE ledger_round ADD COLUMN "revision" smallint DEFAULT 1 NOT NULL CHECK ("revision" >= 0)
