DROP TABLE lawyer_statements;
ALTER TABLE lawyers DROP COLUMN monthly_fee_cents, DROP COLUMN fee_from;
