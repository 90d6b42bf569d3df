ALTER TABLE cases
    ADD COLUMN guarantee_rule text NOT NULL DEFAULT 'first',
    ADD CONSTRAINT cases_guarantee_rule_check CHECK (guarantee_rule IN ('first')) NOT VALID;
COMMENT ON COLUMN cases.guarantee_rule IS 'The rule that decides whether the case was won, as the driver saw it before paying.';
