ALTER TABLE remittances DROP COLUMN trust_account;
