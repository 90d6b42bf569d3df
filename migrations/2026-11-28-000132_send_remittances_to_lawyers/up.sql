-- A remittance is sent to an authority or to a lawyer. The last release reads remittances with their authority, so it
-- doesn't see those to lawyers.
ALTER TABLE remittances
    ALTER COLUMN authority_id DROP NOT NULL,
    ADD COLUMN lawyer_id integer,
    ADD CONSTRAINT remittances_lawyer_id_fkey FOREIGN KEY (lawyer_id) REFERENCES lawyers ON DELETE RESTRICT NOT VALID,
    ADD CONSTRAINT remittances_payee_check CHECK (num_nonnulls(authority_id, lawyer_id) = 1) NOT VALID;
COMMENT ON COLUMN remittances.lawyer_id IS 'The lawyer whose trust account gets the money, if it isn''t an authority.';
