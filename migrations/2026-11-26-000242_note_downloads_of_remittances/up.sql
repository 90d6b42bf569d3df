-- Stores the amounts in a prepared remittance's last file, so that later refunds are noticed when the remittance is recorded as sent.
ALTER TABLE remittances ADD COLUMN downloaded_at timestamptz;
COMMENT ON COLUMN remittances.downloaded_at IS 'When the last file was downloaded before it was sent; null when none was.';

ALTER TABLE obligations ADD COLUMN filed_cents bigint;
COMMENT ON COLUMN obligations.filed_cents IS 'While prepared: what the last downloaded file says of it, 0 while there is none; null when an earlier release prepared it, which may have had all of it in a file.';
