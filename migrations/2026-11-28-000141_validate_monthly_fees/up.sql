ALTER TABLE lawyers VALIDATE CONSTRAINT lawyers_monthly_fee_cents_check;
ALTER TABLE lawyers VALIDATE CONSTRAINT lawyers_fee_from_check;
