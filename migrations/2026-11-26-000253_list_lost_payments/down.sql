DROP TABLE lost_payments;
