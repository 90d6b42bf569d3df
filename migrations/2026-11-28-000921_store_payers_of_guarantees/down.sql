ALTER TABLE refunds DROP COLUMN guarantee_payer;
