ALTER TABLE obligations DROP COLUMN filed_cents;
ALTER TABLE remittances DROP COLUMN downloaded_at;
