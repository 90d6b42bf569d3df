DROP TABLE card_declines;
DROP TABLE payment_askers;
