ALTER TABLE remittances DROP COLUMN lawyer_id, ALTER COLUMN authority_id SET NOT NULL;
