DROP TABLE lawyer_hires;
DROP TABLE payment_transactions;
DROP TABLE payment_events;
DROP TABLE payments;
