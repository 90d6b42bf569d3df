ALTER TABLE cases VALIDATE CONSTRAINT cases_fee_mode_check;
ALTER TABLE cases VALIDATE CONSTRAINT cases_fee_check;
ALTER TABLE cases VALIDATE CONSTRAINT cases_guarantee_check;
ALTER TABLE cases VALIDATE CONSTRAINT cases_fee_complete_check;
ALTER TABLE refunds VALIDATE CONSTRAINT refunds_reason_check;
