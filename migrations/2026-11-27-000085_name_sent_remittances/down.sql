ALTER TABLE remittances DROP COLUMN sent_to;
