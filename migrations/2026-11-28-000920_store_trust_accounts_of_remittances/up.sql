-- The trust account to which a lawyer's fee was sent. The lawyer's record may change later.
ALTER TABLE remittances
    ADD COLUMN trust_account text,
    ADD CONSTRAINT remittances_trust_account_check CHECK (length(trust_account) BETWEEN 1 AND 100) NOT VALID;
COMMENT ON COLUMN remittances.trust_account IS 'Name of the lawyer''s trust account when the money was sent. Null for authorities, and for money sent before this column.';
